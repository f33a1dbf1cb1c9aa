//! Floating point of 128 bits with a proved error bound, for sums and products of non-negative numbers.
//!
//! Every operation rounds down by less than [`UNIT`] of its result. Without subtraction nothing cancels, so a number
//! made by a chain of n operations lies between `(1 - UNIT)^n` times the true value and that value. The caller counts
//! operations, and [`chance`] turns the count into two bounds that must round to the same float.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::ratio::ratio_to_f64;

/// Binary logarithm of an upper bound on the relative error of one operation.
const UNIT: i64 = -125;

/// `mantissa * 2^exponent`; the highest bit of the mantissa is set, or the number is 0. A number is 0 only if its true
/// value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wide {
    mantissa: u128,
    exponent: i64,
}

impl Wide {
    /// Zero, exactly.
    pub const ZERO: Wide = Wide { mantissa: 0, exponent: 0 };
    /// One, exactly.
    pub const ONE: Wide = Wide { mantissa: 1 << 127, exponent: -127 };

    fn normal(mantissa: u128, exponent: i64) -> Wide {
        if mantissa == 0 {
            return Wide::ZERO;
        }
        let zeros = mantissa.leading_zeros();
        Wide { mantissa: mantissa << zeros, exponent: exponent - i64::from(zeros) }
    }

    /// Exact for every value.
    pub fn from_u64(value: u64) -> Wide {
        Wide::normal(value.into(), 0)
    }

    /// Rounded down to 128 bits: one operation.
    pub fn from_big(value: &BigUint) -> Wide {
        let drop = value.bits().saturating_sub(128);
        let top = if drop == 0 { value.to_u128() } else { (value >> drop).to_u128() };
        Wide::normal(top.expect("128 bits at most"), drop as i64)
    }

    /// The largest integer not above it.
    pub fn floor(self) -> BigUint {
        match u64::try_from(self.exponent) {
            Ok(exponent) => BigUint::from(self.mantissa) << exponent,
            Err(_) => BigUint::from(self.mantissa) >> self.exponent.unsigned_abs(),
        }
    }

    /// Bits of [`Wide::floor`].
    pub fn floor_bits(self) -> usize {
        if self.is_zero() { 0 } else { usize::try_from(self.exponent + 128).unwrap_or(0) }
    }

    /// `2^exponent`, exactly.
    pub fn power_of_two(exponent: i64) -> Wide {
        Wide { exponent: exponent - 127, ..Wide::ONE }
    }

    /// About its natural logarithm, minus infinity for 0.
    pub fn ln(self) -> f64 {
        // The upper half of the mantissa has more bits than a float.
        ((self.mantissa >> 64) as u64 as f64).ln() + (self.exponent + 64) as f64 * std::f64::consts::LN_2
    }

    /// True only where the true value is 0 too.
    pub fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// The product: one operation.
    #[inline]
    pub fn times(self, other: Wide) -> Wide {
        let low = |x: u128| x & u128::from(u64::MAX);
        let (a, b) = (self.mantissa, other.mantissa);
        if a == 0 || b == 0 {
            return Wide::ZERO;
        }
        let (cross, other_cross) = (low(a) * (b >> 64), (a >> 64) * low(b));
        let middle = low(cross) + low(other_cross) + ((low(a) * low(b)) >> 64);
        let high = (a >> 64) * (b >> 64) + (cross >> 64) + (other_cross >> 64) + (middle >> 64);
        let shift = u32::from(high >> 127 == 0);
        Wide { mantissa: high << shift, exponent: self.exponent + other.exponent + 128 - i64::from(shift) }
    }

    /// The sum: one operation.
    #[inline]
    pub fn plus(self, other: Wide) -> Wide {
        if self.mantissa == 0 || other.mantissa == 0 {
            return if self.mantissa == 0 { other } else { self };
        }
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = large.exponent - small.exponent;
        let small = if shift < 128 { small.mantissa >> shift } else { 0 };
        match large.mantissa.overflowing_add(small) {
            (sum, false) => Wide { mantissa: sum, exponent: large.exponent },
            (sum, true) => Wide { mantissa: sum >> 1 | 1 << 127, exponent: large.exponent + 1 },
        }
    }

    /// The quotient by a small number, not 0: two operations at most.
    pub fn over(self, by: u64) -> Wide {
        let by = u128::from(by);
        let (quotient, rest) = (self.mantissa / by, self.mantissa % by);
        if self.mantissa == 0 {
            return Wide::ZERO;
        }
        // The quotient has at most as many leading zeros as the divisor has bits, 64, and the rest is smaller than the
        // divisor: neither shift loses a bit.
        let zeros = quotient.leading_zeros();
        let more = (rest << zeros) / by;
        Wide { mantissa: (quotient << zeros) | more, exponent: self.exponent - i64::from(zeros) }
    }
}

