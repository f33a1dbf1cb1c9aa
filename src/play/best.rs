//! The moves of one position from the best to the worst, and exactly optimal play where it is small.

use std::sync::Arc;

use super::analysis::Analysis;
use super::tracker::{Known, Neighbours, Pairs, Tracker};
use super::tree::{Tree, table};
use super::{Impossible, View};
use crate::board::{Board, Cell};
use crate::engine::{Control, Stop};

/// Bounds of the exact tree; beyond them there is none.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub models: usize,
    pub nodes: u64,
}

/// What is known of opening one covered cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    pub cell: u32,
    /// Probability of a mine; None beside certain cells, where it was not asked.
    pub risk: Option<f64>,
    /// Probability that a certain safe cell follows.
    pub progress: Option<f64>,
    /// Models that are won by opening it first and playing best from there on.
    pub won: Option<u32>,
}

/// All choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// Most models won first, then the smallest risk, then reading order.
    pub moves: Vec<Choice>,
    /// Models of the position, where the exact tree was built.
    pub models: Option<usize>,
}

/// Why there is no ranking.
#[derive(Clone, Debug, PartialEq)]
pub enum NoRanking {
    Impossible(Impossible),
    Stopped(Stop),
}

/// Ranks the moves of a position.
///
/// # Errors
/// The board has no solution, or a limit ran out.
pub fn rank(board: &Board, bounds: Bounds, mut control: Control) -> Result<Ranking, NoRanking> {
    let grid = board.grid();
    let mut tracker = Tracker::new(grid, Arc::new(Neighbours::new(grid)), Pairs::None);
    let fresh: Vec<u32> = grid.cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
    let view = View { board, fresh: &fresh };
    let mut certain = Vec::new();
    let mut analysis = Analysis::limited(control.share());
    let looked = tracker.see(&view).and_then(|()| analysis.position(&mut tracker, &view, &mut certain));
    let position = looked.map_err(NoRanking::Impossible)?;
    if let Some(stop) = analysis.stopped {
        return Err(NoRanking::Stopped(stop));
    }
    let mut moves: Vec<Choice> = Vec::new();
    for step in &certain {
        let risk = if tracker.known(step.cell) == Known::Mine { 1.0 } else { 0.0 };
        moves.push(Choice { cell: step.cell, risk: Some(risk), progress: None, won: None });
    }
    if let Some(position) = &position {
        let mut clicker = position.clicker(&tracker);
        for &(cell, risk) in &position.risks {
            control.tick().map_err(NoRanking::Stopped)?;
            let progress = clicker.click(cell).map(|after| after.progress());
            moves.push(Choice { cell, risk: Some(risk), progress, won: None });
        }
    }
    let mut models = None;
    if let Some((table, cells)) = table(board, bounds.models) {
        control.check().map_err(NoRanking::Stopped)?;
        let mut tree = Tree::new(&table, bounds.nodes);
        if let Ok(values) = tree.all() {
            models = Some(table.models());
            for choice in &mut moves {
                choice.won = cells.binary_search(&choice.cell).ok().map(|v| values[v]);
            }
            // With a position full of certain cells the others are in the tree alone.
            for (v, &cell) in cells.iter().enumerate() {
                if !moves.iter().any(|m| m.cell == cell) {
                    moves.push(Choice { cell, risk: None, progress: None, won: Some(values[v]) });
                }
            }
        }
    }
    let risk = |choice: &Choice| choice.risk.unwrap_or(f64::INFINITY);
    moves.sort_by(|a, b| b.won.cmp(&a.won).then(risk(a).total_cmp(&risk(b))).then(a.cell.cmp(&b.cell)));
    Ok(Ranking { moves, models })
}
