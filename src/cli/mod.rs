//! The command line: one file a sub-command.

mod answer;
mod bench;
mod bench_bar;
mod best;
mod boards;
mod chains;
mod check;
mod compile;
mod completions;
mod convert;
mod count;
mod decode;
mod draw;
mod encode;
mod encodings;
mod engines;
mod expect;
mod experiment;
mod explain;
mod formula;
mod gadget;
mod gaps;
mod generate;
mod given;
mod jobs;
mod limits;
mod man;
mod measure;
mod merge;
mod mines;
mod optimal;
mod play;
mod report;
mod sample;
mod satisfy;
mod serve;
mod solve;
mod stuck;
mod transition;
mod under_way;
mod view;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::answer::Answer;
use crate::engine::{Engine, Limits, Stop, build};
use crate::input_error::InputError;
use crate::lines::{escaped, visible, visible_lines};
use limits::LimitArgs;

/// Done.
pub const DONE: u8 = 0;
/// Answers disagree, or an engine failed.
pub const DISAGREE: u8 = 1;
/// Bad input or usage.
pub const BAD_INPUT: u8 = 2;
/// The board has no solution, or the formula no model.
pub const INCONSISTENT: u8 = 20;
/// A limit ran out.
pub const LIMIT: u8 = 124;
/// Stopped by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

const AFTER_HELP: &str = "\
Exit codes: 0 done, 1 answers disagree or an engine failed, 2 bad input or usage, 20 a board without a solution or a
formula without a model (count says 0 models and ends with 0), 124 a limit ran out, 130 interrupted.

Examples:
  minesat bench                                    run the smoke plan on all engines and write a report
  minesat solve instances/sources.jsonl            what is certain on these boards
  printf '1 3 1\\n#1#\\n' | minesat count -          models, tally and mine probabilities
  minesat generate uniform --rows 16 --cols 30 --mines 99 --seed 1 --count 10 -o expert.jsonl
  minesat engines                                  the engines and their options";

/// A laboratory for Minesweeper as a constraint problem.
#[derive(Parser)]
#[command(name = "minesat", version, about, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::SolveArgs),
    Check(check::CheckArgs),
    Mines(mines::MinesArgs),
    Count(count::CountArgs),
    Sample(sample::SampleArgs),
    Generate(generate::GenerateArgs),
    Encode(encode::EncodeArgs),
    Decode(decode::DecodeArgs),
    Encodings(encodings::EncodingsArgs),
    Engines(engines::EnginesArgs),
    Bench(bench::BenchArgs),
    Merge(merge::MergeArgs),
    Report(report::ReportArgs),
    Expect(expect::ExpectArgs),
    Explain(explain::ExplainArgs),
    Chains(chains::ChainsArgs),
    Experiment(experiment::ExperimentArgs),
    Gaps(gaps::GapsArgs),
    Play(play::PlayArgs),
    Optimal(optimal::OptimalArgs),
    Best(best::BestArgs),
    Stuck(stuck::StuckArgs),
    #[command(hide = true)]
    Measure(measure::MeasureArgs),
    #[command(hide = true)]
    Answer(answer::AnswerArgs),
    Serve(serve::ServeArgs),
    Compile(compile::CompileArgs),
    Gadget(gadget::GadgetArgs),
    View(view::ViewArgs),
    Satisfy(satisfy::SatisfyArgs),
    Transition(transition::TransitionArgs),
    Convert(convert::ConvertArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// What ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Told with file, line, column and caret; exit 2.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Options that do not fit; exit 2.
    #[error("{0}")]
    Usage(String),
    /// Reading or writing failed; exit 2.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl CliError {
    /// An error about the use of the command.
    pub fn usage(message: impl Into<String>) -> Self {
        CliError::Usage(message.into())
    }

    /// A failed write or read of `path`.
    pub fn at(path: &std::path::Path, error: &io::Error) -> Self {
        CliError::Usage(format!("{}: {error}", crate::file_name::text(path)))
    }
}

