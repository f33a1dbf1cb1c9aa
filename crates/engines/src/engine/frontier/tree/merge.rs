//! One merge of two tables of states: the compatible pairs, and their resulting states.
//!
//! Large tables are kept in ascending order. Minus a constant they are still ascending, so if the smaller table has
//! only a few states, the results are merged as streams, without a search in memory; else they are found in a hash
//! table. On several threads each takes a range of the resulting states from the streams, or a range of the left states
//! with a hash table of its own.

use std::sync::atomic::AtomicU32;

use rustc_hash::FxHashMap;

use super::fit::MergedState;
use super::layout::NodeRule;
use super::pairs::PairRange;
use super::streams::{StreamTables, Streams};
use super::{DEAD, Join};
use crate::engine::frontier::key::StateKey;
use crate::engine::{Control, Stop};
use crate::threads::{Halt, HaltCheck, in_parallel, ranges, threads};

/// Pairs after which a merge declares its memory.
const DECLARE_EVERY: usize = 1 << 14;
/// Size from which tables of merges are in order; in tests a small one, to cover it on small systems.
const ORDERED: usize = if cfg!(test) { 4 } else { 1 << 12 };
/// Most states of the smaller table for a merge by streams, with a large and a very large table beside it: a search in
/// one beyond the caches costs more than a heap.
const STREAMS: [usize; 2] = [6, 100];
/// Left states from which a thread is worth its start to look for their groups.
const WORTH_THREADS: usize = if cfg!(test) { 8 } else { 1 << 13 };
/// Ranges of a merge by streams per thread, as they do not take the same time, most ranges, and bits of the number of a state
/// within its range.
const RANGES_PER_THREAD: usize = 4;
const MOST_RANGES: usize = 16;
const RANGE_BITS: u32 = 27;
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
        let group_of = |state: &K| smaller.groups.get(&fit.closing(&fit.extended(state))).copied().unwrap_or(DEAD);
        if control.node_limit().is_some() {
            join.group.reserve_exact(lefts.len());
            for state in lefts {
                control.node()?;
                join.group.push(group_of(state));
            }
        } else {
            let part = |range: std::ops::Range<usize>, (): &mut (), _: &mut HaltCheck| {
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
        let table = if lefts.len() >= ORDERED
            && rights.len() <= STREAMS[usize::from(lefts.len() >= LARGE_TABLE)]
            && lefts.is_sorted()
        {
            // Only the table of a leaf, a block of very many cells, is not in order.
            self.streams(&mut join, &fit, lefts, (&smaller.used, pairs), control)?
        } else {
            match join.pair_ranges(pairs, 1) {
                ranges if ranges.len() > 1 => {
                    hashed_in_parts(&mut join, (ranges, pairs), &fit, (lefts, &smaller.used), control)?
                }
                _ => {
                    join.targets = Vec::with_capacity(pairs);
                    let mut table = self.hashed(&mut join, &fit, lefts, &smaller.used, control)?;
                    if table.len() >= ORDERED {
                        put_in_order(&mut table, &mut join.targets);
                    }
                    table
                }
            }
        };
        self.declare(&join, lefts, table.len(), control)?;
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
                self.declare(join, lefts, table.len(), control)?;
            }
        }
        Ok(table)
    }

    /// States of streams in ascending order.
    fn streams(
        &self,
        join: &mut Join,
        fit: &MergedState,
        lefts: &[K],
        (used, pairs): (&[K], usize),
        control: &mut Control,
    ) -> Result<Vec<K>, Stop> {
        let targets: Vec<AtomicU32> = (0..pairs).map(|_| AtomicU32::new(DEAD)).collect();
        let tables = StreamTables { join, fit, lefts, used };
        let parts = match join.pair_ranges(pairs, 1).len() {
            1 => 1,
            _ => (RANGES_PER_THREAD * threads()).min(MOST_RANGES),
        };
        // The resulting states are about where the left ones are.
        let bounds: Vec<K> = (1..parts).map(|part| fit.extended(&lefts[lefts.len() * part / parts])).collect();
        let part = |part: usize, (): &mut (), check: &mut HaltCheck| -> Result<Option<Vec<K>>, Halt> {
            let range = (part.checked_sub(1).map(|from| &bounds[from]), bounds.get(part));
            let mut streams = Streams::new(&tables, range, &targets);
            let mut table: Vec<K> = Vec::new();
            let first = (part as u32) << RANGE_BITS;
            while let Some(state) = streams.next(first + table.len() as u32) {
                table.push(state);
                if table.len().is_multiple_of(DECLARE_EVERY) {
                    check()?;
                    if table.len() >= DEAD as usize || parts > 1 && table.len() >> RANGE_BITS > 0 {
                        return Ok(None);
                    }
                }
            }
            Ok(Some(table))
        };
        let (held, each) = (self.held + 4 * (join.group.len() + pairs) as u64, self.state_bytes());
        control.memory(held + (each * lefts.len()) as u64)?;
        let made = in_parallel((0..parts).collect(), || (), part, &mut || control.check())?;
        let Some(mut made) = made.into_iter().collect::<Option<Vec<Vec<K>>>>() else { return Err(Stop::Memory) };
        join.targets = targets.into_iter().map(AtomicU32::into_inner).collect();
        if parts == 1 {
            return Ok(made.swap_remove(0));
        }
        let mut from = 0;
        let starts = made.iter().map(|table| {
            from += table.len() as u32;
            from - table.len() as u32
        });
        let starts: Vec<u32> = starts.collect();
        let number = |targets: &mut [u32], (): &mut (), _: &mut HaltCheck| {
            for target in targets.iter_mut().filter(|target| **target != DEAD) {
                *target = starts[(*target >> RANGE_BITS) as usize] + (*target & ((1 << RANGE_BITS) - 1));
            }
            Ok(())
        };
        let some = pairs.div_ceil(threads()).max(1);
        in_parallel(join.targets.chunks_mut(some).collect(), || (), number, &mut || control.check())?;
        Ok(made.concat())
    }

    /// Declares the bytes of a merge with this many states so far.
    fn declare(&self, join: &Join, lefts: &[K], states: usize, control: &mut Control) -> Result<(), Stop> {
        if states >= DEAD as usize {
            return Err(Stop::Memory);
        }
        control.check()?;
        // About what a hash table takes.
        let index = 2 * states * (size_of::<(K, u32)>() + 1);
        control.memory(self.held + join.bytes() + (self.state_bytes() * (lefts.len() + states) + index) as u64)
    }
}

