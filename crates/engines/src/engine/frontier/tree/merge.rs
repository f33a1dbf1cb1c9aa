//! One merge of two tables of states: the compatible pairs, and their resulting states.
//!
//! Large tables are kept in ascending order. Minus a constant they are still ascending, so if the smaller table has
//! only a few states, the results are merged as streams, without a search in memory; else they are found in a hash
//! table.

use rustc_hash::FxHashMap;

use super::fit::MergedState;
use super::layout::NodeRule;
use super::streams::Streams;
use super::{DEAD, Join};
use crate::engine::frontier::key::StateKey;
use crate::engine::{Control, Stop};

/// Pairs after which a merge declares its memory.
const DECLARE_EVERY: usize = 1 << 14;
/// Size from which tables of merges are in order; in tests a small one, to cover it on small systems.
const ORDERED: usize = if cfg!(test) { 4 } else { 1 << 12 };
/// Most states of the smaller table for a merge by streams, with a large and a very large table beside it: a search in
/// one beyond the caches costs more than a heap.
const STREAMS: [usize; 2] = [6, 100];
/// Size of a very large table.
const LARGE_TABLE: usize = if cfg!(test) { 8 } else { 1 << 15 };

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
        let NodeRule::Join { left, right, fresh, closed, guards, most, moves } = rule else {
            return Err(Stop::Failed("a leaf is not merged".into()));
        };
        let fit = MergedState { fresh, closed, guards, most };
        let mut join = Join { left: *left, right: *right, ..Join::default() };
        let used = rights.iter().map(|state| {
            let mut key = K::zero(self.words);
            for m in moves {
                let used = m.count - m.from.read(state.words()) as u64;
                key.words_mut()[m.to.word as usize] |= used << m.to.shift;
            }
            key
        });
        let smaller = Smaller::new(used.collect(), &fit, &mut join);
        let mut pairs = 0;
        join.group.reserve_exact(lefts.len());
        for state in lefts {
            control.node()?;
            let group = smaller.groups.get(&fit.closing(&fit.extended(state)));
            join.group.push(group.copied().unwrap_or(DEAD));
            pairs += group.map_or(0, |&g| join.members(g).len());
        }
        if pairs as u64 > allowed {
            return Ok(None);
        }
        let states = self.state_bytes() * (lefts.len() + 2 * rights.len());
        control.memory(self.held + join.bytes() + (states + 4 * pairs) as u64)?;
        let table = if lefts.len() >= ORDERED
            && rights.len() <= STREAMS[usize::from(lefts.len() >= LARGE_TABLE)]
            && lefts.is_sorted()
        {
            // Only the table of a leaf, a block of very many cells, is not in order.
            join.targets = vec![DEAD; pairs];
            self.streams(&mut join, &fit, lefts, &smaller.used, control)?
        } else {
            join.targets = Vec::with_capacity(pairs);
            let mut table = self.hashed(&mut join, &fit, lefts, &smaller.used, control)?;
            if table.len() >= ORDERED {
                put_in_order(&mut table, &mut join.targets);
            }
            table
        };
        Ok(Some((join, table)))
    }

    fn state_bytes(&self) -> usize {
        size_of::<K>() + if self.words > 8 { 8 * self.words } else { 0 }
    }

    /// States found in a hash table, in the order of their first pairs.
    fn hashed(
        &mut self,
        join: &mut Join,
        fit: &MergedState,
        lefts: &[K],
        used: &[K],
        control: &mut Control,
    ) -> Result<Vec<K>, Stop> {
        let mut table: Vec<K> = Vec::new();
        // Clearing costs the table's capacity, so one wide node must not slow many narrow ones.
        match self.index.capacity() > 16 * lefts.len() + 1024 {
            true => self.index = FxHashMap::default(),
            false => self.index.clear(),
        }
        let mut declared = 0;
        for (state, &group) in lefts.iter().zip(&join.group) {
            if group == DEAD {
                continue;
            }
            let state = fit.extended(state);
            let range = join.starts[group as usize] as usize..join.starts[group as usize + 1] as usize;
            for used in &used[range] {
                let target = fit.less(&state, used).map_or(DEAD, |key| {
                    *self.index.entry(key).or_insert_with_key(|key| {
                        table.push(key.clone());
                        table.len() as u32 - 1
                    })
                });
                join.targets.push(target);
            }
            if join.targets.len() >= declared + DECLARE_EVERY {
                declared = join.targets.len();
                let index = self.index.capacity() * (size_of::<(K, u32)>() + 1);
                self.declare(join, lefts, table.len(), index, control)?;
            }
        }
        Ok(table)
    }

    /// States of streams in ascending order; the targets are [`DEAD`] before.
    fn streams(
        &mut self,
        join: &mut Join,
        fit: &MergedState,
        lefts: &[K],
        used: &[K],
        control: &mut Control,
    ) -> Result<Vec<K>, Stop> {
        let mut streams = Streams::new(join, fit, lefts, used);
        let mut table: Vec<K> = Vec::new();
        while let Some(state) = streams.next(table.len() as u32) {
            table.push(state);
            if table.len().is_multiple_of(DECLARE_EVERY) {
                control.check()?;
                let states = self.state_bytes() * (lefts.len() + table.capacity());
                control.memory(self.held + streams.bytes() + states as u64)?;
                if table.len() >= DEAD as usize {
                    return Err(Stop::Memory);
                }
            }
        }
        Ok(table)
    }

    fn declare(
        &self,
        join: &Join,
        lefts: &[K],
        states: usize,
        index: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        if states >= DEAD as usize {
            return Err(Stop::Memory);
        }
        control.check()?;
        control.memory(self.held + join.bytes() + (self.state_bytes() * (lefts.len() + states) + index) as u64)
    }
}

impl<K: StateKey> Smaller<K> {
    fn new(used: Vec<K>, fit: &MergedState, join: &mut Join) -> Self {
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

/// Puts a table in ascending order.
fn put_in_order<K: StateKey>(table: &mut Vec<K>, targets: &mut [u32]) {
    let mut order: Vec<(K, u32)> = table.drain(..).zip(0..).collect();
    order.sort_unstable();
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, o)| place[o.1 as usize] = new as u32);
    targets.iter_mut().filter(|t| **t != DEAD).for_each(|t| *t = place[*t as usize]);
    table.extend(order.into_iter().map(|o| o.0));
}
