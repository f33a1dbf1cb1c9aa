//! `minesat measure`: the child process of a bench. Not meant to be called by people.

use std::io::{Write, stdout};
use std::time::Duration;

use clap::Args;

use super::{CliError, Outcome};
use crate::answer::Query;
use crate::bench::measure;
use crate::engine::{Limits, build};
use crate::instance::InstanceReader;
use crate::process::limit_own_memory;
use crate::units::{bytes, seconds};

/// One measurement: an instance on standard input, one line of JSON on standard output
#[derive(Args)]
pub struct MeasureArgs {
    #[arg(long)]
    engine: String,
    #[arg(long)]
    query: Query,
    #[arg(long, value_parser = seconds)]
    time_limit: Duration,
    #[arg(long, value_parser = bytes)]
    memory: u64,
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &MeasureArgs) -> Outcome {
    limit_own_memory(args.memory)?;
    let engine = build(&args.engine).map_err(CliError::Usage)?;
    let Some(instance) = InstanceReader::open("-")?.next() else {
        return Err(CliError::usage("no instance on standard input"));
    };
    let limits = Limits { time: Some(args.time_limit), nodes: None, memory: Some(measure::table_share(args.memory)) };
    let measured = measure::Measured::new(engine.as_ref(), &instance?, args.query, limits);
    let line = serde_json::to_string(&measured).map_err(std::io::Error::from)? + "\n";
    stdout().write_all(line.as_bytes())?;
    Ok(super::DONE)
}
