//! Exact fractions and their correctly rounded floats.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// A reduced fraction, printed as `a/b`, or `a` where b is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Shares no factor with the denominator.
    pub numerator: BigUint,
    /// At least 1.
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
        if self.denominator == BigUint::from(1u32) {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
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
    if let Some(value) = from_leading_words(numerator, denominator) {
        return value;
    }
    long_division(numerator, denominator)
}

/// The same by one division of large numbers; neither is 0.
fn long_division(numerator: &BigUint, denominator: &BigUint) -> f64 {
    // A quotient of at least 64 bits with a sticky lowest bit for the remainder: converting that
    // integer to a float rounds exactly as the true quotient would.
    let shift = 65 + denominator.bits() as i64 - numerator.bits() as i64;
    let (quotient, rest) = if shift >= 0 {
        (numerator << shift as u64).div_rem(denominator)
    } else {
        numerator.div_rem(&(denominator << (-shift) as u64))
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

/// The ratio from the 64 leading bits of both, where the bounds that follow round to one float and
/// the exponents are far from the ends of their range.
fn from_leading_words(numerator: &BigUint, denominator: &BigUint) -> Option<f64> {
    let exponent = numerator.bits() as i64 - denominator.bits() as i64;
    if !(-900..=1).contains(&exponent) {
        return None;
    }
    let leading = |n: &BigUint| -> Option<u128> {
        let mut words = n.iter_u64_digits().rev();
        let (first, second) = (words.next()?, words.next().unwrap_or(0));
        let both = u128::from(first) << 64 | u128::from(second);
        Some(both << first.leading_zeros() >> 64)
    };
    // The numbers lie in [n, n + 1) and [d, d + 1), times powers of two.
    let (n, d) = (leading(numerator)?, leading(denominator)?);
    let low = ((n << 63) / (d + 1)) as f64;
    let high = ((n + 1) << 63).div_ceil(d) as f64;
    (low == high).then(|| low * 2f64.powi(exponent as i32 - 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_words_give_the_same_floats() {
        let mut rng = Rng::new(12);
        let (mut quick, rounds) = (0, 20_000);
        for round in 0..rounds {
            let mut long = |words: u32| BigUint::from(rng.next_u64() | 1).pow(words) >> (round % 61);
            let (a, b) = (long(1 + round % 7), long(1 + round % 5) + 1u32);
            let (part, whole) = if a < b { (a, b) } else { (b, a) };
            let part = if round % 3 == 0 { &whole >> (1 + round % 4) } else { part };
            if let Some(value) = from_leading_words(&part, &whole) {
                assert_eq!(value, long_division(&part, &whole), "{part}/{whole}");
                quick += 1;
            }
        }
        assert!(quick > rounds * 9 / 10, "{quick}");
    }
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
