//! `minesat best`: the moves of one position, and exactly optimal play where it is small.

use std::io::{Write, stdout};
use std::sync::Arc;

use clap::Args;

use super::{CliError, Outcome};
use crate::board::{Board, Cell};
use crate::instance::InstanceReader;
use crate::play::View;
use crate::play::analysis::Analysis;
use crate::play::contradiction::smallest;
use crate::play::tracker::{Known, Neighbours, Pairs, Tracker};
use crate::play::tree::{Tree, table};

/// The moves of a position: risk, chance of a certain next click, win rate
///
/// Where few models remain the tree of all games gives exactly optimal play: for every cell the
/// number of models that are won by opening it first.
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
    /// Moves shown
    #[arg(long, default_value_t = 20)]
    show: usize,
}

struct Row {
    cell: u32,
    risk: f64,
    progress: Option<f64>,
    won: Option<u32>,
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
        rows.push(Row { cell: step.cell, risk, progress: None, won: None });
    }
    if let Some(position) = &position {
        let mut clicker = position.clicker(&tracker);
        for &(cell, risk) in &position.risks {
            let progress = clicker.click(cell).map(|after| after.progress());
            rows.push(Row { cell, risk, progress, won: None });
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
                    rows.push(Row { cell, risk: f64::NAN, progress: None, won: Some(values[v]) });
                }
            }
        }
    }
    rows.sort_by(|a, b| b.won.cmp(&a.won).then(a.risk.total_cmp(&b.risk)).then(a.cell.cmp(&b.cell)));
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
        let won = row.won.map_or("-".into(), |w| w.to_string());
        writeln!(out, "{:>9} {risk:>10} {progress:>10} {won:>10}", place(board, row.cell))?;
    }
    Ok(super::DONE)
}

fn place(board: &Board, cell: u32) -> String {
    let (row, col) = board.grid().position(cell as usize);
    format!("({row},{col})")
}
