//! Weighing models by a prior: every cell a mine with the same probability, independently.

use num_bigint::BigUint;

use super::Classes;

/// The probability of a mine before anything is seen, a fraction strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prior {
    mines: u64,
    of: u64,
}

impl Prior {
    /// From decimal text such as `0.2`, or a fraction such as `1/5`, taken exactly.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Prior, String> {
        let number = |digits: &str| match digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() {
            true => digits.parse::<u64>().map_err(|_| format!("{text} has too many digits")),
            false => Err(format!("a density is a number such as 0.2 or 1/5, not {text:?}")),
        };
        let (mines, of) = match (text.split_once('/'), text.split_once('.')) {
            (Some((mines, of)), _) => (number(mines)?, number(of)?),
            (None, Some((whole, places))) => {
                let of = 10u64.checked_pow(places.len() as u32).ok_or(format!("{text} has too many digits"))?;
                let whole = if whole.is_empty() { 0 } else { number(whole)? };
                (number(places)?.saturating_add(whole.saturating_mul(of)), of)
            }
            (None, None) => (number(text)?, 1),
        };
        match 0 < mines && mines < of {
            true => Ok(Prior { mines, of }),
            false => Err(format!("a density lies between 0 and 1, {text} does not")),
        }
    }

    /// Weights of `0..=cells` mines on `cells` cells, up to a common factor: p^k * (1 - p)^(cells - k).
    pub fn weights(&self, cells: usize) -> Vec<BigUint> {
        let powers = |base: u64| -> Vec<BigUint> {
            std::iter::successors(Some(BigUint::from(1u32)), |power| Some(power * base)).take(cells + 1).collect()
        };
        let (mines, safe) = (powers(self.mines), powers(self.of - self.mines));
        mines.into_iter().zip(safe.into_iter().rev()).map(|(m, s)| m * s).collect()
    }

    /// The prior as `(numerator, denominator)`.
    pub fn fraction(&self) -> (BigUint, BigUint) {
        (self.mines.into(), self.of.into())
    }
}

/// Chances of mines where models are weighed, exactly: under a prior, or by likelihoods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    pub classes: Classes,
    /// For every cell its entry in `ratios`; empty if there is no model.
    pub index: Vec<u32>,
    /// Chances as (numerator, denominator), not reduced.
    pub ratios: Vec<(BigUint, BigUint)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_taken_exactly() {
        for (text, fraction) in [("0.2", (2, 10)), (".25", (25, 100)), ("3/16", (3, 16)), ("0.206", (206, 1000))] {
            assert_eq!(Prior::parse(text), Ok(Prior { mines: fraction.0, of: fraction.1 }));
        }
        for text in ["0", "1", "1.5", "-0.1", "a", "", ".", "1/", "/2", "0.", "5/5", "1e-3", "0.00000000000000000001"] {
            assert!(Prior::parse(text).is_err(), "{text}");
        }
    }
}
