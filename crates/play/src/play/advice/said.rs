//! What an adviser says: advice, what else happens, and why an entry is refused.

use thiserror::Error;

use crate::board::Board;
use crate::play::Reason;
use crate::play::guess_report::GuessReport;

/// A cell that is certainly safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertainCell {
    /// Index of the cell, row * cols + col.
    pub cell: u32,
    /// The kind of the reason.
    pub reason: Reason,
    /// The clues, if they were looked for.
    pub because: Option<String>,
}

/// What to open.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// The first cell, of which the rules of the game promise something.
    First {
        /// Index of the cell.
        cell: u32,
        /// True if it is a 0, false if it is only no mine.
        is_zero: bool,
    },
    /// Cells that are certainly safe, in the order of the player.
    Certain(Vec<CertainCell>),
    /// The player's guess.
    Guess {
        /// Index of the cell.
        cell: u32,
        /// What there is to say of it; None where the position is too large to analyse.
        report: Option<Box<GuessReport>>,
    },
}

/// Something to print for the person.
#[derive(Clone, Debug, PartialEq)]
pub enum AdviceEvent {
    /// A turn of the player.
    Turn(Advice),
    /// A cell to open or beside a 0 shows this number for certain, so it is not asked for.
    Filled(u32, u8),
    /// The player has no move.
    Stuck(String),
}

/// Why an entry is refused. Nothing of it is taken.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// The cell was entered before, as something else.
    #[error("({row},{col}) shows {letter} already")]
    Entered {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
        /// What it shows.
        letter: char,
    },
    /// A number above the neighbours of the cell.
    #[error("({row},{col}) has only {neighbours} neighbours, so it does not show {number}")]
    Large {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
        /// Its neighbours.
        neighbours: usize,
        /// The number entered.
        number: u8,
    },
    /// All of it was entered before.
    #[error("that is known already")]
    Known,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// No placement of the mines fits; the board has everything, with mines as flags.
    #[error("that cannot be")]
    Impossible(Box<Board>),
}
