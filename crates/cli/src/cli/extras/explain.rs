//! `minesat explain`: the reasons for the state of a cell.

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::shared::boards::BoardsArgs;
use super::shared::engine::stopped_by;
use super::shared::limits::{LimitArgs, WorkReport, within};
use super::shared::place;
use super::{CliError, CommandResult, DONE, INCONSISTENT};
use crate::engine::{Classes, Control, Verdict, build};
use crate::explain::{CluePosition, ExplainOptions, Explainer, Explanation, Failed, Word, contradiction, explain};
use crate::instance::Instance;

const AFTER_HELP: &str = "\
Examples:
  minesat explain board.mine 0,5              why this cell is safe, a mine or undecided
  minesat explain board.mine                  which clues contradict each other
  minesat explain boards.jsonl --all          every certain cell of every board, as JSON Lines";

/// Explain a certain or undecided cell, or an impossible board
///
/// For a certain cell: a smallest irreducible set of clues that forces it, and the deduction from them. The total takes
/// part only if the clues alone do not suffice. For an undecided cell: a solution with a mine there, one without, and the parts
/// of its probability. Without CELL: a smallest set of clues that contradict each other.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    /// The cell, as ROW,COL from 0
    #[arg(value_parser = place::cell)]
    cell: Option<(usize, usize)>,
    /// Explain every certain cell of every board, as JSON Lines
    #[arg(long, conflicts_with = "cell")]
    all: bool,
    /// Print the explanation as one JSON object
    #[arg(long)]
    json: bool,
    /// Most solver calls in search of a smallest set; with 0 any irreducible set will do
    #[arg(long, default_value_t = ExplainOptions::default().calls)]
    calls: u64,
    #[command(flatten)]
    limits: LimitArgs,
}

/// A line of `--json`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Answer<'a> {
    instance: &'a str,
    #[serde(flatten)]
    explanation: &'a Explanation,
    /// Wall time.
    seconds: f64,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or a cell that is not covered.
pub fn run(args: &ExplainArgs) -> CommandResult {
    let mut boards = args.boards.open()?;
    if !args.all {
        let first =
            boards.next().unwrap_or_else(|| Err(CliError::usage(format!("{}: no board here", args.boards.file))));
        let instance = first?;
        let done = within(args.limits.limits(), |work| one(args, &instance, work))?;
        return done.outcome.unwrap_or_else(|stop| Ok(stopped_by(&instance.name, &stop)));
    }
    let mut code = DONE;
    for instance in boards {
        code = code.max(within_limits(args, &instance?)?);
    }
    Ok(code)
}

/// Every certain cell of a board; if an engine is killed on one of them, the search resumes with the next.
fn within_limits(args: &ExplainArgs, instance: &Instance) -> CommandResult {
    let (mut code, mut from) = (DONE, 0);
    loop {
        let done = within(args.limits.limits(), |work| all(args, instance, from, work))?;
        match done.outcome {
            Ok(outcome) => return Ok(code.max(outcome?)),
            Err(stop) => code = code.max(stopped_by(&instance.name, &stop)),
        }
        // The first step finds the certain cells.
        match done.steps.checked_sub(1) {
            Some(explained) => from += explained + 1,
            None => return Ok(code),
        }
    }
}

fn options(args: &ExplainArgs) -> ExplainOptions {
    ExplainOptions { calls: args.calls, ..ExplainOptions::default() }
}

fn control(args: &ExplainArgs) -> Control {
    Control::new(args.limits.limits())
}

fn print(args: &ExplainArgs, name: &str, explanation: &Explanation, seconds: f64) -> Result<u8, CliError> {
    if args.json || args.all {
        let line = serde_json::to_string(&Answer { instance: name, explanation, seconds });
        super::write_line(line.map_err(std::io::Error::from)?)?;
    } else {
        let mut out = stdout().lock();
        explanation.text.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if let Some(models) = &explanation.models {
            for (title, rows) in [("With a mine there:", &models.mine), ("Without:", &models.safe)] {
                writeln!(out, "{title}\n{}", rows.join("\n"))?;
            }
        }
    }
    Ok(if explanation.verdict == Word::Inconsistent { INCONSISTENT } else { DONE })
}

fn one(args: &ExplainArgs, instance: &Instance, work: &mut WorkReport) -> CommandResult {
    let begun = Instant::now();
    let answer = match args.cell {
        Some(at) => explain(&instance.board, at, &options(args), &mut control(args)).map(Some),
        None => contradiction(&instance.board, &options(args), &mut control(args)).map_err(Failed::Stopped),
    };
    work.done();
    match answer {
        Ok(Some(explanation)) => print(args, &instance.name, &explanation, begun.elapsed().as_secs_f64()),
        Ok(None) => {
            writeln!(stdout(), "{}: the board has a solution; give a cell to explain", instance.shown())?;
            Ok(DONE)
        }
        Err(Failed::Cell(why)) => Err(CliError::usage(format!("{}: {why}", instance.shown()))),
        Err(Failed::Stopped(stop)) => Ok(stopped_by(&instance.name, &stop)),
    }
}

/// The certain cells of a board without the first `from`, or its contradiction.
fn all(args: &ExplainArgs, instance: &Instance, from: usize, work: &mut WorkReport) -> CommandResult {
    let position = CluePosition::new(&instance.board);
    let classes = build("frontier")?.classify(&position.system, &mut control(args));
    let cells = match classes {
        Ok(Classes::Cells(cells)) => cells,
        Ok(Classes::Inconsistent) => return one(args, instance, work),
        Err(stop) => return Ok(stopped_by(&instance.name, &stop)),
    };
    let certain = |v: &Verdict| matches!(v, Verdict::Safe | Verdict::Mine);
    let certain: Vec<u32> = (0..cells.len() as u32).filter(|&c| certain(&cells[c as usize])).collect();
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}").expect("a fixed template");
    let bar = ProgressBar::new(certain.len() as u64).with_style(style).with_message(instance.shown().into_owned());
    let mut explainer = Explainer::new(&position, options(args));
    let mut code = DONE;
    work.step(args.limits.timeout);
    for cell in certain.into_iter().skip(from) {
        let begun = Instant::now();
        code = code.max(match explainer.explain(cell, &mut control(args)) {
            Ok(explanation) => print(args, &instance.name, &explanation, begun.elapsed().as_secs_f64())?,
            Err(stop) => stopped_by(&instance.name, &stop),
        });
        work.step(args.limits.timeout);
        bar.inc(1);
    }
    work.done();
    bar.finish_and_clear();
    Ok(code)
}

/// The schema of a line of `--json`.
#[cfg(feature = "schema")]
pub fn line_schema() -> crate::schema::Schema {
    crate::schema::written::<Answer>()
}