/// How a command ends: its exit code.
pub type Outcome = Result<u8, CliError>;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Solve(args) => solve::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Mines(args) => mines::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Decode(args) => decode::run(&args),
        Command::Encodings(args) => encodings::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Expect(args) => expect::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Chains(args) => chains::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Gaps(args) => gaps::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Optimal(args) => optimal::run(&args),
        Command::Best(args) => best::run(&args),
        Command::Stuck(args) => stuck::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Answer(args) => answer::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Compile(args) => compile::run(&args),
        Command::Gadget(args) => gadget::run(&args),
        Command::View(args) => view::run(&args),
        Command::Satisfy(args) => satisfy::run(&args),
        Command::Transition(args) => transition::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        // The reader of our output went away (`minesat ... | head`): nothing to tell anybody.
        Err(CliError::Io(e)) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(DONE),
        Err(error) => {
            let text = match &error {
                CliError::Input(input) => input.render(),
                other => format!("error: {}", visible_lines(&other.to_string())),
            };
            let _ = writeln!(io::stderr(), "{text}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// An engine with limits, the options that `solve` and `count` share.
#[derive(Args, Clone, Debug)]
pub struct EngineArgs {
    /// Engine, with a preset or options after a colon (see `minesat engines`)
    #[arg(short, long, default_value = "frontier")]
    pub engine: String,
    /// Let `sat` run this program: it reads a DIMACS file and exits with 10 (satisfiable) or 20; words with blanks are
    /// quoted as in a shell
    #[arg(long, value_name = "COMMAND", value_parser = solver_command)]
    pub solver_command: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Limit on nodes
    #[arg(long)]
    pub nodes: Option<u64>,
}

impl EngineArgs {
    /// The engine's specification, the solver's command included.
    pub fn spec(&self) -> String {
        with_command(&self.engine, self.solver_command.as_deref())
    }

    /// The engine that `--engine` names.
    ///
    /// # Errors
    /// There is none of that name, or an option does not fit.
    pub fn build(&self) -> Result<Box<dyn Engine>, CliError> {
        let spec = &self.engine;
        let runs_it = (spec == "sat" || spec.starts_with("sat:"))
            && (!spec.contains("solver=") || spec.contains("solver=external"));
        if self.solver_command.is_some() && !runs_it {
            return Err(CliError::usage(format!("--solver-command is for the engine sat, and {spec} does not run it")));
        }
        build(&self.spec()).map_err(CliError::Usage)
    }

    /// The limits given.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, ..self.limits.limits() }
    }
}

/// Takes the name of a file, whatever bytes it holds, as [`file_name`](crate::file_name) writes it.
fn file_name() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(crate::file_name::text)
}

/// Writes one line of JSON: no colours to take off, one write a line, so that whoever waits for an
/// answer gets it.
fn write_line(line: String) -> io::Result<()> {
    let mut line = escaped(line);
    line.push('\n');
    io::stdout().lock().write_all(line.as_bytes())
}

/// The command line of a solver; as a part of a specification it may hold no comma.
fn solver_command(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("no command".into()),
        text if text.contains(',') => Err("a comma would end the option: put the command in a script".into()),
        text if shlex::split(text).is_none() => Err("a quote is not closed".into()),
        text => Ok(text.into()),
    }
}

/// A specification of the SAT engine with an external solver's command put in; others stay as they are.
fn with_command(spec: &str, command: Option<&str>) -> String {
    let separator = if spec.contains(':') { ',' } else { ':' };
    match command {
        Some(command) if spec == "sat" || spec.starts_with("sat:") => {
            let solver = if spec.contains("solver=external") { "" } else { "solver=external," };
            format!("{spec}{separator}{solver}command={command}")
        }
        _ => spec.to_string(),
    }
}

/// The exit code of an answer that was not found, with a line on standard error that says why.
fn stopped(name: &str, answer: &Answer) -> Option<u8> {
    Some(stopped_by(name, answer.found.as_ref().err()?))
}

/// The same of what stopped an engine.
fn stopped_by(name: &str, stop: &Stop) -> u8 {
    let _ = writeln!(io::stderr(), "{}: {}", visible(name), visible_lines(&stop.to_string()));
    match stop {
        Stop::Timeout | Stop::Nodes | Stop::Memory | Stop::Interrupted => LIMIT,
        Stop::Unsupported(_) => BAD_INPUT,
        Stop::Failed(_) => DISAGREE,
    }
}
