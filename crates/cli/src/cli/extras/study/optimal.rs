//! `minesat study optimal`: a table of the models that exactly optimal play wins from covered boards.

use clap::Args;

use super::{MakeArgs, make};
use crate::cli::CommandResult;
use crate::grid::Grid;
use crate::study::optimal::OptimalPlay;

/// How many models optimal play wins from covered boards
///
/// For boards of up to 32 cells and every number of mines that leaves a safe cell. Writes table.jsonl and report.md.
#[derive(Args)]
pub struct OptimalArgs {
    /// Sizes of the boards: ROWSxCOLS
    #[arg(long, num_args = 1.., value_parser = size,
        default_values = ["1x1", "1x2", "1x3", "1x4", "2x2", "2x3", "2x4", "3x3", "3x4", "4x4"])]
    boards: Vec<Grid>,
    /// Most nodes (sets of models) per board; a board that needs more is left out
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Most models per board; a board with more is left out
    #[arg(long, default_value_t = 200_000)]
    models: u64,
    #[command(flatten)]
    make: MakeArgs,
}

fn size(text: &str) -> Result<Grid, String> {
    let parts = text.split_once('x').and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    match parts {
        Some((rows, cols)) if (1..=32).contains(&rows) && (1..=32).contains(&cols) && rows * cols <= 32 => {
            Ok(Grid { rows, cols })
        }
        _ => Err("ROWSxCOLS, at most 32 cells".into()),
    }
}

pub(super) fn run(args: &OptimalArgs) -> CommandResult {
    make(OptimalPlay::new(args.boards.clone(), args.nodes, args.models), &args.make)
}
