//! The engine that a command asks, and its answers.

use std::io::{self, Write};
use std::sync::LazyLock;
use std::thread::available_parallelism;

use clap::Args;

use super::jobs::number;
use super::limits::{LimitArgs, Within, WorkReport, within};
use super::names;
use crate::answer::Answer;
use crate::cli::{BAD_INPUT, CliError, CommandResult, DISAGREE, LIMIT};
use crate::engine::sat::with_command;
use crate::engine::{Engine, Limits, Stop, build};
use crate::lines::{visible, visible_lines};
use crate::threads::with_threads;

/// The cores for this process. To ask the system takes half as long as a small board.
static CORES: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, usize::from));

/// An engine and its limits.
#[derive(Args, Clone, Debug)]
pub struct EngineArgs {
    /// Engine, with a preset or options after a colon (see `minesat engines`)
    #[arg(short, long, default_value = "frontier", value_parser = names::engines(), hide_possible_values = true)]
    pub engine: String,
    /// Program that the engine `sat` runs: it reads a DIMACS file and exits with 10 (satisfiable) or 20; quote words as in
    /// a shell
    #[arg(long, value_name = "COMMAND", value_parser = solver_command)]
    pub solver_command: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Limit on nodes, with batsat on conflicts
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Threads of the engine frontier, which answers the same with any number of them [default: all cores]; other engines
    /// run on one
    #[arg(long, value_name = "N", value_parser = number())]
    threads: Option<usize>,
}

impl EngineArgs {
    /// The engine's specification, with the solver's command.
    pub fn spec(&self) -> String {
        let with_command = self.solver_command.as_ref().and_then(|command| with_command(&self.engine, command));
        with_command.unwrap_or_else(|| self.engine.clone())
    }

    /// The engine that `--engine` names.
    ///
    /// # Errors
    /// There is no such engine, or an option does not fit.
    pub fn build(&self) -> Result<Box<dyn Engine>, CliError> {
        let (spec, asked) = (self.spec(), &self.engine);
        let engine = build(&spec)?;
        if self.solver_command.is_some() && spec == *asked {
            return Err(CliError::usage(format!(
                "--solver-command is for the engine sat, and {asked} does not run it"
            )));
        }
        Ok(engine)
    }

    /// Does `work` on one board within the limits and on the threads that were given; see [`within`].
    ///
    /// # Errors
    /// The system refuses to copy the process.
    pub fn within(&self, work: impl FnOnce(&mut WorkReport) -> CommandResult) -> io::Result<Within> {
        let threads = self.threads.unwrap_or_else(|| *CORES);
        within(self.limits(), |report| with_threads(threads, || work(report)))
    }

    /// The limits that were given.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, ..self.limits.limits() }
    }
}

/// The command line of a solver. It is part of an engine's specification, so it holds no comma.
pub fn solver_command(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("no command".into()),
        text if text.contains(',') => Err("a comma would end the option: put the command in a script".into()),
        text if shlex::split(text).is_none() => Err("a quote is not closed".into()),
        text => Ok(text.into()),
    }
}

/// The exit code of an answer that was not found, with the reason on standard error.
pub fn stopped(name: &str, answer: &Answer) -> Option<u8> {
    Some(stopped_by(name, answer.found.as_ref().err()?))
}

/// The exit code of what stopped an engine, with the reason on standard error.
pub fn stopped_by(name: &str, stop: &Stop) -> u8 {
    let _ = writeln!(io::stderr(), "{}: {}", visible(name), visible_lines(&stop.to_string()));
    code_of(stop)
}

/// The exit code of what stopped an engine.
pub fn code_of(stop: &Stop) -> u8 {
    match stop {
        Stop::Timeout | Stop::Nodes | Stop::Memory | Stop::Interrupted => LIMIT,
        Stop::Unsupported(_) => BAD_INPUT,
        Stop::Failed(_) => DISAGREE,
    }
}
