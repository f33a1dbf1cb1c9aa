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

/// Adds to some numbers of `words` words others of `from_words` words times a factor; all results fit.
pub fn add_all_scaled(to: &mut [u64], words: usize, from: &[u64], from_words: usize, factor: u64) {
    let add = match (from_words.min(words), words) {
        (1, 1) => add_all::<1, 1>,
        (1, 2) => add_all::<1, 2>,
        (2, 2) => add_all::<2, 2>,
        (2, 3) => add_all::<2, 3>,
        (3, 3) => add_all::<3, 3>,
        (3, 4) => add_all::<3, 4>,
        (4, 4) => add_all::<4, 4>,
        _ => {
            let both = to.chunks_exact_mut(words).zip(from.chunks_exact(from_words));
            return both.for_each(|(to, from)| add_scaled(to, from, factor));
        }
    };
    add(to, from, from_words, factor);
}

/// The same, of `T` words and others whose first `A` words are not 0.
fn add_all<const A: usize, const T: usize>(to: &mut [u64], from: &[u64], from_words: usize, factor: u64) {
    for (to, from) in to.as_chunks_mut::<T>().0.iter_mut().zip(from.chunks_exact(from_words)) {
        let Some(from) = from.first_chunk::<A>() else { return };
        *to = plus_scaled(*to, from, factor);
    }
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
            let (words, from_words, count) = (1 + rng.index(6), 1 + rng.index(6), 1 + rng.index(4));
            let mut random = |words: usize, bits: u32| -> Vec<u64> {
                let word = |i| if i + 1 == words { rng.next_u64() >> (64 - bits) } else { rng.next_u64() };
                (0..words).map(word).collect()
            };
            // Longer numbers have zeros on top.
            let used = words.min(from_words);
            let from = |random: &mut dyn FnMut(usize, u32) -> Vec<u64>| {
                let mut from = random(used, 20);
                from.resize(from_words, 0);
                from
            };
            let to: Vec<u64> = (0..count).flat_map(|_| random(words, 62)).collect();
            let others: Vec<u64> = (0..count).flat_map(|_| from(&mut random)).collect();
            let factor = random(1, 40)[0];
            let mut sum = to.clone();
            add_all_scaled(&mut sum, words, &others, from_words, factor);
            for i in 0..count {
                let [before, after] = [&to, &sum].map(|all| big(&all[i * words..(i + 1) * words]));
                assert_eq!(after, before + big(&others[i * from_words..(i + 1) * from_words]) * factor);
            }
            let (a, b) = (random(2, 30), random(3, 30));
            let mut product = random(6, 10);
            let right = big(&product) + big(&a) * big(&b);
            add_product(&mut product, &a, &b);
            assert_eq!(big(&product), right);
        }
    }
}
