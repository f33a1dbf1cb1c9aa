//! `minesat chains`: the graph of deductions between cells.

mod experiment;
mod search;

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde_json::{Value, json};

use super::shared::boards::Boards;
use super::shared::engine::stopped_by;
use super::shared::limits::{LimitArgs, Work, watch_this_process, within};
use super::{CliError, DONE, INCONSISTENT, Outcome};
use crate::board::{Board, Cell};
use crate::chains::experiment::field as random_field;
use crate::chains::{Chains, Guesses, dot, draw};
use crate::engine::{Control, Decision, Limits, build};
use crate::explain::{Options, contradiction};
use crate::field::Field;
use crate::grid::Grid;
use crate::instance::{Instance, InstanceReader};
use crate::lines::{escaped, visible};
use crate::process::watch;
use crate::rng::Rng;
use crate::system::System;
use crate::whole_file::write_whole;

/// Find the graph of deductions of a board and its longest chain
///
/// Deduction goes in rounds; each round decides all cells that follow from the fewest clues. The parents of a cell are the
/// cells whose state its explanation uses. The length of a chain is the number of cells on a path from a root (a given clue,
/// the first cell, a guess), with both ends. An instance whose `params` hold a `field` (rows of `*` and `-`) and a `start`
/// ([row, column]) is played as a game; any other is deduced as it stands. The total takes no part in deductions, only in
/// the choice of a guess, but a board that it makes impossible is reported as such.
#[derive(Args)]
#[command(group(ArgGroup::new("what").required(true).args(["file", "game", "search", "experiment"])))]
pub struct ChainsArgs {
    /// Board or instance file, - for standard input, builtin:NAME for one in the program
    #[arg(value_parser = super::file_name())]
    file: Option<String>,
    /// A random game: ROWSxCOLS and the share of mines outside the opening in the middle, such as 16x30:0.2
    #[arg(long, value_name = "ROWSxCOLS:DENSITY", value_parser = game)]
    game: Option<(Grid, f64)>,
    /// Search for fields of this size with long chains
    #[arg(long, value_name = "ROWSxCOLS", value_parser = shape)]
    search: Option<Grid>,
    /// Measure chains of random games, and write points.jsonl, report.md and charts to this folder
    #[arg(long, value_name = "FOLDER")]
    experiment: Option<PathBuf>,
    /// Only the instance of this name
    #[arg(long, conflicts_with_all = ["game", "search", "experiment"])]
    only: Option<String>,
    /// Seed of the games or of the search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End a game where nothing is certain, instead of making a lucky guess
    #[arg(long)]
    no_guess: bool,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
    /// Print the graph for Graphviz (`neato -n -Tsvg`)
    #[arg(long, conflicts_with = "json")]
    dot: bool,
    /// Draw the graph over the board, to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["search", "experiment"])]
    svg: Option<PathBuf>,
    /// --search: fields per run
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["file", "game", "experiment"])]
    steps: u64,
    /// --search: number of runs
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["file", "game", "experiment"])]
    runs: u64,
    /// --search: file for the best field as an instance [default: standard output]
    #[arg(short, long, conflicts_with_all = ["file", "game", "experiment"])]
    output: Option<PathBuf>,
    /// --experiment: shapes of the boards
    #[arg(long, num_args = 1.., value_parser = shape, value_name = "ROWSxCOLS",
        conflicts_with_all = ["file", "game", "search"],
        default_values = ["5x5", "10x10", "15x15", "20x20", "25x25", "30x30", "9x25", "5x45", "3x75", "1x225"])]
    shapes: Vec<Grid>,
    /// --experiment: mine densities
    #[arg(long, num_args = 1.., default_values_t = [0.05, 0.10, 0.15, 0.20, 0.25, 0.30],
        conflicts_with_all = ["file", "game", "search"])]
    densities: Vec<f64>,
    /// --experiment: games per point
    #[arg(long, default_value_t = 100, conflicts_with_all = ["file", "game", "search"])]
    boards: u64,
    /// --experiment: instances whose chains the report shows too, played if they have a field, else as they stand
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["file", "game", "search"], value_parser = super::file_name())]
    found: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Reads `ROWSxCOLS`.
fn shape(text: &str) -> Result<Grid, String> {
    let parts = text.split_once('x').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match parts {
        Some((rows, cols)) if (1..=1000).contains(&rows) && (1..=1000).contains(&cols) => Ok(Grid { rows, cols }),
        _ => Err("ROWSxCOLS, each from 1 to 1000".into()),
    }
}

