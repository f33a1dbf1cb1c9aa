//! A part of a merge: the pairs of some ranges of the resulting states, range after range.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::reduce::{PairSource, Room, add_numbers};
use super::runs::{MergePair, Runs};
use super::table::{Live, Piece, Table};
use super::writer::TableWriter;
use crate::engine::frontier::key::{Packed, StateKey};
use crate::engine::frontier::tree::fit::MergedState;

/// What is the same for all parts.
pub struct MergeRule<'a, const W: usize> {
    pub fit: MergedState<Packed<W>>,
    /// Words of a left number and of a right one.
    pub left_words: usize,
    pub right_words: usize,
    /// Bits of the resulting numbers.
    pub bits: u64,
    /// The bytes of all pieces, and those that they may have.
    pub live: &'a Live,
    pub room: u64,
}

impl<const W: usize> MergeRule<'_, W> {
    /// The state that a left one leads to, and whether there is one.
    #[inline]
    pub fn result(&self, left: &Packed<W>, stream: &Stream<W>) -> (Packed<W>, bool) {
        let (state, fits) = self.fit.less(&self.fit.extended(left), &stream.used);
        (state, fits & self.fit.is_same_group(left, &stream.used))
    }
}

/// The place of a left state in its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftPlace {
    pub piece: u32,
    pub at: u32,
}

/// The pairs of one right state, and the left states to come.
#[derive(Clone, Copy)]
pub struct Stream<'a, const W: usize> {
    pub group: u32,
    /// Mines used of the sums by the right state.
    pub used: Packed<W>,
    /// The words of its number.
    pub right: &'a [u64],
    pub from: LeftPlace,
    pub to: LeftPlace,
}

/// Some ranges of the resulting states, one after the other.
pub struct MergePart<'a, const W: usize> {
    /// Pieces that are still needed.
    pub groups: Vec<Vec<Option<Arc<Piece<W>>>>>,
    pub streams: Vec<Stream<'a, W>>,
    /// Where the pairs to be sorted at a time end.
    pub bounds: Vec<Packed<W>>,
}

impl<const W: usize> MergePart<'_, W> {
    /// The table of a part and the pairs that fit; None if it has no room.
    pub fn merged<E>(
        mut self,
        merge: &MergeRule<W>,
        (runs, room): &mut (Runs<W>, Room<W>),
        check: &mut (impl FnMut() -> Result<(), E> + ?Sized),
    ) -> Result<Option<(Table<W>, u64)>, E> {
        let mut table = TableWriter::new(merge.bits, merge.live);
        let bounds = std::mem::take(&mut self.bounds);
        let mut all = 0;
        for bound in bounds.iter().map(Some).chain([None]) {
            check()?;
            let sources = fill(merge, &self.groups, &mut self.streams, bound, runs);
            all += runs.pairs().len() as u64;
            add_numbers(runs, &sources, (merge.left_words, merge.right_words), room, &mut table);
            self.free();
            if merge.live.load(Relaxed) > merge.room {
                return Ok(None);
            }
        }
        Ok(Some((table.finish(), all)))
    }

    /// Frees the pieces behind all streams.
    fn free(&mut self) {
        let mut streams = &self.streams[..];
        while let Some(first) = streams.first() {
            let (same, rest) = streams.split_at(streams.partition_point(|stream| stream.group == first.group));
            let least = same.iter().map(|stream| stream.from.piece).min().unwrap_or(0);
            let group = &mut self.groups[first.group as usize];
            // All before the last one freed are.
            group[..least as usize]
                .iter_mut()
                .rev()
                .take_while(|piece| piece.is_some())
                .for_each(|piece| *piece = None);
            streams = rest;
        }
    }
}

/// The pairs that lead to states below a bound, a run for each stream, and their sources.
fn fill<'p, 'r: 'p, const W: usize>(
    merge: &MergeRule<W>,
    groups: &'p [Vec<Option<Arc<Piece<W>>>>],
    streams: &mut [Stream<'r, W>],
    bound: Option<&Packed<W>>,
    runs: &mut Runs<W>,
) -> Vec<PairSource<'p, W>> {
    runs.clear();
    let mut sources = Vec::with_capacity(2 * streams.len());
    for stream in streams {
        let limit = bound.map(|bound| bound.plus(&stream.used));
        let group = &groups[stream.group as usize];
        while stream.from < stream.to {
            let LeftPlace { piece: place, at } = stream.from;
            let Some(piece) = group.get(place as usize).and_then(Option::as_deref) else { break };
            let is_last = place == stream.to.piece;
            let end = if is_last { stream.to.at as usize } else { piece.keys.len() };
            let keys = &piece.keys[at as usize..end];
            let is_below = |key: &Packed<W>| limit.as_ref().is_none_or(|limit| merge.fit.extended(key) < *limit);
            let below = match keys.last() {
                Some(last) if !is_below(last) => keys.partition_point(is_below),
                _ => keys.len(),
            };
            let first = MergePair { key: Packed::default(), source: sources.len() as u32, at };
            runs.extend(first, &keys[..below], |left| merge.result(left, stream));
            sources.push(PairSource { piece, right: stream.right });
            if below < keys.len() || is_last {
                stream.from.at = at + below as u32;
                break;
            }
            stream.from = LeftPlace { piece: place + 1, at: 0 };
        }
        runs.end();
    }
    sources
}
