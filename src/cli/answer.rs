//! `minesat answer`: the child process of `serve`. Not meant to be called by people.

use std::time::Duration;

use clap::Args;

use super::{CliError, Outcome};
use crate::answer::Query;
use crate::bench::measure;
use crate::engine::{Control, Limits};
use crate::instance::InstanceReader;
use crate::process::limit_own_memory;
use crate::serve::Ask;
use crate::units::{bytes, seconds};

/// One answer: a board on standard input, one line of JSON on standard output
#[derive(Args)]
pub struct AnswerArgs {
    #[arg(long)]
    engine: String,
    #[arg(long)]
    query: Query,
    #[arg(long, value_parser = seconds)]
    timeout: Duration,
    #[arg(long, value_parser = bytes)]
    memory: u64,
    #[arg(long)]
    nodes: Option<u64>,
    #[arg(long)]
    exact: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &AnswerArgs) -> Outcome {
    limit_own_memory(args.memory)?;
    let tables = measure::table_share(args.memory);
    let limits = Limits { time: Some(args.timeout), nodes: args.nodes, memory: Some(tables) };
    let ask = Ask { engine: args.engine.clone(), query: args.query, exact: args.exact, limits };
    let engine = ask.build().map_err(CliError::Usage)?;
    let Some(instance) = InstanceReader::open("-")?.next() else {
        return Err(CliError::usage("no board on standard input"));
    };
    super::write_line(ask.answer(engine.as_ref(), &instance?.board, Control::new(limits)))?;
    Ok(super::DONE)
}
