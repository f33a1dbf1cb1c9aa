//! Joins components, floating cells and the total in floating point.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::Mines;
use crate::engine::incremental::EnumeratedComponent;

/// Arrays indexed by mines: positions are counted by the hundred thousand, and components are small.
pub type SmallWeights = SmallVec<[f64; 16]>;
pub type Flags = SmallVec<[bool; 16]>;

/// Weights of every component's solutions given everything else, scaled so that all models together weigh 1.
#[derive(Clone, Debug, Default)]
pub struct JoinedComponents {
    /// For each component, by its mines (from its least): the weight of one of its placements.
    pub context: Vec<SmallWeights>,
    /// The same as yes or no, without rounding: whether the others can complete it to the total.
    possible: Vec<Flags>,
    pub floating_risk: f64,
    /// All floating cells safe, or all mines.
    pub floating_certain: Option<bool>,
    pub mines: Mines,
    /// Cells of the components.
    pub cells: usize,
    pub floating: usize,
    /// Number of models, rounded; infinite beyond the range of floats.
    pub models: f64,
    /// False if the total is so far from the likely mines of the components that floats may lose the models: then the
    /// other fields are meaningless.
    pub sound: bool,
}

/// Least weight of all models for which floats are accurate, if the most frequent mines of every component would weigh
/// 1 with the total that suits them best: parts of it are needed too, and floats end at 1e-308.
const LEAST_WEIGHT: f64 = 1e-150;

/// A polynomial by mines, scaled to a largest coefficient of 1, with exact zeros.
#[derive(Clone, Debug)]
struct Poly {
    least: usize,
    scaled: SmallWeights,
    any: Flags,
}

impl Poly {
    fn of(component: &EnumeratedComponent) -> Poly {
        let scaled = component.tally.iter().map(|&t| t as f64).collect();
        let any = component.tally.iter().map(|&t| t != 0).collect();
        Poly { least: component.least, scaled, any }.normal()
    }

    fn one() -> Poly {
        Poly { least: 0, scaled: smallvec![1.0], any: smallvec![true] }
    }

    fn normal(mut self) -> Poly {
        let largest = self.scaled.iter().fold(0.0f64, |m, &x| m.max(x));
        if largest > 0.0 {
            self.scaled.iter_mut().for_each(|x| *x /= largest);
        }
        self
    }

    fn times(&self, other: &Poly) -> Poly {
        let n = self.scaled.len() + other.scaled.len() - 1;
        let (mut scaled, mut any): (SmallWeights, Flags) = (smallvec![0.0; n], smallvec![false; n]);
        for (i, &x) in self.scaled.iter().enumerate().filter(|(i, _)| self.any[*i]) {
            for (j, &y) in other.scaled.iter().enumerate().filter(|(j, _)| other.any[*j]) {
                scaled[i + j] += x * y;
                any[i + j] = true;
            }
        }
        Poly { least: self.least + other.least, scaled, any }.normal()
    }
}

/// `out[i] = sum over j of by[j] * context[i + j]`: the weight that the rest gives a part.
fn correlate(context: &(SmallWeights, Flags), by: &Poly) -> (SmallWeights, Flags) {
    let n = context.0.len() + 1 - by.scaled.len();
    let (mut weights, mut any): (SmallWeights, Flags) = (smallvec![0.0; n], smallvec![false; n]);
    for i in 0..n {
        for (j, &y) in by.scaled.iter().enumerate().filter(|(j, _)| by.any[*j]) {
            weights[i] += y * context.0[i + j];
            any[i] |= context.1[i + j];
        }
    }
    let largest = weights.iter().fold(0.0f64, |m, &x| m.max(x));
    if largest > 0.0 {
        weights.iter_mut().for_each(|x| *x /= largest);
    }
    (weights, any)
}

/// Products of neighbouring components, halved level by level; node i of a level covers nodes 2i
/// and 2i+1 of the level below.
fn levels(leaves: Vec<Poly>) -> Vec<Vec<Poly>> {
    let mut levels = vec![leaves];
    while let Some(last) = levels.last().filter(|l| l.len() > 1) {
        let next = last.chunks(2).map(|p| if let [a, b] = p { a.times(b) } else { p[0].clone() }).collect();
        levels.push(next);
    }
    levels
}

/// C(n, k) for a run of k relative to the largest of them: (value, false where it is exactly zero).
pub fn binomials(n: usize, from: i64, len: usize) -> (SmallWeights, Flags) {
    let any: Flags = (0..len as i64).map(|i| (0..=n as i64).contains(&(from + i))).collect();
    let mut values: SmallWeights = smallvec![0.0; len];
    // Start where the binomials are largest and walk to both sides, so that only negligible values underflow.
    let (low, high) = (from.max(0), (from + len as i64 - 1).min(n as i64));
    if low <= high {
        let peak = (n as i64 / 2).clamp(low, high);
        values[(peak - from) as usize] = 1.0;
        for k in peak + 1..=high {
            values[(k - from) as usize] = values[(k - 1 - from) as usize] * (n as i64 - k + 1) as f64 / k as f64;
        }
        for k in (low..peak).rev() {
            values[(k - from) as usize] = values[(k + 1 - from) as usize] * (k + 1) as f64 / (n as i64 - k) as f64;
        }
    }
    (values, any)
}

