//! The command line: the table of sub-commands, one file each. What several of them use is in `shared`, how they end in
//! `exit`.

mod bench;
mod completions;
mod count;
mod encode;
mod encodings;
mod engines;
mod examples;
mod exit;
#[cfg(feature = "extras")]
mod extras;
mod generate;
mod grade;
mod label;
mod man;
mod measure;
mod mine_bounds;
mod names;
mod report;
mod sample;
mod shared;
mod solve;
mod verify;

use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::process::arguments;
pub use exit::{BAD_INPUT, CliError, CommandResult, DISAGREE, DONE, INCONSISTENT, INTERRUPTED, LIMIT};
use shared::text::{file_name, write_line};

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
    /// Colours in the output: where the terminal shows them, always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: When,
    #[command(subcommand)]
    command: Command,
}

/// When the output has colours.
#[derive(Clone, Copy, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
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
    Encodings(encodings::EncodingsArgs),
    Engines(engines::EnginesArgs),
    Bench(bench::BenchArgs),
    Report(report::ReportArgs),
    Label(label::LabelArgs),
    Grade(grade::GradeArgs),
    #[command(hide = true)]
    Measure(measure::MeasureArgs),
    #[cfg(feature = "extras")]
    #[command(flatten)]
    Extra(extras::ExtraCommand),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the command line of this process; `revision` is what reports say it was built from.
pub fn main(revision: &'static str) -> ExitCode {
    ExitCode::from(run(revision))
}

/// [`main`] with the exit code as a number, for a library that another program has loaded
/// ([`hosted`](crate::process::hosted)). Help and mistakes in the arguments end the process.
pub fn run(revision: &'static str) -> u8 {
    crate::bench::built_from(revision);
    let args = names::present(std::iter::once("minesat".into()).chain(arguments()));
    if let Some(reason) = names::left_out(&args, &Cli::command()) {
        return exit::failed(&CliError::Usage(reason));
    }
    let matches = names::grouped(examples::added(Cli::command())).get_matches_from(args);
    let parsed = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut Cli::command()).exit());
    match parsed.color {
        // NO_COLOR and CLICOLOR decide.
        When::Auto => {}
        When::Always => ColorChoice::AlwaysAnsi.write_global(),
        When::Never => ColorChoice::Never.write_global(),
    }
    let outcome = match parsed.command {
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::MineBounds(args) => mine_bounds::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Encodings(args) => encodings::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Label(args) => label::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Measure(args) => measure::run(&args),
        #[cfg(feature = "extras")]
        Command::Extra(command) => command.run(),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
        Command::Man(args) => man::run(&args, examples::added(Cli::command())),
    };
    exit::code(outcome)
}
