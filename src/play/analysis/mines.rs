//! What a model weighs by its mines: nothing but the total, or all totals by what is believed of the density.

use smallvec::SmallVec;

use super::join::{Flags, Weights, binomials};
use crate::engine::Prior;

/// The mines on the cells of which nothing is known. In what follows `cells` of these are decided by an arrangement that
/// has k mines there, and the others float: nothing is said of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mines {
    /// How many they are.
    Known(i64),
    /// The total is unknown: a prior over the density, and the known mines and safe cells of the board.
    Unknown { prior: Prior, mines: usize, safe: usize },
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
    /// The total of the cells of which nothing is known, where it is.
    pub fn known(self) -> Option<i64> {
        match self {
            Mines::Known(total) => Some(total),
            Mines::Unknown { .. } => None,
        }
    }

    /// True where all models are equally likely.
    pub fn is_flat(self) -> bool {
        match self {
            Mines::Known(_) => true,
            Mines::Unknown { prior, .. } => prior.is_flat(),
        }
    }

    /// What an arrangement weighs with all that the floating cells can be, for k = `least`.. relative to the largest, and
    /// false where that is exactly nothing.
    pub fn row(self, cells: usize, floating: usize, least: usize, len: usize) -> (Weights, Flags) {
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
                let mut ln: Weights = SmallVec::from_elem(0.0, len);
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

    /// Natural logarithm of what the first entry of [`Mines::row`] weighs without a total: comparable between positions of
    /// one board.
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

    /// Chance that a floating cell is a mine where the total is unknown, with k mines on `cells`.
    fn one_more(self, cells: usize, k: usize) -> f64 {
        let Mines::Unknown { prior, mines, safe } = self else { return 0.0 };
        let (more, less) = (prior.of_mine(mines + k + 1), prior.of_safe(safe + cells - k + 1));
        more as f64 / (more + less) as f64
    }

    /// Chance that of the floating cells so many chosen ones are mines and so many others safe, with k mines on `cells`.
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

    /// Weights of 0, 1, ... mines on the floating cells where the total is unknown, with k on `cells`.
    pub fn numbers(self, cells: usize, floating: usize, k: usize) -> Vec<f64> {
        let (ways, _) = binomials(floating, 0, floating + 1);
        let (each, _) = self.row(cells + floating, 0, k, floating + 1);
        ways.iter().zip(&each).map(|(ways, each)| ways * each).collect()
    }
}