impl JoinedComponents {
    /// None if no solutions of the components meet the total.
    pub fn new(components: &[Arc<EnumeratedComponent>], floating: usize, mines: Mines) -> Option<JoinedComponents> {
        let leaves =
            if components.is_empty() { vec![Poly::one()] } else { components.iter().map(|c| Poly::of(c)).collect() };
        let levels = levels(leaves);
        let all = &levels.last()?[0];
        let len = all.scaled.len();
        let cells = cells_of(components);
        let root = mines.row(cells, floating, all.least, len);
        let weigh = |i: usize| if all.any[i] && root.1[i] { all.scaled[i] * root.0[i] } else { 0.0 };
        let models: f64 = (0..len).map(weigh).sum();
        let possible: Vec<usize> = (0..len).filter(|&i| all.any[i] && root.1[i]).collect();
        if possible.is_empty() {
            return None;
        }
        let expected = |i: usize| mines.floating(cells, floating, all.least + i);
        let floating_risk = match floating {
            0 => 1.0,
            n => (0..len).map(|i| weigh(i) * expected(i)).sum::<f64>() / models / n as f64,
        };
        let floating_certain = match mines {
            Mines::Known(total) if floating > 0 => {
                let mines = |i: usize| total - (all.least + i) as i64;
                let all_are = |n: usize| possible.iter().all(|&i| mines(i) == n as i64);
                if all_are(0) { Some(false) } else { all_are(floating).then_some(true) }
            }
            _ => None,
        };
        let mut contexts = vec![root];
        for level in levels.iter().rev().skip(1) {
            let mut below = Vec::with_capacity(level.len());
            for (pair, context) in level.chunks(2).zip(&contexts) {
                match pair {
                    [a, b] => {
                        below.push(correlate(context, b));
                        below.push(correlate(context, a));
                    }
                    _ => below.push(context.clone()),
                }
            }
            contexts = below;
        }
        let sound = models >= LEAST_WEIGHT;
        let mut joined = JoinedComponents {
            floating_risk,
            floating_certain,
            mines,
            cells,
            floating,
            sound,
            ..JoinedComponents::default()
        };
        joined.models = count(components, floating, mines.known());
        for (component, (mut weights, possible)) in components.iter().zip(contexts) {
            let all: f64 = component.tally.iter().zip(&weights).map(|(&t, w)| t as f64 * w).sum();
            weights.iter_mut().for_each(|w| *w /= all);
            joined.context.push(weights);
            joined.possible.push(possible);
        }
        Some(joined)
    }

    /// Expected mines in block `b` of component `i`.
    pub fn mined(&self, i: usize, component: &EnumeratedComponent, b: usize) -> f64 {
        component.in_block(b).zip(&self.context[i]).map(|(c, w)| c as f64 * w).sum()
    }

    /// Share of the models where the placements of some components are these (by mines, from the component's least),
    /// `mined` floating cells are mines and `safe` others safe.
    pub fn share(
        &self,
        components: &[Arc<EnumeratedComponent>],
        parts: &[(usize, Vec<f64>)],
        mined: usize,
        safe: usize,
    ) -> f64 {
        let (mut all, mut agreeing) = (vec![1.0f64], vec![1.0f64]);
        let mut least = 0;
        let times = |a: &[f64], b: &mut dyn Iterator<Item = f64>, n: usize| {
            let mut product = vec![0.0; a.len() + n - 1];
            for (j, y) in b.enumerate().filter(|(_, y)| *y > 0.0) {
                a.iter().enumerate().for_each(|(i, x)| product[i + j] += x * y);
            }
            product
        };
        for (i, component) in components.iter().enumerate() {
            least += component.least;
            let scale = component.tally.iter().fold(1.0f64, |m, &t| m.max(t as f64)).recip();
            let n = component.tally.len();
            all = times(&all, &mut component.tally.iter().map(|&t| t as f64 * scale), n);
            agreeing = match parts.iter().find(|p| p.0 == i) {
                Some((_, tally)) => times(&agreeing, &mut tally.iter().map(|t| t * scale), n),
                None => times(&agreeing, &mut component.tally.iter().map(|&t| t as f64 * scale), n),
            };
        }
        let n = self.floating;
        if mined + safe > n {
            return 0.0;
        }
        let (row, _) = self.mines.row(self.cells, n, least, all.len());
        let (mut sum, mut of) = (0.0, 0.0);
        for (i, weight) in row.iter().enumerate() {
            of += all[i] * weight;
            sum += agreeing[i] * weight * self.mines.chosen(self.cells, n, least + i, mined, safe);
        }
        sum / of
    }

