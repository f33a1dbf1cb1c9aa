//! Weight of a model by its mines: given by the total, or by a prior over the density.

use smallvec::SmallVec;

use super::join::{Flags, SmallWeights, binomials};
use crate::engine::Prior;

/// The mines on the unknown cells. Below, `cells` of these are decided by an arrangement that has k mines there, and
/// the others float, without any constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mines {
    /// Their number.
    Known(i64),
    /// The total is unknown.
    Unknown {
        /// Prior over the density.
        prior: Prior,
        /// Mines of the board that are known.
        mines: usize,
        /// Cells of the board that are known to be safe.
        safe: usize,
    },
}

impl Default for Mines {
    fn default() -> Self {
        Mines::Unknown { prior: Prior::HALF, mines: 0, safe: 0 }
    }
}

/// ln Beta(mines + a, safe + a), or the like for a given density.
fn ln_weight(prior: Prior, mines: usize, safe: usize) -> f64 {
    let beta = |a: f64| {
        let (x, y) = (mines as f64 + a, safe as f64 + a);
        libm::lgamma(x) + libm::lgamma(y) - libm::lgamma(x + y)
    };
    match prior {
        Prior::Given { mines: p, of } => {
            let share = |n: u64, times: usize| times as f64 * (n as f64 / of as f64).ln();
            share(p, mines) + share(of - p, safe)
        }
        Prior::Uniform => beta(1.0),
        Prior::Jeffreys => beta(0.5),
    }
}

impl Mines {
    /// The total of the unknown cells, if known.
    pub fn known(self) -> Option<i64> {
        match self {
            Mines::Known(total) => Some(total),
            Mines::Unknown { .. } => None,
        }
    }

    /// True if all models are equally likely.
    pub fn is_flat(self) -> bool {
        match self {
            Mines::Known(_) => true,
            Mines::Unknown { prior, .. } => prior.is_flat(),
        }
    }

    /// The weight of an arrangement with all completions of the floating cells, for k = `least`.. relative to the
    /// largest, and false where it is exactly 0.
    pub fn row(self, cells: usize, floating: usize, least: usize, len: usize) -> (SmallWeights, Flags) {
        match self {
            Mines::Known(total) => {
                let (mut values, mut any) = binomials(floating, total - (least + len) as i64 + 1, len);
                values.reverse();
                any.reverse();
                (values, any)
            }
            Mines::Unknown { prior, .. } if prior.is_flat() => {
                (SmallVec::from_elem(1.0, len), SmallVec::from_elem(true, len))
            }
            Mines::Unknown { prior, mines, safe } => {
                let mut ln: SmallWeights = SmallVec::from_elem(0.0, len);
                let (mut sum, mut largest) = (0.0f64, 0.0f64);
                for i in 1..len.min((cells + 1).saturating_sub(least)) {
                    let k = least + i;
                    let (more, less) = (prior.of_mine(mines + k), prior.of_safe(safe + cells - k + 1));
                    sum += (more as f64 / less as f64).ln();
                    largest = largest.max(sum);
                    ln[i] = sum;
                }
                (ln.into_iter().map(|x| (x - largest).exp()).collect(), SmallVec::from_elem(true, len))
            }
        }
    }

    /// Natural logarithm of the weight of the first entry of [`Mines::row`] without a total: comparable between
    /// positions of one board.
    pub fn ln_first(prior: Prior, (mines, safe): (usize, usize), cells: usize, least: usize) -> f64 {
        ln_weight(prior, mines + least, safe + cells - least)
    }

    /// Expected mines on the floating cells, with k on the others.
    pub fn floating(self, cells: usize, floating: usize, k: usize) -> f64 {
        match self {
            Mines::Known(total) => (total - k as i64) as f64,
            Mines::Unknown { .. } => floating as f64 * self.one_more(cells, k),
        }
    }

    /// Chance that a floating cell is a mine if the total is unknown, with k mines on `cells`.
    fn one_more(self, cells: usize, k: usize) -> f64 {
        let Mines::Unknown { prior, mines, safe } = self else { return 0.0 };
        let (more, less) = (prior.of_mine(mines + k + 1), prior.of_safe(safe + cells - k + 1));
        more as f64 / (more + less) as f64
    }

