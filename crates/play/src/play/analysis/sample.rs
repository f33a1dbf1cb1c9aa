//! Random models of a position, drawn by their weights: uniform unless the density is inferred.

use std::cell::OnceCell;

use super::{Mines, Position};
use crate::engine::incremental::EnumeratedComponent;
use crate::play::tracker::{Known, Tracker};
use crate::rng::Rng;

/// Draws models of one position.
pub struct Sampler<'a> {
    pub(super) components: Vec<&'a EnumeratedComponent>,
    pub(super) floating: &'a [u32],
    pub(super) mines: Mines,
    /// Cells of the components, and mines they have at least.
    cells: usize,
    least: usize,
    /// Whether a given floating cell is a mine.
    floats: Option<bool>,
    /// `after[i][j]`: weight of components `i..` and the floating cells with j mines on components
    /// `0..i` beyond their least.
    after: Vec<Vec<f64>>,
    /// Weights of the arrangements of each component.
    weights: Vec<Vec<f64>>,
    /// `sums[i][j]`: sums of the weights of the first arrangements of component i, with j mines on components `0..i`
    /// beyond their least.
    sums: Vec<Vec<OnceCell<Vec<f64>>>>,
}

/// Index of the entry in which a share `at` of the whole falls; the last one of positive weight at the end.
pub(super) fn draw(weights: impl Iterator<Item = f64> + Clone, at: f64) -> usize {
    let all: f64 = weights.clone().sum();
    let mut left = at * all;
    let mut last = 0;
    for (i, w) in weights.enumerate().filter(|w| w.1 > 0.0) {
        last = i;
        if left < w {
            break;
        }
        left -= w;
    }
    last
}

/// Uniform in [0, 1).
pub(super) fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

impl<'a> Sampler<'a> {
    /// For a position whose components were enumerated.
    pub fn new(position: &'a Position) -> Self {
        Sampler::given(position, None)
    }

    /// For models in which an unknown cell is a mine or safe; its component comes first.
    pub(super) fn given(position: &'a Position, cell: Option<(u32, bool)>) -> Self {
        let mut components: Vec<&EnumeratedComponent> = position.components.iter().map(|c| &**c).collect();
        let floating = &position.floating[..];
        let block_of = |c: &EnumeratedComponent| {
            let cell = cell?.0;
            c.blocks.iter().position(|b| b.cells.contains(&cell))
        };
        let of = components.iter().position(|c| block_of(c).is_some());
        if let Some(of) = of {
            components[..=of].rotate_right(1);
        }
        let share = |mines: usize, cells: usize| match cell {
            Some((_, true)) => mines as f64 / cells as f64,
            _ => (cells - mines) as f64 / cells as f64,
        };
        let weights: Vec<Vec<f64>> = components
            .iter()
            .map(|c| match block_of(c) {
                Some(b) => (0..c.len())
                    .map(|i| c.weights[i] as f64 * share(usize::from(c.row(i)[b]), c.blocks[b].cells.len()))
                    .collect(),
                None => c.weights.iter().map(|&w| w as f64).collect(),
            })
            .collect();
        let least: usize = components.iter().map(|c| c.least).sum();
        let span: usize = components.iter().map(|c| c.tally.len() - 1).sum::<usize>() + 1;
        let (mines, cells) = (position.joined.mines, position.joined.cells);
        let (row, _) = mines.row(cells, floating.len(), least, span);
        let mut last = row.into_vec();
        let floats = cell.filter(|_| of.is_none()).map(|(_, mine)| mine);
        if let Some(mine) = floats {
            let n = floating.len() as f64;
            let risk = |j: usize| (mines.floating(cells, floating.len(), least + j) / n).clamp(0.0, 1.0);
            last.iter_mut().enumerate().for_each(|(j, w)| *w *= if mine { risk(j) } else { 1.0 - risk(j) });
        }
        let mut after = vec![last];
        for (component, weights) in components.iter().zip(&weights).rev() {
            let mut tally = vec![0.0; component.tally.len()];
            for (&mines, weight) in component.mines.iter().zip(weights) {
                tally[usize::from(mines) - component.least] += weight;
            }
            let then = &after[after.len() - 1];
            let len = then.len() + 1 - tally.len();
            let mut sums: Vec<f64> =
                (0..len).map(|j| tally.iter().enumerate().map(|(k, t)| t * then[j + k]).sum()).collect();
            let largest = sums.iter().fold(f64::MIN_POSITIVE, |m, &w| m.max(w));
            sums.iter_mut().for_each(|w| *w /= largest);
            after.push(sums);
        }
        after.reverse();
        let sums = after[..components.len()].iter().map(|row| vec![OnceCell::new(); row.len()]).collect();
        Sampler { components, floating, mines, cells, least, floats, after, weights, sums }
    }

