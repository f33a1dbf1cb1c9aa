//! The only place where a board becomes a system.

use super::{Sum, System};
use crate::board::{Board, Cell, Grid};

/// Which covered cell of the board each variable of the system is: variable `i` is the i-th covered
/// cell in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMap {
    pub grid: Grid,
    /// Board cell of each variable.
    pub cells: Vec<u32>,
}

impl CellMap {
    /// The variable of a board cell, if it is covered.
    pub fn variable(&self, cell: usize) -> Option<usize> {
        self.cells.binary_search(&(cell as u32)).ok()
    }

    /// (row, column) of a variable.
    pub fn position(&self, variable: usize) -> (usize, usize) {
        self.grid.position(self.cells[variable] as usize)
    }
}

impl System {
    /// One sum a clue with covered neighbours: clue minus flags beside it. A clue without covered
    /// neighbours leaves no sum unless it is wrong, then an impossible empty one.
    pub fn from_board(board: &Board) -> (System, CellMap) {
        let grid = board.grid();
        let mut variable = vec![u32::MAX; grid.len()];
        let mut cells = Vec::new();
        for cell in grid.cells().filter(|&c| board.cell(c) == Cell::Covered) {
            variable[cell] = cells.len() as u32;
            cells.push(cell as u32);
        }
        let mut sums = Vec::new();
        for cell in grid.cells() {
            let Cell::Clue(clue) = board.cell(cell) else { continue };
            let mut count = i32::from(clue);
            let (mut around, mut covered) = ([0; 8], 0);
            for n in grid.neighbours(cell) {
                match board.cell(n) {
                    Cell::Covered => {
                        around[covered] = variable[n];
                        covered += 1;
                    }
                    Cell::Flag => count -= 1,
                    Cell::Clue(_) | Cell::Blank => {}
                }
            }
            if covered > 0 || count != 0 {
                sums.push(Sum::new(around[..covered].to_vec(), count));
            }
        }
        let total = board.mines().map(|m| i64::from(m) - board.flags() as i64);
        (System { cells: cells.len(), sums, total }, CellMap { grid, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_taken_off() {
        let board = Board::parse("2 3 2\n#2F\n###\n", "t").unwrap();
        let (system, map) = System::from_board(&board);
        assert_eq!(system.sums, [Sum::new(vec![0, 1, 2, 3], 1)]);
        assert_eq!(system.total, Some(1));
        assert_eq!(map.cells, [0, 3, 4, 5]);
        assert_eq!(map.variable(3), Some(1));
    }

    #[test]
    fn a_wrong_closed_clue_stays_as_an_impossible_sum() {
        let (system, _) = System::from_board(&Board::parse("1 2 ?\n1_\n", "t").unwrap());
        assert_eq!(system.sums, [Sum::new(vec![], 1)]);
        assert!(!system.sums[0].is_possible());
    }
}
