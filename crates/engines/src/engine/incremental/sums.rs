//! Sums as the enumeration reads them: those of a system, or the clues of a board under play.

use crate::system::{Incidence, Reduction, Sum, System};

/// Sums over cells; each has a number of its own, and not all numbers need be in use.
pub trait Sums {
    /// By number of a sum, whether it is in use and has cells.
    fn sums(&self) -> Vec<bool>;

    /// By cell, whether its value is open.
    fn cells(&self) -> Vec<bool>;

    /// Required number of mines of a sum.
    fn need(&self, sum: u32) -> i16;

    /// The open cells of a sum.
    fn cells_of(&self, sum: u32) -> impl Iterator<Item = u32>;

    /// The sums of an open cell, perhaps among other numbers that are not in use.
    fn sums_of(&self, cell: u32) -> impl Iterator<Item = u32>;

    /// Describes some sums fully: equal keys, equal components. Word i is that of sum i, with its need in bits 8 to 15;
    /// other words may follow.
    fn key(&self, sums: &[u32]) -> Vec<u64>;
}

/// A word of a key for another need of the sum.
pub fn with_need(word: u64, need: u8) -> u64 {
    word & !(0xff << 8) | u64::from(need) << 8
}

/// Sums of every connected component, in an order that walks from sum to sum, and by cell whether it is open and in no
/// sum.
pub fn components<S: Sums>(given: &S) -> (Vec<Vec<u32>>, Vec<bool>) {
    // Not visited yet.
    let (mut sums, mut cells) = (given.sums(), given.cells());
    let mut all = Vec::new();
    for start in 0..sums.len() as u32 {
        if !std::mem::take(&mut sums[start as usize]) {
            continue;
        }
        let mut own = vec![start];
        let mut next = 0;
        while let Some(&at) = own.get(next) {
            next += 1;
            for cell in given.cells_of(at) {
                if std::mem::take(&mut cells[cell as usize]) {
                    own.extend(given.sums_of(cell).filter(|&s| std::mem::take(&mut sums[s as usize])));
                }
            }
        }
        all.push(own);
    }
    (all, cells)
}

/// The sums that a reduction leaves, over the cells of the whole system, so that their keys say the same in the next
/// system.
pub struct Remaining {
    sums: Vec<Sum>,
    sums_of: Incidence,
    open: Vec<bool>,
}

impl Remaining {
    /// None if a sum over no cells requires a mine.
    pub fn new(reduction: &Reduction) -> Option<Remaining> {
        let whole = |sum: &Sum| Sum::new(sum.cells.iter().map(|&cell| reduction.cells[cell as usize]), sum.count);
        let sums: Vec<Sum> = reduction.system.sums.iter().map(whole).collect();
        if sums.iter().any(|sum| sum.is_empty() && sum.count != 0) {
            return None;
        }
        let mut open = vec![false; reduction.cells.len() + reduction.forced.len()];
        reduction.cells.iter().for_each(|&cell| open[cell as usize] = true);
        let system = System { cells: open.len(), sums, total: None };
        let sums_of = system.incidence();
        Some(Remaining { sums: system.sums, sums_of, open })
    }
}

impl Sums for Remaining {
    fn sums(&self) -> Vec<bool> {
        self.sums.iter().map(|sum| !sum.is_empty()).collect()
    }

    fn cells(&self) -> Vec<bool> {
        self.open.clone()
    }

    fn need(&self, sum: u32) -> i16 {
        self.sums[sum as usize].count.clamp(-1, i32::from(i16::MAX)) as i16
    }

    fn cells_of(&self, sum: u32) -> impl Iterator<Item = u32> {
        self.sums[sum as usize].cells.iter().copied()
    }

    fn sums_of(&self, cell: u32) -> impl Iterator<Item = u32> {
        self.sums_of.of(cell as usize).iter().copied()
    }

    fn key(&self, sums: &[u32]) -> Vec<u64> {
        let of = |&sum: &u32| &self.sums[sum as usize];
        // A component has fewer cells than 255, so all needs that no byte holds are alike: none is possible.
        let word = |sum: &Sum| with_need((sum.len() as u64) << 16, u8::try_from(sum.count).unwrap_or(u8::MAX));
        let cells = sums.iter().map(of).flat_map(|sum| sum.cells.iter().map(|&cell| u64::from(cell)));
        sums.iter().map(of).map(word).chain(cells).collect()
    }
}
