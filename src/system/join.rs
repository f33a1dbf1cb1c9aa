//! Joins the counts of independent components, the floating cells and the total to one answer.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::tally::convolve;
use super::{CellModels, Count, Tally, binomial_row};

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

/// Joins components (cells numbered as in the whole system), with `cells` cells in all, of which
/// those in no component float. With a `total`, every solution with k mines on the components
/// stands for C(floating, total - k) models; without, for 2^floating.
pub fn join(cells: usize, components: &[ComponentCount], total: Option<i64>) -> Count {
    let tree = Tree::new(components);
    let tally = tree.product().clone();
    let floating = cells - components.iter().map(|c| c.cells.len()).sum::<usize>();
    match total {
        None => join_without_total(cells, components, tally, floating),
        Some(total) => join_with_total(cells, components, &tree, floating, total),
    }
}

/// Collects per-cell values; unset cells point at entry 0, the floating cells' value.
struct Cells(CellModels);

impl Cells {
    fn new(cells: usize, floating: BigUint) -> Self {
        Cells(CellModels { index: vec![0; cells], values: vec![floating] })
    }

    fn add(&mut self, component: &ComponentCount, weigh: impl Fn(&Tally) -> BigUint) {
        let base = self.0.values.len() as u32;
        self.0.values.extend(component.mined.iter().map(weigh));
        for (&cell, &index) in component.cells.iter().zip(&component.index) {
            self.0.index[cell as usize] = base + index;
        }
    }
}

fn join_without_total(cells: usize, components: &[ComponentCount], tally: Tally, floating: usize) -> Count {
    let models = tally.sum() << floating;
    let half = if floating > 0 { &models >> 1u32 } else { BigUint::zero() };
    let mut values = Cells::new(cells, half);
    for component in components {
        let own = component.tally.sum();
        let others = if own.is_zero() { BigUint::zero() } else { &models / own };
        values.add(component, |mined| mined.sum() * &others);
    }
    Count { models, tally, cells: values.0 }
}

fn join_with_total(cells: usize, components: &[ComponentCount], tree: &Tree, floating: usize, total: i64) -> Count {
    let tally = tree.product();
    if tally.is_empty() {
        return Count { cells: Cells::new(cells, BigUint::zero()).0, ..Count::default() };
    }
    // weights[i]: models per solution with tally.offset + i mines.
    let len = tally.counts.len();
    let most = total - tally.offset as i64;
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
        let component = &components[leaf];
        values.add(component, |mined| {
            let skip = mined.offset.saturating_sub(component.tally.offset);
            dot(&mined.counts, &context[skip.min(context.len())..])
        });
    });
    Count { models, tally: tally.clone(), cells: values.0 }
}

fn dot(a: &[BigUint], b: &[BigUint]) -> BigUint {
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
    fn new(components: &[ComponentCount]) -> Tree {
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
    fn contexts(&self, context: Vec<BigUint>, visit: &mut dyn FnMut(usize, &[BigUint])) {
        match self {
            Tree::Leaf { index: usize::MAX, .. } => {}
            Tree::Leaf { index, .. } => visit(*index, &context),
            Tree::Node { left, right, .. } => {
                let for_left = correlate(&context, &right.product().counts);
                left.contexts(for_left, visit);
                let for_right = correlate(&context, &left.product().counts);
                right.contexts(for_right, visit);
            }
        }
    }
}

/// `out[i] = sum over j of by[j] * context[i + j]`, as far as `by` fits.
fn correlate(context: &[BigUint], by: &[BigUint]) -> Vec<BigUint> {
    if let [one] = by
        && one.is_one()
    {
        return context.to_vec();
    }
    let reversed: Vec<BigUint> = by.iter().rev().cloned().collect();
    let product = convolve(context, &reversed);
    product[by.len() - 1..context.len()].to_vec()
}
