//! The pairs of a merge: one after the other, or in parts by left state on several threads.

use std::ops::Range;

use super::{DEAD, Join};
use crate::engine::{Control, Stop};
use crate::threads::{Halt, HaltCheck, in_parallel, threads};

/// Operations from which several threads are worth their start.
const WORTH_THREADS: usize = if cfg!(test) { 16 } else { 1 << 15 };
/// Left states from mark to mark.
const MARKED: usize = if cfg!(test) { 4 } else { 32 };
/// Pairs between two checks of the limits.
const BETWEEN: usize = 256;

/// Some left states of a merge, and the place of their first pair.
#[derive(Clone, Debug)]
pub struct PairRange {
    pub lefts: Range<usize>,
    pub at: usize,
}

impl Join {
    /// Calls `visit(left state, right state, state)` for every pair.
    #[inline]
    pub fn pairs(&self, visit: impl FnMut(usize, usize, usize)) {
        let all = PairRange { lefts: 0..self.group.len(), at: 0 };
        let Ok(()) = self.pairs_in(&all, &mut || Ok::<(), std::convert::Infallible>(()), visit);
    }

    /// The same for the pairs of some left states.
    ///
    /// # Errors
    /// Those of `check`, which is called every few hundred pairs.
    #[inline]
    pub fn pairs_in<E>(
        &self,
        range: &PairRange,
        check: &mut (impl FnMut() -> Result<(), E> + ?Sized),
        mut visit: impl FnMut(usize, usize, usize),
    ) -> Result<(), E> {
        let (mut at, mut checked) = (range.at, range.at);
        for left in range.lefts.clone() {
            let group = self.group[left];
            if group == DEAD {
                continue;
            }
            let order = self.members(group);
            for (&right, &target) in order.iter().zip(&self.targets[at..]) {
                if target != DEAD {
                    visit(left, right as usize, target as usize);
                }
            }
            at += order.len();
            if at - checked >= BETWEEN {
                checked = at;
                check()?;
            }
        }
        Ok(())
    }

    /// Sets the marks once the groups are known; returns the number of pairs.
    pub fn mark(&mut self) -> usize {
        let mut at = 0;
        self.marks.clear();
        for groups in self.group.chunks(MARKED) {
            self.marks.push(at as u64);
            at += self.pairs_of(groups);
        }
        at
    }

    /// The place of the first pair of a left state.
    pub fn first_pair(&self, left: usize) -> usize {
        let mark = left / MARKED;
        self.marks.get(mark).map_or(0, |&at| at as usize) + self.pairs_of(&self.group[mark * MARKED..left])
    }

    fn pairs_of(&self, groups: &[u32]) -> usize {
        let starts = |group: u32| self.starts[group as usize] as usize;
        groups.iter().filter(|&&group| group != DEAD).map(|&group| starts(group + 1) - starts(group)).sum()
    }

    /// All left states, in as many ranges as there are threads if it is worth it, each with about as many of the pairs, which
    /// take this many operations each.
    pub fn pair_ranges(&self, pairs: usize, operations: usize) -> Vec<PairRange> {
        let parts = if pairs.saturating_mul(operations) < WORTH_THREADS { 1 } else { threads() };
        let start = |part: usize| {
            let is_before = |at: usize| at * parts < pairs * part;
            let mark = self.marks.partition_point(|&at| is_before(at as usize)).saturating_sub(1);
            let (mut left, mut at) = (MARKED * mark, self.marks.get(mark).map_or(0, |&at| at as usize));
            while left < self.group.len() && (is_before(at) || part == parts) {
                at += self.pairs_of(&self.group[left..=left]);
                left += 1;
            }
            (left.min(self.group.len()), at)
        };
        let starts: Vec<(usize, usize)> = (0..=parts).map(start).collect();
        let range = |part: usize| PairRange { lefts: starts[part].0..starts[part + 1].0, at: starts[part].1 };
        (0..parts).map(range).collect()
    }

    /// Visits all pairs, which take this many operations each, in ranges: each thread has a `room` for what it finds, and what belongs to its left states. `left`
    /// makes that for the ranges, in their order. The rooms are returned in the order of the ranges.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn fold<L: Send, R: Send>(
        &self,
        operations: usize,
        left: impl FnOnce(&[PairRange]) -> Vec<L>,
        room: impl Fn() -> R + Sync,
        visit: impl Fn(&mut L, &mut R, (usize, usize, usize)) + Sync,
        control: &Control,
    ) -> Result<Vec<R>, Stop> {
        let ranges = self.pair_ranges(self.targets.len(), operations);
        let pieces = left(&ranges).into_iter().zip(ranges).collect();
        let part = |(mut left, range): (L, PairRange), (): &mut (), check: &mut HaltCheck| -> Result<R, Halt> {
            let mut room = room();
            self.pairs_in(&range, check, |x, y, target| visit(&mut left, &mut room, (x, y, target)))?;
            Ok(room)
        };
        in_parallel(pieces, || (), part, &mut || control.check())
    }
}

/// What belongs to the left states of each range: the first of them, and a part of `all`.
pub fn split<'a, T>(mut all: &'a mut [T], ranges: &[PairRange]) -> Vec<(usize, &'a mut [T])> {
    let split = |range: &PairRange| {
        let (part, rest) = std::mem::take(&mut all).split_at_mut(range.lefts.len());
        all = rest;
        (range.lefts.start, part)
    };
    ranges.iter().map(split).collect()
}
