//! `minesat stuck`: positions of games at which nothing is certainly safe.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{CliError, Outcome};
use crate::instance::{Instance, InstanceWriter};
use crate::play::rules::grid_and_first;
use crate::play::stuck::Games;

/// Positions of games at which no covered cell is certainly safe, as instances
///
/// A game opens a random 0 and then all that is certain, the total included. Where nothing is, the
/// position is stuck. Earlier than wanted, the least likely mine among the safe cells is opened, as
/// by a guess that comes off.
#[derive(Args)]
pub struct StuckArgs {
    #[arg(long, default_value_t = 16)]
    rows: usize,
    #[arg(long, default_value_t = 30)]
    cols: usize,
    #[arg(long, default_value_t = 99)]
    mines: usize,
    /// Share of the safe cells that are open at least, 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    open: f64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of positions; games that are won before they get stuck give none
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// File to write, compressed where it ends in .gz or .zst [default: standard output]
    #[arg(short, long)]
    output: Option<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|v| (0.0..=1.0).contains(v));
    value.ok_or_else(|| format!("a share is a number from 0 to 1, not {text:?}"))
}

/// Games in a row without a stuck position after which there is taken to be none.
const PATIENCE: u64 = 100_000;

/// Runs the command.
///
/// # Errors
/// Mines that do not fit, games that never get stuck, a file that cannot be written.
pub fn run(args: &StuckArgs) -> Outcome {
    crate::allocator::for_games();
    let (grid, _) = grid_and_first(args.rows, args.cols, args.mines, (0, 0)).map_err(CliError::usage)?;
    let games = Games { grid, mines: args.mines, seed: args.seed };
    let mut file = match &args.output {
        Some(path) => Some((path, InstanceWriter::create(path).map_err(|e| CliError::at(path, &e))?)),
        None => None,
    };
    let progress = indicatif::ProgressBar::new(args.count as u64);
    let (mut found, mut index, mut last) = (0, 0, 0);
    while found < args.count {
        if index - last > PATIENCE {
            return Err(CliError::usage(format!("none of {PATIENCE} games gets stuck")));
        }
        if let Some(board) = games.stuck(index, args.open).map_err(CliError::Usage)? {
            let instance = instance(args, index, board);
            match &mut file {
                Some((path, writer)) => writer.write(&instance).map_err(|e| CliError::at(path, &e))?,
                None => writeln!(stdout(), "{}", instance.line())?,
            }
            (found, last) = (found + 1, index);
            progress.inc(1);
        }
        index += 1;
    }
    progress.finish_and_clear();
    if let Some((path, writer)) = file {
        writer.finish().map_err(|e| CliError::at(path, &e))?;
    }
    Ok(super::DONE)
}

fn instance(args: &StuckArgs, index: u64, board: crate::board::Board) -> Instance {
    let StuckArgs { rows, cols, mines, open, seed, .. } = args;
    let name = format!("stuck-{rows}x{cols}-m{mines}-o{}-s{seed}-{index}", (open * 100.0).round());
    let mut instance = Instance::bare(&name, board);
    instance.family = "stuck".into();
    instance.seed = Some(*seed);
    for (key, value) in [("mines", json!(mines)), ("open", json!(open)), ("index", json!(index))] {
        instance.params.insert(key.into(), value);
    }
    instance.origin =
        format!("minesat stuck --rows {rows} --cols {cols} --mines {mines} --open {open} --seed {seed}, game {index}");
    instance
}
