//! `minesat count --clues`: probabilities under clues that are bounds.

use std::time::Instant;

use clap::Args;

use crate::answer::{Answer, Found, Query};
use crate::board::Board;
use crate::cli::CliError;
use crate::engine::{Control, Limits};
use crate::play::noisy_clues;
use crate::play::rules::Clues;
use crate::system::CellMap;

/// The reading of the numbers.
#[derive(Args)]
pub struct ClueArgs {
    /// Read each number as the true one or lower (`at-most`, uniform from 0 to the true number) or as the true one or
    /// higher (`at-least`, uniform from there to the number of neighbours), like the uncertain clues of `minesat play`.
    /// Models are weighted by the likelihood of the numbers, and only probabilities are printed
    #[arg(long, value_name = "KIND", value_parser = ["at-most", "at-least"], conflicts_with_all = [
        "engine", "solver_command", "density", "no_tally", "no_models", "no_cells", "given", "outcomes"])]
    clues: Option<String>,
}

impl ClueArgs {
    /// The probabilities, if the numbers are bounds.
    ///
    /// # Errors
    /// No such reading.
    pub fn answer(&self, board: &Board, map: &CellMap, limits: Limits) -> Result<Option<Answer>, CliError> {
        let Some(kind) = &self.clues else { return Ok(None) };
        let kind: Clues = kind.parse().map_err(CliError::usage)?;
        let (start, mut control) = (Instant::now(), Control::new(limits));
        let found = noisy_clues::weighed(board, kind, &mut control).map(Found::Weighed);
        let (stats, seconds) = (control.finish(true), start.elapsed().as_secs_f64());
        let map = map.clone();
        Ok(Some(Answer { query: Query::Count, found, stats, seconds, cpu_seconds: None, map, certified: None }))
    }

    /// The name of the engine in answers, if the numbers are bounds.
    pub fn engine_name(&self) -> Option<String> {
        self.clues.as_ref().map(|kind| format!("likelihood:{kind}"))
    }
}
