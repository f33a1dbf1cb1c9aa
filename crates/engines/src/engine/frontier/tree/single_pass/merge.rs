//! One merge of two tables with their numbers.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::part::{LeftPlace, MergePart, MergeRule, Stream};
use super::reduce::Room;
use super::runs::Runs;
use super::table::{Live, Piece, Table};
use super::writer::TableWriter;
use crate::engine::frontier::forward::Degrees;
use crate::engine::frontier::key::{Packed, StateKey};
use crate::engine::frontier::tree::fit::MergedState;
use crate::engine::frontier::tree::layout::{NodeRule, mines_used};
use crate::engine::{Control, Stop};
use crate::threads::{HaltCheck, in_parallel, threads};

/// Pairs from which several threads are worth their start.
const WORTH_THREADS: u64 = if cfg!(test) { 16 } else { 1 << 15 };
/// Parts of the resulting states per thread, as they do not take the same time, and most parts.
const PARTS_PER_THREAD: usize = 4;
const MOST_PARTS: usize = 16;
/// About the pairs that are sorted at a time.
const SORTED: usize = if cfg!(test) { 16 } else { 1 << 13 };

/// Pairs that stand for those.
const SAMPLED: usize = 16;
/// At least so many of them per stream, each of which is looked at every time.
const PAIRS_PER_STREAM: usize = 8;

/// Most right states for which all left ones are compared with each, whether they agree in the closing sums or not; for more,
/// the left ones are put in groups first, which costs a copy.
const COMPARED: usize = if cfg!(test) { 3 } else { 10 };

/// The left states that agree in the closing sums with some right ones, ascending.
type Group<const W: usize> = Vec<Arc<Piece<W>>>;

/// The merged table and the number of pairs; None if there are more than `allowed`.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables than those of `live`.
pub fn merge<const W: usize>(
    rule: &NodeRule,
    (lefts, rights): (Table<W>, &Table<W>),
    degrees: Degrees,
    (allowed, held, live): (u64, u64, &Live),
    control: &mut Control,
) -> Result<Option<(Table<W>, u64)>, Stop> {
    let NodeRule::Join { masks, moves, .. } = rule else {
        return Err(Stop::Failed("a leaf is not merged".into()));
    };
    control.add_nodes(lefts.states)?;
    let fit = MergedState::new(masks);
    let is_grouped = fit.closes() && rights.states > COMPARED;
    let mut groups: FxHashMap<Packed<W>, u32> = FxHashMap::default();
    let mut streams = Vec::with_capacity(rights.states);
    for piece in &rights.pieces {
        for (at, state) in piece.keys.iter().enumerate() {
            let used = mines_used(moves, state);
            let next = groups.len() as u32;
            let closing = if is_grouped { fit.closing(&used) } else { Packed::default() };
            let group = *groups.entry(closing).or_insert(next);
            let none = LeftPlace { piece: 0, at: 0 };
            streams.push(Stream { group, used, right: piece.numbers(at, rights.words), from: none, to: none });
        }
    }
    // A state comes from a left one at most once for each right one, and the other way round.
    let spread = |table: &Table<W>| table.bits + u64::from(table.states.max(1).next_power_of_two().ilog2());
    let bits = (lefts.bits + spread(rights)).min(spread(&lefts) + rights.bits);
    let room = control.memory_limit().map_or(u64::MAX, |most| most.saturating_sub(held));
    // Parts of one table are freed while the next one is made; so in large ones there is room for about one of the two.
    let left_bytes = lefts.bytes;
    let merge = MergeRule { fit, left_words: lefts.words, bits, degrees, live, room };
    let groups = if is_grouped { merge.in_groups(lefts, &groups, control)? } else { vec![lefts.pieces] };
    let mut states = vec![0u64; groups.len()];
    (groups.iter().zip(&mut states)).for_each(|(g, states)| *states = g.iter().map(|p| p.keys.len() as u64).sum());
    // As far as they fit.
    let pairs: u64 = streams.iter().map(|stream| states[stream.group as usize]).sum();
    if is_grouped && pairs > allowed {
        return Ok(None);
    }
    streams.sort_by_key(|stream| stream.group);
    let parts = merge.parts(groups, &streams, pairs);
    let rooms = || (Runs::default(), Room::default());
    let of_part =
        |part: MergePart<W>, rooms: &mut (Runs<W>, Room<W>), check: &mut HaltCheck| part.merged(&merge, rooms, check);
    let tables = in_parallel(parts, rooms, of_part, &mut || control.check())?;
    let (tables, pairs): (Vec<Table<W>>, Vec<u64>) =
        tables.into_iter().collect::<Option<Vec<_>>>().ok_or(Stop::Memory)?.into_iter().unzip();
    let table = Table::concat(tables);
    control.memory(held + left_bytes.max(table.bytes) + rights.bytes)?;
    let pairs = pairs.into_iter().sum();
    Ok((pairs <= allowed).then_some((table, pairs)))
}

