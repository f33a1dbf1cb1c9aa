//! The rules of a game as a question gives them.

use super::HttpError;
use crate::board::Grid;
use crate::play::Rules;
use crate::play::rules::StartRule;

/// Exact clues, a known total; a mine ends the game. `at` is the first cell, row and column from 0.
///
/// # Errors
/// A board without cells, more mines than cells, a first cell beside the board.
pub fn rules(grid: Grid, mines: usize, start: Option<StartRule>, at: Option<[usize; 2]>) -> Result<Rules, HttpError> {
    let cells = grid.rows.saturating_mul(grid.cols);
    if cells == 0 || mines > cells {
        return Err(HttpError::question(format!("{mines} mines do not fit on {cells} cells")));
    }
    let first = cell(grid, at.unwrap_or([0, 0]))?;
    Ok(Rules::usual(grid, mines, start.unwrap_or(StartRule::Safe).at(first)))
}

/// The index of a cell, row and column from 0.
///
/// # Errors
/// It is not on the board.
pub fn cell(grid: Grid, [row, col]: [usize; 2]) -> Result<usize, HttpError> {
    if row >= grid.rows || col >= grid.cols {
        return Err(HttpError::question(format!("there is no cell ({row},{col})")));
    }
    Ok(grid.at(row, col))
}