/// Reads `ROWSxCOLS:DENSITY`.
fn game(text: &str) -> Result<(Grid, f64), String> {
    let (size, density) = text.split_once(':').ok_or("ROWSxCOLS:DENSITY")?;
    let density = density.parse().ok().filter(|d| (0.0..=1.0).contains(d)).ok_or("a density from 0 to 1")?;
    Ok((shape(size)?, density))
}

/// Runs the command.
///
/// # Errors
/// Bad input, or a file that cannot be written.
pub fn run(args: &ChainsArgs) -> Outcome {
    if let Some(path) =
        args.svg.as_ref().filter(|path| path.extension().is_some_and(|e| !e.eq_ignore_ascii_case("svg")))
    {
        return Err(CliError::usage(format!("{}: graphs are drawn as .svg", path.display())));
    }
    if let Some((grid, density)) = args.game {
        let (field, start) = random_field(grid, density, &mut Rng::stream(args.seed, 0));
        let name = format!("game-{}", args.seed);
        return guarded(args, &name, |work| of_game(args, &name, &field, start, work));
    }
    if args.search.is_some() || args.experiment.is_some() {
        watch_this_process(args.limits.limits(), "--experiment keeps the finished part, --search does not");
    }
    // Engines stop by themselves at the time limit of a game, so only memory is watched.
    let run = watch::run(None);
    if let Some(grid) = args.search {
        return search::run(args, grid);
    }
    if let Some(folder) = &args.experiment {
        return experiment::run(args, folder);
    }
    drop(run);
    let mut code = DONE;
    let file = args.file.as_deref().unwrap_or("-");
    let mut boards = Boards::new(file, InstanceReader::open(file)?, args.only.as_deref()).peekable();
    while let Some(instance) = boards.next() {
        let instance = instance?;
        if args.svg.is_some() && boards.peek().is_some() {
            return Err(CliError::usage(format!(
                "{file}: the file holds several boards and --svg draws one: choose it with --only NAME"
            )));
        }
        code = code.max(match played(&instance)? {
            Some((field, start)) => {
                guarded(args, &instance.name, |work| of_game(args, &instance.name, &field, start, work))?
            }
            None => guarded(args, &instance.name, |work| of_board(args, &instance, work))?,
        });
    }
    Ok(code)
}

/// Does the work of one board within the limits.
fn guarded(args: &ChainsArgs, name: &str, work: impl FnOnce(&mut Work) -> Outcome) -> Outcome {
    within(args.limits.limits(), work)?.outcome.unwrap_or_else(|stop| Ok(stopped_by(name, &stop)))
}

/// The chains of a board as it stands.
fn of_board(args: &ChainsArgs, instance: &Instance, work: &mut Work) -> Outcome {
    let control = control(args);
    if is_impossible(args, &instance.board) {
        return impossible(args, instance, &control);
    }
    let chains = Chains::of_board(&instance.board, &mut control.share());
    work.done();
    match chains {
        Ok(chains) => print(args, &instance.name, &instance.board, &chains),
        Err(stop) => Ok(stopped_by(&instance.name, &stop)),
    }
}

/// True if a board with its total has no solution; false if half of the time does not suffice to decide that.
fn is_impossible(args: &ChainsArgs, board: &Board) -> bool {
    let engine = build("frontier").expect("a row of the table of engines");
    let limits = Limits { time: args.limits.timeout.map(|time| time / 2), ..args.limits.limits() };
    matches!(engine.decide(&System::from_board(board).0, &mut Control::new(limits)), Ok(Decision::Inconsistent))
}

/// Reports why a board is impossible.
fn impossible(args: &ChainsArgs, instance: &Instance, control: &Control) -> Outcome {
    let found = contradiction(&instance.board, &Options::default(), &mut control.share());
    let why = found.ok().flatten().map_or("the board has no solution".into(), |found| found.text[0].clone());
    if args.json {
        let line = json!({ "instance": instance.name, "status": "inconsistent", "message": why });
        writeln!(stdout(), "{}", escaped(line.to_string()))?;
    }
    writeln!(stderr(), "{}: {why}", instance.shown())?;
    Ok(INCONSISTENT)
}

fn control(args: &ChainsArgs) -> Control {
    Control::new(args.limits.limits())
}

