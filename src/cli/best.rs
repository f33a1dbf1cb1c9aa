//! `minesat best`: the moves of one position, and exactly optimal play where it is small.

use std::io::{Write, stdout};

use clap::Args;
use indicatif::ProgressBar;

use super::boards::BoardsArgs;
use super::{CliError, Outcome};
use crate::board::Board;
use crate::engine::Control;
use crate::play::best::{Bounds, NoRanking, Ranking, by_games, rank};
use crate::play::contradiction::smallest;
use crate::play::statistics::wilson;

/// The moves of a position: risk, chance of a certain next click, win rate
///
/// Where few models remain the tree of all games gives exactly optimal play: for every cell the
/// number of models that are won by opening it first. Where more are left, `--games` plays games on
/// from the safest cells, on models drawn at random, the same for every cell.
#[derive(Args)]
pub struct BestArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    /// Most models for the exact tree
    #[arg(long, default_value_t = 20_000)]
    models: usize,
    /// Most nodes of the exact tree
    #[arg(long, default_value_t = 50_000_000)]
    nodes: u64,
    /// Where the tree is too large: games of `lookahead` played on from each of the safest cells
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Of the models that these games are played on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves shown
    #[arg(long, default_value_t = 20)]
    show: usize,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &BestArgs) -> Outcome {
    let mut code = super::DONE;
    for instance in args.boards.open()? {
        let instance = instance?;
        code = code.max(one(args, &instance.name, &instance.board)?);
    }
    Ok(code)
}

fn one(args: &BestArgs, name: &str, board: &Board) -> Result<u8, CliError> {
    let mut out = stdout();
    let bounds = Bounds { models: args.models, nodes: args.nodes };
    let mut ranking = match rank(board, bounds, Control::default()) {
        Ok(ranking) => ranking,
        Err(NoRanking::Impossible(impossible)) => {
            writeln!(out, "{name}: {}", smallest(board, impossible).message(board))?;
            return Ok(super::INCONSISTENT);
        }
        Err(NoRanking::Stopped(stop)) => return Ok(super::stopped_by(name, &stop)),
    };
    if ranking.models.is_none() && args.games > 0 {
        let bar = ProgressBar::new(args.games).with_message("games on each move");
        by_games(board, &mut ranking, args.games, args.seed, &mut || bar.inc(1));
        bar.finish_and_clear();
    }
    let Ranking { moves: rows, models } = ranking;
    match models {
        Some(models) => {
            let most = rows.iter().filter_map(|r| r.won).max().unwrap_or(0);
            let best: Vec<String> = rows.iter().filter(|r| r.won == Some(most)).map(|r| place(board, r.cell)).collect();
            writeln!(out, "{name}: best play wins {most} of {models} models; best: {}", best.join(" "))?;
        }
        None => writeln!(out, "{name}: too many models for the exact tree")?,
    }
    writeln!(out, "{:>9} {:>10} {:>10} {:>10}", "cell", "mine", "progress", "wins")?;
    for row in rows.iter().take(args.show) {
        let risk = row.risk.map_or("-".into(), |r| format!("{r:.6}"));
        let progress = row.progress.map_or("-".into(), |p| format!("{p:.6}"));
        let of_games = |wins: u64| {
            let (low, high) = wilson(wins, args.games);
            format!("{:.4} ({low:.4} to {high:.4})", wins as f64 / args.games as f64)
        };
        let won = row.won.map(|w| w.to_string()).or(row.games.map(of_games)).unwrap_or("-".into());
        writeln!(out, "{:>9} {risk:>10} {progress:>10} {won:>10}", place(board, row.cell))?;
    }
    Ok(super::DONE)
}

fn place(board: &Board, cell: u32) -> String {
    let (row, col) = board.grid().position(cell as usize);
    format!("({row},{col})")
}
