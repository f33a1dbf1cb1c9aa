//! `minesat count`: models, tally and mine probabilities.

mod given;
#[cfg(feature = "extras")]
mod uncertain;

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;

use super::shared::boards::BoardsArgs;
use super::shared::engine::{EngineArgs, stopped, stopped_by};
use super::shared::limits::WorkReport;
use super::shared::{draw, place};
use super::{CliError, CommandResult};
use crate::answer::{Answer, Detail, Query, ask_system};
use crate::engine::{Control, Engine, KnownCells, Prior};
use crate::instance::Instance;
use crate::system::System;
#[cfg(feature = "extras")]
use uncertain::ClueArgs;

#[cfg(feature = "schema")]
pub use given::outcomes_schema;

/// Count models, and compute the mine probability of each cell
///
/// The count is exact and over all covered cells. The probability of a cell is the number of models with a mine there over
/// the number of all models, correctly rounded; --exact prints fractions.
#[derive(Args)]
pub struct CountArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
    /// Probabilities as exact fractions
    #[arg(long, conflicts_with_all = ["no_tally", "no_models"])]
    exact: bool,
    /// Prior of the mine density, for boards without a total: a mine probability per cell such as 0.2 or 1/5, `uniform`
    /// (every total equally likely) or `jeffreys` (Beta(1/2, 1/2)). It is over all cells of the board, also open ones and
    /// flags. Models are weighted by their mines, and only probabilities are printed
    #[arg(long, value_name = "P|uniform|jeffreys", value_parser = Prior::parse, conflicts_with_all = ["no_tally", "no_models"])]
    density: Option<Prior>,
    #[cfg(feature = "extras")]
    #[command(flatten)]
    clues: ClueArgs,
    /// Leave out the tally, whose size grows with the square of the board's
    #[arg(long)]
    no_tally: bool,
    /// Print probabilities only: leave out the number of models and the tally
    #[arg(long)]
    no_models: bool,
    /// Print the number of models only; any engine can do that, for instance `sat:counter=ganak`, a model counter of
    /// others
    #[arg(long, conflicts_with_all = ["exact", "density", "no_models", "outcomes"])]
    no_cells: bool,
    /// Count under a condition on a covered cell, row and column from 0: it is `safe`, a `mine` or shows a number;
    /// repeatable
    #[arg(long, value_name = "ROW,COL=WHAT", value_parser = given::condition)]
    given: Vec<given::Condition>,
    /// Instead of probabilities, print what this covered cell may show, with the models of each outcome
    #[arg(long, value_name = "ROW,COL", value_parser = place::cell, conflicts_with_all = ["density", "exact", "no_tally", "no_models"])]
    outcomes: Option<(usize, usize)>,
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &CountArgs) -> CommandResult {
    let engine = args.engine.build()?;
    let mut code = super::DONE;
    let detail =
        Detail { exact: args.exact, models: !args.no_models, tally: !args.no_tally && !args.no_models, prior: None };
    for instance in args.boards.open()? {
        let instance = instance?;
        if args.density.is_some() && instance.board.mines().is_some() {
            return Err(CliError::usage(format!("{}: --density is for boards without a total", instance.shown())));
        }
        if instance.is_projected() {
            return Err(CliError::usage(format!(
                "{}: the formula of this board is projected, so each model over its shown variables (params.names) may have \
                 several solutions, one per model of the hidden ones (params.hidden). `minesat encode` writes the \
                 projection ('c p show') for a projected model counter such as ganak or sharpSAT-TD; `minesat convert \
                 --to minesat` writes the board without it, whose count is over all variables",
                instance.shown()
            )));
        }
        let begun = Instant::now();
        let done = args.engine.within(|work| one(args, engine.as_ref(), detail, &instance, work))?;
        code = code.max(match done.outcome {
            Ok(outcome) => outcome?,
            Err(stop) if args.outcomes.is_some() => stopped_by(&instance.name, &stop),
            Err(stop) => {
                let seconds = begun.elapsed().as_secs_f64();
                print(args, &instance, &Answer::stopped(&instance.board, query(args), stop, seconds))?
            }
        });
    }
    Ok(code)
}

fn query(args: &CountArgs) -> Query {
    if args.no_cells { Query::Models } else { Query::Count }
}

/// Counts one board and prints the answer.
fn one(
    args: &CountArgs,
    engine: &dyn Engine,
    detail: Detail,
    instance: &Instance,
    work: &mut WorkReport,
) -> CommandResult {
    let (system, map) = System::from_board(&instance.board);
    #[cfg(feature = "extras")]
    if let Some(answer) = args.clues.answer(&instance.board, &map, args.engine.limits())? {
        work.done();
        return print(args, instance, &answer);
    }
    let system = given::apply(system, &instance.board, &map, &args.given)?;
    if let Some(at) = args.outcomes {
        let place = (&instance.board, &map);
        let found = given::Outcomes::new(engine, &system, place, at, args.engine.limits())?;
        work.done();
        match found {
            Err(stop) => return Ok(stopped_by(&instance.name, &stop)),
            Ok(found) if args.json => {
                super::write_line(given::note(found.to_json(&instance.name, &args.engine.spec()), &args.given))?;
            }
            Ok(found) => write!(anstream::AutoStream::auto(stdout()), "{}", found.to_text(&instance.name))?,
        }
        return Ok(super::DONE);
    }
    // The density is also observed on open cells and flags.
    let flags = instance.board.flags();
    let safe = instance.board.grid().len() - flags - map.cells.len();
    let detail = Detail { prior: args.density.map(|prior| (prior, KnownCells { mines: flags, safe })), ..detail };
    let answer = ask_system(engine, &system, map, query(args), detail, Control::new(args.engine.limits()));
    work.done();
    print(args, instance, &answer)
}

/// The name of the engine in answers.
fn engine_name(args: &CountArgs) -> String {
    #[cfg(feature = "extras")]
    if let Some(name) = args.clues.engine_name() {
        return name;
    }
    args.engine.spec()
}

fn print(args: &CountArgs, instance: &Instance, answer: &Answer) -> CommandResult {
    let engine = &engine_name(args);
    if args.json {
        let line = answer.to_json(&instance.name, engine, args.exact);
        super::write_line(given::note(line, &args.given))?;
    } else if answer.found.is_ok() {
        let mut out = anstream::AutoStream::auto(stdout());
        write!(out, "{}", draw::counted(&instance.name, engine, &instance.board, answer, args.exact))?;
    }
    Ok(stopped(&instance.name, answer).unwrap_or(super::DONE))
}
