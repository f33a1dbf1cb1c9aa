//! A merge with many groups: the right states are looked up for each left one, and the resulting states in a hash table.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rustc_hash::FxHashMap;

use super::numbers::add_product;
use super::part::{LeftPlace, MergeRule, Stream};
use super::ranges::WORTH_THREADS;
use super::table::{Piece, Table};
use super::writer::TableWriter;
use crate::engine::frontier::key::Packed;
use crate::engine::frontier::tree::fit::MergedState;
use crate::engine::{Control, Stop};
use crate::threads::{HaltCheck, in_parallel, threads};

/// States after which a thread looks at the limits.
const BETWEEN: usize = 1 << 12;

/// The states that some left ones lead to, with the words of their numbers.
#[derive(Default)]
struct Found<const W: usize> {
    index: FxHashMap<Packed<W>, u32>,
    words: Vec<u64>,
    pairs: u64,
}

/// Why a thread has no table.
enum Over {
    Memory,
    Pairs,
}

impl<const W: usize> MergeRule<'_, W> {
    /// The merged table and the pairs that fit; None if there are more than `allowed`. `streams` are the right states in the
    /// order of their groups.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn by_groups(
        &self,
        lefts: Table<W>,
        groups: &FxHashMap<Packed<W>, u32>,
        streams: &[Stream<W>],
        allowed: u64,
        control: &Control,
    ) -> Result<Option<(Table<W>, u64)>, Stop> {
        let start = |group: usize| streams.partition_point(|stream| (stream.group as usize) < group);
        let starts: Vec<usize> = (0..=groups.len()).map(start).collect();
        let rights = |left: &Packed<W>| {
            let group = groups.get(&self.fit.closing(left)).map(|&group| group as usize);
            group.map_or(&[][..], |group| &streams[starts[group]..starts[group + 1]])
        };
        let threads = if (lefts.states as u64) < WORTH_THREADS { 1 } else { threads() };
        let each = lefts.pieces.len().div_ceil(threads).max(1);
        let mut pieces = lefts.pieces;
        let mut parts: Vec<Vec<Arc<Piece<W>>>> = Vec::new();
        while pieces.len() > each {
            parts.push(pieces.split_off(pieces.len() - each));
        }
        parts.push(pieces);
        let of_part = |part: Vec<Arc<Piece<W>>>, (): &mut (), check: &mut HaltCheck| {
            let found = match self.find(&part, &rights, allowed, check)? {
                Ok(found) => found,
                Err(over) => return Ok(Err(over)),
            };
            let pairs = found.pairs;
            Ok(Ok((self.in_order(found, check)?, pairs)))
        };
        let mut tables = Vec::with_capacity(parts.len());
        let mut pairs = 0;
        for part in in_parallel(parts, || (), of_part, &mut || control.check())? {
            match part {
                Ok((table, more)) => {
                    tables.push(table);
                    pairs += more;
                }
                Err(Over::Pairs) => return Ok(None),
                Err(Over::Memory) => return Err(Stop::Memory),
            }
        }
        Ok(Some((self.sum(tables, control)?, pairs)))
    }

    /// The states that left ones lead to, with their numbers.
    fn find<'s, 'r: 's, E>(
        &self,
        lefts: &[Arc<Piece<W>>],
        rights: &impl Fn(&Packed<W>) -> &'s [Stream<'r, W>],
        allowed: u64,
        check: &mut (impl FnMut() -> Result<(), E> + ?Sized),
    ) -> Result<Result<Found<W>, Over>, E> {
        let words = TableWriter::<W>::words_of(self.bits);
        let mut found = Found::default();
        for piece in lefts {
            check()?;
            for (at, left) in piece.keys.iter().enumerate() {
                for right in rights(left) {
                    let (state, true) = self.result(left, right) else { continue };
                    let next = found.index.len() as u32;
                    let from = words * *found.index.entry(state).or_insert(next) as usize;
                    if from == found.words.len() {
                        found.words.resize(from + words, 0);
                    }
                    add_product(&mut found.words[from..from + words], piece.words(at, self.left_words), right.right);
                    found.pairs += 1;
                }
            }
            if found.pairs > allowed {
                return Ok(Err(Over::Pairs));
            }
            if self.live.load(Relaxed) + found.bytes() > self.room {
                return Ok(Err(Over::Memory));
            }
        }
        Ok(Ok(found))
    }

    /// The table of the states that were found.
    fn in_order<E>(
        &self,
        found: Found<W>,
        check: &mut (impl FnMut() -> Result<(), E> + ?Sized),
    ) -> Result<Table<W>, E> {
        let mut table = TableWriter::new(self.bits, self.live);
        let words = table.words();
        let mut order: Vec<(Packed<W>, u32)> = found.index.into_iter().collect();
        order.sort_unstable();
        for (states, (key, state)) in order.into_iter().enumerate() {
            if states % BETWEEN == 0 {
                check()?;
            }
            let from = words * state as usize;
            table.extend(&[key], &found.words[from..from + words]);
        }
        Ok(table.finish())
    }

    /// The sum of tables: of each with one that has a single state, with the number 1.
    fn sum(&self, mut tables: Vec<Table<W>>, control: &Control) -> Result<Table<W>, Stop> {
        if tables.len() == 1 {
            return Ok(tables.remove(0));
        }
        let left_words = tables[0].words;
        let rule = MergeRule { fit: MergedState::identity(W), left_words, right_words: 1, ..*self };
        let none = LeftPlace { piece: 0, at: 0 };
        let stream = |group| Stream { group, used: Packed::default(), right: &[1], from: none, to: none };
        let streams: Vec<Stream<W>> = (0..tables.len() as u32).map(stream).collect();
        let states = tables.iter().map(|table| table.states as u64).sum();
        let groups = tables.into_iter().map(|table| table.pieces).collect();
        Ok(rule.in_ranges(groups, &streams, states, control)?.0)
    }
}

impl<const W: usize> Found<W> {
    /// About its bytes: a hash table is half full at least every other time.
    fn bytes(&self) -> u64 {
        (self.index.len() * 2 * size_of::<(Packed<W>, u32)>() + size_of_val(&self.words[..])) as u64
    }
}
