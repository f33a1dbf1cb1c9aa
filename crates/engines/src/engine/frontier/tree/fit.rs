//! Compatibility of two states, on packed words: no field is examined separately (with guard bits, after Lamport,
//! Multiple byte processing with full-word instructions, 1975).

use crate::engine::frontier::key::StateKey;

/// The result of a left state and the mines used by a right one, if they are compatible.
pub struct MergedState<'a> {
    pub fresh: &'a [u64],
    pub closed: &'a [u64],
    pub guards: &'a [u64],
    pub most: &'a [u64],
}

impl MergedState<'_> {
    /// The fields of closing sums alone.
    #[inline]
    pub fn closing<K: StateKey>(&self, state: &K) -> K {
        let mut key = state.clone();
        key.words_mut().iter_mut().zip(self.closed).for_each(|(word, mask)| *word &= mask);
        key
    }

    /// A left state with the fields that only the right one has.
    #[inline]
    pub fn extended<K: StateKey>(&self, left: &K) -> K {
        let mut key = left.clone();
        key.words_mut().iter_mut().zip(self.fresh).for_each(|(word, add)| *word += add);
        key
    }

    /// An extended left state minus the mines used by a right one of its group.
    #[inline]
    pub fn less<K: StateKey>(&self, left: &K, used: &K) -> Option<K> {
        let mut key = left.clone();
        let mut fits = true;
        let masks = self.guards.iter().zip(self.most).zip(used.words());
        for (word, ((guard, most), used)) in key.words_mut().iter_mut().zip(masks) {
            *word = (*word | guard) - used;
            // The guard of a field that fell below zero is cleared; most - needed keeps the guard if no more is needed
            // than the rest can hold.
            fits &= *word & guard == *guard;
            *word &= !guard;
            fits &= most.wrapping_sub(*word) & guard == *guard;
        }
        fits.then_some(key)
    }
}