    /// Weight of arrangement `a` of component `i` after components with `beyond` mines beyond their least.
    pub(super) fn weight(&self, i: usize, a: usize, beyond: usize) -> f64 {
        let component = self.components[i];
        let mines = usize::from(component.mines[a]) - component.least;
        self.weights[i][a] * self.after[i + 1][beyond + mines]
    }

    /// Arrangement of component `i` at a share `at` of their weight, after components with `beyond` mines beyond their
    /// least.
    fn arrangement(&self, i: usize, beyond: usize, at: f64) -> usize {
        let sums = self.sums[i][beyond].get_or_init(|| {
            let weights = (0..self.components[i].len()).map(|a| self.weight(i, a, beyond));
            let add = |sum: &mut f64, weight: f64| {
                *sum += weight;
                Some(*sum)
            };
            weights.scan(0.0, add).collect()
        });
        let all = sums.last().copied().unwrap_or(0.0);
        // Rounding may give the whole: then the last of positive weight.
        let last = sums.partition_point(|&sum| sum < all);
        sums.partition_point(|&sum| sum <= at * all).min(last)
    }

    /// Mines of the floating cells after components with `beyond` mines beyond their least; None if the total is
    /// unknown.
    pub(super) fn left(&self, beyond: usize) -> Option<usize> {
        let left = self.mines.known()? - (self.least + beyond) as i64;
        Some(left.clamp(0, self.floating.len() as i64) as usize)
    }

    /// Weights of the numbers of mines of the floating cells except a given one, if the total is unknown.
    pub(super) fn numbers(&self, beyond: usize) -> Vec<f64> {
        let (given, mine) = (usize::from(self.floats.is_some()), usize::from(self.floats == Some(true)));
        self.mines.numbers(self.cells + given, self.floating.len() - given, self.least + beyond + mine)
    }

    /// All mines of the board in a drawn model, by cell, including the known ones.
    pub fn field(&self, tracker: &Tracker, rng: &mut Rng) -> Vec<bool> {
        let mut mined: Vec<bool> = tracker.grid.cells().map(|c| tracker.known(c as u32) == Known::Mine).collect();
        let mut drawn = Vec::new();
        self.draw(rng, &mut drawn);
        drawn.into_iter().for_each(|c| mined[c as usize] = true);
        mined
    }

    /// Appends the mines of a model among the unknown cells.
    pub fn draw(&self, rng: &mut Rng, mines: &mut Vec<u32>) {
        let mut beyond = 0;
        for (i, component) in self.components.iter().enumerate() {
            let a = self.arrangement(i, beyond, unit(rng));
            beyond += usize::from(component.mines[a]) - component.least;
            for (block, &count) in component.blocks.iter().zip(component.row(a)) {
                match usize::from(count) {
                    0 => {}
                    n if n == block.cells.len() => mines.extend(&block.cells),
                    n => mines.extend(rng.sample(block.cells.len(), n).into_iter().map(|c| block.cells[c])),
                }
            }
        }
        let floating = self.floating;
        match self.left(beyond) {
            Some(left) => mines.extend(rng.sample(floating.len(), left).into_iter().map(|c| floating[c])),
            None if self.mines.is_flat() => mines.extend(floating.iter().copied().filter(|_| rng.chance(0.5))),
            None => {
                let count = draw(self.numbers(beyond).into_iter(), unit(rng));
                mines.extend(rng.sample(floating.len(), count).into_iter().map(|c| floating[c]));
            }
        }
    }
}