fn of_game(args: &ChainsArgs, name: &str, field: &Field, start: usize, work: &mut Work) -> Outcome {
    let guesses = if args.no_guess { Guesses::Stop } else { Guesses::Lucky };
    let chains = Chains::of_game(field, start, guesses, &mut control(args));
    work.done();
    match chains {
        Ok(chains) => print(args, name, &shown(field, &chains), &chains),
        Err(stop) => Ok(stopped_by(name, &stop)),
    }
}

/// The board at the end of a game, with the decided cells open.
fn shown(field: &Field, chains: &Chains) -> Board {
    let mut open = vec![false; field.grid().len()];
    chains.nodes.iter().for_each(|n| open[field.grid().at(n.cell.0, n.cell.1)] = true);
    field.board(&open, Some(field.count() as u32))
}

fn print(args: &ChainsArgs, name: &str, board: &Board, chains: &Chains) -> Outcome {
    if let Some(path) = &args.svg {
        write(path, draw(board, chains, name).as_bytes())?;
    }
    let mut out = stdout().lock();
    if args.json {
        let mut value = serde_json::to_value(chains).map_err(std::io::Error::from)?;
        value["instance"] = json!(name);
        writeln!(out, "{}", escaped(value.to_string()))?;
    } else if args.dot {
        write!(out, "{}", dot(chains, name))?;
    } else {
        let Chains { rounds, guesses, undecided, longest, reach, influence, .. } = chains;
        let decided = chains.nodes.iter().filter(|n| n.round > 0).count();
        let name = visible(name);
        writeln!(out, "{name}: {decided} cells decided in {rounds} rounds, {guesses} guesses, {undecided} undecided")?;
        let path: Vec<String> = chains.path.iter().map(|(row, col)| format!("({row},{col})")).collect();
        writeln!(out, "longest chain: {longest} cells: {}", path.join(" "))?;
        writeln!(out, "reach {reach}")?;
        if let Some((influence, (row, col))) = influence.zip(chains.influencer) {
            writeln!(out, "{influence} cells depend on the root ({row},{col})")?;
        }
    }
    Ok(DONE)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    write_whole(path, bytes).map_err(|e| CliError::at(path, &e))
}

/// The field and the first cell of an instance that is a game.
fn played(instance: &Instance) -> Result<Option<(Field, usize)>, CliError> {
    let Some(rows) = instance.params.get("field") else { return Ok(None) };
    let grid = instance.board.grid();
    let bad = || CliError::usage(format!("{}: params.field and params.start do not describe a game", instance.shown()));
    let rows: Vec<&str> = rows.as_array().and_then(|r| r.iter().map(Value::as_str).collect()).ok_or_else(bad)?;
    let number = |i: usize| Some(instance.params.get("start")?.get(i)?.as_u64()? as usize);
    let (row, col) = number(0).zip(number(1)).filter(|&(r, c)| r < grid.rows && c < grid.cols).ok_or_else(bad)?;
    let fits =
        rows.len() == grid.rows && rows.iter().all(|r| r.len() == grid.cols && r.bytes().all(|b| b"*-".contains(&b)));
    let mines: Vec<bool> = rows.concat().bytes().map(|b| b == b'*').collect();
    if !fits || mines[grid.at(row, col)] {
        return Err(bad());
    }
    let field = Field::new(grid, mines);
    let shown = |cell: usize| match instance.board.cell(cell) {
        Cell::Clue(clue) => !field.is_mine(cell) && field.clue(cell) == clue,
        Cell::Flag => field.is_mine(cell),
        Cell::Blank => !field.is_mine(cell),
        Cell::Covered => true,
    };
    if !grid.cells().all(shown) || instance.board.mines().is_some_and(|mines| mines as usize != field.count()) {
        return Err(CliError::usage(format!("{}: params.field differs from what the board shows", instance.shown())));
    }
    Ok(Some((field, grid.at(row, col))))
}

/// Rows of a field, with `S` on the start if it is given.
fn rows(field: &Field, start: Option<usize>) -> Vec<String> {
    let grid = field.grid();
    let letter = |cell: usize| match (field.is_mine(cell), start == Some(cell)) {
        (true, _) => '*',
        (false, true) => 'S',
        (false, false) => '-',
    };
    (0..grid.rows).map(|row| (0..grid.cols).map(|col| letter(grid.at(row, col))).collect()).collect()
}
