//! `minesat generate stuck`: positions of games in which no covered cell is certainly safe.

use clap::{Args, FromArgMatches};
use serde_json::json;

use super::CliError;
use super::game::SizeArgs;
use super::shared::source::{OtherSource, Source, Write1};
use crate::instance::Instance;
use crate::play::rules::grid_and_first;
use crate::play::stuck::Games;

/// Positions of games in which no covered cell is certainly safe
///
/// A game opens a random 0 and then every cell that is certainly safe, given the total. If there is none, the position is
/// stuck. If fewer cells are open than --open asks for, the safe cell that is least likely a mine is opened, like a lucky
/// guess, and the game goes on.
#[derive(Args)]
pub struct StuckArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Least share of the safe cells that are open, 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    open: f64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of positions; a game that is won before it gets stuck gives none
    #[arg(long, default_value_t = 1)]
    count: usize,
}

/// Its row in the table of sources.
pub const STUCK: OtherSource = OtherSource {
    name: "stuck",
    arguments: StuckArgs::augment_args,
    read: |matches| Ok(Box::new(StuckArgs::from_arg_matches(matches)?)),
};

fn share(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|v| (0.0..=1.0).contains(v));
    value.ok_or_else(|| format!("a share is a number from 0 to 1, not {text:?}"))
}

/// Games in a row without a stuck position after which the search ends.
const PATIENCE: u64 = 100_000;

impl Source for StuckArgs {
    /// Makes the positions, in the order of the games.
    ///
    /// # Errors
    /// Mines that do not fit, games that never get stuck, and the errors of `write`.
    fn each(&self, write: Write1) -> Result<(), CliError> {
        minesat_allocator::for_games();
        let (grid, _) =
            grid_and_first(self.size.rows, self.size.cols, self.size.mines, (0, 0)).map_err(CliError::usage)?;
        let games = Games { grid, mines: self.size.mines, seed: self.seed };
        let progress = indicatif::ProgressBar::new(self.count as u64);
        let (mut found, mut index, mut last) = (0, 0, 0);
        while found < self.count {
            if index - last > PATIENCE {
                return Err(CliError::usage(format!("none of {PATIENCE} games gets stuck")));
            }
            if let Some(board) = games.stuck(index, self.open).map_err(CliError::usage)? {
                write(instance(self, index, board))?;
                (found, last) = (found + 1, index);
                progress.inc(1);
            }
            index += 1;
        }
        progress.finish_and_clear();
        Ok(())
    }
}

fn instance(args: &StuckArgs, index: u64, board: crate::board::Board) -> Instance {
    let StuckArgs { size: SizeArgs { rows, cols, mines }, open, seed, .. } = args;
    let name = format!("stuck-{rows}x{cols}-m{mines}-o{}-s{seed}-{index}", (open * 100.0).round());
    let mut instance = Instance::bare(&name, board);
    instance.family = "stuck".into();
    instance.seed = Some(*seed);
    for (key, value) in [("mines", json!(mines)), ("open", json!(open)), ("index", json!(index))] {
        instance.params.insert(key.into(), value);
    }
    instance.origin = format!(
        "minesat generate stuck --rows {rows} --cols {cols} --mines {mines} --open {open} --seed {seed}, game {index}"
    );
    instance
}