/// `part / whole`, at most 1, correctly rounded as by [`ratio_to_f64`]; None if the bounds that follow from
/// `operations`, the number behind each of them, and from what each of them may have `lost` beside, round differently.
pub fn chance(part: Wide, whole: Wide, operations: u64, lost: Wide) -> Option<f64> {
    if whole.is_zero() || part.is_zero() {
        return lost.is_zero().then_some(0.0);
    }
    // operations * 2^UNIT of a mantissa below 2^128, doubled for the products of errors.
    let slack = (BigUint::from(operations) + 1u32) << (128 + UNIT + 1);
    let (above, over) = (&slack + lost.in_units_of(part)?, slack + lost.in_units_of(whole)?);
    let (a, b) = (BigUint::from(part.mantissa), BigUint::from(whole.mantissa));
    // Ratios below the smallest float need no exact place.
    let shift = (part.exponent - whole.exponent).clamp(-4000, 4000);
    let ratio = |a: BigUint, b: BigUint| match shift.cmp(&0) {
        Ordering::Less => ratio_to_f64(&a, &(b << -shift)),
        _ => ratio_to_f64(&(a << shift), &b),
    };
    let low = ratio(a.clone(), &b + over);
    // A part is at most the whole, also where the bounds exceed it.
    let high = ratio(a + above, b).min(1.0);
    (low == high).then_some(low)
}

impl Wide {
    /// It in units of the last place of another number, rounded up; None where it is far larger.
    fn in_units_of(self, other: Wide) -> Option<BigUint> {
        if self.is_zero() {
            return Some(BigUint::ZERO);
        }
        match self.exponent - other.exponent {
            ..-127 => Some(BigUint::from(1u32)),
            shift @ -127..0 => Some(BigUint::from(self.mantissa >> -shift) + 1u32),
            shift @ 0..128 => Some(BigUint::from(self.mantissa) << shift),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn operations_round_down_within_their_bound() {
        let mut rng = Rng::new(5);
        let mut big = |bits: u64| (BigUint::from(rng.next_u64() | 1).pow(6) >> (384 - bits)) + 1u32;
        let exact = |w: Wide| (BigUint::from(w.mantissa), w.exponent);
        let check = |w: Wide, truth: BigUint, over: u64, operations: u32| {
            // w <= truth / over <= w * (1 + operations * 2^UNIT), all times over * 2^200.
            let (mantissa, exponent) = exact(w);
            let scaled = (mantissa << (exponent + 200) as u64) * over;
            let truth = truth << 200u32;
            assert!(scaled <= truth);
            assert!(truth <= &scaled + ((&scaled * operations) >> (-UNIT) as u64));
        };
        for i in 0..2000u64 {
            let (a, b) = (big(1 + i % 380), big(1 + i * 7 % 380));
            let (x, y) = (Wide::from_big(&a), Wide::from_big(&b));
            check(x, a.clone(), 1, 1);
            check(x.times(y), &a * &b, 1, 3);
            check(x.plus(y), &a + &b, 1, 2);
            check(x.over(i + 1), a, i + 1, 3);
        }
    }

    #[test]
    fn chances_are_correctly_rounded_or_refused() {
        let mut rng = Rng::new(6);
        for _ in 0..2000 {
            let whole = BigUint::from(rng.next_u64() | 1).pow(5);
            let part = &whole >> 1u32;
            let part = part - BigUint::from(rng.next_u64());
            let got = chance(Wide::from_big(&part), Wide::from_big(&whole), 100, Wide::ZERO);
            assert_eq!(got, Some(ratio_to_f64(&part, &whole)));
        }
        // Halfway between two floats no bound decides.
        let (part, whole) = (BigUint::from((1u64 << 53) + 1), BigUint::from(1u64) << 54u32);
        assert_eq!(chance(Wide::from_big(&part), Wide::from_big(&whole), 10, Wide::ZERO), None);
        assert_eq!(chance(Wide::ONE, Wide::ONE, 10, Wide::ZERO), Some(1.0));
    }

    #[test]
    fn losses_widen_the_bounds() {
        let third = |lost| chance(Wide::ONE, Wide::from_u64(3), 10, lost);
        assert_eq!(third(Wide::power_of_two(-80)), Some(1.0 / 3.0));
        assert_eq!(third(Wide::power_of_two(-400)), Some(1.0 / 3.0));
        for exponent in [-40, 0, 5, 200, 4000] {
            assert_eq!(third(Wide::power_of_two(exponent)), None);
        }
        assert_eq!(chance(Wide::ZERO, Wide::ONE, 10, Wide::power_of_two(-400)), None);
        assert_eq!(chance(Wide::ZERO, Wide::ONE, 10, Wide::ZERO), Some(0.0));
        for value in [1u64, 3, 1000, u64::MAX] {
            let wide = Wide::from_u64(value).times(Wide::power_of_two(-3000));
            assert!((wide.ln() - ((value as f64).ln() - 3000.0 * std::f64::consts::LN_2)).abs() < 1e-9);
        }
        assert_eq!(Wide::ZERO.ln(), f64::NEG_INFINITY);
    }
}
