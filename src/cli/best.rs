//! `minesat best`: the moves of one position, and exactly optimal play where it is small.

use std::io::{Write, stdout};
use std::sync::Arc;

use clap::Args;
use indicatif::ProgressBar;

use super::{CliError, Outcome};
use crate::board::{Board, Cell};
use crate::instance::InstanceReader;
use crate::play::View;
use crate::play::analysis::{Analysis, Position, Sampler};
use crate::play::contradiction::smallest;
use crate::play::players::lookahead::{RECOMMENDED, chooser};
use crate::play::rollout::Rollout;
use crate::play::statistics::wilson;
use crate::play::tracker::{Known, Neighbours, Pairs, Tracker};
use crate::play::tree::{Tree, table};
use crate::rng::Rng;

/// The moves of a position: risk, chance of a certain next click, win rate
///
/// Where few models remain the tree of all games gives exactly optimal play: for every cell the
/// number of models that are won by opening it first. Where more are left, `--games` plays games on
/// from the best moves, on models drawn at random, the same for every move.
#[derive(Args)]
pub struct BestArgs {
    /// Board or instance file, - for standard input
    file: String,
    /// Most models for the exact tree
    #[arg(long, default_value_t = 20_000)]
    models: usize,
    /// Most nodes of the exact tree
    #[arg(long, default_value_t = 50_000_000)]
    nodes: u64,
    /// Where the tree is too large: games played on from each of the best moves by `lookahead`
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Of the models that these games are played on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves shown
    #[arg(long, default_value_t = 20)]
    show: usize,
}

struct Row {
    cell: u32,
    risk: f64,
    progress: Option<f64>,
    won: Option<u32>,
    /// Games won of those played on.
    games: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &BestArgs) -> Outcome {
    let mut code = super::DONE;
    for instance in InstanceReader::open(&args.file)? {
        let instance = instance?;
        code = code.max(one(args, &instance.name, &instance.board)?);
    }
    Ok(code)
}

fn one(args: &BestArgs, name: &str, board: &Board) -> Result<u8, CliError> {
    let grid = board.grid();
    let mut out = stdout();
    let mut tracker = Tracker::new(grid, Arc::new(Neighbours::new(grid)), Pairs::None);
    let fresh: Vec<u32> = grid.cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
    let view = View { board, fresh: &fresh };
    let mut moves = Vec::new();
    let mut analysis = Analysis::default();
    let looked = tracker.see(&view).and_then(|()| {
        let position = analysis.position(&mut tracker, &view, &mut moves)?;
        Ok(position)
    });
    let position = match looked {
        Ok(position) => position,
        Err(impossible) => {
            writeln!(out, "{name}: {}", smallest(board, impossible).message(board))?;
            return Ok(super::INCONSISTENT);
        }
    };
    let mut rows: Vec<Row> = Vec::new();
    for &step in &moves {
        let risk = if tracker.known(step.cell) == Known::Mine { 1.0 } else { 0.0 };
        rows.push(Row { cell: step.cell, risk, progress: None, won: None, games: None });
    }
    if let Some(position) = &position {
        let mut clicker = position.clicker(&tracker);
        for &(cell, risk) in &position.risks {
            let progress = clicker.click(cell).map(|after| after.progress());
            rows.push(Row { cell, risk, progress, won: None, games: None });
        }
    }
    let mut models = None;
    if let Some((table, cells)) = table(board, args.models) {
        let mut tree = Tree::new(&table, args.nodes);
        if let Ok(values) = tree.all() {
            models = Some(table.models());
            for row in &mut rows {
                row.won = cells.binary_search(&row.cell).ok().map(|v| values[v]);
            }
            // With a position full of certain cells the others are in the tree alone.
            for (v, &cell) in cells.iter().enumerate() {
                if !rows.iter().any(|r| r.cell == cell) {
                    rows.push(Row { cell, risk: f64::NAN, progress: None, won: Some(values[v]), games: None });
                }
            }
        }
    }
    if let (None, Some(position)) = (models, &position) {
        play_on(args, board, &tracker, position, &mut rows);
    }
    rows.sort_by(|a, b| {
        b.won.cmp(&a.won).then(b.games.cmp(&a.games)).then(a.risk.total_cmp(&b.risk)).then(a.cell.cmp(&b.cell))
    });
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
        let risk = if row.risk.is_nan() { "-".into() } else { format!("{:.6}", row.risk) };
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

/// Cells as safe as this share of the safest are played on.
const KEEP: f64 = 0.95;

/// Plays games on from every cell that is not much riskier than the safest, all on the same models.
fn play_on(args: &BestArgs, board: &Board, tracker: &Tracker, position: &Position, rows: &mut [Row]) {
    if args.games == 0 || !position.enumerated {
        return;
    }
    let least = KEEP * (1.0 - position.least_risk());
    let mut candidates: Vec<&mut Row> = rows.iter_mut().filter(|r| 1.0 - r.risk >= least).collect();
    candidates.iter_mut().for_each(|r| r.games = Some(0));
    let known: Vec<bool> = board.grid().cells().map(|c| tracker.known(c as u32) == Known::Mine).collect();
    let analysis = position.analysis();
    let rollout = Rollout { tracker, analysis: &analysis, board, choose: chooser(RECOMMENDED) };
    let sampler = Sampler::new(position);
    let bar = ProgressBar::new(args.games).with_message("games on each move");
    for game in 0..args.games {
        let mut mines = Vec::new();
        sampler.draw(&mut Rng::stream(args.seed, game), &mut mines);
        let mut mined = known.clone();
        mines.into_iter().for_each(|c| mined[c as usize] = true);
        for row in &mut candidates {
            let won = rollout.wins(row.cell, &mined);
            row.games = row.games.map(|n| n + u64::from(won));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
}

fn place(board: &Board, cell: u32) -> String {
    let (row, col) = board.grid().position(cell as usize);
    format!("({row},{col})")
}
