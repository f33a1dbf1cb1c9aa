//! The command line: one file per sub-command; what several of them use is in `shared`.

#[cfg(feature = "page")]
mod answer;
mod bench;
mod best;
mod chains;
mod compile;
mod completions;
mod convert;
mod count;
mod decode;
mod encode;
mod encodings;
mod engines;
mod experiment;
mod explain;
mod gadget;
mod generate;
mod label;
mod man;
mod measure;
mod mine_bounds;
mod names;
mod play;
mod report;
mod sample;
mod satisfy;
mod separate;
#[cfg(feature = "page")]
mod serve;
mod shared;
mod solve;
mod study;
mod verify;
mod view;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::experiment::ExperimentError;
use crate::input_error::InputError;
use crate::lines::{escaped, visible_lines};
use crate::study::StudyError;

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
Exit codes: 0 done; 1 answers disagree or an engine failed; 2 bad input or usage; 20 no solution of the board or no model \
of the formula (`count` prints 0 models and exits with 0); 124 a limit ran out; 130 interrupted.

Examples:
  minesat bench                              run all engines on small boards, write a report
  minesat solve builtin:sources.jsonl        certain cells of boards in the program
  printf '1 3 1\\n#1#\\n' | minesat count -    models, tally and mine probabilities
  minesat generate uniform --rows 9 --cols 9 --mines 10 --count 20 -o my.jsonl
  minesat help solve                         options of a command";

/// A laboratory for Minesweeper as a constraint problem.
#[derive(Parser)]
#[command(name = "minesat", version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::SolveArgs),
    Verify(verify::VerifyArgs),
    MineBounds(mine_bounds::MineBoundsArgs),
    Count(count::CountArgs),
    Sample(sample::SampleArgs),
    Generate(generate::GenerateArgs),
    Encode(encode::EncodeArgs),
    Decode(decode::DecodeArgs),
    Encodings(encodings::EncodingsArgs),
    Engines(engines::EnginesArgs),
    Bench(bench::BenchArgs),
    Report(report::ReportArgs),
    Label(label::LabelArgs),
    Explain(explain::ExplainArgs),
    Chains(chains::ChainsArgs),
    Experiment(experiment::ExperimentArgs),
    Separate(separate::SeparateArgs),
    Play(play::PlayArgs),
    Best(best::BestArgs),
    #[command(hide = true)]
    Measure(measure::MeasureArgs),
    #[cfg(feature = "page")]
    #[command(hide = true)]
    Answer(answer::AnswerArgs),
    #[cfg(feature = "page")]
    Serve(serve::ServeArgs),
    Compile(compile::CompileArgs),
    Gadget(gadget::GadgetArgs),
    View(view::ViewArgs),
    Satisfy(satisfy::SatisfyArgs),
    Study(study::StudyArgs),
    Convert(convert::ConvertArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// What ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// An error in the input, with file, line, column and caret; exit 2.
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

impl From<StudyError> for CliError {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Input(input) => CliError::Input(input),
            StudyError::Io(error) => CliError::Io(error),
            other => CliError::Usage(other.to_string()),
        }
    }
}

impl From<ExperimentError> for CliError {
    fn from(error: ExperimentError) -> Self {
        match error {
            ExperimentError::Input(input) => CliError::Input(input),
            ExperimentError::Study(error) => error.into(),
            other => CliError::Usage(other.to_string()),
        }
    }
}

/// How a command ends: its exit code.
pub type Outcome = Result<u8, CliError>;

/// Runs the command line of this process; `revision` is what reports say it was built from.
pub fn main(revision: &'static str) -> ExitCode {
    crate::bench::built_from(revision);
    let args = names::present(std::env::args_os());
    if let Some(reason) = names::left_out(&args) {
        return failed(&CliError::Usage(reason));
    }
    let matches = names::grouped(Cli::command()).get_matches_from(args);
    let parsed = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut Cli::command()).exit());
    let outcome = match parsed.command {
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::MineBounds(args) => mine_bounds::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Decode(args) => decode::run(&args),
        Command::Encodings(args) => encodings::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Label(args) => label::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Chains(args) => chains::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Separate(args) => separate::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Best(args) => best::run(&args),
        Command::Measure(args) => measure::run(&args),
        #[cfg(feature = "page")]
        Command::Answer(args) => answer::run(&args),
        #[cfg(feature = "page")]
        Command::Serve(args) => serve::run(&args),
        Command::Compile(args) => compile::run(&args),
        Command::Gadget(args) => gadget::run(&args),
        Command::View(args) => view::run(&args),
        Command::Satisfy(args) => satisfy::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        // The reader of our output went away (`minesat ... | head`): there is nobody to write to.
        Err(CliError::Io(e)) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(DONE),
        Err(error) => failed(&error),
    }
}

fn failed(error: &CliError) -> ExitCode {
    let text = match error {
        CliError::Input(input) => input.render(),
        other => format!("error: {}", visible_lines(&other.to_string())),
    };
    let _ = writeln!(io::stderr(), "{text}");
    ExitCode::from(BAD_INPUT)
}

/// Reads the name of a file, which may hold any bytes, as [`file_name`](crate::file_name) writes it.
fn file_name() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(crate::file_name::text)
}

/// Writes one line of JSON in one write, so that a reader who waits for the answer gets it.
fn write_line(line: String) -> io::Result<()> {
    let mut line = escaped(line);
    line.push('\n');
    io::stdout().lock().write_all(line.as_bytes())
}
