//! Memory for vectors: numbers from a boundary of a cache line on, so that no vector lies in two lines.

use super::field::{LANES, Lane};

/// Bytes of a cache line.
const LINE: usize = 64;

/// Numbers, 0 at first.
#[derive(Debug)]
pub struct AlignedNumbers {
    numbers: Vec<f64>,
    from: usize,
    len: usize,
}

impl AlignedNumbers {
    /// This many.
    pub fn new(len: usize) -> Self {
        let numbers = vec![0.0f64; len + LINE / size_of::<f64>()];
        // Where the boundary cannot be found, any place will do.
        let from = numbers.as_ptr().align_offset(LINE).min(numbers.len() - len);
        AlignedNumbers { numbers, from, len }
    }

    /// All of them.
    pub fn all(&self) -> &[f64] {
        &self.numbers[self.from..self.from + self.len]
    }

    /// All of them, to be changed.
    pub fn all_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[self.from..self.from + self.len]
    }

    /// The same in vectors; their number is a multiple of eight.
    pub fn lanes_mut(&mut self) -> &mut [Lane] {
        self.all_mut().as_chunks_mut::<LANES>().0
    }
}
