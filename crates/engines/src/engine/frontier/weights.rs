//! Binomial weights of the transitions of one step.

use super::coefficient::Coefficient;
use crate::system::binomial_row;

/// Largest block whose binomials are computed in 64 bits, intermediate products included.
const SMALL: u32 = 60;

/// For a block of k cells: C(k, j) ways to place j mines, C(k - 1, j - 1) of them with one on a
/// given cell; for j from `from`.
pub struct BlockWeights<C> {
    from: u32,
    all: Vec<C>,
    mined: Vec<C>,
    /// True if every weight of this step is 1; then none is stored.
    pub ones: bool,
    one: C,
}

impl<C: Coefficient> BlockWeights<C> {
    /// Weights of a block of `size` cells, `size >= 1`, for `from..=to` mines.
    pub fn new(size: u32, (from, to): (u32, u32)) -> Self {
        let (shifted, one) = (i64::from(from) - 1, C::small(1));
        if size == 1 {
            return BlockWeights { from, all: Vec::new(), mined: Vec::new(), ones: true, one };
        }
        BlockWeights {
            from,
            all: row(size, i64::from(from), to - from + 1),
            mined: row(size - 1, shifted, to - from + 1),
            ones: false,
            one,
        }
    }

    /// Ways to place `mines` mines.
    #[inline]
    pub fn all(&self, mines: u32) -> &C {
        if self.ones { &self.one } else { &self.all[(mines - self.from) as usize] }
    }

    /// Ways to place `mines` mines with one on a given cell; `mines` is at least 1.
    #[inline]
    pub fn mined(&self, mines: u32) -> &C {
        if self.ones { &self.one } else { &self.mined[(mines - self.from) as usize] }
    }
}

/// `C(n, k)` for `len` values of k from `from`.
fn row<C: Coefficient>(n: u32, from: i64, len: u32) -> Vec<C> {
    if n > SMALL {
        return binomial_row(n as usize, from, len as usize).iter().map(C::from_big).collect();
    }
    let mut value = 1u64;
    let mut row = Vec::with_capacity(len as usize);
    row.resize((-from).clamp(0, i64::from(len)) as usize, C::default());
    for k in 0..=i64::from(n) {
        if k >= from && row.len() < len as usize {
            row.push(C::small(value));
        }
        value = value * (i64::from(n) - k) as u64 / (k + 1) as u64;
    }
    row.resize(len as usize, C::default());
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn small_and_large_rows_agree() {
        for n in [0, 1, 7, 60] {
            for from in [-1, 0, 3, 70] {
                assert_eq!(row::<BigUint>(n, from, 20), binomial_row(n as usize, from, 20), "{n} {from}");
                assert_eq!(BigUint::from(row::<u64>(n, from, 1)[0]), row::<BigUint>(n, from, 1)[0]);
            }
        }
    }
}
