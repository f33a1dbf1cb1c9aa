//! Why there is no instance.

use thiserror::Error;

use super::GENERATORS;
use super::ground::MOST_GROUND_CELLS;
use super::share::ShareError;
use crate::grid::Grid;

/// A family or parameters that do not exist, or from which no board can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No family of this name.
    #[error("no family named {name:?}; there are {}", names())]
    NoFamily {
        /// The name asked for.
        name: String,
    },
    /// A parameter that the family does not have.
    #[error("{family} has no parameter {name:?}; it takes {}", known.join(", "))]
    NoParameter {
        /// Name of the family.
        family: &'static str,
        /// The parameter asked for.
        name: String,
        /// Those that the family has.
        known: Vec<&'static str>,
    },
    /// Not a whole number, or out of range.
    #[error("{name} is a whole number from {least} to {most}, not {text:?}")]
    NotWhole {
        /// Name of the parameter.
        name: &'static str,
        /// Least value.
        least: u64,
        /// Greatest value.
        most: u64,
        /// As given.
        text: String,
    },
    /// Not a share.
    #[error("{name}: {wrong}")]
    NotShare {
        /// Name of the parameter.
        name: &'static str,
        /// What is wrong with the value.
        wrong: ShareError,
    },
    /// Not one of the words of a parameter.
    #[error("{name} is one of {}, not {text:?}", words.join(", "))]
    NotWord {
        /// Name of the parameter.
        name: &'static str,
        /// The words it accepts.
        words: &'static [&'static str],
        /// As given.
        text: String,
    },
    /// The number of mines is set twice.
    #[error("density and mines set the same number: give one of them")]
    TwoCounts,
    /// Parameters that do not fit together.
    #[error("{family}: {why}")]
    Draw {
        /// Name of the family.
        family: &'static str,
        /// What does not fit.
        why: DrawError,
    },
}

/// Parameters from which no board can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// Too many cells.
    #[error("{rows} x {cols} is too large: a generated board has at most {MOST_GROUND_CELLS} cells")]
    TooLarge {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// More mines than cells left for them.
    #[error("{mines} mines do not fit on {} x {} cells of which {kept} must stay free", grid.rows, grid.cols)]
    ManyMines {
        /// Mines asked for.
        mines: usize,
        /// Size of the board.
        grid: Grid,
        /// Cells without a mine by construction.
        kept: usize,
    },
    /// No clue that could be changed by one.
    #[error("the true board shows no clue that could be changed")]
    NoClue,
}

fn names() -> String {
    GENERATORS.iter().map(|g| g.name).collect::<Vec<_>>().join(", ")
}
