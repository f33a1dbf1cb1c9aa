//! Joins the counts of independent components, the floating cells and the total to one answer.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::rows::narrow;
use super::tally::convolve;
use super::{CellModels, Count, Rows, Tally, binomial_row};

/// The count of one component: its solutions by mines, and for its cells the solutions with a mine there, by mines of
/// the whole component. Twins share an entry: the solutions with a mine at `cells[i]` are `mined[index[i]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentCount {
    /// Numbered as in the whole system.
    pub cells: Vec<u32>,
    /// Solutions of the component by its number of mines.
    pub tally: Tally,
    /// For every cell its entry in `mined`.
    pub index: Vec<u32>,
    /// One tally per group of twins: solutions with a mine at one of them, by mines of the component.
    pub mined: Vec<Tally>,
}

impl ComponentCount {
    fn part(&self) -> JoinPart {
        JoinPart { cells: self.cells.clone(), index: self.index.clone(), tally: self.tally.clone() }
    }

    /// Models with a mine, one for each entry of `mined`.
    fn models(&self, context: &Context) -> Vec<BigUint> {
        self.mined.iter().map(|mined| context.models(&self.tally, mined)).collect()
    }
}

/// One component in the join: its cells, the entry of each cell's value, and its tally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinPart {
    /// Numbered as in the whole system.
    pub cells: Vec<u32>,
    /// For every cell its entry among the values that [`Values::mined`] returns.
    pub index: Vec<u32>,
    /// Solutions of the component by its number of mines.
    pub tally: Tally,
}

/// Models per solution of one component.
pub enum Context<'a> {
    /// No total: always the same number.
    Constant(&'a BigUint),
    /// With a total: by its mines, from the offset of the component's tally.
    ByMines(&'a [BigUint]),
}

impl Context<'_> {
    /// Models of the solutions in `some`, a part of the component's `tally`.
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

/// Joins components (cells numbered as in the whole system), with `cells` cells in all, of which those in no component
/// float. With a `total`, every solution with k mines on the components stands for C(floating, total - k) models;
/// without, for 2^floating.
pub fn join(cells: usize, components: &[ComponentCount], total: Option<i64>) -> Count {
    let parts: Vec<JoinPart> = components.iter().map(ComponentCount::part).collect();
    let Ok(count) = join_parts(cells, &parts, total, &mut Made(components));
    count
}

/// Source of the cells' values, made once the context of their part (parts count from 0) is known.
pub trait Values {
    /// Why the join stopped.
    type Stop;

    /// Checked before every slow step.
    ///
    /// # Errors
    /// The join must stop.
    fn check(&self) -> Result<(), Self::Stop>;

    /// Models with a mine, one entry per value in the part's `index`. Not called if there is no solution.
    ///
    /// # Errors
    /// The join must stop.
    fn mined(&mut self, part: usize, context: Context) -> Result<Vec<BigUint>, Self::Stop>;
}

/// Values that exist already.
struct Made<'a>(&'a [ComponentCount]);

impl Values for Made<'_> {
    type Stop = std::convert::Infallible;

    fn check(&self) -> Result<(), Self::Stop> {
        Ok(())
    }

    fn mined(&mut self, part: usize, context: Context) -> Result<Vec<BigUint>, Self::Stop> {
        Ok(self.0[part].models(&context))
    }
}

/// The first component's values exist already; those of the parts after it are computed.
struct After<'a, V>(&'a ComponentCount, &'a mut V);

impl<V: Values> Values for After<'_, V> {
    type Stop = V::Stop;

    fn check(&self) -> Result<(), V::Stop> {
        self.1.check()
    }

    fn mined(&mut self, part: usize, context: Context) -> Result<Vec<BigUint>, V::Stop> {
        match part.checked_sub(1) {
            None => Ok(self.0.models(&context)),
            Some(part) => self.1.mined(part, context),
        }
    }
}

