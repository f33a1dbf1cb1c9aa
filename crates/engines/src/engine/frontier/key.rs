//! States packed into machine words.

use std::hash::{Hash, Hasher};

/// A packed state: a fixed number of words, hashed word by word, ordered by the first that differs.
pub trait StateKey: Clone + Ord + Hash + Send + Sync {
    /// All fields zero: the state before the first step.
    fn zero(words: usize) -> Self;
    /// With these words, and 0 in others.
    fn of(words: &[u64]) -> Self {
        let mut key = Self::zero(words.len());
        key.words_mut()[..words.len()].copy_from_slice(words);
        key
    }
    /// The words.
    fn words(&self) -> &[u64];
    /// The words, to be changed.
    fn words_mut(&mut self) -> &mut [u64];

    /// Its fields with those of another state added, where no sum of two fields reaches the next field.
    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.words_mut().iter_mut().zip(other.words()).for_each(|(word, more)| *word += more);
        sum
    }
}

/// Up to `W` words in place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packed<const W: usize>([u64; W]);

impl<const W: usize> Packed<W> {
    /// A hash whose upper bits are mixed best: multiplied by an odd number near 2^64 over the golden ratio (Knuth, The Art of
    /// Computer Programming 3, 6.4), word by word.
    #[inline]
    pub fn mixed(&self) -> u64 {
        let mix = |hash: u64, word: &u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0.iter().fold(0, mix)
    }

    /// Whether it is less than another, without jumps.
    #[inline]
    pub fn is_below(&self, other: &Self) -> bool {
        if let ([a, b], [c, d]) = (&self.0[..], &other.0[..]) {
            let number = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
            return number(*a, *b) < number(*c, *d);
        }
        let borrow = |borrow: bool, (a, b): (&u64, &u64)| {
            let (less, is_less) = a.overflowing_sub(*b);
            is_less | less.overflowing_sub(u64::from(borrow)).1
        };
        self.0.iter().zip(&other.0).rev().fold(false, borrow)
    }
}

impl<const W: usize> From<[u64; W]> for Packed<W> {
    fn from(words: [u64; W]) -> Self {
        Packed(words)
    }
}

impl<const W: usize> Default for Packed<W> {
    fn default() -> Self {
        Packed([0; W])
    }
}

impl<const W: usize> Hash for Packed<W> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl<const W: usize> StateKey for Packed<W> {
    fn zero(words: usize) -> Self {
        debug_assert!(words <= W);
        Packed([0; W])
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// Any number of words, for frontiers wider than the packed forms hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boxed(Box<[u64]>);

impl StateKey for Boxed {
    fn zero(words: usize) -> Self {
        Boxed(vec![0; words].into())
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// One field of a packed state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    pub word: u32,
    pub shift: u32,
    /// Mask of the value, before shifting.
    pub mask: u64,
}

impl Slot {
    /// The value of this field.
    #[inline]
    pub fn read(self, words: &[u64]) -> i64 {
        (words[self.word as usize] >> self.shift & self.mask) as i64
    }
}

/// Allocates and frees fields; no field crosses a word.
#[derive(Default)]
pub struct Slots {
    used: Vec<u64>,
}

impl Slots {
    /// A free field for the values `0..=largest`, in the lowest place that fits.
    pub fn take(&mut self, largest: u32) -> Slot {
        let bits = u32::BITS - largest.leading_zeros();
        let mask = (1u64 << bits) - 1;
        let fits = |used: u64| {
            // Bit i stays set while i, i + 1, ... are free.
            let free = (1..bits).fold(!used, |runs, i| runs & !used >> i);
            (free != 0 && bits > 0).then(|| free.trailing_zeros())
        };
        if bits == 0 {
            // A field that is always 0 needs no room.
            self.used.resize(self.used.len().max(1), 0);
            return Slot { word: 0, shift: 0, mask: 0 };
        }
        let found = self.used.iter().enumerate().find_map(|(word, &used)| Some((word, fits(used)?)));
        let (word, shift) = found.unwrap_or_else(|| {
            self.used.push(0);
            (self.used.len() - 1, 0)
        });
        self.used[word] |= mask << shift;
        Slot { word: word as u32, shift, mask }
    }

    /// Frees a field.
    pub fn free(&mut self, slot: Slot) {
        self.used[slot.word as usize] &= !(slot.mask << slot.shift);
    }

    /// Words needed so far, at least one.
    pub fn words(&self) -> usize {
        self.used.len().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_overlap_and_are_used_again() {
        let mut slots = Slots::default();
        let taken: Vec<Slot> = [8, 1, 0, 255, 3].map(|largest| slots.take(largest)).to_vec();
        for (i, a) in taken.iter().enumerate() {
            for b in &taken[..i] {
                assert_eq!((a.mask << a.shift) & (b.mask << b.shift), 0);
            }
        }
        slots.free(taken[0]);
        assert_eq!(slots.take(15).shift, taken[0].shift);
        let wide: Vec<Slot> = (0..5).map(|_| slots.take(i32::MAX as u32)).collect();
        assert_eq!(slots.words(), 3);
        assert!(wide.iter().all(|s| s.shift + 31 <= 64));
    }
}
