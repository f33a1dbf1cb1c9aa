//! Weights of models by a prior over the density of mines.

use num_bigint::BigUint;

use super::Classes;

/// A prior over the density. Given the density, every cell is a mine independently, so the weight of a model depends on
/// its number of mines alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prior {
    /// The density itself, a fraction strictly between 0 and 1.
    Given {
        /// Numerator: above 0, below `of`.
        mines: u64,
        /// Denominator.
        of: u64,
    },
    /// The uniform prior: every total is equally likely.
    Uniform,
    /// Beta(1/2, 1/2) over the density.
    Jeffreys,
}

/// Known cells outside of a system: they inform about the density as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownCells {
    /// Known mines, such as flags.
    pub mines: usize,
    /// Known safe cells, such as open ones.
    pub safe: usize,
}

/// A text that is no prior.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PriorError {
    /// Neither a word nor a number.
    #[error("a density is uniform, jeffreys, or a number such as 0.2 or 1/5, not {0:?}")]
    Form(String),
    /// More digits than 64 bits hold.
    #[error("{0} has too many digits")]
    Digits(String),
    /// A number below or above.
    #[error("a density lies between 0 and 1, {0} does not")]
    Range(String),
}

impl Prior {
    /// Density 1/2: all models have the same weight.
    pub const HALF: Prior = Prior::Given { mines: 1, of: 2 };

    /// From `uniform`, `jeffreys`, decimal text such as `0.2`, or a fraction such as `1/5`, taken exactly.
    ///
    /// # Errors
    /// What is wrong in the text.
    pub fn parse(text: &str) -> Result<Prior, PriorError> {
        match text {
            "uniform" => return Ok(Prior::Uniform),
            "jeffreys" => return Ok(Prior::Jeffreys),
            _ => {}
        }
        let too_long = || PriorError::Digits(text.into());
        let number = |digits: &str| {
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(PriorError::Form(text.into()));
            }
            digits.parse::<u64>().map_err(|_| too_long())
        };
        let (mines, of) = match (text.split_once('/'), text.split_once('.')) {
            (Some((mines, of)), _) => (number(mines)?, number(of)?),
            (None, Some((whole, places))) => {
                let of = 10u64.checked_pow(places.len() as u32).ok_or_else(too_long)?;
                let whole = if whole.is_empty() { 0 } else { number(whole)? };
                (number(places)?.saturating_add(whole.saturating_mul(of)), of)
            }
            (None, None) => (number(text)?, 1),
        };
        if 0 < mines && mines < of { Ok(Prior::Given { mines, of }) } else { Err(PriorError::Range(text.into())) }
    }

    /// True where all models have the same weight.
    pub fn is_flat(self) -> bool {
        matches!(self, Prior::Given { mines, of } if of == 2 * mines)
    }

    /// The factor of a model's weight for the n-th mine among its cells, n from 1. With [`Prior::of_safe`], the factor
    /// for the n-th safe cell, it gives the chance of one more mine: this over the sum of both.
    pub fn of_mine(self, n: usize) -> u64 {
        match self {
            Prior::Given { mines, .. } => mines,
            Prior::Uniform => n as u64,
            Prior::Jeffreys => 2 * n as u64 - 1,
        }
    }

    /// As [`Prior::of_mine`], for the n-th safe cell.
    pub fn of_safe(self, n: usize) -> u64 {
        match self {
            Prior::Given { mines, of } => of - mines,
            _ => self.of_mine(n),
        }
    }

    /// Weights of `from..from + len` mines on `cells` cells, exact up to a common factor: p^k (1-p)^(cells-k), k!
    /// (cells-k)! or (2k-1)!! (2(cells-k)-1)!!. Further cells of which nothing is known change no weight.
    pub fn weights(self, cells: usize, from: usize, len: usize) -> Vec<BigUint> {
        let mut weights = vec![BigUint::from(1u32); len];
        for i in 1..len {
            weights[i] = &weights[i - 1] * self.of_mine(from + i);
        }
        let mut safe = BigUint::from(1u32);
        for i in (0..len.saturating_sub(1)).rev() {
            safe *= self.of_safe(cells - from - i);
            weights[i] *= &safe;
        }
        weights
    }
}

/// Exact chances of mines where models have weights: from a prior, or from likelihoods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// One verdict per cell: `safe` and `mine` have chance 0 and 1.
    pub classes: Classes,
    /// For every cell its entry in `ratios`; empty if there is no model.
    pub index: Vec<u32>,
    /// Chances as (numerator, denominator), not reduced.
    pub ratios: Vec<(BigUint, BigUint)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weights are the integrals over the density, from the models of all cells one by one.
    #[test]
    fn weights_do_not_depend_on_cells_of_which_nothing_is_known() {
        for prior in [Prior::Given { mines: 2, of: 7 }, Prior::Uniform, Prior::Jeffreys] {
            let (cells, more) = (6, 3);
            let (few, many) = (prior.weights(cells, 0, cells + 1), prior.weights(cells + more, 0, cells + more + 1));
            // For each number of mines on the first cells, all numbers on the others.
            let summed: Vec<BigUint> = (0..=cells)
                .map(|k| (0..1u32 << more).map(|rest| &many[k + rest.count_ones() as usize]).sum())
                .collect();
            for k in 1..=cells {
                assert_eq!(&few[k] * &summed[0], &few[0] * &summed[k], "{prior:?} {k}");
            }
            let part = prior.weights(cells, 2, 3);
            assert_eq!(&part[1] * &few[2], &part[0] * &few[3]);
            assert_eq!(&part[2] * &few[2], &part[0] * &few[4]);
        }
    }

    #[test]
    fn decimals_are_taken_exactly() {
        for (text, fraction) in [("0.2", (2, 10)), (".25", (25, 100)), ("3/16", (3, 16)), ("0.206", (206, 1000))] {
            assert_eq!(Prior::parse(text), Ok(Prior::Given { mines: fraction.0, of: fraction.1 }));
        }
        for text in ["0", "1", "1.5", "-0.1", "a", "", ".", "1/", "/2", "0.", "5/5", "1e-3", "0.00000000000000000001"] {
            assert!(Prior::parse(text).is_err(), "{text}");
        }
    }
}
