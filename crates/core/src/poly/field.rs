//! Numbers modulo a prime below 2^49 in floating point, eight at a time, which compilers turn into vector instructions.
//!
//! A residue is an integer, maybe negative, that is only as far reduced as the next step needs. A product takes its
//! quotient from rounded floating point and its remainder exactly from two fused multiply-adds (van der Hoeven, Lecerf,
//! Quintin: Modular SIMD arithmetic in Mathemagix, 2016; FLINT's `fft_small` does the same). Where a processor has no such
//! instruction the results are the same and slow.

/// Numbers in one vector.
pub const LANES: usize = 8;

/// Eight residues.
pub type Lane = [f64; LANES];

/// 1.5 * 2^52: adding and subtracting it rounds a number up to 2^51 to the nearest integer.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// The order of [`PrimeField::root`]: lengths of transforms are its divisors.
pub const ORDER: u64 = 9 << 30;

/// The integers modulo a prime of the form `c * ORDER + 1`.
#[derive(Clone, Copy, Debug)]
pub struct PrimeField {
    prime: f64,
    inverse: f64,
    root: u64,
}

/// Three primes below 2^49, largest first.
pub const FIELDS: [PrimeField; 3] = [
    PrimeField::new(562_860_832_849_921, 77_143_718_294_966),
    PrimeField::new(562_648_231_968_769, 433_864_869_727_780),
    PrimeField::new(562_551_595_204_609, 189_276_087_386_171),
];

impl PrimeField {
    const fn new(prime: u64, root: u64) -> Self {
        PrimeField { prime: prime as f64, inverse: 1.0 / prime as f64, root }
    }

    /// The prime.
    pub const fn prime(self) -> u64 {
        self.prime as u64
    }

    /// `root^exponent`, where the root has order [`ORDER`].
    pub fn root(self, exponent: u64) -> f64 {
        self.centred(self.power(self.root, exponent % ORDER))
    }

    /// The inverse of a number that the prime does not divide.
    pub fn inverse(self, of: u64) -> f64 {
        self.centred(self.power(of % self.prime(), self.prime() - 2))
    }

    fn power(self, base: u64, mut exponent: u64) -> u64 {
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(self.prime())) as u64;
        let (mut power, mut square) = (1, base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            exponent >>= 1;
        }
        power
    }

    /// The representative nearest to 0.
    fn centred(self, residue: u64) -> f64 {
        let (residue, prime) = (residue as i64, self.prime() as i64);
        (if residue > prime / 2 { residue - prime } else { residue }) as f64
    }

    /// `a * b`, where `|a b| <= 4 p^2`: at most `p / 2 + 3/16 |a b| / p` in size.
    ///
    /// With |a b| <= 2^100 the quotient, from three roundings, is wrong by less than 1/2 + 3 * 2^-53 |a b| / p. `high` is
    /// an integer, as is its difference to the multiple of p; both are below 2^53 after the subtraction, hence exact.
    #[inline(always)]
    pub fn product(self, a: f64, b: f64) -> f64 {
        product(self.prime, self.inverse, a, b)
    }

    /// The representative of a number below 2^53 nearest to 0, or one that is larger than p / 2 by a rounding error.
    #[inline(always)]
    pub fn nearest(self, a: f64) -> f64 {
        nearest(self.prime, self.inverse, a)
    }

    /// The representative in `0..p`.
    #[inline(always)]
    pub fn least(self, a: f64) -> f64 {
        let near = self.nearest(a);
        if near < 0.0 { near + self.prime } else { near }
    }

    /// A residue of a number below 2^63.
    #[inline(always)]
    pub fn of_limb(self, limb: u64) -> f64 {
        self.product(f64::from((limb >> 32) as u32), 4_294_967_296.0) + f64::from(limb as u32)
    }

    /// [`PrimeField::product`] with the same factor.
    #[inline(always)]
    pub fn times(self, a: &Lane, factor: f64) -> Lane {
        each(|i| self.product(a[i], factor))
    }

    /// [`PrimeField::product`] by pairs.
    #[inline(always)]
    pub fn products(self, a: &Lane, b: &Lane) -> Lane {
        each(|i| self.product(a[i], b[i]))
    }

    /// [`PrimeField::nearest`] of each.
    #[inline(always)]
    pub fn nearests(self, a: &Lane) -> Lane {
        each(|i| self.nearest(a[i]))
    }
}

/// [`PrimeField::product`] modulo a prime.
#[inline(always)]
pub fn product(prime: f64, inverse: f64, a: f64, b: f64) -> f64 {
    let high = a * b;
    let low = a.mul_add(b, -high);
    let quotient = (high * inverse + ROUND) - ROUND;
    (-quotient).mul_add(prime, high) + low
}

/// [`PrimeField::nearest`] modulo a prime.
#[inline(always)]
pub fn nearest(prime: f64, inverse: f64, a: f64) -> f64 {
    let quotient = (a * inverse + ROUND) - ROUND;
    (-quotient).mul_add(prime, a)
}

/// Sums, not reduced.
#[inline(always)]
pub fn plus(a: &Lane, b: &Lane) -> Lane {
    each(|i| a[i] + b[i])
}

/// Differences, not reduced.
#[inline(always)]
pub fn minus(a: &Lane, b: &Lane) -> Lane {
    each(|i| a[i] - b[i])
}

/// A value for each lane.
#[inline(always)]
pub fn each(value: impl Fn(usize) -> f64) -> Lane {
    let mut lane = [0.0; LANES];
    for (i, to) in lane.iter_mut().enumerate() {
        *to = value(i);
    }
    lane
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn primes_have_roots_of_the_order() {
        for field in FIELDS {
            let p = field.prime();
            assert!(p < 1 << 49 && p % ORDER == 1);
            assert!((3..25_000_000u64).step_by(2).all(|d| p % d != 0));
            assert_eq!(field.power(field.root, ORDER), 1);
            assert!([2, 3].iter().all(|d| field.power(field.root, ORDER / d) != 1));
        }
    }

    #[test]
    fn products_are_exact_within_their_bounds() {
        let mut rng = Rng::new(21);
        for field in FIELDS {
            let p = i128::from(field.prime());
            let modulo = |x: i128| x.rem_euclid(p) as f64;
            for round in 0..20_000 {
                let mut number = |most: f64| ((rng.below(1 << 53) as f64 / (1u64 << 52) as f64 - 1.0) * most).round();
                let (a, b) = match round % 4 {
                    0 => (number(2.0 * p as f64), number(2.0 * p as f64)),
                    1 => (number(8.0 * p as f64), number(0.5 * p as f64)),
                    2 => (2.0 * p as f64, -2.0 * p as f64 + number(5.0)),
                    _ => (number(100.0), number(p as f64)),
                };
                let product = field.product(a, b);
                assert_eq!(modulo(product as i128), modulo(a as i128 * b as i128), "{a} * {b}");
                assert!(product.abs() <= 0.5 * p as f64 + 0.1876 * (a * b / p as f64).abs() + 1.0);
                let near = field.nearest(a.clamp(-4.0 * p as f64, 4.0 * p as f64));
                assert!(near.abs() <= 0.501 * p as f64);
                assert_eq!(field.least((a / 4.0).round()), modulo((a / 4.0).round() as i128));
                let limb = rng.next_u64() >> (1 + round % 50);
                assert_eq!(modulo(field.of_limb(limb) as i128), modulo(limb.into()));
            }
            assert_eq!(field.product(field.inverse(12_345), 12_345.0), 1.0);
        }
    }
}
