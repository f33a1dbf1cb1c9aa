//! `minesat study chains`: the length of chains of deductions by density, size and shape.

use clap::Args;

use super::{MakeArgs, make};
use crate::cli::extras::chains::shape;
use crate::cli::shared::limits::{LimitArgs, watch_this_process};
use crate::cli::{CommandResult, file_name};
use crate::grid::Grid;
use crate::process::watch;
use crate::study::chains::{ChainLengths, RandomGames};

/// How long chains of deductions are in random games, by density, size and shape
///
/// Chains are those of `minesat chains`. Writes points.jsonl, report.md and charts.
#[derive(Args)]
pub struct ChainStudyArgs {
    /// Shapes of the boards
    #[arg(long, num_args = 1.., value_parser = shape, value_name = "ROWSxCOLS",
        default_values = ["5x5", "10x10", "15x15", "20x20", "25x25", "30x30", "9x25", "5x45", "3x75", "1x225"])]
    shapes: Vec<Grid>,
    /// Mine densities
    #[arg(long, num_args = 1.., default_values_t = [0.05, 0.10, 0.15, 0.20, 0.25, 0.30])]
    densities: Vec<f64>,
    /// Games per point
    #[arg(long, default_value_t = 100)]
    boards: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Instances whose chains the report shows too, played if they have a field, else as they stand
    #[arg(long, value_name = "FILE", num_args = 1.., value_parser = file_name())]
    found: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    make: MakeArgs,
}

pub(super) fn run(args: &ChainStudyArgs) -> CommandResult {
    let limits = args.limits.limits();
    watch_this_process(limits, "the same command resumes the study");
    // Engines stop by themselves at the time limit of a game, so only memory is watched.
    let _run = watch::run(None);
    let ChainStudyArgs { shapes, densities, boards, seed, .. } = args;
    let random =
        RandomGames { shapes: shapes.clone(), densities: densities.clone(), boards: *boards, seed: *seed, limits };
    make(ChainLengths::new(random, args.found.clone()), &args.make)
}
