//! What weights are made of.

use std::ops::{AddAssign, Mul};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::UNIT;

/// A non-negative number; a float counts likelihoods as they are, an integer in units.
pub trait Weight: Clone + Zero + One + for<'a> Mul<&'a Self, Output = Self> + for<'a> AddAssign<&'a Self> {
    /// A likelihood of `ways` units.
    fn of(ways: u32) -> Self;
    /// C(n, k) for k in 0..=n, floats with a common factor so that the largest is 1.
    fn binomials(n: usize) -> Vec<Self>;
    /// This times `k` / `n`, which is a whole number for integers.
    fn share(&self, k: usize, n: usize) -> Self;
}

impl Weight for BigUint {
    fn of(ways: u32) -> Self {
        BigUint::from(ways)
    }

    fn binomials(n: usize) -> Vec<Self> {
        let mut row = vec![BigUint::one()];
        for k in 1..=n {
            row.push(&row[k - 1] * (n - k + 1) / k);
        }
        row
    }

    fn share(&self, k: usize, n: usize) -> Self {
        self * k / n
    }
}

impl Weight for f64 {
    fn of(ways: u32) -> Self {
        f64::from(ways) / f64::from(UNIT)
    }

    fn binomials(n: usize) -> Vec<Self> {
        let mut row = vec![1.0; n + 1];
        let middle = n / 2;
        for k in middle + 1..=n {
            row[k] = row[k - 1] * (n - k + 1) as f64 / k as f64;
        }
        for k in (0..middle).rev() {
            row[k] = row[k + 1] * (k + 1) as f64 / (n - k) as f64;
        }
        row
    }

    fn share(&self, k: usize, n: usize) -> Self {
        self * k as f64 / n as f64
    }
}
