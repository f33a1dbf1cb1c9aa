//! Sums of products of small numbers with large ones, on machine words: one allocation per sum where plain big integers
//! need one per product.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::poly::{add_product, big};

/// Words of a sum that need no allocation.
const INLINE_WORDS: usize = 24;

/// Large numbers as rows of the same number of 64-bit words.
pub struct Rows {
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    /// The rows of these numbers.
    pub fn new(numbers: &[BigUint]) -> Self {
        let width = numbers.iter().map(|n| n.bits().div_ceil(64) as usize).max().unwrap_or(0).max(1);
        let mut words = vec![0; width * numbers.len()];
        for (row, number) in words.chunks_mut(width).zip(numbers) {
            row.iter_mut().zip(number.iter_u64_digits()).for_each(|(to, from)| *to = from);
        }
        Rows { width, words }
    }

    /// Sum of `factors[i] * row[from + i]`, as far as there are rows.
    pub fn dot(&self, from: usize, factors: &[u64]) -> BigUint {
        self.sum(from, factors, |sum, row, &factor| add_product(sum, row, factor))
    }

    /// The same with factors of 128 bits.
    pub fn dot_wide(&self, from: usize, factors: &[u128]) -> BigUint {
        self.sum(from, factors, |sum, row, &factor| {
            add_product(sum, row, factor as u64);
            if factor >> 64 != 0 {
                add_product(&mut sum[1..], row, (factor >> 64) as u64);
            }
        })
    }

    /// The same with factors of any size, from the first row on.
    pub fn dot_big(&self, factors: &[BigUint]) -> BigUint {
        let rows = self.words.chunks(self.width);
        rows.zip(factors).map(|(row, factor)| big(row) * factor).sum()
    }

    fn sum<F>(&self, from: usize, factors: &[F], add: impl Fn(&mut [u64], &[u64], &F)) -> BigUint {
        let rows = self.words[(from * self.width).min(self.words.len())..].chunks(self.width);
        let add_all = |sum: &mut [u64]| {
            rows.zip(factors).for_each(|(row, factor)| add(sum, row, factor));
            big(sum)
        };
        // Two words for a factor, one for the number of terms.
        match self.width + 3 {
            width @ ..=INLINE_WORDS => add_all(&mut [0; INLINE_WORDS][..width]),
            width => add_all(&mut vec![0; width]),
        }
    }
}

/// The numbers in 128 bits each, if they all fit.
pub fn narrow(numbers: &[BigUint]) -> Option<Vec<u128>> {
    if numbers.iter().any(|n| n.bits() > 128) {
        return None;
    }
    numbers.iter().map(ToPrimitive::to_u128).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn sums_equal_those_of_big_integers() {
        let mut rng = Rng::new(9);
        for round in 0..400u32 {
            let extreme = round % 3 == 0;
            let mut word = || if extreme { u64::MAX } else { rng.next_u64() >> (round % 60) };
            let rows: Vec<BigUint> = (0..=(round % 9)).map(|i| BigUint::from(word()).pow(i * (round % 5))).collect();
            let small: Vec<u64> = (0..7).map(|_| word()).collect();
            let wide: Vec<u128> = small.iter().map(|&w| u128::from(w) << 64 | u128::from(w)).collect();
            let table = Rows::new(&rows);
            for from in 0..rows.len() + 2 {
                let rest = || rows.iter().skip(from);
                let right: BigUint = rest().zip(&small).map(|(r, &s)| r * s).sum();
                assert_eq!(table.dot(from, &small), right);
                let right: BigUint = rest().zip(&wide).map(|(r, &w)| r * w).sum();
                assert_eq!(table.dot_wide(from, &wide), right);
            }
            let right: BigUint = rows.iter().zip(&rows).map(|(a, b)| a * b).sum();
            assert_eq!(table.dot_big(&rows), right);
            assert_eq!(narrow(&rows).is_some(), rows.iter().all(|r| r.bits() <= 128));
        }
        assert_eq!(Rows::new(&[]).dot(0, &[1]), BigUint::ZERO);
    }
}
