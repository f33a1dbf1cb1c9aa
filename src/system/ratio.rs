//! Exact fractions and their correctly rounded floats.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// A reduced fraction, printed as `a/b`, or `a` where b is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    pub numerator: BigUint,
    pub denominator: BigUint,
}

impl Fraction {
    /// `numerator / denominator` in lowest terms.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn new(numerator: &BigUint, denominator: &BigUint) -> Self {
        assert!(!denominator.is_zero(), "a fraction over 0");
        let common = numerator.gcd(denominator);
        Fraction { numerator: numerator / &common, denominator: denominator / &common }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator == BigUint::from(1u32) {
            true => write!(f, "{}", self.numerator),
            false => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

/// `numerator / denominator`, at most 1, rounded to the nearest float (ties to even). Values below
/// the normal range come out within one unit of the last subnormal place.
///
/// # Panics
/// If the denominator is 0.
pub fn ratio_to_f64(numerator: &BigUint, denominator: &BigUint) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    // A quotient of at least 64 bits with a sticky lowest bit for the remainder: converting that
    // integer to a float rounds exactly as the true quotient would.
    let shift = 65 + denominator.bits() as i64 - numerator.bits() as i64;
    let (quotient, rest) = match shift >= 0 {
        true => (numerator << shift as u64).div_rem(denominator),
        false => numerator.div_rem(&(denominator << (-shift) as u64)),
    };
    let mut bits = quotient.to_u128().expect("66 bits at most");
    bits |= u128::from(!rest.is_zero());
    let mut value = bits as f64;
    let mut left = shift;
    while left > 0 {
        let step = left.min(1000);
        value /= 2f64.powi(step as i32);
        left -= step;
    }
    value * 2f64.powi((-left).min(1000) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn small_ratios_equal_float_division() {
        let mut rng = Rng::new(11);
        for _ in 0..20_000 {
            let d = 1 + rng.below(1 << 53);
            let n = rng.below(d + 1);
            // Both are exact floats, and IEEE division is correctly rounded.
            assert_eq!(ratio_to_f64(&n.into(), &d.into()), n as f64 / d as f64, "{n}/{d}");
        }
    }

    #[test]
    fn scaling_both_sides_changes_nothing() {
        let (n, d) = (BigUint::from(123_456_789u64), BigUint::from(987_654_321u64));
        let big = BigUint::from(7u32).pow(5000);
        assert_eq!(ratio_to_f64(&(&n * &big), &(&d * &big)), ratio_to_f64(&n, &d));
        assert_eq!(ratio_to_f64(&d, &d), 1.0);
        assert_eq!(ratio_to_f64(&n, &(BigUint::from(1u32) << 5000)), 0.0);
        assert_eq!(Fraction::new(&(&n * &big), &(&d * &big)).to_string(), Fraction::new(&n, &d).to_string());
    }
}
