//! The only place where a board becomes a system.

use thiserror::Error;

use super::{Cells, Sum, System};
use crate::board::{Board, Cell, Grid};

/// Which covered cell of the board each variable of the system is: variable `i` is the i-th covered cell in reading
/// order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMap {
    /// Rows and columns of the board, open cells included.
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

/// In place of a variable: a cell that is open.
const NOTHING: u32 = u32::MAX;
/// In place of a variable: a mine taken as given.
const FLAG: u32 = u32::MAX - 1;

impl System {
    /// One sum per clue with covered neighbours: clue minus flags beside it. A clue without covered neighbours makes no
    /// sum unless it is wrong; then it makes an unsatisfiable empty one.
    pub fn from_board(board: &Board) -> (System, CellMap) {
        let grid = board.grid();
        // Variable of every board cell, or its marker.
        let mut seen = vec![NOTHING; grid.len()];
        let mut cells = Vec::new();
        for (cell, shown) in board.cells().iter().enumerate() {
            match shown {
                Cell::Covered => {
                    seen[cell] = cells.len() as u32;
                    cells.push(cell as u32);
                }
                Cell::Flag => seen[cell] = FLAG,
                Cell::Clue(_) | Cell::Blank => {}
            }
        }
        let clues = board.cells().iter().filter(|c| matches!(c, Cell::Clue(_))).count();
        let mut sums = Vec::with_capacity(clues);
        for (row, line) in board.cells().chunks(grid.cols.max(1)).enumerate() {
            for (col, shown) in line.iter().enumerate() {
                let Cell::Clue(clue) = shown else { continue };
                let mut count = i32::from(*clue);
                // One place more than a clue has neighbours: what is no variable is overwritten by the next one.
                let (mut around, mut covered) = ([0; 9], 0);
                // Plain ranges of rows and no branches: on small and on vast boards this loop is a large share of the work.
                let (left, right) = (col.saturating_sub(1), (col + 2).min(grid.cols));
                for r in row.saturating_sub(1)..(row + 2).min(grid.rows) {
                    for &n in &seen[r * grid.cols..][left..right] {
                        around[covered] = n;
                        covered += usize::from(n < FLAG);
                        count -= i32::from(n == FLAG);
                    }
                }
                if covered > 0 || count != 0 {
                    // In reading order, so ascending.
                    sums.push(Sum { cells: Cells::from_slice(&around[..covered]), count });
                }
            }
        }
        let total = board.mines().map(|m| i64::from(m) - board.flags() as i64);
        (System { cells: cells.len(), sums, total }, CellMap { grid, cells })
    }
}

/// The board cells of the clues behind the sums of [`System::from_board`], in the order of the sums.
pub fn clue_cells(board: &Board) -> Vec<u32> {
    let grid = board.grid();
    let makes_a_sum = |cell: usize| {
        let Cell::Clue(clue) = board.cell(cell) else { return false };
        let around = || grid.neighbours(cell).map(|n| board.cell(n));
        around().any(|c| c == Cell::Covered) || around().filter(|&c| c == Cell::Flag).count() != usize::from(clue)
    };
    grid.cells().filter(|&cell| makes_a_sum(cell)).map(|cell| cell as u32).collect()
}

/// The assumed content of a covered cell, for counting under a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// No mine; the number it shows is left open.
    Safe,
    /// A mine.
    Mine,
    /// Safe, and shows this number.
    Clue(u8),
}

/// Why a condition cannot be put on a cell. Rows and columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivenError {
    /// The cell is not on the board.
    #[error("({row},{col}) is not on the board of {} rows and {} columns", grid.rows, grid.cols)]
    OffBoard {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
        /// Size of the board.
        grid: Grid,
    },
    /// The cell is not covered.
    #[error("({row},{col}) is not covered: it shows {}", shown.letter())]
    Open {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
        /// What a player sees there.
        shown: Cell,
    },
    /// The number is above the neighbours of the cell.
    #[error("({row},{col}) cannot show {clue}: it has {neighbours} neighbours")]
    HighClue {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
        /// The number.
        clue: u8,
        /// Neighbours of the cell.
        neighbours: usize,
    },
}

impl System {
    /// This system, made from `board`, under the condition that a board cell is as given. Cells keep their numbers, so
    /// counts of both compare cell by cell.
    ///
    /// # Errors
    /// The cell is not on the board or not covered, or a clue is above its neighbours.
    pub fn with_given(
        &self,
        board: &Board,
        map: &CellMap,
        at: (usize, usize),
        given: Assumption,
    ) -> Result<System, GivenError> {
        let ((row, col), grid) = (at, map.grid);
        if row >= grid.rows || col >= grid.cols {
            return Err(GivenError::OffBoard { row, col, grid });
        }
        let cell = grid.at(row, col);
        let Some(variable) = map.variable(cell) else {
            return Err(GivenError::Open { row, col, shown: board.cell(cell) });
        };
        let mut system = self.clone();
        system.sums.push(Sum::new([variable as u32], i32::from(given == Assumption::Mine)));
        if let Assumption::Clue(clue) = given {
            let neighbours = grid.neighbours(cell).count();
            if usize::from(clue) > neighbours {
                return Err(GivenError::HighClue { row, col, clue, neighbours });
            }
            let flags = grid.neighbours(cell).filter(|&n| board.cell(n) == Cell::Flag).count() as i32;
            let covered = grid.neighbours(cell).filter_map(|n| map.variable(n)).map(|v| v as u32).collect();
            system.sums.push(Sum { cells: covered, count: i32::from(clue) - flags });
        }
        Ok(system)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_one_sum_or_two() {
        let board = Board::parse("2 3 2\n#2F\n###\n", "t").unwrap();
        let (system, map) = System::from_board(&board);
        let with = |at, given| system.with_given(&board, &map, at, given).map(|s| s.sums[1..].to_vec());
        assert_eq!(with((1, 0), Assumption::Mine), Ok(vec![Sum::new(vec![1], 1)]));
        assert_eq!(with((1, 2), Assumption::Clue(2)), Ok(vec![Sum::new(vec![3], 0), Sum::new(vec![2], 1)]));
        for (at, given) in [((2, 0), Assumption::Safe), ((0, 1), Assumption::Safe), ((1, 0), Assumption::Clue(4))] {
            assert!(with(at, given).is_err(), "{at:?} {given:?}");
        }
    }

    #[test]
    fn flags_are_taken_off() {
        let board = Board::parse("2 3 2\n#2F\n###\n", "t").unwrap();
        let (system, map) = System::from_board(&board);
        assert_eq!(system.sums, [Sum::new(vec![0, 1, 2, 3], 1)]);
        assert_eq!(system.total, Some(1));
        assert_eq!(map.cells, [0, 3, 4, 5]);
        assert_eq!(clue_cells(&board), [1]);
        // A 0 whose neighbours are all open makes no sum, a wrong clue does.
        assert_eq!(clue_cells(&Board::parse("1 5 ?\n00_1_\n", "t").unwrap()), [3]);
        assert_eq!(map.variable(3), Some(1));
    }

    #[test]
    fn a_wrong_closed_clue_stays_as_an_impossible_sum() {
        let (system, _) = System::from_board(&Board::parse("1 2 ?\n1_\n", "t").unwrap());
        assert_eq!(system.sums, [Sum::new(vec![], 1)]);
        assert!(!system.sums[0].is_possible());
    }
}
