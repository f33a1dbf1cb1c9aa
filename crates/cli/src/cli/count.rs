//! `minesat count`: models, tally and mine probabilities.

mod given;

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;

use super::shared::boards::BoardsArgs;
use super::shared::engine::{EngineArgs, stopped, stopped_by};
use super::shared::limits::WorkReport;
use super::shared::{draw, place};
use super::{CliError, CommandResult};
use crate::answer::{Answer, Detail, Found, Query, ask_system};
use crate::board::Board;
use crate::engine::{Control, Engine, KnownCells, Limits, Prior};
use crate::instance::Instance;
use crate::play::noisy_clues;
use crate::play::rules::Clues;
use crate::system::{CellMap, System};

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
    /// Read each number as the true one or lower (`at-most`, uniform from 0 to the true number) or as the true one or
    /// higher (`at-least`, uniform from there to the number of neighbours), like the uncertain clues of `minesat play`.
    /// Models are weighted by the likelihood of the numbers, and only probabilities are printed
    #[arg(long, value_name = "KIND", value_parser = ["at-most", "at-least"], conflicts_with_all = [
        "engine", "solver_command", "density", "no_tally", "no_models", "no_cells", "given", "outcomes"])]
    clues: Option<String>,
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
    let bounds = args.clues.as_deref().map(str::parse::<Clues>).transpose().map_err(CliError::usage)?;
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
        let done = args.engine.within(|work| one(args, engine.as_ref(), (detail, bounds), &instance, work))?;
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
    (detail, bounds): (Detail, Option<Clues>),
    instance: &Instance,
    work: &mut WorkReport,
) -> CommandResult {
    let (system, map) = System::from_board(&instance.board);
    if let Some(kind) = bounds {
        let answer = weighed(&instance.board, kind, map, args.engine.limits());
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
    match &args.clues {
        Some(kind) => format!("likelihood:{kind}"),
        None => args.engine.spec(),
    }
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

/// The probabilities under clues that are bounds.
fn weighed(board: &Board, kind: Clues, map: CellMap, limits: Limits) -> Answer {
    let (start, mut control) = (Instant::now(), Control::new(limits));
    let found = noisy_clues::weighed(board, kind, &mut control).map(Found::Weighed);
    let seconds = start.elapsed().as_secs_f64();
    Answer { query: Query::Count, found, stats: control.finish(true), seconds, cpu_seconds: None, map, certified: None }
}
