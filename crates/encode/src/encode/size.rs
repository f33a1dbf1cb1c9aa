//! Sizes of encodings, and the arithmetic that the size formulae share.

use std::iter::Sum;
use std::ops::{Add, Mul};

use super::{Lit, Sink};

/// Numbers of clauses and auxiliary variables of an encoding. Arithmetic saturates, so sizes far beyond the writable
/// have an answer. As a [`Sink`] it counts what is written to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Number of clauses; `u64::MAX` stands for that many or more.
    pub clauses: u64,
    /// Auxiliary variables alone; `u64::MAX` stands for that many or more.
    pub variables: u64,
}

impl Size {
    /// This many clauses and auxiliary variables.
    pub const fn new(clauses: u64, variables: u64) -> Size {
        Size { clauses, variables }
    }

    /// Only clauses.
    pub const fn clauses(clauses: u64) -> Size {
        Size::new(clauses, 0)
    }
}

/// A number of clauses as text; "beyond 2^64" where it is saturated.
pub fn in_words(clauses: u64) -> String {
    match clauses {
        u64::MAX => "beyond 2^64".into(),
        clauses => clauses.to_string(),
    }
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        let clauses = self.clauses.saturating_add(other.clauses);
        Size::new(clauses, self.variables.saturating_add(other.variables))
    }
}

impl Mul<u64> for Size {
    type Output = Size;

    fn mul(self, times: u64) -> Size {
        Size::new(self.clauses.saturating_mul(times), self.variables.saturating_mul(times))
    }
}

impl Sum for Size {
    fn sum<I: Iterator<Item = Size>>(sizes: I) -> Size {
        sizes.fold(Size::default(), Add::add)
    }
}

impl Sink for Size {
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables as usize)
    }

    fn clause(&mut self, _: &[Lit]) {
        self.clauses += 1;
    }
}

/// `C(n, k)`, or `u64::MAX` where that is larger.
pub fn choose(n: usize, k: usize) -> u64 {
    let mut result = 1u128;
    for i in 0..k.min(n.saturating_sub(k)) as u128 {
        result = result * (n as u128 - i) / (i + 1);
        if result > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    if k > n { 0 } else { result as u64 }
}

/// The sum of `term(j)` over `from..=to`, where `term` changes only within two of the `bends`: long stretches between
/// them are one multiplication.
pub fn piecewise(from: i64, to: i64, bends: &[i64], term: impl Fn(i64) -> Size) -> Size {
    let mut total = Size::default();
    let mut at = from;
    while at <= to {
        let near = |&b: &i64| (b - 2..=b + 2).contains(&at);
        let next = bends.iter().map(|b| b - 2).filter(|&b| b > at).min().unwrap_or(to + 1).min(to + 1);
        let stretch = if bends.iter().any(near) { 1 } else { next - at };
        total = total + term(at) * stretch as u64;
        at += stretch;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_add_up_to_the_plain_sum() {
        let term = |j: i64| Size::new(if (10..=50).contains(&j) { 4 } else { 1 }, u64::from(j == 51));
        for (from, to) in [(0, 100), (9, 9), (30, 20), (12, 49), (-5, 11)] {
            let plain = (from..=to).map(term).sum();
            assert_eq!(piecewise(from, to, &[10, 50], term), plain, "{from}..={to}");
        }
    }

    #[test]
    fn binomials_saturate() {
        assert_eq!((choose(8, 3), choose(3, 8), choose(5, 0), choose(200, 100)), (56, 0, 1, u64::MAX));
    }
}
