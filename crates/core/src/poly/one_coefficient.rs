//! The choice between the ways to one coefficient of a product.

use num_bigint::BigUint;

use super::bound::coefficient_bits;
use super::by_primes::{coefficient_by_primes, points};
use super::dense::DensePolynomial;
use super::product::coefficient_by_halves;

/// Coefficients times bits from which one coefficient is made modulo many primes, if its degree is more than this share of
/// all and it has that many times the bits of any factor. Products of two halves make only coefficients up to the degree, and
/// cut factors only once.
const PRIMES_BEGIN: f64 = 2e6;
const NEAR_MIDDLE: usize = 4;
const SMALL: f64 = 8.0;

/// One coefficient of a product of powers of polynomials that are not 0, in whichever way is predicted to cost less.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn coefficient_of_powers<E>(
    powers: &[(DensePolynomial, u64)],
    degree: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<BigUint, E> {
    let all: usize = powers.iter().map(|(factor, n)| (factor.len() - 1) * *n as usize).sum();
    if degree > all {
        return Ok(BigUint::ZERO);
    }
    if let Some(points) = points(degree, all).filter(|_| all < NEAR_MIDDLE * (degree + 1)) {
        check()?;
        let bits = coefficient_bits(powers, degree);
        let is_small = |factor: &DensePolynomial| factor.len() > 1 && SMALL * factor.bits() as f64 <= bits;
        if PRIMES_BEGIN < all as f64 * bits && powers.iter().all(|power| is_small(&power.0)) {
            return coefficient_by_primes(powers, degree, (points, bits), check);
        }
    }
    coefficient_by_halves(powers, degree, check)
}
