//! `minesat study limits`: how far engines go beyond their limits of time and memory.

use clap::Args;

use super::{MakeArgs, make};
use crate::cli::CommandResult;
use crate::process::ProgramStart;
use crate::study::limits::{BeyondLimits, board_names};

/// How far engines go beyond their limits of time and memory
///
/// Every engine, preset and SAT solver on hard boards, one run at a time. About ten minutes on a machine that does nothing
/// else. Writes rows.jsonl and report.md. Two boards are in instances/wide.jsonl, below the current folder.
#[derive(Args)]
pub struct LimitsArgs {
    /// Run this engine only, repeatable
    #[arg(short, long = "engine", value_name = "ENGINE")]
    engines: Vec<String>,
    /// Run on this board only, repeatable
    #[arg(short, long = "board", value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(board_names()))]
    boards: Vec<String>,
    #[command(flatten)]
    make: MakeArgs,
}

pub(super) fn run(args: &LimitsArgs) -> CommandResult {
    make(BeyondLimits::new(ProgramStart::own()?, args.engines.clone(), args.boards.clone()), &args.make)
}
