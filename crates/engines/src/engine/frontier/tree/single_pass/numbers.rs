//! Numbers of a fixed length as words, the lowest first.

use crate::poly;

/// `to += a * b`, which fits; with many words a product of a few.
#[inline]
pub fn add_product(to: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &factor) in b.iter().enumerate() {
        add_scaled(&mut to[i..], a, factor);
    }
}

/// `to += a * factor`, which fits; words of `a` beyond those of `to` are 0.
#[inline]
fn add_scaled(to: &mut [u64], a: &[u64], factor: u64) {
    let both = to.len().min(a.len());
    poly::add_product(to, &a[..both], factor);
}

/// `sum + from * factor`, which fits.
#[inline]
pub fn plus_scaled<const A: usize, const T: usize>(mut sum: [u64; T], from: &[u64; A], factor: u64) -> [u64; T] {
    let mut carry = 0;
    for i in 0..T {
        let product = if i < A { u128::from(from[i]) * u128::from(factor) } else { 0 };
        // At most (2^64 - 1)^2 + 2 (2^64 - 1).
        let word = product + u128::from(sum[i]) + u128::from(carry);
        sum[i] = word as u64;
        carry = (word >> 64) as u64;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::big;
    use crate::rng::Rng;

    #[test]
    fn numbers_of_all_lengths_are_added() {
        let mut rng = Rng::new(3);
        for _ in 0..400 {
            let mut random = |words: usize, bits: u32| -> Vec<u64> {
                let word = |i| if i + 1 == words { rng.next_u64() >> (64 - bits) } else { rng.next_u64() };
                (0..words).map(word).collect()
            };
            let (before, from, factor) = (random(4, 62), random(3, 50), random(1, 40)[0]);
            let [to, from]: [[u64; 4]; 2] = [&before, &[&from[..], &[0]].concat()].map(|w| w[..].try_into().unwrap());
            let sum = plus_scaled::<3, 4>(to, from.first_chunk().unwrap(), factor);
            assert_eq!(big(&sum), big(&to) + big(&from) * factor);
            let (a, b) = (random(2, 30), random(3, 30));
            let mut product = random(6, 10);
            let right = big(&product) + big(&a) * big(&b);
            add_product(&mut product, &a, &b);
            assert_eq!(big(&product), right);
        }
    }
}