/// States of ranges of left states, found in a hash table for each, and all in ascending order; or, if they are few, in the
/// order of their first pairs, as on one thread.
fn hashed_in_parts<K: StateKey>(
    join: &mut Join,
    (ranges, pairs): (Vec<PairRange>, usize),
    fit: &MergedState,
    (lefts, used): (&[K], &[K]),
    control: &Control,
) -> Result<Vec<K>, Stop> {
    let mut targets = vec![DEAD; pairs];
    let lefts_of = ranges.iter().map(|range| range.lefts.clone());
    let pieces = lefts_of.zip(of_ranges(&mut targets, &ranges)).collect();
    let shared = &*join;
    let part = |(range, targets): (std::ops::Range<usize>, &mut [u32]), (): &mut (), check: &mut HaltCheck| {
        let (mut index, mut table): (FxHashMap<K, u32>, Vec<K>) = Default::default();
        let (mut at, mut checked) = (0, 0);
        for (state, &group) in lefts[range.clone()].iter().zip(&shared.group[range]) {
            if group == DEAD {
                continue;
            }
            let state = fit.extended(state);
            let members = shared.starts[group as usize] as usize..shared.starts[group as usize + 1] as usize;
            for used in &used[members] {
                if let Some(key) = fit.less(&state, used) {
                    targets[at] = *index.entry(key).or_insert_with_key(|key| {
                        table.push(key.clone());
                        table.len() as u32 - 1
                    });
                }
                at += 1;
            }
            if at >= checked + DECLARE_EVERY {
                checked = at;
                check()?;
            }
        }
        drop(index);
        put_in_order(&mut table, targets);
        Ok(table)
    };
    let (mut table, places) = merged(&in_parallel(pieces, || (), part, &mut || control.check())?);
    if table.len() >= DEAD as usize {
        return Err(Stop::Memory);
    }
    let number = |(targets, places): (&mut [u32], &Vec<u32>), (): &mut (), _: &mut HaltCheck| {
        targets.iter_mut().filter(|t| **t != DEAD).for_each(|t| *t = places[*t as usize]);
        Ok(())
    };
    let pieces = of_ranges(&mut targets, &ranges).into_iter().zip(&places).collect();
    in_parallel(pieces, || (), number, &mut || control.check())?;
    if table.len() < ORDERED {
        put_in_order_of_pairs(&mut table, &mut targets);
    }
    join.targets = targets;
    Ok(table)
}

/// The targets of each range.
fn of_ranges<'a>(mut targets: &'a mut [u32], ranges: &[PairRange]) -> Vec<&'a mut [u32]> {
    let mut parts = Vec::with_capacity(ranges.len());
    for (i, range) in ranges.iter().enumerate() {
        let len = ranges.get(i + 1).map_or(targets.len(), |next| next.at - range.at);
        let (part, rest) = targets.split_at_mut(len);
        parts.push(part);
        targets = rest;
    }
    parts
}

/// All states of ascending tables, and for each table the places of its states among them.
fn merged<K: StateKey>(tables: &[Vec<K>]) -> (Vec<K>, Vec<Vec<u32>>) {
    let mut places: Vec<Vec<u32>> = tables.iter().map(|table| Vec::with_capacity(table.len())).collect();
    let mut all: Vec<K> = Vec::with_capacity(tables.iter().map(Vec::len).max().unwrap_or(0));
    loop {
        let heads = || tables.iter().zip(&places).filter_map(|(table, places)| table.get(places.len()));
        let Some(least) = heads().min().cloned() else { return (all, places) };
        for (table, places) in tables.iter().zip(&mut places) {
            if table.get(places.len()) == Some(&least) {
                places.push(all.len() as u32);
            }
        }
        all.push(least);
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

/// Puts a table in the order of the first pairs of its states.
fn put_in_order_of_pairs<K: StateKey>(table: &mut Vec<K>, targets: &mut [u32]) {
    let (mut place, mut order) = (vec![DEAD; table.len()], Vec::with_capacity(table.len()));
    for target in targets.iter_mut().filter(|target| **target != DEAD) {
        let place = &mut place[*target as usize];
        if *place == DEAD {
            *place = order.len() as u32;
            order.push(table[*target as usize].clone());
        }
        *target = *place;
    }
    *table = order;
}
