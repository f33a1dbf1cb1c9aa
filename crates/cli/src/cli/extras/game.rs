//! The size of a game and its first cell.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::board::Grid;
use crate::cli::CliError;
use crate::play::rules::{Start, StartRule, grid_and_first};

use super::shared::place;

/// Size and mines; those of Expert by default.
#[derive(Args)]
pub struct SizeArgs {
    /// Rows
    #[arg(long, default_value_t = 16)]
    pub rows: usize,
    /// Columns
    #[arg(long, default_value_t = 30)]
    pub cols: usize,
    /// Mines
    #[arg(long, default_value_t = 99)]
    pub mines: usize,
}

/// Size, mines and first cell.
#[derive(Args)]
pub struct GameArgs {
    /// Size and mines of a standard level
    #[arg(long, value_enum, conflicts_with_all = ["rows", "cols", "mines"])]
    level: Option<Level>,
    #[command(flatten)]
    size: SizeArgs,
    /// Guarantee for the first cell, which the referee opens
    #[arg(long, default_value = "safe", value_parser = start_rule())]
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

/// Reads the name of a rule.
fn start_rule() -> impl TypedValueParser<Value = StartRule> {
    let rule = |name: String| StartRule::ALL.into_iter().find(|rule| rule.name() == name);
    PossibleValuesParser::new(StartRule::ALL.map(StartRule::name))
        .map(move |name| rule(name).expect("one of the names"))
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
            None => (self.size.rows, self.size.cols, self.size.mines),
        };
        if self.start == StartRule::None && self.at.is_some() {
            return Err(CliError::usage("--at is the first cell, and --start none opens none"));
        }
        let (grid, first) = grid_and_first(rows, cols, mines, self.at.unwrap_or_default()).map_err(CliError::usage)?;
        Ok((grid, mines, self.start.at(first)))
    }
}
