//! `minesat study transition`: the density at which random boards stop being solvable without guesses.

use std::time::Duration;

use clap::Args;

use super::{MakeArgs, make};
use crate::cli::{CliError, CommandResult};
use crate::engine::Limits;
use crate::solvable::sweep::TransitionSweep;
use crate::study::transition::Transition;
use crate::units::seconds;

/// How far random boards can be played without a guess, by size and density
///
/// Boards start with a 3 x 3 opening in the middle; the total is not used. Writes points.jsonl, report.md and charts.
#[derive(Args)]
pub struct TransitionArgs {
    /// Sides of the boards, and how many boards of each: SIDE:BOARDS
    #[arg(long, num_args = 1.., value_parser = size, default_values = ["8:1000", "16:400", "32:100"])]
    sizes: Vec<(usize, u64)>,
    /// First density, last density and step
    #[arg(long, num_args = 3, default_values_t = [0.02, 0.30, 0.02])]
    densities: Vec<f64>,
    /// Complete engine that decides what the rules leave open
    #[arg(short, long, default_value = "sat:solver=batsat")]
    engine: String,
    /// Largest side on which the LP relaxation is measured too
    #[arg(long, default_value_t = 16)]
    relax_up_to: usize,
    /// Seed of the boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time limit per board, in seconds
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, default_value = "600")]
    timeout: Duration,
    #[command(flatten)]
    make: MakeArgs,
}

/// Reads `SIDE:BOARDS`.
fn size(text: &str) -> Result<(usize, u64), String> {
    let parts = text.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match parts {
        Some((side, boards)) if (3..=1000).contains(&side) && boards > 0 => Ok((side, boards)),
        _ => Err("SIDE:BOARDS, a side from 3 to 1000 and at least one board".into()),
    }
}

pub(super) fn run(args: &TransitionArgs) -> CommandResult {
    let &[first, last, step] = args.densities.as_slice() else {
        return Err(CliError::usage("--densities FIRST LAST STEP"));
    };
    let sweep = TransitionSweep {
        engine: args.engine.clone(),
        relax_up_to: args.relax_up_to,
        seed: args.seed,
        limits: Limits { time: Some(args.timeout), ..Limits::default() },
    };
    make(Transition::new(sweep, args.sizes.clone(), [first, last, step]), &args.make)
}
