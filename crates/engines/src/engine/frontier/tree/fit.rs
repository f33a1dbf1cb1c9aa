//! Compatibility of two states, on packed words: no field is examined separately (with guard bits, after Lamport,
//! Multiple byte processing with full-word instructions, 1975).

use super::layout::JoinMasks;
use crate::engine::frontier::key::StateKey;

/// The result of a left state and the mines used by a right one, if they are compatible.
pub struct MergedState<K> {
    fresh: K,
    closed: K,
    guards: K,
    most: K,
}

impl<K: StateKey> MergedState<K> {
    /// Of a merge.
    pub fn new(masks: &JoinMasks) -> Self {
        let [fresh, closed, guards, most] =
            [&masks.fresh, &masks.closed, &masks.guards, &masks.most].map(|words| K::of(words));
        MergedState { fresh, closed, guards, most }
    }

    /// Of a table with one that has a single state without sums.
    pub fn identity(words: usize) -> Self {
        let zero = || K::zero(words);
        MergedState { fresh: zero(), closed: zero(), guards: zero(), most: zero() }
    }

    /// Whether a sum closes.
    pub fn closes(&self) -> bool {
        self.closed.words().iter().any(|&mask| mask != 0)
    }

    /// The fields of closing sums alone.
    #[inline]
    pub fn closing(&self, state: &K) -> K {
        let mut key = state.clone();
        key.words_mut().iter_mut().zip(self.closed.words()).for_each(|(word, mask)| *word &= mask);
        key
    }

    /// A left state with the fields that only the right one has.
    #[inline]
    pub fn extended(&self, left: &K) -> K {
        left.plus(&self.fresh)
    }

    /// Whether two states agree in the closing sums.
    #[inline]
    pub fn is_same_group(&self, left: &K, used: &K) -> bool {
        let both = left.words().iter().zip(used.words()).zip(self.closed.words());
        both.fold(0, |differ, ((left, used), mask)| differ | (left ^ used) & mask) == 0
    }

    /// An extended left state minus the mines used by a right one of its group, and whether they fit; anything if not.
    #[inline]
    pub fn less(&self, left: &K, used: &K) -> (K, bool) {
        let mut key = left.clone();
        let mut fits = true;
        let masks = self.guards.words().iter().zip(self.most.words()).zip(used.words());
        for (word, ((guard, most), used)) in key.words_mut().iter_mut().zip(masks) {
            // Without a common group it may wrap round.
            *word = (*word | guard).wrapping_sub(*used);
            // The guard of a field that fell below zero is cleared; most - needed keeps the guard if no more is needed
            // than the rest can hold.
            fits &= *word & guard == *guard;
            *word &= !guard;
            fits &= most.wrapping_sub(*word) & guard == *guard;
        }
        (key, fits)
    }
}
