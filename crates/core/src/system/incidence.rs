//! In which sums each cell is, or in which of other rows each of other columns.

/// The rows of each column, ascending: the sums of each cell, the clauses of each variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incidence {
    /// Where the rows of each column end.
    ends: Vec<u32>,
    rows: Vec<u32>,
}

impl Incidence {
    /// Of rows that hold columns `0..columns`.
    pub fn new<R: Iterator<Item = usize>>(columns: usize, rows: impl Iterator<Item = R> + Clone) -> Self {
        let mut ends = vec![0u32; columns + 1];
        for column in rows.clone().flatten() {
            ends[column] += 1;
        }
        let mut begin = 0;
        for end in &mut ends {
            begin += std::mem::replace(end, begin);
        }
        let mut of = vec![0; begin as usize];
        for (index, row) in (0..).zip(rows) {
            for column in row {
                let at = &mut ends[column];
                of[*at as usize] = index;
                *at += 1;
            }
        }
        Incidence { ends, rows: of }
    }

    /// The rows of a column.
    #[inline]
    pub fn of(&self, column: usize) -> &[u32] {
        let start = if column == 0 { 0 } else { self.ends[column - 1] };
        &self.rows[start as usize..self.ends[column] as usize]
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        4 * (self.ends.len() + self.rows.len()) as u64
    }
}
