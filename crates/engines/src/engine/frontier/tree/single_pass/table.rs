//! Tables of states with their numbers of solutions, in pieces that are freed one by one.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use num_bigint::BigUint;

use crate::engine::frontier::key::Packed;
use crate::poly::big;

/// Bytes of all pieces that there are.
pub type Live = Arc<AtomicU64>;

/// Some states, ascending.
pub struct Piece<const W: usize> {
    pub keys: Vec<Packed<W>>,
    /// The numbers of all states.
    pub words: Vec<u64>,
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

/// States in ascending order, over all pieces.
#[derive(Default)]
pub struct Table<const W: usize> {
    pub pieces: Vec<Arc<Piece<W>>>,
    pub states: usize,
    /// Words of a number.
    pub words: usize,
    /// Bits of the largest number.
    pub bits: u64,
    /// Bytes of its states and numbers.
    pub bytes: u64,
}

impl<const W: usize> Piece<W> {
    pub fn empty() -> Self {
        Piece { keys: Vec::new(), words: Vec::new(), live: None }
    }

    /// The first `N` words of a state's number, which has this many.
    #[inline]
    pub fn number<const N: usize>(&self, state: usize, words: usize) -> &[u64; N] {
        self.words[state * words..].first_chunk().expect("a state's words")
    }

    /// The words of a state's number, which has this many.
    #[inline]
    pub fn words(&self, state: usize, words: usize) -> &[u64] {
        &self.words[state * words..(state + 1) * words]
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.keys[..]) + size_of_val(&self.words[..])) as u64
    }
}

impl<const W: usize> Table<W> {
    /// The number of the first state.
    pub fn number(&self) -> BigUint {
        self.pieces.first().map_or(BigUint::ZERO, |piece| big(piece.words(0, self.words)))
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
