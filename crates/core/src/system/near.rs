//! The neighbourhood of a cell: the sums within some steps of it.

use super::{Incidence, System};

/// Sums around a cell, and the cells in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Nearest first.
    pub sums: Vec<u32>,
    /// Nearest first; without excluded cells.
    pub cells: Vec<u32>,
    /// No sum outside contains a cell of the window.
    pub is_closed: bool,
}

/// Finds windows in one system; its tables are made once and cleared by stamps.
pub struct WindowFinder<'a> {
    system: &'a System,
    sums_of: Incidence,
    stamp: u32,
    sum_in: Vec<u32>,
    cell_in: Vec<u32>,
}

impl<'a> WindowFinder<'a> {
    /// Windows of `system`.
    pub fn new(system: &'a System) -> Self {
        WindowFinder {
            system,
            sums_of: system.incidence(),
            stamp: 0,
            sum_in: vec![0; system.sums.len()],
            cell_in: vec![0; system.cells],
        }
    }

    /// The sums that contain a cell.
    pub fn sums_of(&self, cell: u32) -> &[u32] {
        self.sums_of.of(cell as usize)
    }

    /// The sums within `radius` steps of a cell: radius 0 is the sums that contain it, a step leads to a sum with a
    /// common cell. Excluded cells lead nowhere.
    pub fn window(&mut self, cell: u32, radius: usize, left_out: impl Fn(u32) -> bool) -> Window {
        self.stamp += 1;
        let (mut sums, mut cells) = (Vec::new(), vec![cell]);
        self.cell_in[cell as usize] = self.stamp;
        let (mut sums_done, mut cells_done) = (0, 0);
        for _ in 0..=radius {
            for &cell in &cells[cells_done..] {
                for &sum in self.sums_of.of(cell as usize) {
                    if std::mem::replace(&mut self.sum_in[sum as usize], self.stamp) != self.stamp {
                        sums.push(sum);
                    }
                }
            }
            cells_done = cells.len();
            for &sum in &sums[sums_done..] {
                for &cell in &self.system.sums[sum as usize].cells {
                    let is_new = std::mem::replace(&mut self.cell_in[cell as usize], self.stamp) != self.stamp;
                    if is_new && !left_out(cell) {
                        cells.push(cell);
                    }
                }
            }
            sums_done = sums.len();
            if cells_done == cells.len() {
                break;
            }
        }
        let outside = |&s: &u32| self.sum_in[s as usize] != self.stamp;
        let is_closed = !cells[cells_done..].iter().any(|&c| self.sums_of.of(c as usize).iter().any(outside));
        Window { sums, cells, is_closed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    #[test]
    fn steps_lead_over_common_cells() {
        let sums = (0..4).map(|i| Sum::new(vec![i, i + 1], 1)).collect();
        let system = System { cells: 6, sums, total: None };
        let mut near = WindowFinder::new(&system);
        let window =
            |sums: &[u32], cells: &[u32], is_closed| Window { sums: sums.into(), cells: cells.into(), is_closed };
        assert_eq!(near.window(0, 0, |_| false), window(&[0], &[0, 1], false));
        assert_eq!(near.window(2, 1, |_| false), window(&[1, 2, 0, 3], &[2, 1, 3, 0, 4], true));
        assert_eq!(near.window(2, 9, |c| c == 1), window(&[1, 2, 3], &[2, 3, 4], true));
        assert_eq!(near.window(5, 2, |_| false), window(&[], &[5], true));
    }
}
