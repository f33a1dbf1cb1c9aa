//! Tables of states with their numbers of solutions, in pieces that are freed one by one.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::numbers::{add_all_scaled, add_product};
use crate::engine::frontier::key::Packed;
use crate::poly::big;
use crate::system::Tally;

/// Bytes of all pieces that there are.
pub type Live = Arc<AtomicU64>;

/// Some states, ascending.
pub struct Piece<const W: usize> {
    pub keys: Vec<Packed<W>>,
    /// The numbers of all states.
    pub words: Vec<u64>,
    /// Counts by mines: the lowest degree of every state, and where its numbers end.
    pub rows: Vec<Row>,
    /// Once it is in a table.
    pub live: Option<Live>,
}

impl<const W: usize> Drop for Piece<W> {
    fn drop(&mut self) {
        if let Some(live) = &self.live {
            live.fetch_sub(self.bytes(), Relaxed);
        }
    }
}

#[derive(Clone, Copy)]
pub struct Row {
    pub low: u32,
    pub end: u32,
}

/// The numbers of a state from a degree on.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    pub low: u32,
    pub all: &'a [u64],
    /// Words of one.
    pub words: usize,
}

impl Numbers<'_> {
    /// Adds a product to numbers of `words` words from the sum of both lowest degrees on.
    pub fn add_product(self, by: Numbers, to: &mut [u64], words: usize) {
        for (j, by) in by.all.chunks_exact(by.words).enumerate() {
            if let &[factor] = by {
                add_all_scaled(&mut to[j * words..], words, self.all, self.words, factor);
                continue;
            }
            for (i, number) in self.all.chunks_exact(self.words).enumerate() {
                let from = (i + j) * words;
                add_product(&mut to[from..from + words], number, by);
            }
        }
    }

    /// The lowest degree and the highest one.
    pub fn window(self) -> (u32, u32) {
        (self.low, self.low + (self.all.len() / self.words - 1) as u32)
    }
}

/// States in ascending order, over all pieces.
#[derive(Default)]
pub struct Table<const W: usize> {
    pub pieces: Vec<Arc<Piece<W>>>,
    pub states: usize,
    /// Words of a number.
    pub words: usize,
    /// Bits of the largest sum of a state's numbers.
    pub bits: u64,
    /// Bytes of its states and numbers.
    pub bytes: u64,
}

impl<const W: usize> Piece<W> {
    pub fn empty() -> Self {
        Piece { keys: Vec::new(), words: Vec::new(), rows: Vec::new(), live: None }
    }

    /// The numbers of a state that has one of this many words, the first `N` of them.
    #[inline]
    pub fn number<const N: usize>(&self, state: usize, words: usize) -> &[u64; N] {
        self.words[state * words..].first_chunk().expect("a state's words")
    }

    #[inline]
    pub fn numbers(&self, state: usize, words: usize) -> Numbers<'_> {
        let Some(row) = self.rows.get(state) else {
            return Numbers { low: 0, all: &self.words[state * words..(state + 1) * words], words };
        };
        let start = if state == 0 { 0 } else { self.rows[state - 1].end as usize };
        Numbers { low: row.low, all: &self.words[start..row.end as usize], words }
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.keys[..]) + size_of_val(&self.words[..]) + size_of_val(&self.rows[..])) as u64
    }
}

impl<const W: usize> Table<W> {
    /// The numbers of the first state.
    pub fn tally(&self) -> Tally {
        let Some(piece) = self.pieces.first() else { return Tally::default() };
        let Numbers { low, all, words } = piece.numbers(0, self.words);
        Tally::new(low as usize, all.chunks(words).map(big).collect())
    }

    /// The tables of ranges of states, one after the other.
    pub fn concat(parts: Vec<Table<W>>) -> Table<W> {
        let mut all = Table::default();
        for part in parts {
            all.pieces.extend(part.pieces);
            all.states += part.states;
            all.words = part.words;
            all.bits = all.bits.max(part.bits);
            all.bytes += part.bytes;
        }
        all
    }
}
