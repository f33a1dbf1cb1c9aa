//! A merge in ranges of the resulting states.

use std::sync::Arc;

use super::part::{LeftPlace, MergePart, MergeRule, Stream};
use super::reduce::Room;
use super::runs::Runs;
use super::table::{Piece, Table};
use crate::engine::frontier::key::{Packed, StateKey};
use crate::engine::{Control, Stop};
use crate::threads::{HaltCheck, in_parallel, threads};

/// Pairs from which several threads are worth their start.
pub const WORTH_THREADS: u64 = if cfg!(test) { 16 } else { 1 << 15 };
/// Parts of the resulting states per thread, as they do not take the same time, and most parts.
const PARTS_PER_THREAD: usize = 4;
const MOST_PARTS: usize = 16;
/// Pairs per range: as many as the caches hold.
const SORTED: usize = if cfg!(test) { 16 } else { 1 << 13 };
/// Least pairs per range for each stream, since every range looks at all streams.
const PAIRS_PER_STREAM: usize = 8;
/// Pairs of the sample per range.
const SAMPLED: usize = 16;

/// The left states that agree in the closing sums with some right ones, ascending.
pub type Group<const W: usize> = Vec<Arc<Piece<W>>>;

impl<const W: usize> MergeRule<'_, W> {
    /// The table that the streams, in the order of their groups, make of the groups, and the pairs that fit; there are about
    /// `pairs`.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn in_ranges(
        &self,
        groups: Vec<Group<W>>,
        streams: &[Stream<W>],
        pairs: u64,
        control: &Control,
    ) -> Result<(Table<W>, u64), Stop> {
        let parts = self.parts(groups, streams, pairs);
        let rooms = || (Runs::default(), Room::default());
        let of_part =
            |part: MergePart<W>, rooms: &mut (Runs<W>, Room<W>), check: &mut HaltCheck| part.merged(self, rooms, check);
        let tables = in_parallel(parts, rooms, of_part, &mut || control.check())?;
        let (tables, pairs): (Vec<Table<W>>, Vec<u64>) =
            tables.into_iter().collect::<Option<Vec<_>>>().ok_or(Stop::Memory)?.into_iter().unzip();
        Ok((Table::concat(tables), pairs.into_iter().sum()))
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
