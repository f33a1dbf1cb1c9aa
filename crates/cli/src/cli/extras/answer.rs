//! `minesat answer`: the child process of `serve`, for the program itself.

use std::time::Duration;

use clap::Args;

use super::{CliError, CommandResult};
use crate::answer::Query;
use crate::bench::measure;
use crate::engine::{Control, Limits, Stop};
use crate::instance::InstanceReader;
use crate::process::watch::{begin, done, watch};
use crate::process::{end_now, limit_own_memory};
use crate::serve::EngineRequest;
use crate::units::{bytes, seconds};

/// Answer one question about a board on standard input
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
pub fn run(args: &AnswerArgs) -> CommandResult {
    let tables = measure::table_share(limit_own_memory(args.memory)?);
    let limits = Limits { time: Some(args.timeout), nodes: args.nodes, memory: Some(tables) };
    let ask = EngineRequest { engine: args.engine.clone(), query: args.query, exact: args.exact, limits };
    let engine = ask.build().map_err(CliError::usage)?;
    let Some(instance) = InstanceReader::open("-")?.next() else {
        return Err(CliError::usage("no board on standard input"));
    };
    let board = instance?.board;
    let (stopped, its_board) = (ask.clone(), board.clone());
    watch(None, move |_| {
        // The engine cannot be stopped, so this process ends with it.
        let written = super::write_line(stopped.stopped(&its_board, Stop::Timeout));
        end_now(i32::from(written.is_err()))
    });
    begin(Some(args.timeout));
    let line = ask.answer(engine.as_ref(), &board, Control::new(limits));
    done();
    super::write_line(line)?;
    Ok(super::DONE)
}
