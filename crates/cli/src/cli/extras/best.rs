//! `minesat best`: ranks the moves of a position; exactly optimal play where it is small.

use std::io::{Write, stderr, stdout};

use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;

use super::shared::boards::BoardsArgs;
use super::shared::engine::stopped_by;
use super::shared::limits::{LimitArgs, WorkReport, within};
use super::{CliError, CommandResult};
use crate::board::Board;
use crate::engine::{Control, Stop};
use crate::lines::visible;
use crate::play::best::{NoRanking, NoTree, Ranking, TreeLimits, TreeModels, advised, by_games, rank, to_json};
use crate::play::contradiction::smallest;
use crate::play::rules::Clues;
use crate::play::statistics::wilson;
use crate::units::percent;

const AFTER_HELP: &str = "\
Examples:
  minesat best board.mine                     moves by models won, or by risk where there are too many models
  minesat best board.mine --games 2000        rollouts from the safest cells
  minesat best boards.jsonl --only stuck-3 --show 5 --json";

/// Rank the moves of a position by risk, progress and wins
///
/// Progress is the probability that a certainly safe cell follows a move, given that the move is safe. If few models
/// remain, the tree of all games gives exactly optimal play: for each cell, the number of models that are won by opening it
/// first. If more remain, the move of the player `lookahead` is named, and `--games` plays rollouts from the safest cells,
/// on the same random models for every cell.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct BestArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    /// Most models of the exact tree
    #[arg(long, default_value_t = 20_000)]
    models: usize,
    /// Most nodes of the exact tree
    #[arg(long, default_value_t = 50_000_000)]
    nodes: u64,
    /// If the tree is too large: rollouts of `lookahead` from each of the safest cells
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Seed of the models of these rollouts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Most moves that are printed
    #[arg(long, default_value_t = 20)]
    show: usize,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &BestArgs) -> CommandResult {
    let mut code = super::DONE;
    for instance in args.boards.open()? {
        let instance = instance?;
        let done = within(args.limits.limits(), |work| one(args, &instance.name, &instance.board, work))?;
        code = code.max(match done.outcome {
            Ok(outcome) => outcome?,
            Err(stop) => stopped(args, &instance.name, &instance.board, stop)?,
        });
    }
    Ok(code)
}

/// Reports what stopped the ranking of a board.
fn stopped(args: &BestArgs, name: &str, board: &Board, stop: Stop) -> CommandResult {
    let found = Err(NoRanking::Stopped(stop.clone()));
    if args.json {
        super::write_line(line(args, name, board, &found, None))?;
    }
    Ok(stopped_by(name, &stop))
}

fn line(args: &BestArgs, name: &str, board: &Board, found: &Result<Ranking, NoRanking>, own: Option<u32>) -> String {
    let mut value = json!({ "instance": name });
    let rest = to_json(board, found, args.show);
    value.as_object_mut().expect("an object").extend(rest.as_object().cloned().into_iter().flatten());
    if found.as_ref().is_ok_and(|ranking| ranking.tree.is_err()) {
        value["advised"] = json!(own.map(|cell| <[usize; 2]>::from(board.grid().position(cell as usize))));
    }
    value.to_string()
}

