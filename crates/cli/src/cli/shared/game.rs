//! The size of a game and its first cell.

use clap::{Args, ValueEnum};

use crate::board::Grid;
use crate::cli::CliError;
use crate::play::rules::{Start, grid_and_first};

use super::place;

/// Size, mines and first cell.
#[derive(Args)]
pub struct GameArgs {
    /// Size and mines of a standard level
    #[arg(long, value_enum, conflicts_with_all = ["rows", "cols", "mines"])]
    level: Option<Level>,
    /// Rows
    #[arg(long, default_value_t = 16)]
    rows: usize,
    /// Columns
    #[arg(long, default_value_t = 30)]
    cols: usize,
    /// Mines
    #[arg(long, default_value_t = 99)]
    mines: usize,
    /// Guarantee for the first cell, which the referee opens
    #[arg(long, value_enum, default_value = "safe")]
    start: StartRule,
    /// First cell [default: 0,0]
    #[arg(long, value_name = "ROW,COL", value_parser = place::cell)]
    at: Option<(usize, usize)>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Level {
    Beginner,
    Intermediate,
    Expert,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StartRule {
    Safe,
    Zero,
    None,
}

impl GameArgs {
    /// The grid, the mines and the rule of the first cell.
    ///
    /// # Errors
    /// They do not fit on a board.
    pub fn game(&self) -> Result<(Grid, usize, Start), CliError> {
        let (rows, cols, mines) = match self.level {
            Some(Level::Beginner) => (9, 9, 10),
            Some(Level::Intermediate) => (16, 16, 40),
            Some(Level::Expert) => (16, 30, 99),
            None => (self.rows, self.cols, self.mines),
        };
        if self.start == StartRule::None && self.at.is_some() {
            return Err(CliError::usage("--at is the first cell, and --start none opens none"));
        }
        let (grid, first) = grid_and_first(rows, cols, mines, self.at.unwrap_or_default()).map_err(CliError::usage)?;
        let start = match self.start {
            StartRule::Safe => Start::Safe(first),
            StartRule::Zero => Start::Zero(first),
            StartRule::None => Start::None,
        };
        Ok((grid, mines, start))
    }
}