impl<const W: usize> MergeRule<'_, W> {
    /// The left states by group; those of none are left out. Pieces are freed on the way.
    fn in_groups(
        &self,
        lefts: Table<W>,
        groups: &FxHashMap<Packed<W>, u32>,
        control: &Control,
    ) -> Result<Vec<Group<W>>, Stop> {
        let writer = || TableWriter::new(64 * lefts.words as u64, self.degrees, self.live);
        let mut writers: Vec<TableWriter<W>> = groups.iter().map(|_| writer()).collect();
        for piece in lefts.pieces {
            control.check()?;
            for (at, key) in piece.keys.iter().enumerate() {
                if let Some(&group) = groups.get(&self.fit.closing(key)) {
                    writers[group as usize].copy(&piece, at);
                }
            }
        }
        Ok(writers.into_iter().map(|writer| writer.finish().pieces).collect())
    }

    /// One part, or a few for each thread if it is worth it.
    fn parts<'a>(&self, groups: Vec<Group<W>>, streams: &[Stream<'a, W>], pairs: u64) -> Vec<MergePart<'a, W>> {
        let bounds = self.bounds(&groups, streams, SORTED.max(PAIRS_PER_STREAM * streams.len()));
        let parts = if pairs < WORTH_THREADS { 1 } else { threads() };
        let ranges = bounds.len() + 1;
        let parts = if parts == 1 { 1 } else { (PARTS_PER_THREAD * parts).min(MOST_PARTS).min(ranges) };
        let part = |part: usize| {
            let inner = &bounds[ranges * part / parts..ranges * (part + 1) / parts - 1];
            let from = (ranges * part / parts).checked_sub(1).map(|before| &bounds[before]);
            let to = bounds.get(ranges * (part + 1) / parts - 1);
            let place = |stream: &Stream<W>, bound: Option<&Packed<W>>, otherwise: LeftPlace| {
                bound.map_or(otherwise, |bound| self.first(&groups[stream.group as usize], stream, bound))
            };
            let in_range = |stream: &Stream<'a, W>| {
                let end = LeftPlace { piece: groups[stream.group as usize].len() as u32, at: 0 };
                let (from, to) = (place(stream, from, stream.from), place(stream, to, end));
                Stream { from, to, ..*stream }
            };
            let streams: Vec<Stream<'a, W>> = streams.iter().map(in_range).collect();
            let mut needed: Vec<(u32, u32)> = vec![(u32::MAX, 0); groups.len()];
            for stream in &streams {
                let needed = &mut needed[stream.group as usize];
                *needed = (needed.0.min(stream.from.piece), needed.1.max(stream.to.piece));
            }
            let needed = groups.iter().zip(needed).map(|(group, (from, to))| {
                let keep = |(i, piece): (usize, &Arc<Piece<W>>)| {
                    (from as usize..=to as usize).contains(&i).then(|| Arc::clone(piece))
                };
                group.iter().enumerate().map(keep).collect()
            });
            MergePart { groups: needed.collect(), streams, bounds: inner.to_vec() }
        };
        (0..parts).map(part).collect()
    }

    /// Bounds of the resulting states with about `sorted` pairs between them, by a sample.
    fn bounds(&self, groups: &[Group<W>], streams: &[Stream<W>], sorted: usize) -> Vec<Packed<W>> {
        let step = sorted.div_ceil(SAMPLED);
        let (mut sample, mut skip) = (Vec::new(), 0);
        for stream in streams {
            for piece in &groups[stream.group as usize] {
                let keys = piece.keys.get(skip..).unwrap_or(&[]);
                sample.extend(keys.iter().step_by(step).filter_map(|left| {
                    let (state, fits) = self.result(left, stream);
                    fits.then_some(state)
                }));
                skip = (skip + keys.len().div_ceil(step) * step).saturating_sub(piece.keys.len());
            }
        }
        sample.sort_unstable();
        let mut bounds: Vec<Packed<W>> = sample.into_iter().step_by(SAMPLED).skip(1).collect();
        bounds.dedup();
        bounds
    }

    /// The first left state from which on the resulting states are not below a bound.
    fn first(&self, group: &Group<W>, stream: &Stream<W>, bound: &Packed<W>) -> LeftPlace {
        let limit = bound.plus(&stream.used);
        let is_below = |key: &Packed<W>| self.fit.extended(key) < limit;
        let piece = group.partition_point(|piece| is_below(&piece.keys[0])).saturating_sub(1);
        let at = group.get(piece).map_or(0, |piece| piece.keys.partition_point(is_below));
        LeftPlace { piece: piece as u32, at: at as u32 }
    }
}