/// The same, with the `values` of all components except `forced`, the forced cells, computed on the way.
///
/// # Errors
/// Those of `values`.
pub fn join_with<V: Values>(
    cells: usize,
    forced: &ComponentCount,
    mut parts: Vec<JoinPart>,
    total: Option<i64>,
    values: &mut V,
) -> Result<Count, V::Stop> {
    parts.insert(0, forced.part());
    join_parts(cells, &parts, total, &mut After(forced, values))
}

fn join_parts<V: Values>(
    cells: usize,
    parts: &[JoinPart],
    total: Option<i64>,
    values: &mut V,
) -> Result<Count, V::Stop> {
    let tree = Tree::new(parts, values)?;
    let floating = cells - parts.iter().map(|p| p.cells.len()).sum::<usize>();
    if tree.product().is_empty() {
        return Ok(Count { cells: Cells::new(cells, BigUint::zero()).0, ..Count::default() });
    }
    match total {
        None => join_without_total(cells, parts, &tree, floating, values),
        Some(total) => join_with_total(cells, parts, &tree, floating, total, values),
    }
}

/// Collects per-cell values; unset cells point at entry 0, the floating cells' value.
struct Cells(CellModels);

impl Cells {
    fn new(cells: usize, floating: BigUint) -> Self {
        Cells(CellModels { index: vec![0; cells], values: vec![floating] })
    }

    fn add(&mut self, part: &JoinPart, values: Vec<BigUint>) {
        let base = self.0.values.len() as u32;
        self.0.values.extend(values);
        for (&cell, &index) in part.cells.iter().zip(&part.index) {
            self.0.index[cell as usize] = base + index;
        }
    }
}

fn join_without_total<V: Values>(
    cells: usize,
    parts: &[JoinPart],
    tree: &Tree,
    floating: usize,
    values: &mut V,
) -> Result<Count, V::Stop> {
    let tally = tree.product().clone();
    let models = tally.sum() << floating;
    let half = if floating > 0 { &models >> 1u32 } else { BigUint::zero() };
    let mut joined = Cells::new(cells, half);
    for (i, part) in parts.iter().enumerate() {
        values.check()?;
        let others = &models / part.tally.sum();
        joined.add(part, values.mined(i, Context::Constant(&others))?);
    }
    Ok(Count { models, tally, cells: joined.0 })
}

fn join_with_total<V: Values>(
    cells: usize,
    parts: &[JoinPart],
    tree: &Tree,
    floating: usize,
    total: i64,
    values: &mut V,
) -> Result<Count, V::Stop> {
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
    let mut joined = Cells::new(cells, mined_floating);
    tree.contexts(weights, parts, values, &mut joined)?;
    Ok(Count { models, tally: tally.clone(), cells: joined.0 })
}

fn dot(a: &[BigUint], b: &[BigUint]) -> BigUint {
    if let Some(small) = narrow(a) {
        return Rows::new(b).dot_wide(0, &small);
    }
    a.iter().zip(b).filter(|(x, y)| !x.is_zero() && !y.is_zero()).map(|(x, y)| x * y).sum()
}

/// Product tree over the components' tallies, leaves in order. Node i has children 2i+1 and 2i+2; the context of a node
/// (models per solution, by its mines) comes down from the root by transposed products, so all components together cost
/// a few products.
enum Tree {
    Leaf { index: usize, tally: Tally },
    Node { left: Box<Tree>, right: Box<Tree>, tally: Tally },
}

