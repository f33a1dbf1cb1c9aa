//! States and their numbers from pairs.

use super::numbers::{add_product, plus_scaled};
use super::runs::{MergePair, Runs};
use super::table::Piece;
use super::writer::TableWriter;
use crate::engine::frontier::key::Packed;

/// Most runs that are merged, and not hashed.
const MERGED: usize = if cfg!(test) { 4 } else { 16 };

/// Left states of a piece with one right state.
#[derive(Clone, Copy)]
pub struct PairSource<'a, const W: usize> {
    pub piece: &'a Piece<W>,
    /// The words of the right number.
    pub right: &'a [u64],
}

/// The states of a range while they are made.
#[derive(Default)]
pub struct Room<const W: usize> {
    keys: Vec<Packed<W>>,
    words: Vec<u64>,
    /// A hash table of the states, and the state of every pair.
    slots: Vec<u32>,
    states: Vec<u32>,
    order: Vec<(Packed<W>, u32)>,
}

impl<const W: usize> Room<W> {
    /// Makes room for this many states with numbers of `T` words.
    fn reserve<const T: usize>(&mut self, states: usize) -> (&mut [Packed<W>], &mut [[u64; T]]) {
        if self.keys.len() < states {
            self.keys.resize(states, Packed::default());
        }
        if self.words.len() < T * states {
            self.words.resize(T * states, 0);
        }
        (&mut self.keys[..states], self.words.as_chunks_mut::<T>().0)
    }

    /// Numbers the states of pairs in the order of their first pairs.
    fn find(&mut self, pairs: &[MergePair<W>]) {
        const NONE: u32 = u32::MAX;
        let bits = (2 * pairs.len()).next_power_of_two().ilog2();
        self.slots.clear();
        self.slots.resize(1 << bits, NONE);
        self.order.clear();
        self.states.clear();
        for pair in pairs {
            let mut slot = (pair.key.mixed() >> (u64::BITS - bits)) as usize;
            while self.slots[slot] != NONE && self.order[self.slots[slot] as usize].0 != pair.key {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            if self.slots[slot] == NONE {
                self.slots[slot] = self.order.len() as u32;
                self.order.push((pair.key, self.slots[slot]));
            }
            self.states.push(self.slots[slot]);
        }
    }
}

/// The function for numbers of these words, left ones and resulting ones, if there is one.
macro_rules! for_words {
    ($add:ident, $left:expr, $result:expr) => {
        match ($left.min($result), $result) {
            (1, 1) => Some($add::<W, 1, 1> as _),
            (1, 2) => Some($add::<W, 1, 2> as _),
            (2, 2) => Some($add::<W, 2, 2> as _),
            (2, 3) => Some($add::<W, 2, 3> as _),
            (3, 3) => Some($add::<W, 3, 3> as _),
            (3, 4) => Some($add::<W, 3, 4> as _),
            (4, 4) => Some($add::<W, 4, 4> as _),
            _ => None,
        }
    };
}

/// Adds the states of sorted pairs, with right numbers of one word.
type AddSorted<const W: usize> = fn(&[MergePair<W>], &[PairSource<W>], usize, &mut Room<W>, &mut TableWriter<W>);
/// Adds products to the numbers of the pairs' states, with right numbers of one word.
type AddTo<const W: usize> = fn(&[MergePair<W>], &[u32], &[PairSource<W>], usize, &mut [u64]);

/// Adds the states of pairs, with numbers of these words.
pub fn add_numbers<const W: usize>(
    runs: &mut Runs<W>,
    sources: &[PairSource<W>],
    (left_words, right_words): (usize, usize),
    room: &mut Room<W>,
    table: &mut TableWriter<W>,
) {
    let words = table.words();
    let is_small = right_words == 1;
    if runs.pairs().is_empty() {
    } else if runs.len() > MERGED {
        let add: Option<AddTo<W>> = if is_small { for_words!(add_to, left_words, words) } else { None };
        hashed(runs.pairs(), sources, left_words, add, room, table);
    } else {
        let add: Option<AddSorted<W>> = if is_small { for_words!(add_sorted, left_words, words) } else { None };
        add.unwrap_or(add_sorted_any)(runs.merged(), sources, left_words, room, table);
    }
}

/// Of sorted pairs. The first `A` words of a left number are not 0, and `T` are those of the result.
fn add_sorted<const W: usize, const A: usize, const T: usize>(
    pairs: &[MergePair<W>],
    sources: &[PairSource<W>],
    left_words: usize,
    room: &mut Room<W>,
    table: &mut TableWriter<W>,
) {
    let (keys, numbers) = room.reserve::<T>(pairs.len());
    let (mut key, mut sum, mut at) = (pairs[0].key, [0u64; T], 0);
    for pair in pairs {
        let source = &sources[pair.source as usize];
        let left = source.piece.number::<A>(pair.at as usize, left_words);
        // Without a jump: whether the state is a new one cannot be predicted.
        let is_new = pair.key != key;
        key = pair.key;
        at += usize::from(is_new);
        let keep = u64::from(is_new).wrapping_sub(1);
        sum = plus_scaled(sum.map(|word| word & keep), left, source.right[0]);
        keys[at] = key;
        numbers[at] = sum;
    }
    table.extend(&keys[..=at], numbers[..=at].as_flattened());
}

/// The same with numbers of any length.
fn add_sorted_any<const W: usize>(
    pairs: &[MergePair<W>],
    sources: &[PairSource<W>],
    left_words: usize,
    room: &mut Room<W>,
    table: &mut TableWriter<W>,
) {
    for pairs in pairs.chunk_by(|a, b| a.key == b.key) {
        room.words.clear();
        room.words.resize(table.words(), 0);
        for pair in pairs {
            let source = &sources[pair.source as usize];
            let left = source.piece.words(pair.at as usize, left_words);
            add_product(&mut room.words, left, source.right);
        }
        table.extend(&[pairs[0].key], &room.words);
    }
}

/// Of pairs in any order: for many runs, whose states are few beside the pairs.
fn hashed<const W: usize>(
    pairs: &[MergePair<W>],
    sources: &[PairSource<W>],
    left_words: usize,
    add: Option<AddTo<W>>,
    room: &mut Room<W>,
    table: &mut TableWriter<W>,
) {
    let words = table.words();
    room.find(pairs);
    room.words.clear();
    room.words.resize(words * room.order.len(), 0);
    match add {
        Some(add) => add(pairs, &room.states, sources, left_words, &mut room.words),
        None => {
            for (pair, &state) in pairs.iter().zip(&room.states) {
                let source = &sources[pair.source as usize];
                let left = source.piece.words(pair.at as usize, left_words);
                let from = state as usize * words;
                add_product(&mut room.words[from..from + words], left, source.right);
            }
        }
    }
    room.order.sort_unstable();
    for &(key, state) in &room.order {
        let from = words * state as usize;
        table.extend(&[key], &room.words[from..from + words]);
    }
}

/// The first `A` words of a left number are not 0, and `T` are those of the result.
fn add_to<const W: usize, const A: usize, const T: usize>(
    pairs: &[MergePair<W>],
    states: &[u32],
    sources: &[PairSource<W>],
    left_words: usize,
    numbers: &mut [u64],
) {
    let numbers = numbers.as_chunks_mut::<T>().0;
    for (pair, &state) in pairs.iter().zip(states) {
        let source = &sources[pair.source as usize];
        let left = source.piece.number::<A>(pair.at as usize, left_words);
        let sum = &mut numbers[state as usize];
        *sum = plus_scaled(*sum, left, source.right[0]);
    }
}
