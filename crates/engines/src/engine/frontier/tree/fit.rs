//! Which two states fit, on packed words: no field is looked at by itself.

use crate::engine::frontier::key::Key;

/// What a left state and what a right one used give, if they fit.
pub struct Fit<'a> {
    pub fresh: &'a [u64],
    pub closed: &'a [u64],
    pub guards: &'a [u64],
    pub most: &'a [u64],
}

impl Fit<'_> {
    /// The fields of closing sums alone.
    #[inline]
    pub fn closing<K: Key>(&self, state: &K) -> K {
        let mut key = state.clone();
        key.words_mut().iter_mut().zip(self.closed).for_each(|(word, mask)| *word &= mask);
        key
    }

    /// A left state with the fields that only the right one has.
    #[inline]
    pub fn extended<K: Key>(&self, left: &K) -> K {
        let mut key = left.clone();
        key.words_mut().iter_mut().zip(self.fresh).for_each(|(word, add)| *word += add);
        key
    }

    /// An extended left state less what a right one of its group used.
    #[inline]
    pub fn less<K: Key>(&self, left: &K, used: &K) -> Option<K> {
        let mut key = left.clone();
        let mut fits = true;
        let masks = self.guards.iter().zip(self.most).zip(used.words());
        for (word, ((guard, most), used)) in key.words_mut().iter_mut().zip(masks) {
            *word = (*word | guard) - used;
            // The guard of a field that fell below zero is gone; most - needed keeps the guard
            // where no more is needed than the rest can hold.
            fits &= *word & guard == *guard;
            *word &= !guard;
            fits &= most.wrapping_sub(*word) & guard == *guard;
        }
        fits.then_some(key)
    }
}
