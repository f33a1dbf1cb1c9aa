//! What is known of a board without asking: whether entries can be true, and which numbers are certain.

use crate::board::{Board, Cell};
use crate::engine::{Control, Decision, Limits, build};
use crate::system::System;

/// Nodes of a question; if they run out, nothing is known.
const NODES: u64 = 2_000_000;

/// On boards with more floating cells than this the numbers beside them are taken as uncertain without a question.
const FLOATING: usize = 16;

/// False if no placement of the mines fits.
pub fn has_model(board: &Board) -> bool {
    let engine = build("frontier").expect("a row of the table of engines");
    let mut control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
    !matches!(engine.decide(&System::from_board(board).0, &mut control), Ok(Decision::Inconsistent))
}

/// The number that a safe cell shows, if it is the same in all models in which the cell is safe.
pub fn certain_number(board: &Board, cell: usize) -> Option<u8> {
    let grid = board.grid();
    let is_covered = |&c: &usize| board.cell(c) == Cell::Covered;
    let is_floating = |c: usize| !grid.neighbours(c).any(|n| matches!(board.cell(n), Cell::Clue(_)));
    let covered = || grid.neighbours(cell).filter(is_covered);
    if covered().any(is_floating) {
        let floating = grid.cells().filter(|c| is_covered(c) && is_floating(*c)).count();
        if floating > FLOATING {
            return None;
        }
    }
    let least = grid.neighbours(cell).filter(|&n| board.cell(n) == Cell::Flag).count();
    let can_be = |number: &usize| {
        let mut shown = board.clone();
        shown.set(cell, Cell::Clue(*number as u8));
        has_model(&shown)
    };
    let mut numbers = (least..=least + covered().count()).filter(can_be);
    let first = numbers.next()?;
    numbers.next().is_none().then_some(first as u8)
}