    /// Whether the cells of block `b` are all safe or all mines in every model.
    pub fn certain(&self, i: usize, component: &EnumeratedComponent, b: usize) -> Option<bool> {
        let size = component.blocks[b].cells.len() as u128;
        let pairs = || component.tally.iter().zip(component.in_block(b)).zip(&self.possible[i]).filter(|(_, p)| **p);
        if pairs().all(|((_, mined), _)| mined == 0) {
            Some(false)
        } else if pairs().all(|((&all, mined), _)| mined == all * size) {
            Some(true)
        } else {
            None
        }
    }
}

fn cells_of(components: &[Arc<EnumeratedComponent>]) -> usize {
    components.iter().flat_map(|c| c.blocks.iter()).map(|b| b.cells.len()).sum()
}

/// Natural logarithm of the total weight of all models, comparable between positions of one board with the same prior.
pub fn ln_weight(components: &[Arc<EnumeratedComponent>], floating: usize, mines: Mines) -> f64 {
    let Mines::Unknown { prior, mines: known, safe } = mines else {
        return ln_count(components, floating, mines.known());
    };
    let (all, ln) = product(components);
    let cells = cells_of(components);
    let (row, _) = mines.row(cells, floating, all.least, all.scaled.len());
    let first = Mines::ln_first(prior, (known, safe), cells, all.least) - row[0].ln();
    ln + first + all.scaled.iter().zip(&row).map(|(x, w)| x * w).sum::<f64>().ln()
}

/// Natural logarithm of the number of models, also beyond the range of floats; there is at least one.
pub fn ln_count(components: &[Arc<EnumeratedComponent>], floating: usize, total: Option<i64>) -> f64 {
    let (all, ln) = product(components);
    let Some(total) = total else {
        return ln + all.scaled.iter().sum::<f64>().ln() + floating as f64 * std::f64::consts::LN_2;
    };
    let len = all.scaled.len();
    let from = total - (all.least + len) as i64 + 1;
    let (row, _) = binomials(floating, from, len);
    let sum: f64 = (0..len).map(|i| all.scaled[i] * row[len - 1 - i]).sum();
    // The row is relative to its largest entry.
    let peak = (floating as i64 / 2).clamp(from.max(0), (from + len as i64 - 1).min(floating as i64));
    ln + sum.ln() + (1..=peak).map(|k| ((floating as i64 - k + 1) as f64 / k as f64).ln()).sum::<f64>()
}

/// All components together, and the logarithm of its divisor.
fn product(components: &[Arc<EnumeratedComponent>]) -> (Poly, f64) {
    let mut all = Poly::one();
    let mut ln = 0.0;
    for component in components {
        let part = Poly::of(component);
        let product: f64 = all.scaled.iter().sum::<f64>() * part.scaled.iter().sum::<f64>();
        ln += component.tally.iter().fold(0.0f64, |m, &t| m.max(t as f64)).ln();
        all = all.times(&part);
        // The divisor of `times`.
        ln += (product / all.scaled.iter().sum::<f64>()).ln();
    }
    (all, ln)
}

/// Number of models in floating point.
fn count(components: &[Arc<EnumeratedComponent>], floating: usize, total: Option<i64>) -> f64 {
    let Some(total) = total else {
        let all = components.iter().map(|c| c.tally.iter().map(|&t| t as f64).sum::<f64>()).product::<f64>();
        return all * (floating as f64).exp2();
    };
    let mut product = vec![1.0];
    let mut least = 0;
    for component in components {
        least += component.least;
        let mut next = vec![0.0; product.len() + component.tally.len() - 1];
        for (i, x) in product.iter().enumerate() {
            component.tally.iter().enumerate().for_each(|(j, &y)| next[i + j] += x * y as f64);
        }
        product = next;
    }
    let choose = |k: i64| match k {
        k if k < 0 || k > floating as i64 => 0.0,
        k => (1..=k.min(floating as i64 - k))
            .fold(1.0, |acc, i| acc * (floating as i64 - i + 1).max(1) as f64 / i as f64),
    };
    // A product beyond the range of floats may meet an exact zero.
    let sum = product
        .iter()
        .enumerate()
        .map(|(i, x)| x * choose(total - (least + i) as i64))
        .filter(|x| !x.is_nan())
        .sum::<f64>();
    if product.iter().any(|x| !x.is_finite()) { f64::INFINITY } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;

    #[test]
    fn logarithms_are_those_of_the_counts() {
        let mut compared = 0;
        for (_, _, position) in small_boards::positions(31, 400) {
            let components = &position.components;
            let total = position.joined.mines.known();
            // Many cells far away as well, beyond the size of a small board.
            for floating in [position.floating.len(), 60, 300] {
                for total in [None, total, total.map(|t| t + floating as i64 / 4)] {
                    let models = count(components, floating, total);
                    if models > 0.0 {
                        let ln = ln_count(components, floating, total);
                        assert!((ln - models.ln()).abs() < 1e-9, "{ln} for {models}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 500, "{compared}");
    }
}