fn one(args: &BestArgs, name: &str, board: &Board, work: &mut WorkReport) -> CommandResult {
    let control = Control::new(args.limits.limits());
    let bounds = TreeLimits { models: args.models, nodes: args.nodes };
    let mut found = rank(board, bounds, control.share());
    let mut code = super::DONE;
    if found.as_ref().is_ok_and(|ranking| ranking.tree == Err(NoTree::OutOfTime)) {
        code = stopped_by(&format!("{name}, in the exact tree"), &Stop::Timeout);
    }
    match &mut found {
        Ok(ranking) if ranking.tree.is_err() && args.games > 0 => {
            let bar = ProgressBar::new(args.games).with_message("games on each move");
            let played = by_games(board, ranking, (args.games, args.seed), &control, &mut || bar.inc(1));
            bar.finish_and_clear();
            match played {
                Ok(None) => {}
                Ok(Some(stop)) => {
                    let what = format!("{name}, after {} of {} games on each move", ranking.games, args.games);
                    code = stopped_by(&what, &stop);
                }
                Err(why) => writeln!(stderr(), "{}: no games are played on: {why}", visible(name))?,
            }
        }
        Err(NoRanking::Impossible(impossible)) => *impossible = smallest(board, Clues::Exact, impossible.clone()),
        _ => {}
    }
    let has_no_tree = found.as_ref().is_ok_and(|ranking| ranking.tree.is_err());
    let own = has_no_tree.then(|| advised(board, &control).ok().flatten()).flatten();
    work.done();
    if args.json {
        super::write_line(line(args, name, board, &found, own))?;
    }
    match found {
        Ok(ranking) if !args.json => print(args, name, board, &ranking, own)?,
        Ok(_) => {}
        Err(NoRanking::Impossible(impossible)) => {
            writeln!(stderr(), "{}: {}", visible(name), impossible.message(board))?;
            return Ok(super::INCONSISTENT);
        }
        Err(NoRanking::Stopped(stop)) => return Ok(stopped_by(name, &stop)),
    }
    Ok(code)
}

fn print(args: &BestArgs, name: &str, board: &Board, ranking: &Ranking, own: Option<u32>) -> Result<(), CliError> {
    let name = visible(name);
    let mut out = stdout().lock();
    let rows = &ranking.moves;
    match ranking.tree {
        Ok(TreeModels { all, over }) if all == over => {
            writeln!(out, "{name}: the game is won: no safe cell is covered")?;
        }
        Ok(TreeModels { all, over }) => {
            let most = rows.iter().filter_map(|r| r.won).max().unwrap_or(0);
            let best: Vec<String> =
                rows.iter().filter(|r| r.won == Some(most)).map(|r| board.grid().cell_text(r.cell as usize)).collect();
            let over = if over > 0 { ", in 1 of which nothing is left to open" } else { "" };
            writeln!(out, "{name}: best play wins {most} of {all} models{over}; best: {}", best.join(" "))?;
        }
        Err(NoTree::TooManyModels) => writeln!(out, "{name}: too many models for the exact tree (--models)")?,
        Err(NoTree::OutOfTime) => writeln!(out, "{name}: the exact tree ran out of time (--timeout)")?,
        Err(NoTree::OutOfNodes) => writeln!(out, "{name}: the exact tree ran out of nodes (--nodes)")?,
    }
    if ranking.tree.is_err() {
        if rows.iter().any(|r| r.risk == 0.0) {
            writeln!(out, "some cells are certainly safe; the others are not ranked")?;
        }
        match (own, rows.first().filter(|_| ranking.games > 0)) {
            (_, Some(first)) => writeln!(out, "best by these games: {}", board.grid().cell_text(first.cell as usize))?,
            (Some(cell), None) => {
                writeln!(out, "instead, the move of the player lookahead: {}", board.grid().cell_text(cell as usize))?;
            }
            (None, None) => {}
        }
    }
    writeln!(out, "{:>9} {:>10} {:>10} {:>10}", "cell", "mine", "progress", "wins")?;
    for row in rows.iter().take(args.show) {
        let risk = percent(row.risk, 2);
        let progress = row.progress.map_or("-".into(), |share| percent(share, 2));
        let of_games = |wins: u64| {
            let (low, high) = wilson(wins, ranking.games);
            format!("{} ({:.2} to {:.2})", percent(wins as f64 / ranking.games as f64, 2), 100.0 * low, 100.0 * high)
        };
        let won = row
            .won
            .map(|w| w.to_string())
            .or(row.games.filter(|_| ranking.games > 0).map(of_games))
            .unwrap_or("-".into());
        writeln!(out, "{:>9} {risk:>10} {progress:>10} {won:>10}", board.grid().cell_text(row.cell as usize))?;
    }
    Ok(())
}
