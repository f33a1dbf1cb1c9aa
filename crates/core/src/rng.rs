//! The only source of randomness: xoshiro256** (Blackman & Vigna 2018), seeded through SplitMix64.
//!
//! Owned rather than imported because generated instances must have the same bytes on every machine and in every later
//! version; library generators may change their streams.

use num_bigint::BigUint;

/// A small seeded generator. Equal seeds give equal streams in every version.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

fn split_mix(x: &mut u64) -> u64 {
    *x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *x;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// Generator for `seed`.
    pub fn new(seed: u64) -> Self {
        let mut x = seed;
        Rng { state: std::array::from_fn(|_| split_mix(&mut x)) }
    }

    /// An independent generator for item `index` of a series, so that item 17 is the same with or without items 0 to
    /// 16.
    pub fn stream(seed: u64, index: u64) -> Self {
        let mut x = seed;
        let base = split_mix(&mut x);
        let mut y = index.wrapping_add(0x5851_f42d_4c95_7f2d);
        Rng::new(base ^ split_mix(&mut y))
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform in `0..n` (Lemire 2019, exact by rejection).
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "below(0) has no answer");
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(n);
            let low = wide as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (wide >> 64) as u64;
            }
        }
    }

    /// Uniform in `0..n` for a number of any size.
    ///
    /// # Panics
    /// If n is 0.
    pub fn below_big(&mut self, n: &BigUint) -> BigUint {
        assert!(n.bits() > 0, "below(0) has no answer");
        let words = n.bits().div_ceil(32);
        let spare = 32 * words - n.bits();
        loop {
            let digits = (0..words).map(|_| (self.next_u64() >> 32) as u32).collect();
            let value = BigUint::new(digits) >> spare;
            if value < *n {
                return value;
            }
        }
    }

    /// Uniform index in `0..n`.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// True with probability `p`, decided on 53 bits.
    pub fn chance(&mut self, p: f64) -> bool {
        ((self.next_u64() >> 11) as f64) < p * (1u64 << 53) as f64
    }

    /// Fisher-Yates shuffle in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }

    /// `k` distinct indices of `0..n`, in random order (partial Fisher-Yates).
    ///
    /// # Panics
    /// If `k > n`.
    pub fn sample(&mut self, n: usize, k: usize) -> Vec<usize> {
        assert!(k <= n, "cannot take {k} of {n}");
        let mut all: Vec<usize> = (0..n).collect();
        for i in 0..k {
            let j = i + self.index(n - i);
            all.swap(i, j);
        }
        all.truncate(k);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_is_frozen() {
        let mut rng = Rng::new(42);
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        // Reference values of xoshiro256** seeded by SplitMix64(42).
        assert_eq!(first, [1546998764402558742, 6990951692964543102, 12544586762248559009]);
    }

    #[test]
    fn below_is_roughly_uniform() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.index(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }

    #[test]
    fn sample_is_distinct() {
        let mut picked = Rng::new(1).sample(50, 20);
        picked.sort_unstable();
        picked.dedup();
        assert_eq!(picked.len(), 20);
    }
}
