//! Joins the counts of independent components, the floating cells and the total to one answer.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::rows::narrow;
use super::tally::convolve;
use super::{CellModels, Count, Rows, Tally, binomial_row};

/// What counting one component gives: its solutions by mines, and for its cells the solutions with
/// a mine there, by mines of the whole component. Twins share an entry: the solutions with a mine
/// at `cells[i]` are `mined[index[i]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentCount {
    pub cells: Vec<u32>,
    pub tally: Tally,
    pub index: Vec<u32>,
    pub mined: Vec<Tally>,
}

/// One component as the join sees it: its cells, the entry of each cell's value, and its tally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub cells: Vec<u32>,
    pub index: Vec<u32>,
    pub tally: Tally,
}

/// How many models a solution of one component stands for.
pub enum Context<'a> {
    /// No total: always the same number.
    Constant(&'a BigUint),
    /// A total: by its mines, from the offset of the component's tally.
    ByMines(&'a [BigUint]),
}

impl Context<'_> {
    /// Models that the solutions in `some` stand for, a part of the component's `tally`.
    pub fn models(&self, tally: &Tally, some: &Tally) -> BigUint {
        match self {
            Context::Constant(models) => some.sum() * *models,
            Context::ByMines(models) => {
                let skip = some.offset.saturating_sub(tally.offset);
                dot(&some.counts, &models[skip.min(models.len())..])
            }
        }
    }
}

/// Joins components (cells numbered as in the whole system), with `cells` cells in all, of which
/// those in no component float. With a `total`, every solution with k mines on the components
/// stands for C(floating, total - k) models; without, for 2^floating.
pub fn join(cells: usize, components: &[ComponentCount], total: Option<i64>) -> Count {
    let part = |c: &ComponentCount| Part { cells: c.cells.clone(), index: c.index.clone(), tally: c.tally.clone() };
    let parts: Vec<Part> = components.iter().map(part).collect();
    let joined = join_with::<std::convert::Infallible>(cells, &parts, total, &mut |part, context| {
        let component = &components[part];
        Ok(component.mined.iter().map(|mined| context.models(&component.tally, mined)).collect())
    });
    let Ok(count) = joined;
    count
}

/// The same where the values of a part's cells are made once its context is known: `mined(part,
/// context)` gives the models with a mine, one entry for every value in the part's `index`. It is
/// not asked where there is no solution.
///
/// # Errors
/// Whatever stopped `mined`.
pub fn join_with<E>(cells: usize, parts: &[Part], total: Option<i64>, mined: &mut Mined<E>) -> Result<Count, E> {
    let tree = Tree::new(parts);
    let floating = cells - parts.iter().map(|p| p.cells.len()).sum::<usize>();
    if tree.product().is_empty() {
        return Ok(Count { cells: Cells::new(cells, BigUint::zero()).0, ..Count::default() });
    }
    match total {
        None => join_without_total(cells, parts, &tree, floating, mined),
        Some(total) => join_with_total(cells, parts, &tree, floating, total, mined),
    }
}

/// The callback of [`join_with`].
pub type Mined<'a, E> = dyn FnMut(usize, Context) -> Result<Vec<BigUint>, E> + 'a;

/// A callback with a leaf and its context.
type Visit<'a, E> = dyn FnMut(usize, &[BigUint]) -> Result<(), E> + 'a;

/// Collects per-cell values; unset cells point at entry 0, the floating cells' value.
struct Cells(CellModels);

impl Cells {
    fn new(cells: usize, floating: BigUint) -> Self {
        Cells(CellModels { index: vec![0; cells], values: vec![floating] })
    }

    fn add(&mut self, part: &Part, values: Vec<BigUint>) {
        let base = self.0.values.len() as u32;
        self.0.values.extend(values);
        for (&cell, &index) in part.cells.iter().zip(&part.index) {
            self.0.index[cell as usize] = base + index;
        }
    }
}

fn join_without_total<E>(
    cells: usize,
    parts: &[Part],
    tree: &Tree,
    floating: usize,
    mined: &mut Mined<E>,
) -> Result<Count, E> {
    let tally = tree.product().clone();
    let models = tally.sum() << floating;
    let half = if floating > 0 { &models >> 1u32 } else { BigUint::zero() };
    let mut values = Cells::new(cells, half);
    for (i, part) in parts.iter().enumerate() {
        let others = &models / part.tally.sum();
        values.add(part, mined(i, Context::Constant(&others))?);
    }
    Ok(Count { models, tally, cells: values.0 })
}

