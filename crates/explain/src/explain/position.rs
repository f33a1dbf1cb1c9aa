//! A board as sums, with the clue of each.

use super::Place;
use crate::board::Board;
use crate::system::{CellMap, System, clue_cells};

/// A board as sums, with the clue that each comes from.
pub struct Position<'a> {
    /// As given; flags count as mines.
    pub board: &'a Board,
    /// As [`System::from_board`] makes it: the total is set where the board gives one.
    pub system: System,
    /// The board cell of each variable.
    pub map: CellMap,
    /// Board cell of the clue of each sum.
    pub clues: Vec<u32>,
}

impl<'a> Position<'a> {
    /// The sums of a board.
    pub fn new(board: &'a Board) -> Self {
        let (system, map) = System::from_board(board);
        Position { board, system, map, clues: clue_cells(board) }
    }

    /// The variable of a covered cell.
    ///
    /// # Errors
    /// The cell is not on the board or not covered.
    pub fn variable(&self, (row, col): Place) -> Result<u32, String> {
        let grid = self.map.grid;
        if row >= grid.rows || col >= grid.cols {
            return Err(format!("({row},{col}) is not on the board of {} rows and {} columns", grid.rows, grid.cols));
        }
        let cell = grid.at(row, col);
        let covered = self.map.variable(cell).map(|v| v as u32);
        covered.ok_or_else(|| format!("({row},{col}) is not covered: it shows {}", self.board.cell(cell).letter()))
    }
}
