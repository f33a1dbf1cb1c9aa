//! `minesat study gadgets`: which tiles exist at which footprint.

use std::time::Duration;

use clap::Args;

use super::{MakeArgs, make};
use crate::cli::CommandResult;
use crate::study::gadgets::Footprints;
use crate::units::seconds;

/// Which shipped functions exist as tiles at which footprints
///
/// Searches as `minesat gadget search` does. Writes map.jsonl.zst and report.md.
#[derive(Args)]
pub struct GadgetsArgs {
    /// Smallest and largest number of rows
    #[arg(long, num_args = 2, default_values_t = [4, 7])]
    rows: Vec<usize>,
    /// Smallest and largest number of columns
    #[arg(long, num_args = 2, default_values_t = [4, 7])]
    cols: Vec<usize>,
    /// Search for this function only, repeatable
    #[arg(long)]
    function: Vec<String>,
    /// Time limit per search, in seconds
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, default_value = "20")]
    timeout: Duration,
    #[command(flatten)]
    make: MakeArgs,
}

pub(super) fn run(args: &GadgetsArgs) -> CommandResult {
    let pair = |sizes: &[usize]| (sizes[0], sizes[1]);
    let study = Footprints::new(pair(&args.rows), pair(&args.cols), args.function.clone(), args.timeout);
    make(study, &args.make)
}
