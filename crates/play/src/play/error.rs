//! Why there is no game.

use thiserror::Error;

use crate::engine::Stop;
use crate::grid::Grid;

/// A board that does not fit the rules of its game, or one that was not found.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// More mines than the start rule leaves room for.
    #[error("{mines} mines do not fit on {cells} cells of which {kept} are kept free")]
    ManyMines {
        /// Mines of the rules.
        mines: usize,
        /// Cells of the board.
        cells: usize,
        /// Cells that the start rule keeps free.
        kept: usize,
    },
    /// More mines than a first 0 leaves room for.
    #[error("{mines} mines do not fit on {cells} cells with a first 0")]
    NoZero {
        /// Mines of the games.
        mines: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// A board without cells.
    #[error("a game has at least one cell")]
    NoCell,
    /// A series of given boards that has none of this number.
    #[error("there is no such board")]
    NoBoard {
        /// Number of the game, from 0.
        index: u64,
    },
    /// A field of another size or number of mines than the rules say.
    #[error("the field is not {} rows of {} cells with {mines} mines", grid.rows, grid.cols)]
    OtherField {
        /// Size of the board by the rules.
        grid: Grid,
        /// Mines by the rules.
        mines: usize,
    },
    /// A mine, or no cell of the board, where the start rule promises a free cell.
    #[error("cell {cell} is a mine; the start rule says it is not")]
    StartIsMine {
        /// Index of the cell, row * cols + col.
        cell: usize,
    },
    /// No board that a player solves without a guess was found.
    #[error("no board without a guess was found in {draws} draws of {repairs} repairs")]
    NoGuessFree {
        /// Boards drawn.
        draws: usize,
        /// Most repairs of each.
        repairs: usize,
    },
    /// A limit ran out.
    #[error("{0}")]
    Stopped(Stop),
}
