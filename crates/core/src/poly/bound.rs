//! A bound on one coefficient of a product, without the product.

use super::dense::DensePolynomial;
use super::words::bits;

/// Steps of the search for the best bound, and the largest power of two tried.
const STEPS: usize = 20;
const MOST: f64 = 64.0;

/// More than the bits of the coefficient of a degree in a product of powers of polynomials that are not 0.
///
/// Coefficients are natural, so for every x > 0 the coefficient times `x^degree` is at most the value at x. The best x
/// weights degrees such that this one is the mean.
pub fn coefficient_bits(powers: &[(DensePolynomial, u64)], degree: usize) -> f64 {
    let logarithms: Vec<Vec<f64>> = powers.iter().map(|(factor, _)| factor.rows().map(log2).collect()).collect();
    let at = |t: f64| {
        let (mut value, mut mean) = (0.0, 0.0);
        for (logarithms, (_, n)) in logarithms.iter().zip(powers) {
            let terms = || logarithms.iter().enumerate().map(|(k, log)| (k as f64, log + t * k as f64));
            let most = terms().map(|term| term.1).fold(f64::NEG_INFINITY, f64::max);
            let (mut sum, mut weighted) = (0.0, 0.0);
            for (k, log) in terms() {
                let weight = (log - most).exp2();
                (sum, weighted) = (sum + weight, weighted + k * weight);
            }
            value += *n as f64 * (most + sum.log2());
            mean += *n as f64 * weighted / sum;
        }
        (value - t * degree as f64, mean)
    };
    let (mut low, mut high) = (-MOST, MOST);
    let mut best = at(0.0).0;
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        let (value, mean) = at(middle);
        best = best.min(value);
        if mean < degree as f64 { low = middle } else { high = middle }
    }
    // Far more than rounding costs.
    best * (1.0 + 1e-9) + 2.0
}

/// The binary logarithm, minus infinity for 0.
fn log2(words: &[u64]) -> f64 {
    let bits = bits(words);
    let top = bits.saturating_sub(64);
    let at = |word: usize| words.get(word).copied().unwrap_or(0);
    let shift = top % 64;
    let low = at(top / 64) >> shift;
    let number = if shift == 0 { low } else { low | at(top / 64 + 1) << (64 - shift) };
    (number as f64).log2() + top as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::integer::multiply;
    use crate::poly::product::coefficient_by_halves;
    use crate::rng::Rng;
    use num_bigint::BigUint;
    use std::convert::Infallible;

    #[test]
    fn bounds_are_above_and_near() {
        let mut rng = Rng::new(35);
        let check = &mut || Ok::<(), Infallible>(());
        for round in 0..60 {
            let factors: Vec<(DensePolynomial, u64)> = (0..=rng.index(12))
                .map(|_| {
                    let large = BigUint::from(3u32).pow(round * 3);
                    let counts: Vec<BigUint> = (0..2 + rng.index(9)).map(|_| rng.below_big(&large) + 1u32).collect();
                    (DensePolynomial::new(&counts), 1 + rng.below(9))
                })
                .collect();
            let most: usize = factors.iter().map(|(f, n)| (f.len() - 1) * *n as usize).sum();
            for degree in [0, 1, most / 5, most / 2, most - 1, most] {
                let Ok(number) = coefficient_by_halves(&factors, degree, check);
                let bound = coefficient_bits(&factors, degree);
                let bits = number.bits() as f64;
                assert!(
                    bound >= bits && bound <= bits + 6.0 + 2.0 * (most as f64).log2(),
                    "{bound} {bits} {degree} {most}"
                );
            }
        }
        let Ok(square) = multiply(&BigUint::from(1u64 << 63), &BigUint::from(1u64 << 63), check);
        assert_eq!(log2(&square.iter_u64_digits().collect::<Vec<_>>()), 126.0);
        assert_eq!(log2(&[0, 0]), f64::NEG_INFINITY);
    }
}
