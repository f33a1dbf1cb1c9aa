//! The states of a merge in ascending order, from one ascending stream per state of the smaller table: a large table
//! minus the mines that the state used.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::DEAD;
use super::fit::MergedState;
use super::merge_input::{BETWEEN, MergeInput};
use crate::engine::frontier::key::StateKey;
use crate::engine::{Control, Stop};
use crate::threads::{Halt, HaltCheck, in_parallel, threads};

/// Up to this many streams the least state is found by a linear scan.
const LINEAR_STREAMS: usize = 6;

/// Ranges of the resulting states per thread, as they do not take the same time, most ranges, and bits of the number of a
/// state within its range.
const RANGES_PER_THREAD: usize = 4;
const MOST_RANGES: usize = 16;
const RANGE_BITS: u32 = 27;

/// The target of every pair and the states, in ascending order as the left table is; on several threads in ranges of the
/// resulting states.
///
/// # Errors
/// A limit ran out, or there are more states than there is `room` for.
pub fn by_streams<K: StateKey>(
    input: &MergeInput<K>,
    room: usize,
    control: &Control,
) -> Result<(Vec<u32>, Vec<K>), Stop> {
    let &MergeInput { join, fit, lefts, pairs, .. } = input;
    let targets: Vec<AtomicU32> = (0..pairs).map(|_| AtomicU32::new(DEAD)).collect();
    let parts = match join.pair_ranges(pairs, 1).len() {
        1 => 1,
        _ => (RANGES_PER_THREAD * threads()).min(MOST_RANGES),
    };
    let room_of_part = if parts == 1 { room } else { room.min((1 << RANGE_BITS) - 1) };
    // The resulting states are about where the left ones are.
    let bounds: Vec<K> = (1..parts).map(|part| fit.extended(&lefts[lefts.len() * part / parts])).collect();
    let part = |part: usize, (): &mut (), check: &mut HaltCheck| -> Result<Option<Vec<K>>, Halt> {
        let range = (part.checked_sub(1).map(|from| &bounds[from]), bounds.get(part));
        let mut streams = Streams::new(input, range, &targets);
        let mut table: Vec<K> = Vec::new();
        let first = (part as u32) << RANGE_BITS;
        while let Some(state) = streams.next(first + table.len() as u32) {
            if table.len() == room_of_part {
                return Ok(None);
            }
            table.push(state);
            if table.len().is_multiple_of(BETWEEN) {
                check()?;
            }
        }
        Ok(Some(table))
    };
    let tables = in_parallel((0..parts).collect(), || (), part, &mut || control.check())?;
    let mut tables: Vec<Vec<K>> = tables.into_iter().collect::<Option<_>>().ok_or(Stop::Memory)?;
    let mut targets: Vec<u32> = targets.into_iter().map(AtomicU32::into_inner).collect();
    if parts == 1 {
        return Ok((targets, tables.swap_remove(0)));
    }
    let mut states = 0;
    let starts = tables.iter().map(|table| {
        states += table.len();
        (states - table.len()) as u32
    });
    let starts: Vec<u32> = starts.collect();
    if states > room {
        return Err(Stop::Memory);
    }
    let number = |targets: &mut [u32], (): &mut (), _: &mut HaltCheck| {
        for target in targets.iter_mut().filter(|target| **target != DEAD) {
            *target = starts[(*target >> RANGE_BITS) as usize] + (*target & ((1 << RANGE_BITS) - 1));
        }
        Ok(())
    };
    let some = pairs.div_ceil(threads()).max(1);
    in_parallel(targets.chunks_mut(some).collect(), || (), number, &mut || control.check())?;
    Ok((targets, tables.concat()))
}

/// The streams of one merge.
struct Streams<'a, K> {
    fit: &'a MergedState<K>,
    lefts: &'a [K],
    /// For every left state its group, and of every group the number of right states.
    groups: &'a [u32],
    lens: Vec<usize>,
    targets: &'a [AtomicU32],
    streams: Vec<Stream<K>>,
    /// The states at the heads of more than a few streams.
    heap: BinaryHeap<Reverse<(K, u32)>>,
}

/// The pairs of one right state.
struct Stream<K> {
    group: u32,
    used: K,
    /// The left states to come, and the place of the pair of the first if it is of this group.
    lefts: Range<usize>,
    at: usize,
    head: Option<K>,
}

impl<'a, K: StateKey> Streams<'a, K> {
    /// For the states from `from` on and before `to`, where they are given; the targets are those of the whole merge.
    fn new(
        &MergeInput { join, fit, lefts, used, .. }: &MergeInput<'a, K>,
        (from, to): (Option<&K>, Option<&K>),
        targets: &'a [AtomicU32],
    ) -> Self {
        let lens = (0..join.starts.len() as u32 - 1).map(|g| join.members(g).len()).collect();
        // The states that a left table less a constant begins with are those that the table less nothing begins with, up
        // to this constant more.
        let first = |bound: Option<&K>, used: &K, otherwise| {
            let more = |bound: &K| lefts.partition_point(|left| fit.extended(left) < bound.plus(used));
            bound.map_or(otherwise, more)
        };
        let stream = |(i, used): (usize, &K)| {
            let group = join.starts.partition_point(|&start| start as usize <= i) - 1;
            let lefts = first(from, used, 0)..first(to, used, lefts.len());
            let at = join.first_pair(lefts.start) + i - join.starts[group] as usize;
            Stream { group: group as u32, used: used.clone(), lefts, at, head: None }
        };
        let streams = used.iter().enumerate().map(stream).collect();
        let mut all = Streams { fit, lefts, groups: &join.group, lens, targets, streams, heap: BinaryHeap::new() };
        (0..used.len() as u32).for_each(|stream| all.advance(stream));
        all
    }

    /// The next state, which gets a number.
    fn next(&mut self, number: u32) -> Option<K> {
        if self.streams.len() > LINEAR_STREAMS {
            let Reverse((least, _)) = self.heap.peek()?.clone();
            while let Some(&Reverse((ref key, stream))) = self.heap.peek()
                && *key == least
            {
                self.heap.pop();
                self.consume(stream, number);
            }
            return Some(least);
        }
        let least = self.streams.iter().filter_map(|s| s.head.clone()).min()?;
        for stream in 0..self.streams.len() {
            if self.streams[stream].head.as_ref() == Some(&least) {
                self.consume(stream as u32, number);
            }
        }
        Some(least)
    }

    /// Numbers the pair at the head of a stream.
    fn consume(&mut self, index: u32, number: u32) {
        let stream = &mut self.streams[index as usize];
        self.targets[stream.at].store(number, Ordering::Relaxed);
        stream.at += self.lens[stream.group as usize];
        stream.lefts.start += 1;
        self.advance(index);
    }

    /// Finds the next pair of a stream that fits.
    fn advance(&mut self, index: u32) {
        let stream = &mut self.streams[index as usize];
        stream.head = None;
        while stream.lefts.start < stream.lefts.end {
            let group = self.groups[stream.lefts.start];
            let left = &self.lefts[stream.lefts.start];
            if group == stream.group
                && let (state, true) = self.fit.less(&self.fit.extended(left), &stream.used)
            {
                stream.head = Some(state);
                break;
            }
            // A left state of no group has no pairs.
            stream.at += self.lens.get(group as usize).copied().unwrap_or(0);
            stream.lefts.start += 1;
        }
        if self.streams.len() > LINEAR_STREAMS
            && let Some(head) = &self.streams[index as usize].head
        {
            self.heap.push(Reverse((head.clone(), index)));
        }
    }
}