    /// Chance that `mined` chosen floating cells are mines and `safe` others safe, with k mines on `cells`.
    pub fn chosen(self, cells: usize, floating: usize, k: usize, mined: usize, safe: usize) -> f64 {
        match self {
            Mines::Known(total) => {
                let k = total - k as i64;
                let falling =
                    |from: i64, times: usize| (0..times as i64).map(|i| (from - i).max(0) as f64).product::<f64>();
                // C(n - mined - safe, k - mined) / C(n, k).
                let n = floating as i64;
                falling(k, mined) * falling(n - k, safe) / falling(n, mined + safe)
            }
            Mines::Unknown { .. } => {
                let first = (0..mined).map(|i| self.one_more(cells + i, k + i)).product::<f64>();
                let then = (0..safe).map(|i| 1.0 - self.one_more(cells + mined + i, k + mined)).product::<f64>();
                first * then
            }
        }
    }

    /// Weights of 0, 1, ... mines on the floating cells if the total is unknown, with k on `cells`.
    pub fn numbers(self, cells: usize, floating: usize, k: usize) -> Vec<f64> {
        let (ways, _) = binomials(floating, 0, floating + 1);
        let (each, _) = self.row(cells + floating, 0, k, floating + 1);
        ways.iter().zip(&each).map(|(ways, each)| ways * each).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use num_bigint::BigUint;
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::answer::ratio_to_f64;
    use crate::board::{Board, Cell, Grid};
    use crate::field::Field;
    use crate::play::View;
    use crate::play::analysis::{Ahead, Analysis, Position, Sampler};
    use crate::play::tracker::{CluePairs, Neighbours, Tracker};
    use crate::rng::Rng;

    const PRIORS: [Prior; 4] = [Prior::Uniform, Prior::Jeffreys, Prior::Given { mines: 1, of: 5 }, Prior::HALF];

    /// A small board of an unknown total after some clicks, now and then with a flag.
    fn board(rng: &mut Rng) -> Board {
        let grid = Grid { rows: 2 + rng.index(2), cols: 3 + rng.index(3) };
        let field = Field::random(grid, rng.index(grid.len() / 2 + 1), &[], rng);
        let mut open = vec![false; grid.len()];
        (0..=rng.index(4)).for_each(|_| {
            let cell = rng.index(grid.len());
            open[cell] = !field.is_mine(cell);
        });
        let mut board = field.board(&open, None);
        if let Some(mine) = grid.cells().find(|&c| field.is_mine(c)).filter(|_| rng.chance(0.3)) {
            board.set(mine, Cell::Flag);
        }
        board
    }

    /// Every model as the mines of all cells, with its weight, exact up to a common factor.
    fn models(board: &Board, prior: Prior) -> Vec<(u32, BigUint)> {
        let grid = board.grid();
        let weights = prior.weights(grid.len(), 0, grid.len() + 1);
        let fits = |model: &u32| {
            grid.cells().all(|cell| {
                let mine = |c: usize| model >> c & 1 == 1;
                match board.cell(cell) {
                    Cell::Covered => true,
                    Cell::Flag => mine(cell),
                    Cell::Blank => !mine(cell),
                    Cell::Clue(n) => {
                        !mine(cell) && grid.neighbours(cell).filter(|&c| mine(c)).count() == usize::from(n)
                    }
                }
            })
        };
        let all = (0u32..1 << grid.len()).filter(fits);
        all.map(|model| (model, weights[model.count_ones() as usize].clone())).collect()
    }

    /// Share of the weight of the models with a property.
    fn share(models: &[(u32, BigUint)], is: impl Fn(u32) -> bool) -> f64 {
        let sum = |kept: &dyn Fn(u32) -> bool| models.iter().filter(|m| kept(m.0)).map(|m| &m.1).sum::<BigUint>();
        ratio_to_f64(&sum(&is), &sum(&|_| true))
    }

    fn analysed(board: &Board, prior: Prior) -> Option<(Tracker, Position)> {
        let grid = board.grid();
        let mut tracker = Tracker::new(grid, Arc::new(Neighbours::new(grid)), CluePairs::None);
        tracker.prior = prior;
        let fresh: Vec<u32> = grid.cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
        let view = View { board, fresh: &fresh };
        tracker.see(&view).unwrap();
        let position = Analysis::default().position(&mut tracker, &view, &mut Vec::new()).unwrap()?;
        Some((tracker, position))
    }

    /// Risks, results of clicks, shares of the positions after them and of patterns: all compared with all models of
    /// all totals.
    #[test]
    fn equal_to_weighing_all_models_of_all_totals() {
        let mut rng = Rng::new(42);
        let (mut risks, mut clicks, mut patterns) = (0, 0, 0);
        for index in 0..3000 {
            let (board, prior) = (board(&mut rng), PRIORS[index % PRIORS.len()]);
            let models = models(&board, prior);
            let Some((tracker, position)) = analysed(&board, prior) else { continue };
            for &(cell, risk) in &position.risks {
                let right = share(&models, |m| m >> cell & 1 == 1);
                assert!((risk - right).abs() < 1e-12, "{risk} {right} {prior:?} {cell}\n{board}");
                risks += 1;
            }
            if index % 3 > 0 || position.risks.is_empty() {
                continue;
            }
            let mut clicker = position.clicker(&tracker);
            let (cell, risk) = position.risks[rng.index(position.risks.len())];
            let number = |m: u32| board.grid().neighbours(cell as usize).filter(|&c| m >> c & 1 == 1).count();
            let shows = |n: usize| share(&models, |m| m >> cell & 1 == 0 && number(m) == n);
            let after = clicker.click(cell).unwrap();
            let shown: Vec<f64> = (0..9).map(shows).filter(|&s| s > 0.0).collect();
            assert_eq!(after.numbers.len(), shown.len());
            for (found, right) in after.numbers.iter().zip(&shown) {
                assert!((found.share * (1.0 - risk) - right).abs() < 1e-12, "{prior:?} {cell}\n{board}");
            }
            let mut ahead = Ahead::new(&position);
            let base = ahead.count(tracker.clone()).unwrap();
            for (found, next) in base.after(&mut ahead, cell) {
                let right = shows(usize::from(next.shown.unwrap().1));
                assert!((found - right).abs() < 1e-9, "{found} {right} {prior:?} {cell}\n{board}");
                clicks += 1;
            }
            let cells: Vec<u32> = position.risks.iter().map(|r| r.0).collect();
            let count = 1 + rng.index(cells.len().min(4));
            let picked = rng.sample(cells.len(), count);
            let picked: Vec<u32> = picked.into_iter().map(|i| cells[i]).collect();
            let (mined, safe) = picked.split_at(rng.index(picked.len() + 1));
            let all = |cells: &[u32], m: u32, bit: u32| cells.iter().all(|c| m >> c & 1 == bit);
            let right = share(&models, |m| all(mined, m, 1) && all(safe, m, 0));
            let found = clicker.joint(mined, safe);
            assert!((found - right).abs() < 1e-12, "{found} {right} {prior:?}\n{board}");
            patterns += 1;
        }
        assert!(risks > 8_000 && clicks > 1_000 && patterns > 500, "{risks} {clicks} {patterns}");
    }

    /// Models are drawn by their weights, and models without a mine at a cell are made from others by theirs.
    #[test]
    fn models_are_drawn_by_their_weights() {
        let mut rng = Rng::new(7);
        let mut checked = 0;
        while checked < 24 {
            let (board, prior) = (board(&mut rng), PRIORS[checked % PRIORS.len()]);
            let all = models(&board, prior);
            let Some((tracker, position)) = analysed(&board, prior) else { continue };
            if position.risks.is_empty() || !(3..80).contains(&all.len()) {
                continue;
            }
            let cell = position.risks[rng.index(position.risks.len())].0;
            let sampler = Sampler::new(&position);
            let bits = |mined: &[bool]| (0..mined.len()).filter(|&c| mined[c]).fold(0u32, |m, c| m | 1 << c);
            let (mut drawn, mut made) = (FxHashMap::<u32, f64>::default(), FxHashMap::<u32, f64>::default());
            let (mut draws, mut makes) = (0.0f64, 0.0f64);
            for _ in 0..20_000 {
                let mut mined = sampler.field(&tracker, &mut rng);
                *drawn.entry(bits(&mined)).or_default() += 1.0;
                draws += 1.0;
                if mined[cell as usize] {
                    Sampler::make_safe(&position, cell, &mut mined, &mut rng);
                    *made.entry(bits(&mined)).or_default() += 1.0;
                    makes += 1.0;
                }
            }
            let is_safe = |m: u32| m >> cell & 1 == 0;
            let safe: Vec<(u32, BigUint)> = all.iter().filter(|m| is_safe(m.0)).cloned().collect();
            assert!(drawn.keys().all(|m| all.iter().any(|a| a.0 == *m)));
            assert!(made.keys().all(|m| safe.iter().any(|a| a.0 == *m)));
            for (of, seen, n) in [(&all, &drawn, draws), (&safe, &made, makes)] {
                for (model, _) in of {
                    let p = share(of, |m| m == *model);
                    let found = seen.get(model).copied().unwrap_or(0.0);
                    let sigma = (n * p * (1.0 - p)).sqrt();
                    assert!(
                        (found - n * p).abs() <= 5.5 * sigma + 3.0,
                        "{found} of {n}, {p} {prior:?} {cell}\n{board}"
                    );
                }
            }
            checked += 1;
        }
    }
}
