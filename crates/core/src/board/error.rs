//! Why a text is not a board.

use thiserror::Error;

use super::letters::{known, single};
use super::text::{MOST_CELLS, MOST_SIDE};
use crate::lines::refused;

/// A mistake in board text, in the size of a board, or in the letters set for one. The place in the text is kept beside
/// it, and becomes an [`InputError`](crate::input_error::InputError) with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A letter that means nothing in a format.
    #[error("{}", no_meaning(letter, format))]
    NoMeaning {
        /// One character, an emoji, or a word such as `null`.
        letter: String,
        /// Name of the format, as in [`Row::formats`](super::letters::LetterRow::formats).
        format: &'static str,
    },
    /// A clue above its number of neighbours.
    #[error("clue {clue} is above its {neighbours} neighbours")]
    HighClue {
        /// The number that the cell shows.
        clue: u8,
        /// Neighbours of the cell.
        neighbours: usize,
    },
    /// A row with more cells than the board has columns.
    #[error("row {row} is longer than {cols} cells")]
    LongRow {
        /// From 1.
        row: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// A row with fewer cells than the board has columns.
    #[error("row {row} has {cells} of {cols} cells")]
    ShortRow {
        /// From 1.
        row: usize,
        /// Cells of the row.
        cells: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// A header that ends too early.
    #[error("the header lacks {missing}: expected 'rows cols mines'")]
    ShortHeader {
        /// `rows`, `cols` or `mines`.
        missing: &'static str,
    },
    /// A header with a fourth word.
    #[error("{word:?} after the header 'rows cols mines'")]
    LongHeader {
        /// The fourth word.
        word: String,
    },
    /// A number of rows or columns that is none, or out of bounds.
    #[error("{what} is a number from 1 to {MOST_SIDE}, not {word:?}")]
    Side {
        /// `rows` or `cols`.
        what: &'static str,
        /// As written.
        word: String,
    },
    /// A total that is not a number.
    #[error("mines is a number, or ? for an unknown total, not {word:?}")]
    Total {
        /// As written.
        word: String,
    },
    /// More mines than cells.
    #[error("{mines} mines do not fit on {cells} cells")]
    ManyMines {
        /// The total as written, flags included.
        mines: String,
        /// Cells of the board.
        cells: usize,
    },
    /// Too many rows or columns for a reader.
    #[error("a board has at most {MOST_SIDE} rows and columns")]
    ManySides,
    /// Too many cells for a reader.
    #[error("a board has at most {MOST_CELLS} cells")]
    ManyCells,
    /// A setting of `--letters` that is not `LETTER=MEANING`.
    #[error("{text:?} is not LETTER=MEANING; meanings are covered, flag, open, 0 to 8, and for blanks gap")]
    Setting {
        /// What is left of the settings from the mistake on.
        text: String,
    },
    /// A letter other than a blank that is set as a gap.
    #[error("{letter:?} cannot be a gap: blanks alone can")]
    Gap {
        /// The letter.
        letter: String,
    },
    /// A letter that is set twice, with different meanings.
    #[error("{letter:?} is given two meanings")]
    TwoMeanings {
        /// The letter.
        letter: String,
    },
}

/// Characters that a terminal or an editor does not show are named by their number.
fn no_meaning(letter: &str, format: &str) -> String {
    let known = known(format);
    let quoted = match single(letter) {
        Some(c) if refused::is_refused(c) || matches!(c, '\n' | '\r') => {
            return format!("U+{:04X} in a row of the board (use {known})", u32::from(c));
        }
        Some(c) => format!("{c:?}"),
        None => format!("{letter:?}"),
    };
    format!("{quoted} means nothing on a board (use {known}, or give it a meaning: --letters '{letter}=covered')")
}
