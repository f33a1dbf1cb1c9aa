//! One merge of two tables of states: the compatible pairs, and their resulting states.
//!
//! Large tables are kept in ascending order. Minus a constant they are still ascending, so if the smaller table has
//! only a few states, the results are merged as streams, without a search in memory; else they are found in a hash
//! table. On several threads each takes a range of the resulting states from the streams, or a range of the left states
//! with a hash table of its own.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::fit::MergedState;
use super::hashed::hashed;
use super::layout::{NodeRule, mines_used};
use super::merge_input::{MergeInput, ORDERED};
use super::streams::by_streams;
use super::{DEAD, Join};
use crate::engine::frontier::key::StateKey;
use crate::engine::{Control, Stop};
use crate::threads::{HaltCheck, in_parallel, ranges};

/// Most states of a table.
const MOST_STATES: usize = DEAD as usize - 1;
/// Most states of the smaller table for a merge by streams, with a large and a very large table beside it: a search in
/// one beyond the caches costs more than a heap.
const STREAMS: [usize; 2] = [6, 100];
/// Size of a very large table.
const LARGE_TABLE: usize = if cfg!(test) { 8 } else { 1 << 15 };
/// Left states from which a thread is worth its start to look for their groups.
const WORTH_THREADS: usize = if cfg!(test) { 8 } else { 1 << 13 };

/// Data common to all merges.
pub struct Merge<K> {
    index: FxHashMap<K, u32>,
    /// Bytes of other tables.
    pub held: u64,
    words: usize,
}

/// The smaller table's states, grouped by the mines that they use of the closing sums.
struct Smaller<K> {
    used: Vec<K>,
    groups: FxHashMap<K, u32>,
}

impl<K: StateKey> Merge<K> {
    /// For states of this many words.
    pub fn new(held: u64, words: usize) -> Self {
        Merge { index: FxHashMap::default(), held, words }
    }

    /// The pairs of two tables and their states; None if there are more than `allowed` pairs.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn join(
        &mut self,
        rule: &NodeRule,
        (lefts, rights): (&[K], &[K]),
        allowed: u64,
        control: &mut Control,
    ) -> Result<Option<(Join, Vec<K>)>, Stop> {
        let NodeRule::Join { left, right, masks, moves } = rule else {
            return Err(Stop::Failed("a leaf is not merged".into()));
        };
        let fit = MergedState::new(masks);
        let mut join = Join { left: *left, right: *right, ..Join::default() };
        let used = rights.iter().map(|state| mines_used(moves, state));
        let smaller = Smaller::new(used.collect(), &fit, &mut join);
        let group_of = |state: &K| smaller.groups.get(&fit.closing(&fit.extended(state))).copied().unwrap_or(DEAD);
        if control.node_limit().is_some() {
            join.group.reserve_exact(lefts.len());
            for state in lefts {
                control.node()?;
                join.group.push(group_of(state));
            }
        } else {
            let part = |range: Range<usize>, (): &mut (), _: &mut HaltCheck| {
                Ok(lefts[range].iter().map(group_of).collect::<Vec<u32>>())
            };
            let parts = in_parallel(ranges(lefts.len(), WORTH_THREADS), || (), part, &mut || control.check())?;
            join.group = if parts.len() == 1 { parts.into_iter().flatten().collect() } else { parts.concat() };
            control.add_nodes(lefts.len())?;
        }
        let pairs = join.mark();
        if pairs as u64 > allowed {
            return Ok(None);
        }
        let states = self.state_bytes() * (lefts.len() + 2 * rights.len());
        control.memory(self.held + join.bytes() + (states + 4 * pairs) as u64)?;
        let input = MergeInput { join: &join, fit: &fit, lefts, used: &smaller.used, pairs };
        let room = self.room(&input, control);
        // Only the table of a leaf, a block of very many cells, is not in order.
        let (targets, table) = if lefts.len() >= ORDERED
            && rights.len() <= STREAMS[usize::from(lefts.len() >= LARGE_TABLE)]
            && lefts.is_sorted()
        {
            by_streams(&input, room, control)?
        } else {
            // Clearing costs the table's capacity, so one wide node must not slow many narrow ones.
            match self.index.capacity() > 16 * lefts.len() + 1024 {
                true => self.index = FxHashMap::default(),
                false => self.index.clear(),
            }
            hashed(&input, room, &mut self.index, control)?
        };
        control.memory(self.bytes(&input, table.len()))?;
        join.targets = targets;
        Ok(Some((join, table)))
    }

    fn state_bytes(&self) -> usize {
        size_of::<K>() + if self.words > 8 { 8 * self.words } else { 0 }
    }

    /// Bytes with this many resulting states.
    fn bytes(&self, input: &MergeInput<K>, states: usize) -> u64 {
        // About what a hash table takes.
        let index = 2 * states * (size_of::<(K, u32)>() + 1);
        let tables = 4 * input.pairs + self.state_bytes() * (input.lefts.len() + states) + index;
        self.held + input.join.bytes() + tables as u64
    }

    /// The most states that a limit on memory leaves room for.
    fn room(&self, input: &MergeInput<K>, control: &Control) -> usize {
        let fits = |most: u64| {
            let each = self.bytes(input, 1) - self.bytes(input, 0);
            most.saturating_sub(self.bytes(input, 0)) / each
        };
        control.memory_limit().map_or(MOST_STATES, |most| MOST_STATES.min(fits(most) as usize))
    }
}

impl<K: StateKey> Smaller<K> {
    fn new(used: Vec<K>, fit: &MergedState<K>, join: &mut Join) -> Self {
        let mut order: Vec<(K, u32)> = used.iter().map(|state| fit.closing(state)).zip(0..).collect();
        order.sort();
        let mut groups: FxHashMap<K, u32> = FxHashMap::default();
        for (at, (closing, _)) in order.iter().enumerate() {
            groups.entry(closing.clone()).or_insert_with(|| {
                join.starts.push(at as u32);
                join.starts.len() as u32 - 1
            });
        }
        join.starts.push(order.len() as u32);
        join.order = order.iter().map(|o| o.1).collect();
        let used = join.order.iter().map(|&i| used[i as usize].clone()).collect();
        Smaller { used, groups }
    }
}
