//! Writes a table, piece by piece.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use num_bigint::BigUint;

use super::numbers::add_all_scaled;
use super::table::{Live, Numbers, Piece, Row, Table};
use crate::engine::frontier::forward::Degrees;
use crate::engine::frontier::key::Packed;
use crate::poly::bits;

/// States of all pieces but the last: equal blocks of memory are used again.
const PIECE: usize = if cfg!(test) { 8 } else { 1 << 12 };

/// Takes states in ascending order.
pub struct TableWriter<const W: usize> {
    table: Table<W>,
    open: Piece<W>,
    by_mines: bool,
    live: Live,
    /// The words of all sums of a state's numbers, united place by place.
    united: Vec<u64>,
    sum: Vec<u64>,
}

impl<const W: usize> TableWriter<W> {
    /// For numbers of this many bits, also all of a state together.
    pub fn new(bits: u64, degrees: Degrees, live: &Live) -> Self {
        let words = bits.div_ceil(64).max(1) as usize;
        let table = Table { words, ..Table::default() };
        let (united, sum) = (vec![0; words], vec![0; words]);
        let (by_mines, live) = (degrees == Degrees::Mines, Arc::clone(live));
        TableWriter { table, open: Piece::empty(), by_mines, live, united, sum }
    }

    /// Words of a number.
    pub fn words(&self) -> usize {
        self.table.words
    }

    /// Adds a state with one number.
    pub fn push(&mut self, key: Packed<W>, degree: u32, number: &BigUint) {
        self.open(key, (degree, degree));
        self.last().iter_mut().zip(number.iter_u64_digits()).for_each(|(to, word)| *to = word);
    }

    /// Adds a state of another table.
    pub fn copy(&mut self, piece: &Piece<W>, state: usize) {
        let numbers = piece.numbers(state, self.table.words);
        self.open(piece.keys[state], numbers.window());
        self.last().copy_from_slice(numbers.all);
    }

    /// Adds a state with numbers 0 for some degrees.
    pub fn open(&mut self, key: Packed<W>, (low, high): (u32, u32)) {
        if self.open.keys.len() == PIECE {
            self.close();
        }
        self.open.keys.push(key);
        let words = self.open.words.len() + self.table.words * ((high - low) as usize + 1);
        self.open.words.resize(words, 0);
        if self.by_mines {
            self.open.rows.push(Row { low, end: words as u32 });
        }
    }

    /// The numbers of the last state.
    pub fn last(&mut self) -> &mut [u64] {
        let start = match &self.open.rows[..] {
            [] => self.open.words.len() - self.table.words,
            [.., before, _] => before.end as usize,
            [_] => 0,
        };
        &mut self.open.words[start..]
    }

    /// Adds a product of two states' numbers to the last state.
    pub fn add(&mut self, a: Numbers, b: Numbers) {
        let words = self.table.words;
        let at = self.open.rows.last().map_or(0, |row| row.low);
        let shift = (a.low + b.low - at) as usize;
        a.add_product(b, &mut self.last()[shift * words..], words);
    }

    /// Adds states with one number each.
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
        let words = self.table.words;
        if self.by_mines {
            for state in 0..piece.keys.len() {
                self.sum.fill(0);
                let numbers = piece.numbers(state, words).all.chunks_exact(words);
                numbers.for_each(|number| add_all_scaled(&mut self.sum, words, number, words, 1));
                self.united.iter_mut().zip(&self.sum).for_each(|(all, word)| *all |= word);
            }
        } else {
            for number in piece.words.chunks_exact(words) {
                self.united.iter_mut().zip(number).for_each(|(all, word)| *all |= word);
            }
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
