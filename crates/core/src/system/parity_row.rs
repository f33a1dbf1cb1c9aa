//! Rows over GF(2).

/// Columns of which an odd number are ones, or an even one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityRow {
    /// Bit i of all words in a row: column i.
    bits: Vec<u64>,
    /// Whether the number of ones is odd.
    pub is_odd: bool,
}

impl ParityRow {
    /// No column of this many.
    pub fn new(columns: usize, is_odd: bool) -> Self {
        ParityRow { bits: vec![0; columns.div_ceil(64)], is_odd }
    }

    /// Takes a column in, or out if it is in.
    pub fn flip(&mut self, column: usize) {
        self.bits[column / 64] ^= 1 << (column % 64);
    }

    /// Whether a column is in.
    pub fn has(&self, column: usize) -> bool {
        self.bits[column / 64] >> (column % 64) & 1 == 1
    }

    /// Adds another row modulo 2.
    pub fn add(&mut self, other: &ParityRow) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a ^= b);
        self.is_odd ^= other.is_odd;
    }

    /// Its columns, ascending.
    pub fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        let ones = |(word, &bits): (usize, &u64)| {
            let rest = |left: &u64| (left & (left - 1) != 0).then(|| left & (left - 1));
            let bits = std::iter::successors((bits != 0).then_some(bits), rest);
            bits.map(move |left| word * 64 + left.trailing_zeros() as usize)
        };
        self.bits.iter().enumerate().flat_map(ones)
    }

    /// The words of its columns.
    pub fn into_words(self) -> Vec<u64> {
        self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn rows_are_symmetric_differences() {
        let mut rng = Rng::new(9);
        for _ in 0..200 {
            let mut random = |is_odd| {
                let mut row = ParityRow::new(150, is_odd);
                let mut columns: Vec<usize> = (0..150).filter(|_| rng.chance(0.1)).collect();
                columns.iter().for_each(|&column| row.flip(column));
                assert!(row.columns().eq(columns.iter().copied()));
                columns.retain(|&column| row.has(column));
                (row, columns)
            };
            let ((mut row, a), (other, b)) = (random(true), random(true));
            row.add(&other);
            let either = (0..150).filter(|column| a.contains(column) != b.contains(column));
            assert!(row.columns().eq(either) && !row.is_odd);
            row.add(&row.clone());
            assert_eq!(row.clone(), ParityRow::new(150, false));
            assert_eq!(row.into_words(), [0; 3]);
        }
    }
}
