//! The rules of a game.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Grid;

/// Rules that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A board that is empty or too large.
    #[error("a board has 1 to 2^24 cells")]
    Size,
    /// A first cell beside the board.
    #[error("the first cell ({},{}) is not on a board of {rows} rows of {cols} cells", at.0, at.1)]
    FirstOff {
        /// Row and column of the first cell, from 0.
        at: (usize, usize),
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// More mines than cells.
    #[error("{mines} mines do not fit on {cells} cells")]
    ManyMines {
        /// Mines of the board.
        mines: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// A kind of clues that there is none of.
    #[error("clues are exact, received:P, at-most or at-least")]
    Clues,
    /// Not a number from 0 to 1 behind `received:`.
    #[error("{text:?} is not a probability")]
    Probability {
        /// As written.
        text: String,
    },
}

/// The board of a game and the number of its first cell (row, column).
///
/// # Errors
/// The board is empty or too large, or the first cell or the mines do not fit on it.
pub fn grid_and_first(rows: usize, cols: usize, mines: usize, at: (usize, usize)) -> Result<(Grid, usize), RulesError> {
    let cells = rows.checked_mul(cols).filter(|&n| n > 0 && n <= 1 << 24).ok_or(RulesError::Size)?;
    if at.0 >= rows || at.1 >= cols {
        return Err(RulesError::FirstOff { at, rows, cols });
    }
    if mines > cells {
        return Err(RulesError::ManyMines { mines, cells });
    }
    let grid = Grid { rows, cols };
    Ok((grid, grid.at(at.0, at.1)))
}

/// The promise for the first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Opened by the referee; it is not a mine.
    Safe(usize),
    /// Opened by the referee; it is a 0.
    Zero(usize),
    /// No cell is opened, and nothing is promised.
    None,
}

impl Start {
    /// Cells that hold no mine.
    pub fn keep_free(self, grid: Grid) -> Vec<usize> {
        match self {
            Start::Safe(cell) => vec![cell],
            Start::Zero(cell) => std::iter::once(cell).chain(grid.neighbours(cell)).collect(),
            Start::None => vec![],
        }
    }

    /// The cell that the referee opens.
    pub fn cell(self) -> Option<usize> {
        match self {
            Start::Safe(cell) | Start::Zero(cell) => Some(cell),
            Start::None => None,
        }
    }
}

/// The promise for the first cell, whichever that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StartRule {
    /// It is not a mine.
    Safe,
    /// It is a 0.
    Zero,
    /// There is no first cell.
    None,
}

impl StartRule {
    /// All of them.
    pub const ALL: [StartRule; 3] = [StartRule::Safe, StartRule::Zero, StartRule::None];

    /// Its name in options, plans and files.
    pub fn name(self) -> &'static str {
        match self {
            StartRule::Safe => "safe",
            StartRule::Zero => "zero",
            StartRule::None => "none",
        }
    }

    /// The start at this cell.
    pub fn at(self, cell: usize) -> Start {
        match self {
            StartRule::Safe => Start::Safe(cell),
            StartRule::Zero => Start::Zero(cell),
            StartRule::None => Start::None,
        }
    }
}

impl From<Start> for StartRule {
    fn from(start: Start) -> StartRule {
        match start {
            Start::Safe(_) => StartRule::Safe,
            Start::Zero(_) => StartRule::Zero,
            Start::None => StartRule::None,
        }
    }
}

/// The effect of opening a mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMine {
    /// The game is lost.
    End,
    /// It explodes, is shown as a flag, and play continues.
    Continue,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// All safe cells are open.
    SafeOpen,
    /// The player has opened or marked every cell: without a total it cannot know that only mines are left.
    AllDecided,
}

/// How clues are shown (the uncertain models of the equation agent).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clues {
    /// Every clue is shown and true.
    Exact,
    /// Model 1: a clue is shown with this probability, else the cell stays blank.
    Received(f64),
    /// Model 2: uniform from 0 to the true number.
    AtMost,
    /// Model 3: uniform from the true number to the number of neighbours.
    AtLeast,
}

impl FromStr for Clues {
    type Err = RulesError;

    /// Reads `exact`, `received:P`, `at-most` or `at-least`.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        match text.split_once(':') {
            None if text == "exact" => Ok(Clues::Exact),
            None if text == "at-most" => Ok(Clues::AtMost),
            None if text == "at-least" => Ok(Clues::AtLeast),
            Some(("received", p)) => match p.parse() {
                Ok(p) if (0.0..=1.0).contains(&p) => Ok(Clues::Received(p)),
                _ => Err(RulesError::Probability { text: p.into() }),
            },
            _ => Err(RulesError::Clues),
        }
    }
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Size of the board.
    pub grid: Grid,
    /// Mines on the board.
    pub mines: usize,
    /// Which cell is opened first, and its promise.
    pub start: Start,
    /// What happens when a mine is opened.
    pub on_mine: OnMine,
    /// When the game ends, if no mine ends it.
    pub until: Until,
    /// Whether the player knows the total.
    pub total_known: bool,
    /// Whether the numbers shown are exact.
    pub clues: Clues,
}

impl Rules {
    /// Expert: 16 rows of 30, 99 mines, known total, a mine ends the game.
    pub fn expert(start: Start) -> Rules {
        Rules::usual(Grid { rows: 16, cols: 30 }, 99, start)
    }

    /// The game as it is usually played: exact clues, known total, a mine ends the game.
    pub fn usual(grid: Grid, mines: usize, start: Start) -> Rules {
        let (on_mine, until) = (OnMine::End, Until::SafeOpen);
        Rules { grid, mines, start, on_mine, until, total_known: true, clues: Clues::Exact }
    }
}
