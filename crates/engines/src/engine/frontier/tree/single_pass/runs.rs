//! Sorted runs of pairs, merged two by two.

use std::hint::select_unpredictable;

use crate::engine::frontier::key::Packed;

/// A pair: the state that it leads to, its source, and which left state there.
#[derive(Clone, Copy)]
pub struct MergePair<const W: usize> {
    pub key: Packed<W>,
    pub source: u32,
    pub at: u32,
}

/// Pairs in runs, each in ascending order of the states.
#[derive(Default)]
pub struct Runs<const W: usize> {
    pairs: Vec<MergePair<W>>,
    /// Of `pairs`; beyond these are old ones.
    len: usize,
    ends: Vec<usize>,
    spare: Vec<MergePair<W>>,
    spare_ends: Vec<usize>,
}

impl<const W: usize> Runs<W> {
    pub fn clear(&mut self) {
        self.len = 0;
        self.ends.clear();
    }

    /// Adds to the open run the pairs of a source that fit, in the order of the left states; `first` is like them all.
    #[inline]
    pub fn extend(&mut self, first: MergePair<W>, lefts: &[Packed<W>], of: impl Fn(&Packed<W>) -> (Packed<W>, bool)) {
        if self.pairs.len() < self.len + lefts.len() {
            self.pairs.resize(self.len + lefts.len(), first);
        }
        let room = &mut self.pairs[self.len..self.len + lefts.len()];
        let mut found = 0;
        for (at, left) in (first.at..).zip(lefts) {
            // Without a jump: whether a pair fits cannot be predicted.
            let (key, fits) = of(left);
            room[found] = MergePair { key, at, ..first };
            found += usize::from(fits);
        }
        self.len += found;
    }

    /// Ends the open run.
    pub fn end(&mut self) {
        if self.len > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.len);
        }
    }

    /// All pairs, run after run.
    pub fn pairs(&self) -> &[MergePair<W>] {
        &self.pairs[..self.len]
    }

    /// The number of runs.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// All pairs, in ascending order of the states.
    pub fn merged(&mut self) -> &[MergePair<W>] {
        while self.ends.len() > 1 {
            if self.spare.len() < self.len {
                self.spare.extend_from_slice(&self.pairs[self.spare.len()..self.len]);
            }
            self.spare_ends.clear();
            let mut start = 0;
            for ends in self.ends.chunks(2) {
                let end = ends[ends.len() - 1];
                merge_two(&self.pairs[start..end], ends[0] - start, &mut self.spare[start..end]);
                self.spare_ends.push(end);
                start = end;
            }
            std::mem::swap(&mut self.pairs, &mut self.spare);
            std::mem::swap(&mut self.ends, &mut self.spare_ends);
        }
        &self.pairs[..self.len]
    }
}

/// Two runs that lie side by side, the second from `middle` on, as one. From both ends at once, as each end waits for its last
/// comparison.
fn merge_two<const W: usize>(both: &[MergePair<W>], middle: usize, to: &mut [MergePair<W>]) {
    // What is left of each run, and of the room for the result.
    let ((mut i, mut end), (mut j, mut end2)) = ((0, middle), (middle, both.len()));
    let (mut from, mut until) = (0, both.len());
    // Each turn takes at most two of a run.
    while (end - i).min(end2 - j) >= 2 {
        for _ in 0..(end - i).min(end2 - j) / 2 {
            let is_second = both[j].key.is_below(&both[i].key);
            to[from] = both[select_unpredictable(is_second, j, i)];
            i += usize::from(!is_second);
            j += usize::from(is_second);
            from += 1;
            let is_first = both[end2 - 1].key.is_below(&both[end - 1].key);
            until -= 1;
            to[until] = both[select_unpredictable(is_first, end, end2) - 1];
            end -= usize::from(is_first);
            end2 -= usize::from(!is_first);
        }
    }
    while i < end && j < end2 {
        let is_second = both[j].key.is_below(&both[i].key);
        to[from] = both[if is_second { j } else { i }];
        i += usize::from(!is_second);
        j += usize::from(is_second);
        from += 1;
    }
    let rest = if i < end { i..end } else { j..end2 };
    to[from..until].copy_from_slice(&both[rest]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn runs_are_merged_in_order() {
        let mut rng = Rng::new(5);
        for _ in 0..500 {
            let mut runs = Runs::<2>::default();
            let mut all = Vec::new();
            for source in 0..rng.index(9) as u32 {
                let mut keys: Vec<Packed<2>> =
                    (0..rng.index(20)).map(|_| [rng.index(3), rng.index(9)].map(|n| n as u64).into()).collect();
                keys.sort_unstable();
                let first = MergePair { key: Packed::from([0, 0]), source, at: 3 };
                runs.extend(first, &keys, |key| (*key, key.is_below(&Packed::from([2, 7]))));
                runs.end();
                all.extend(
                    (3..)
                        .zip(&keys)
                        .filter(|(_, key)| **key < Packed::from([2, 7]))
                        .map(|(at, key)| (*key, source, at)),
                );
            }
            let merged: Vec<_> = runs.merged().iter().map(|pair| (pair.key, pair.source, pair.at)).collect();
            assert!(merged.is_sorted_by_key(|pair| pair.0));
            let sorted = |mut pairs: Vec<(Packed<2>, u32, u32)>| {
                pairs.sort_unstable();
                pairs
            };
            assert!(sorted(merged) == sorted(all));
        }
    }
}
