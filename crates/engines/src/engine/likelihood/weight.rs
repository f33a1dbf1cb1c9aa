//! Number types of weights.

use std::ops::{AddAssign, Mul};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::UNIT;
use crate::system::binomial_row;

/// A non-negative number; a float holds likelihoods as such, an integer in units.
pub trait Weight: Clone + Zero + One + for<'a> Mul<&'a Self, Output = Self> + for<'a> AddAssign<&'a Self> {
    /// A likelihood of `ways` units.
    fn of(ways: u32) -> Self;
    /// C(n, k) for `count` values of k from `from` on, floats with a common factor so that the largest is 1.
    fn binomials(n: usize, from: i64, len: usize) -> Vec<Self>;
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

    fn binomials(n: usize, from: i64, len: usize) -> Vec<Self> {
        binomial_row(n, from, len)
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

    fn binomials(n: usize, from: i64, len: usize) -> Vec<Self> {
        let mut row = vec![0.0; len];
        let (first, end) = (from.max(0), (from + len as i64).min(n as i64 + 1));
        if first >= end {
            return row;
        }
        let at = |k: i64| (k - from) as usize;
        let middle = (n as i64 / 2).clamp(first, end - 1);
        row[at(middle)] = 1.0;
        for k in middle + 1..end {
            row[at(k)] = row[at(k - 1)] * (n as i64 - k + 1) as f64 / k as f64;
        }
        for k in (first..middle).rev() {
            row[at(k)] = row[at(k + 1)] * (k + 1) as f64 / (n as i64 - k) as f64;
        }
        row
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