impl Tree {
    fn new<V: Values>(components: &[JoinPart], values: &V) -> Result<Tree, V::Stop> {
        let mut level: Vec<Tree> =
            (components.iter().enumerate()).map(|(index, c)| Tree::Leaf { index, tally: c.tally.clone() }).collect();
        if level.is_empty() {
            return Ok(Tree::Leaf { index: usize::MAX, tally: Tally::one() });
        }
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            let mut nodes = level.into_iter();
            while let Some(left) = nodes.next() {
                next.push(match nodes.next() {
                    None => left,
                    Some(right) => {
                        values.check()?;
                        let tally = left.product().times(right.product());
                        Tree::Node { left: Box::new(left), right: Box::new(right), tally }
                    }
                });
            }
            level = next;
        }
        Ok(level.pop().expect("one root"))
    }

    fn product(&self) -> &Tally {
        match self {
            Tree::Leaf { tally, .. } | Tree::Node { tally, .. } => tally,
        }
    }

    /// Adds the values of all leaves below; `context[i]` is the number of models per solution of this node with `offset
    /// + i` mines.
    fn contexts<V: Values>(
        &self,
        context: Vec<BigUint>,
        parts: &[JoinPart],
        values: &mut V,
        joined: &mut Cells,
    ) -> Result<(), V::Stop> {
        match self {
            Tree::Leaf { index: usize::MAX, .. } => Ok(()),
            &Tree::Leaf { index, .. } => {
                joined.add(&parts[index], values.mined(index, Context::ByMines(&context))?);
                Ok(())
            }
            Tree::Node { left, right, .. } => {
                for (node, other) in [(left, right), (right, left)] {
                    values.check()?;
                    let context = correlate(&context, &other.product().counts);
                    node.contexts(context, parts, values, joined)?;
                }
                Ok(())
            }
        }
    }
}

/// Terms up to which a transposed product is computed sum by sum.
const DIRECT_TERMS: usize = 64;

/// `out[i] = sum over j of by[j] * context[i + j]`, as far as `by` fits.
pub fn correlate(context: &[BigUint], by: &[BigUint]) -> Vec<BigUint> {
    if let [one] = by
        && one.is_one()
    {
        return context.to_vec();
    }
    if let Some(small) = (by.len() <= DIRECT_TERMS).then(|| narrow(by)).flatten() {
        let rows = Rows::new(context);
        return (0..=context.len() - by.len()).map(|from| rows.dot_wide(from, &small)).collect();
    }
    let reversed: Vec<BigUint> = by.iter().rev().cloned().collect();
    let product = convolve(context, &reversed);
    product[by.len() - 1..context.len()].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Values that allow this many steps.
    struct Patient<'a>(Made<'a>, Cell<usize>);

    impl Values for Patient<'_> {
        type Stop = ();

        fn check(&self) -> Result<(), ()> {
            self.1.set(self.1.get().checked_sub(1).ok_or(())?);
            Ok(())
        }

        fn mined(&mut self, part: usize, context: Context) -> Result<Vec<BigUint>, ()> {
            let Ok(values) = self.0.mined(part, context);
            Ok(values)
        }
    }

    /// Five pairs with one mine each: four products, then with a total two more for each of them, without one a
    /// quotient per pair.
    #[test]
    fn stops_before_any_step() {
        let pair = |first: u32| {
            let tally = Tally { offset: 1, counts: vec![BigUint::from(2u32)] };
            let mined = vec![Tally { offset: 1, counts: vec![BigUint::one()] }];
            ComponentCount { cells: vec![first, first + 1], tally, index: vec![0, 0], mined }
        };
        let components: Vec<ComponentCount> = (0..5).map(|i| pair(2 * i)).collect();
        let parts: Vec<JoinPart> = components.iter().map(ComponentCount::part).collect();
        for (total, steps) in [(Some(6), 12), (None, 9)] {
            let right = join(12, &components, total);
            assert_eq!(right.models, BigUint::from(if total.is_some() { 64u32 } else { 128 }));
            for patience in 0..steps {
                assert!(join_parts(12, &parts, total, &mut Patient(Made(&components), Cell::new(patience))).is_err());
            }
            assert_eq!(join_parts(12, &parts, total, &mut Patient(Made(&components), Cell::new(steps))), Ok(right));
        }
    }
}
