//! `minesat chains`: the graph of deductions between cells.

mod search;

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use serde_json::json;

use super::shared::boards::BoardStream;
use super::shared::engine::stopped_by;
use super::shared::limits::{LimitArgs, WorkReport, watch_this_process, within};
use super::{CliError, CommandResult, DONE, INCONSISTENT};
use crate::atomic_file::write_whole;
use crate::board::Board;
use crate::chains::game::{ChainGame, is_impossible};
use crate::chains::{Chains, Guesses, dot, draw};
use crate::engine::Control;
use crate::explain::{ExplainOptions, contradiction};
use crate::field::Field;
use crate::grid::{Grid, place_text};
use crate::instance::{Instance, InstanceReader};
use crate::lines::{escaped, visible};
use crate::process::watch;
use crate::rng::Rng;

/// Find the graph of deductions of a board and its longest chain
///
/// Deduction goes in rounds; each round decides all cells that follow from the fewest clues. The parents of a cell are the
/// cells whose state its explanation uses. The length of a chain is the number of cells on a path from a root (a given clue,
/// the first cell, a guess), with both ends. An instance whose `params` hold a `field` (rows of `*` and `-`) and a `start`
/// ([row, column]) is played as a game; any other is deduced as it stands. The total takes no part in deductions, only in
/// the choice of a guess, but a board that it makes impossible is reported as such.
#[derive(Args)]
#[command(group(ArgGroup::new("what").required(true).args(["file", "game", "search"])))]
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
    /// Only the instance of this name
    #[arg(long, conflicts_with_all = ["game", "search"])]
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
    #[arg(long, value_name = "FILE", conflicts_with = "search")]
    svg: Option<PathBuf>,
    /// --search: fields per run
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["file", "game"])]
    steps: u64,
    /// --search: number of runs
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["file", "game"])]
    runs: u64,
    /// --search: file for the best field as an instance [default: standard output]
    #[arg(short, long, conflicts_with_all = ["file", "game"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Reads `ROWSxCOLS`.
pub(super) fn shape(text: &str) -> Result<Grid, String> {
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
pub fn run(args: &ChainsArgs) -> CommandResult {
    if let Some(path) =
        args.svg.as_ref().filter(|path| path.extension().is_some_and(|e| !e.eq_ignore_ascii_case("svg")))
    {
        return Err(CliError::usage(format!("{}: graphs are drawn as .svg", path.display())));
    }
    if let Some((grid, density)) = args.game {
        let (field, start) = Field::with_opening(grid, density, &mut Rng::stream(args.seed, 0));
        let name = format!("game-{}", args.seed);
        return guarded(args, &name, |work| of_game(args, &name, &ChainGame { field, start }, work));
    }
    if let Some(grid) = args.search {
        watch_this_process(args.limits.limits(), "--search keeps no part of its work");
        // Engines stop by themselves at the time limit of a game, so only memory is watched.
        let _run = watch::run(None);
        return search::run(args, grid);
    }
    let mut code = DONE;
    let file = args.file.as_deref().unwrap_or("-");
    let mut boards = BoardStream::new(file, InstanceReader::open(file)?, args.only.as_deref()).peekable();
    while let Some(instance) = boards.next() {
        let instance = instance?;
        if args.svg.is_some() && boards.peek().is_some() {
            return Err(CliError::usage(format!(
                "{file}: the file holds several boards and --svg draws one: choose it with --only NAME"
            )));
        }
        code = code.max(match ChainGame::of(&instance).map_err(|e| CliError::usage(e.to_string()))? {
            Some(game) => guarded(args, &instance.name, |work| of_game(args, &instance.name, &game, work))?,
            None => guarded(args, &instance.name, |work| of_board(args, &instance, work))?,
        });
    }
    Ok(code)
}

/// Does the work of one board within the limits.
fn guarded(args: &ChainsArgs, name: &str, work: impl FnOnce(&mut WorkReport) -> CommandResult) -> CommandResult {
    within(args.limits.limits(), work)?.outcome.unwrap_or_else(|stop| Ok(stopped_by(name, &stop)))
}

/// The chains of a board as it stands.
fn of_board(args: &ChainsArgs, instance: &Instance, work: &mut WorkReport) -> CommandResult {
    let control = control(args);
    if is_impossible(&instance.board, args.limits.limits()) {
        return impossible(args, instance, &control);
    }
    let chains = Chains::of_board(&instance.board, &mut control.share());
    work.done();
    match chains {
        Ok(chains) => print(args, &instance.name, &instance.board, &chains),
        Err(stop) => Ok(stopped_by(&instance.name, &stop)),
    }
}

/// Reports why a board is impossible.
fn impossible(args: &ChainsArgs, instance: &Instance, control: &Control) -> CommandResult {
    let found = contradiction(&instance.board, &ExplainOptions::default(), &mut control.share());
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

fn of_game(args: &ChainsArgs, name: &str, game: &ChainGame, work: &mut WorkReport) -> CommandResult {
    let guesses = if args.no_guess { Guesses::Stop } else { Guesses::Lucky };
    let chains = game.chains(guesses, &mut control(args));
    work.done();
    match chains {
        Ok(chains) => print(args, name, &game.shown(&chains), &chains),
        Err(stop) => Ok(stopped_by(name, &stop)),
    }
}

fn print(args: &ChainsArgs, name: &str, board: &Board, chains: &Chains) -> CommandResult {
    if let Some(path) = &args.svg {
        write_whole(path, draw(board, chains, name).as_bytes()).map_err(|e| CliError::at(path, &e))?;
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
        let path: Vec<String> = chains.path.iter().copied().map(place_text).collect();
        writeln!(out, "longest chain: {longest} cells: {}", path.join(" "))?;
        writeln!(out, "reach {reach}")?;
        if let Some((influence, (row, col))) = influence.zip(chains.influencer) {
            writeln!(out, "{influence} cells depend on the root ({row},{col})")?;
        }
    }
    Ok(DONE)
}

/// The schema of a line of `--json`: the chains of a board, or why it is impossible.
#[cfg(feature = "schema")]
pub fn line_schema() -> crate::schema::Schema {
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged)]
    #[allow(dead_code)]
    enum Line {
        /// A board with solutions.
        Found {
            #[schemars(flatten)]
            chains: Chains,
            instance: String,
        },
        /// A board without.
        Impossible { instance: String, status: String, message: String },
    }
    crate::schema::written::<Line>()
}
