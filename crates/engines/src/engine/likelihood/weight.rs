//! Number types of weights.

use std::ops::{AddAssign, Mul};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::UNIT;
use super::tilt::better_odds;
use crate::system::binomial_row;

/// A non-negative number; a float holds likelihoods as such, an integer in units.
///
/// Integers are exact. Floats hold weights up to factors that cancel in the shares of one component: every mine carries the odds
/// of a mine ([`Weight::odds`]), and a set of weights is brought near 1 before it leaves the range of floats
/// ([`Weight::factor`]), so that boards of any size neither underflow nor overflow.
pub trait Weight: Clone + Zero + One + for<'a> Mul<&'a Self, Output = Self> + for<'a> AddAssign<&'a Self> {
    /// A likelihood of `ways` units.
    fn of(ways: u32) -> Self;
    /// Factor of every mine if `mines` of `cells` are mines: 1, as a float the odds of a mine.
    fn odds(mines: i64, cells: usize) -> Self;
    /// Odds that suit the total better than these, under which the parts have these weights by their mines; None if these do.
    fn better_odds<'a>(
        tallies: impl Iterator<Item = &'a [Self]> + Clone,
        floating: usize,
        total: i64,
        odds: &Self,
    ) -> Option<Self>
    where
        Self: 'a;
    /// C(n, k) times the k-th power of the odds, for `len` values of k from `from` on; floats with a common factor so that the
    /// largest is 1.
    fn binomials(n: usize, from: i64, len: usize, odds: &Self) -> Vec<Self>;
    /// The factor, a power of two, that brings weights near 1; None if they are well as they are.
    fn factor<'a>(weights: impl Iterator<Item = &'a Self>) -> Option<Self>
    where
        Self: 'a;
    /// Multiplies weights by a factor, if there is one.
    fn scale<'a>(weights: impl Iterator<Item = &'a mut Self>, factor: Option<Self>)
    where
        Self: 'a,
    {
        let Some(factor) = factor else { return };
        for weight in weights {
            *weight = weight.clone() * &factor;
        }
    }
    /// The part of `all` that `part` is of `whole`; for integers `whole` is `all`.
    fn part_of(all: &Self, part: Self, whole: &Self) -> Self;
    /// 2^n, as a float with a factor so that it is 1.
    fn subsets(n: usize) -> Self;
    /// Size of the number.
    fn bytes(&self) -> u64;
    /// This times `k` / `n`, which is a whole number for integers.
    fn share(&self, k: usize, n: usize) -> Self;
}

impl Weight for BigUint {
    fn of(ways: u32) -> Self {
        BigUint::from(ways)
    }

    fn odds(_: i64, _: usize) -> Self {
        BigUint::one()
    }

    fn better_odds<'a>(_: impl Iterator<Item = &'a [Self]> + Clone, _: usize, _: i64, _: &Self) -> Option<Self> {
        None
    }

    fn binomials(n: usize, from: i64, len: usize, _: &Self) -> Vec<Self> {
        binomial_row(n, from, len)
    }

    fn factor<'a>(_: impl Iterator<Item = &'a Self>) -> Option<Self> {
        None
    }

    fn part_of(_: &Self, part: Self, _: &Self) -> Self {
        part
    }

    fn subsets(n: usize) -> Self {
        BigUint::one() << n
    }

    fn bytes(&self) -> u64 {
        size_of::<BigUint>() as u64 + self.bits().div_ceil(8)
    }

    fn share(&self, k: usize, n: usize) -> Self {
        self * k / n
    }
}

impl Weight for f64 {
    fn of(ways: u32) -> Self {
        f64::from(ways) / f64::from(UNIT)
    }

    fn odds(mines: i64, cells: usize) -> Self {
        let cells = cells.max(1) as f64;
        let share = (mines as f64 / cells).clamp(0.5 / cells, 1.0 - 0.5 / cells);
        share / (1.0 - share)
    }

    fn better_odds<'a>(
        tallies: impl Iterator<Item = &'a [Self]> + Clone,
        floating: usize,
        total: i64,
        odds: &Self,
    ) -> Option<Self> {
        better_odds(tallies, floating, total, *odds)
    }

    fn binomials(n: usize, from: i64, len: usize, odds: &Self) -> Vec<Self> {
        let mut row = vec![0.0; len];
        let (first, end) = (from.max(0), (from + len as i64).min(n as i64 + 1));
        if first >= end {
            return row;
        }
        let at = |k: i64| (k - from) as usize;
        // The largest of the terms: the mode of the binomial distribution.
        let mode = ((n as f64 + 1.0) * odds / (1.0 + odds)) as i64;
        let middle = mode.clamp(first, end - 1);
        row[at(middle)] = 1.0;
        for k in middle + 1..end {
            row[at(k)] = row[at(k - 1)] * odds * (n as i64 - k + 1) as f64 / k as f64;
        }
        for k in (first..middle).rev() {
            row[at(k)] = row[at(k + 1)] / odds * (k + 1) as f64 / (n as i64 - k) as f64;
        }
        row
    }

    fn factor<'a>(weights: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let largest = weights.copied().fold(0.0, f64::max);
        // Within these bounds the product of three weights is a normal number.
        let is_far = largest > 0.0 && !(2f64.powi(-300)..2f64.powi(300)).contains(&largest);
        is_far.then(|| 2f64.powi(-(largest.log2() as i32)))
    }

    fn part_of(all: &Self, part: Self, whole: &Self) -> Self {
        if *whole > 0.0 { all * (part / whole) } else { 0.0 }
    }

    fn subsets(_: usize) -> Self {
        1.0
    }

    fn bytes(&self) -> u64 {
        size_of::<f64>() as u64
    }

    fn share(&self, k: usize, n: usize) -> Self {
        self * k as f64 / n as f64
    }
}
