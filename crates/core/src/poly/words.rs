//! Natural numbers as words of 64 bits, lowest first.

use num_bigint::BigUint;

/// `sum += row * factor`; there is room for the carry.
///
/// # Panics
/// If there is not.
#[inline]
pub fn add_product(sum: &mut [u64], row: &[u64], factor: u64) {
    if factor == 0 {
        return;
    }
    let (low, high) = sum.split_at_mut(row.len());
    let mut carry = 0u64;
    let mut step = |to: &mut u64, word: u64| {
        // (2^64 - 1)^2 + 2 (2^64 - 1) is the largest number of 128 bits.
        let all = u128::from(word) * u128::from(factor) + u128::from(*to) + u128::from(carry);
        *to = all as u64;
        carry = (all >> 64) as u64;
    };
    let (fours, rest) = low.as_chunks_mut::<4>();
    let (row_fours, row_rest) = row.as_chunks::<4>();
    for (to, words) in fours.iter_mut().zip(row_fours) {
        to.iter_mut().zip(words).for_each(|(to, &word)| step(to, word));
    }
    rest.iter_mut().zip(row_rest).for_each(|(to, &word)| step(to, word));
    for to in high {
        let (sum, over) = to.overflowing_add(carry);
        *to = sum;
        carry = u64::from(over);
        if carry == 0 {
            return;
        }
    }
    assert_eq!(carry, 0, "a sum outgrew its words");
}

/// The number of these words.
pub fn big(words: &[u64]) -> BigUint {
    let used = words.len() - words.iter().rev().take_while(|w| **w == 0).count();
    match &words[..used] {
        [] => BigUint::ZERO,
        [low] => BigUint::from(*low),
        [low, high] => BigUint::from(u128::from(*low) | u128::from(*high) << 64),
        many => BigUint::new(many.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect()),
    }
}

/// Bits of the number of these words.
pub fn bits(words: &[u64]) -> usize {
    let used = words.len() - words.iter().rev().take_while(|w| **w == 0).count();
    match used.checked_sub(1) {
        None => 0,
        Some(last) => 64 * last + (64 - words[last].leading_zeros() as usize),
    }
}

/// The bits `from..from + width` of a number, `width` from 1 to 63; 0 beyond its words.
#[inline]
pub fn limb(words: &[u64], from: usize, width: usize) -> u64 {
    let (word, shift) = (from / 64, from % 64);
    let low = words.get(word).map_or(0, |w| w >> shift);
    let high = if shift + width > 64 { words.get(word + 1).map_or(0, |w| w << (64 - shift)) } else { 0 };
    (low | high) & ((1 << width) - 1)
}

/// Sets the bits from `from` on, which are 0, to those of a limb of 63 bits at most.
#[inline]
pub fn put_limb(words: &mut [u64], from: usize, limb: u64) {
    let (word, shift) = (from / 64, from % 64);
    if limb != 0 {
        words[word] |= limb << shift;
        if shift != 0 && limb >> (64 - shift) != 0 {
            words[word + 1] |= limb >> (64 - shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn limbs_come_back() {
        let mut rng = Rng::new(25);
        for round in 0..300 {
            let words: Vec<u64> = (0..=round % 5).map(|_| rng.next_u64() >> (rng.below(5) * 15)).collect();
            let width = 1 + rng.index(63);
            let mut back = vec![0; words.len() + 1];
            for from in (0..64 * words.len()).step_by(width) {
                put_limb(&mut back, from, limb(&words, from, width));
            }
            assert_eq!((back.pop(), back), (Some(0), words.clone()));
            assert_eq!(bits(&words) as u64, big(&words).bits());
        }
        assert_eq!((bits(&[]), limb(&[], 7, 63)), (0, 0));
    }
}
