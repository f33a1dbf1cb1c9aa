//! Writes a table, piece by piece.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use num_bigint::BigUint;

use super::table::{Live, Piece, Table};
use crate::engine::frontier::key::Packed;
use crate::poly::bits;

/// States of all pieces but the last: equal blocks of memory are used again.
const PIECE: usize = if cfg!(test) { 8 } else { 1 << 12 };

/// Takes states in ascending order.
pub struct TableWriter<const W: usize> {
    table: Table<W>,
    open: Piece<W>,
    live: Live,
    /// The words of all numbers, united place by place.
    united: Vec<u64>,
}

impl<const W: usize> TableWriter<W> {
    /// For numbers of this many bits.
    pub fn new(bits: u64, live: &Live) -> Self {
        let words = Self::words_of(bits);
        let table = Table { words, ..Table::default() };
        TableWriter { table, open: Piece::empty(), live: Arc::clone(live), united: vec![0; words] }
    }

    /// Words of a number of this many bits.
    pub fn words_of(bits: u64) -> usize {
        bits.div_ceil(64).max(1) as usize
    }

    /// Words of a number.
    pub fn words(&self) -> usize {
        self.table.words
    }

    /// Adds a state.
    pub fn push(&mut self, key: Packed<W>, number: &BigUint) {
        let mut words: Vec<u64> = number.iter_u64_digits().collect();
        words.resize(self.table.words, 0);
        self.extend(&[key], &words);
    }

    /// Adds a state of another table.
    pub fn copy(&mut self, piece: &Piece<W>, state: usize) {
        self.extend(&piece.keys[state..=state], piece.words(state, self.table.words));
    }

    /// Adds states with their numbers.
    pub fn extend(&mut self, mut keys: &[Packed<W>], mut numbers: &[u64]) {
        while !keys.is_empty() {
            if self.open.keys.len() == PIECE {
                self.close();
            }
            let states = keys.len().min(PIECE - self.open.keys.len());
            let (these, rest) = keys.split_at(states);
            let (own, others) = numbers.split_at(states * self.table.words);
            self.open.keys.extend_from_slice(these);
            self.open.words.extend_from_slice(own);
            (keys, numbers) = (rest, others);
        }
    }

    /// Ends a piece.
    fn close(&mut self) {
        let mut piece = std::mem::replace(&mut self.open, Piece::empty());
        if piece.keys.len() == PIECE {
            self.open.keys.reserve_exact(PIECE);
            self.open.words.reserve_exact(piece.words.len());
        }
        for number in piece.words.chunks_exact(self.table.words) {
            self.united.iter_mut().zip(number).for_each(|(all, word)| *all |= word);
        }
        self.table.states += piece.keys.len();
        self.table.bytes += piece.bytes();
        self.live.fetch_add(piece.bytes(), Relaxed);
        piece.live = Some(Arc::clone(&self.live));
        self.table.pieces.push(Arc::new(piece));
    }

    pub fn finish(mut self) -> Table<W> {
        if !self.open.keys.is_empty() {
            self.close();
        }
        self.table.bits = bits(&self.united) as u64;
        self.table
    }
}
