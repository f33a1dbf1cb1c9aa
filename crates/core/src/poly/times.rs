//! Products of polynomials, pair by pair or by transforms.

use super::dense::DensePolynomial;
use super::transformed::transformed;

/// What a product by transforms costs to begin, and for each of its points, in products of words.
const TRANSFORM_BEGIN: f64 = 20_000.0;
const TRANSFORM_POINT: f64 = 90.0;
/// What a product of two coefficients costs beside its words.
const PAIR: f64 = 4.0;

impl DensePolynomial {
    /// The product, pair by pair or by transforms, whichever is predicted to cost less.
    ///
    /// # Errors
    /// Those of `check`, which is called between slow steps.
    pub fn times<E>(&self, other: &Self, check: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        if self.is_empty() || other.is_empty() {
            return Ok(DensePolynomial::default());
        }
        if !self.is_long_with(other) {
            return Ok(self.by_pairs(other));
        }
        transformed(self, other, check)
    }

    /// Whether a product by transforms is predicted to cost less than one pair by pair.
    pub(super) fn is_long_with(&self, other: &Self) -> bool {
        let pairs = (self.len() * other.len()) as f64;
        let points = (self.len() + other.len()) as f64 * (self.width() + other.width()) as f64;
        pairs * (PAIR + (self.width() * other.width()) as f64) > TRANSFORM_BEGIN + TRANSFORM_POINT * points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::words::big;
    use crate::rng::Rng;
    use num_bigint::BigUint;
    use std::convert::Infallible;

    /// The product by the definition.
    pub fn slow(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
        let mut out = vec![BigUint::ZERO; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            b.iter().zip(&mut out[i..]).for_each(|(y, to)| *to += x * y);
        }
        out
    }

    /// Coefficients of many sizes, zeros among them, sometimes as large as their words hold.
    fn random(rng: &mut Rng, len: usize, words: usize) -> Vec<BigUint> {
        let full = rng.chance(0.3);
        let number = |rng: &mut Rng| match rng.index(8) {
            0 => BigUint::ZERO,
            _ if full => (BigUint::from(1u32) << (64 * words)) - 1u32,
            _ => big(&(0..=rng.index(words)).map(|_| rng.next_u64() >> rng.index(64)).collect::<Vec<_>>()),
        };
        (0..len).map(|_| number(rng)).collect()
    }

    #[test]
    fn products_equal_those_of_the_definition() {
        let mut rng = Rng::new(26);
        for round in 0..400 {
            let most = [3, 10, 40, 150][round % 4];
            let (n, m) = (1 + rng.index(most), 1 + rng.index(most));
            let (u, v) = (1 + rng.index(600 / most), 1 + rng.index(300 / most));
            let (a, b) = (random(&mut rng, n, u), random(&mut rng, m, v));
            let right = slow(&a, &b);
            let (x, y) = (DensePolynomial::new(&a), DensePolynomial::new(&b));
            assert_eq!(x.to_big(), a);
            assert_eq!(x.by_pairs(&y).to_big(), right, "{n} {m} {u} {v}");
            let check = &mut || Ok::<(), Infallible>(());
            let Ok(fast) = transformed(&x, &y, check);
            assert_eq!(fast.to_big(), right, "{n} {m} {u} {v}");
            let Ok(chosen) = x.times(&y, check);
            assert_eq!((chosen.to_big(), chosen.width()), (right, fast.width()));
            let Ok(square) = transformed(&x, &x, check);
            assert_eq!(square.to_big(), slow(&a, &a));
            assert_eq!(x.reversed().to_big(), a.iter().rev().cloned().collect::<Vec<_>>());
        }
    }

    #[test]
    fn long_numbers_and_long_polynomials() {
        let mut rng = Rng::new(27);
        let check = &mut || Ok::<(), Infallible>(());
        for (n, u, m, v) in [(1, 5000, 1, 3000), (1, 4000, 300, 1), (3000, 1, 2500, 1), (700, 9, 2, 300)] {
            let (a, b) = (random(&mut rng, n, u), random(&mut rng, m, v));
            let Ok(fast) = transformed(&DensePolynomial::new(&a), &DensePolynomial::new(&b), check);
            assert_eq!(fast.to_big(), slow(&a, &b), "{n} {m} {u} {v}");
        }
    }

    #[test]
    fn a_product_stops_when_it_is_told() {
        let mut rng = Rng::new(28);
        let a = DensePolynomial::new(&random(&mut rng, 500, 20));
        for patience in 0..3 {
            let mut left = patience;
            let mut check = || {
                if left == 0 {
                    Err(())
                } else {
                    left -= 1;
                    Ok(())
                }
            };
            assert_eq!(transformed(&a, &a, &mut check), Err(()));
        }
    }
}