fn join_with_total<E>(
    cells: usize,
    parts: &[Part],
    tree: &Tree,
    floating: usize,
    total: i64,
    mined: &mut Mined<E>,
) -> Result<Count, E> {
    let tally = tree.product();
    // weights[i]: models per solution with tally.offset + i mines.
    let len = tally.counts.len();
    let most = total.saturating_sub(tally.offset as i64).clamp(-1, (cells + 1) as i64);
    let weights_of = |floating: usize, most: i64| {
        let mut row = binomial_row(floating, most - len as i64 + 1, len);
        row.reverse();
        row
    };
    let weights = weights_of(floating, most);
    let models = dot(&tally.counts, &weights);
    let mined_floating = match floating {
        0 => BigUint::zero(),
        _ => dot(&tally.counts, &weights_of(floating - 1, most - 1)),
    };
    let mut values = Cells::new(cells, mined_floating);
    tree.contexts(weights, &mut |leaf, context| {
        values.add(&parts[leaf], mined(leaf, Context::ByMines(context))?);
        Ok(())
    })?;
    Ok(Count { models, tally: tally.clone(), cells: values.0 })
}

fn dot(a: &[BigUint], b: &[BigUint]) -> BigUint {
    if let Some(small) = narrow(a) {
        return Rows::new(b).dot_wide(0, &small);
    }
    a.iter().zip(b).filter(|(x, y)| !x.is_zero() && !y.is_zero()).map(|(x, y)| x * y).sum()
}

/// Product tree over the components' tallies, leaves in order. Node i has children 2i+1 and 2i+2;
/// the context of a node (how many models each of its solutions stands for, by its mines) comes
/// down from the root by transposed products, so all components together cost a few products.
enum Tree {
    Leaf { index: usize, tally: Tally },
    Node { left: Box<Tree>, right: Box<Tree>, tally: Tally },
}

impl Tree {
    fn new(components: &[Part]) -> Tree {
        let mut level: Vec<Tree> =
            (components.iter().enumerate()).map(|(index, c)| Tree::Leaf { index, tally: c.tally.clone() }).collect();
        if level.is_empty() {
            return Tree::Leaf { index: usize::MAX, tally: Tally::one() };
        }
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            let mut nodes = level.into_iter();
            while let Some(left) = nodes.next() {
                next.push(match nodes.next() {
                    None => left,
                    Some(right) => {
                        let tally = left.product().times(right.product());
                        Tree::Node { left: Box::new(left), right: Box::new(right), tally }
                    }
                });
            }
            level = next;
        }
        level.pop().expect("one root")
    }

    fn product(&self) -> &Tally {
        match self {
            Tree::Leaf { tally, .. } | Tree::Node { tally, .. } => tally,
        }
    }

    /// Calls `visit(leaf, context)`, where `context[i]` is the number of models that a solution of
    /// the leaf with `offset + i` mines stands for.
    fn contexts<E>(&self, context: Vec<BigUint>, visit: &mut Visit<E>) -> Result<(), E> {
        match self {
            Tree::Leaf { index: usize::MAX, .. } => Ok(()),
            Tree::Leaf { index, .. } => visit(*index, &context),
            Tree::Node { left, right, .. } => {
                let for_left = correlate(&context, &right.product().counts);
                left.contexts(for_left, visit)?;
                let for_right = correlate(&context, &left.product().counts);
                right.contexts(for_right, visit)
            }
        }
    }
}

/// Terms up to which a transposed product is made sum by sum.
const FEW: usize = 64;

/// `out[i] = sum over j of by[j] * context[i + j]`, as far as `by` fits.
pub fn correlate(context: &[BigUint], by: &[BigUint]) -> Vec<BigUint> {
    if let [one] = by
        && one.is_one()
    {
        return context.to_vec();
    }
    if let Some(small) = (by.len() <= FEW).then(|| narrow(by)).flatten() {
        let rows = Rows::new(context);
        return (0..=context.len() - by.len()).map(|from| rows.dot_wide(from, &small)).collect();
    }
    let reversed: Vec<BigUint> = by.iter().rev().cloned().collect();
    let product = convolve(context, &reversed);
    product[by.len() - 1..context.len()].to_vec()
}
