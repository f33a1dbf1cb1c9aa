//! One merge of two tables with their numbers.

use rustc_hash::FxHashMap;

use super::part::{LeftPlace, MergeRule, Stream};
use super::ranges::Group;
use super::table::{Live, Table};
use super::writer::TableWriter;
use crate::engine::frontier::key::Packed;
use crate::engine::frontier::tree::fit::MergedState;
use crate::engine::frontier::tree::layout::{NodeRule, mines_used};
use crate::engine::{Control, Stop};

/// Most right states for which all left ones are compared with each, whether they agree in the closing sums or not; for more,
/// the left ones are put in groups first, which costs a copy.
const COMPARED: usize = if cfg!(test) { 3 } else { 10 };

/// Groups from which the right states are looked up for each left one: streams would be short.
const MANY_GROUPS: usize = if cfg!(test) { 6 } else { 1 << 12 };

/// The merged table and the number of pairs; None if there are more than `allowed`.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables than those of `live`.
pub fn merge<const W: usize>(
    rule: &NodeRule,
    (lefts, rights): (Table<W>, &Table<W>),
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
            streams.push(Stream { group, used, right: piece.words(at, rights.words), from: none, to: none });
        }
    }
    // A state comes from a left one at most once for each right one, and the other way round.
    let spread = |table: &Table<W>| table.bits + u64::from(table.states.max(1).next_power_of_two().ilog2());
    let bits = (lefts.bits + spread(rights)).min(spread(&lefts) + rights.bits);
    let room = control.memory_limit().map_or(u64::MAX, |most| most.saturating_sub(held));
    let (left_words, right_words) = (lefts.words, rights.words);
    let merge = MergeRule { fit, left_words, right_words, bits, live, room };
    streams.sort_unstable_by_key(|stream| stream.group);
    let (table, pairs) = if groups.len() > MANY_GROUPS {
        let Some(made) = merge.by_groups(lefts, &groups, &streams, allowed, control)? else { return Ok(None) };
        made
    } else {
        let groups = if is_grouped { merge.in_groups(lefts, &groups, control)? } else { vec![lefts.pieces] };
        let states: Vec<usize> = groups.iter().map(|g| g.iter().map(|piece| piece.keys.len()).sum()).collect();
        // As far as they fit.
        let pairs = streams.iter().map(|stream| states[stream.group as usize] as u64).sum();
        if is_grouped && pairs > allowed {
            return Ok(None);
        }
        merge.in_ranges(groups, &streams, pairs, control)?
    };
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
        let writer = || TableWriter::new(64 * lefts.words as u64, self.live);
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
}
