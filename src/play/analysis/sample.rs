//! Models of a position drawn at random, each as likely as any other.

use super::join::binomials;
use super::{Component, Position};
use crate::play::tracker::{Known, Tracker};
use crate::rng::Rng;

/// Draws models of one position.
pub struct Sampler<'a> {
    position: &'a Position,
    /// Mines not on the components are these minus the components' mines; None if not told.
    total: Option<i64>,
    /// `after[i][j]`: weight of components `i..` and the floating cells with j mines on components
    /// `0..i` beyond their least.
    after: Vec<Vec<f64>>,
    /// Arrangements of each component by mines from its least, with running sums of their weights.
    by_mines: Vec<Vec<Vec<(u32, f64)>>>,
}

fn arrangements(component: &Component) -> Vec<Vec<(u32, f64)>> {
    let mut by_mines = vec![Vec::new(); component.tally.len()];
    for i in 0..component.len() {
        let of: &mut Vec<(u32, f64)> = &mut by_mines[usize::from(component.mines[i]) - component.least];
        let before = of.last().map_or(0.0, |l| l.1);
        of.push((i as u32, before + component.weights[i] as f64));
    }
    by_mines
}

/// Index of the entry in which a uniform draw falls; the last one of positive weight at the end.
fn draw(weights: impl Iterator<Item = f64> + Clone, rng: &mut Rng) -> usize {
    let all: f64 = weights.clone().sum();
    let mut left = unit(rng) * all;
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
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

impl<'a> Sampler<'a> {
    /// For a position whose components were enumerated.
    pub fn new(position: &'a Position) -> Self {
        let components = &position.components;
        let least: usize = components.iter().map(|c| c.least).sum();
        let span: usize = components.iter().map(|c| c.tally.len() - 1).sum::<usize>() + 1;
        let mut last = vec![1.0; span];
        if let Some(total) = position.joined.total {
            let (row, _) = binomials(position.floating.len(), total - (least + span - 1) as i64, span);
            last = row.into_iter().rev().collect();
        }
        let mut after = vec![last];
        for component in components.iter().rev() {
            let then = &after[after.len() - 1];
            let len = then.len() + 1 - component.tally.len();
            let mut weights: Vec<f64> = (0..len)
                .map(|j| component.tally.iter().enumerate().map(|(k, &t)| t as f64 * then[j + k]).sum())
                .collect();
            let largest = weights.iter().fold(f64::MIN_POSITIVE, |m, &w| m.max(w));
            weights.iter_mut().for_each(|w| *w /= largest);
            after.push(weights);
        }
        after.reverse();
        let by_mines = components.iter().map(|c| arrangements(c)).collect();
        Sampler { position, total: position.joined.total, after, by_mines }
    }

    /// All mines of the board in a drawn model, by cell: the known ones too.
    pub fn field(&self, tracker: &Tracker, rng: &mut Rng) -> Vec<bool> {
        let mut mined: Vec<bool> = tracker.grid.cells().map(|c| tracker.known(c as u32) == Known::Mine).collect();
        let mut drawn = Vec::new();
        self.draw(rng, &mut drawn);
        drawn.into_iter().for_each(|c| mined[c as usize] = true);
        mined
    }

    /// Appends the mines of a model among the cells of which nothing is known.
    pub fn draw(&self, rng: &mut Rng, mines: &mut Vec<u32>) {
        let (mut beyond, mut on_components) = (0, 0);
        for (i, component) in self.position.components.iter().enumerate() {
            let then = &self.after[i + 1];
            let k = draw(component.tally.iter().enumerate().map(|(k, &t)| t as f64 * then[beyond + k]), rng);
            beyond += k;
            on_components += component.least + k;
            let of = &self.by_mines[i][k];
            let at = unit(rng) * of.last().map_or(0.0, |l| l.1);
            let chosen = of[of.partition_point(|a| a.1 <= at).min(of.len() - 1)].0;
            for (block, &count) in component.blocks.iter().zip(component.row(chosen as usize)) {
                match usize::from(count) {
                    0 => {}
                    n if n == block.cells.len() => mines.extend(&block.cells),
                    n => mines.extend(rng.sample(block.cells.len(), n).into_iter().map(|c| block.cells[c])),
                }
            }
        }
        let floating = &self.position.floating;
        match self.total {
            Some(total) => {
                let left = (total - on_components as i64).clamp(0, floating.len() as i64) as usize;
                mines.extend(rng.sample(floating.len(), left).into_iter().map(|c| floating[c]));
            }
            None => mines.extend(floating.iter().copied().filter(|_| rng.chance(0.5))),
        }
    }
}
