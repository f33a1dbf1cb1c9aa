//! Shrinks a board on which a method misses a certain cell: takes away rows, columns and clues as long as it still
//! does. The result is minimal in that nothing more can go, not smallest of all boards.

use crate::board::{Board, Cell};
use crate::engine::{Classes, Control, Engine, Stop, Verdict};
use crate::grid::Grid;
use crate::system::System;

/// Cells that a complete method decides and another misses; 0 also on a board without models.
///
/// # Errors
/// An engine failed.
pub fn missed(board: &Board, method: &dyn Engine, complete: &dyn Engine) -> Result<usize, Stop> {
    let (system, _) = System::from_board(board);
    let Classes::Cells(right) = complete.classify(&system, &mut Control::default())? else { return Ok(0) };
    let is_certain = |v: &Verdict| matches!(v, Verdict::Safe | Verdict::Mine);
    if !right.iter().any(is_certain) {
        return Ok(0);
    }
    let Classes::Cells(found) = method.classify(&system, &mut Control::default())? else { return Ok(0) };
    Ok(right.iter().zip(&found).filter(|(r, f)| is_certain(r) && !is_certain(f)).count())
}

/// A part that can be taken away.
#[derive(Clone, Copy, Debug)]
enum Part {
    Row(usize),
    Col(usize),
    /// The number of a clue is withheld.
    Clue(usize),
    /// A covered cell is opened without its number, or flagged.
    Safe(usize),
    Mine(usize),
}

/// A minimal board that `keeps` still accepts, taking away as many parts at a time as possible. `keeps` accepts the
/// board itself.
///
/// # Errors
/// Those of `keeps`.
pub fn shrink(board: &Board, keeps: &dyn Fn(&Board) -> Result<bool, Stop>) -> Result<Board, Stop> {
    let mut board = board.clone();
    loop {
        let before = board.clone();
        for list in [rows, cols, clues, safe_cells, mines] {
            board = without(board, list, keeps)?;
        }
        if board == before {
            return Ok(board);
        }
    }
}

fn rows(board: &Board) -> Vec<Part> {
    (0..board.grid().rows).map(Part::Row).collect()
}

fn cols(board: &Board) -> Vec<Part> {
    (0..board.grid().cols).map(Part::Col).collect()
}

fn clues(board: &Board) -> Vec<Part> {
    let is_clue = |c: &usize| matches!(board.cell(*c), Cell::Clue(_));
    board.grid().cells().filter(is_clue).map(Part::Clue).collect()
}

fn covered(board: &Board) -> impl Iterator<Item = usize> + '_ {
    board.grid().cells().filter(|&c| board.cell(c) == Cell::Covered)
}

fn safe_cells(board: &Board) -> Vec<Part> {
    covered(board).map(Part::Safe).collect()
}

fn mines(board: &Board) -> Vec<Part> {
    covered(board).map(Part::Mine).collect()
}

/// Takes away parts of one kind: half of them, then quarters, and so on to single ones (Zeller &
/// Hildebrandt 2002, "Simplifying and isolating failure-inducing input").
fn without(
    mut board: Board,
    list: fn(&Board) -> Vec<Part>,
    keeps: &dyn Fn(&Board) -> Result<bool, Stop>,
) -> Result<Board, Stop> {
    let mut size = list(&board).len().div_ceil(2);
    while size > 0 {
        // From the end, so that the numbers of earlier parts do not change.
        let mut end = list(&board).len();
        while end > 0 {
            let start = end.saturating_sub(size);
            let parts = list(&board);
            if let Some(smaller) = cut(&board, &parts[start..end.min(parts.len())])
                && keeps(&smaller)?
            {
                board = smaller;
            }
            end = start;
        }
        size /= 2;
    }
    Ok(board)
}

/// The board without some parts of one kind; None if nothing would be left.
fn cut(board: &Board, parts: &[Part]) -> Option<Board> {
    let grid = board.grid();
    let (mut rows, mut cols) = (vec![true; grid.rows], vec![true; grid.cols]);
    let mut changed = board.clone();
    for &part in parts {
        match part {
            Part::Row(row) => rows[row] = false,
            Part::Col(col) => cols[col] = false,
            Part::Clue(cell) | Part::Safe(cell) => changed.set(cell, Cell::Blank),
            Part::Mine(cell) => changed.set(cell, Cell::Flag),
        }
    }
    let kept = |of: &[bool]| of.iter().filter(|k| **k).count();
    let small = Grid { rows: kept(&rows), cols: kept(&cols) };
    let is_kept = |&cell: &usize| {
        let (row, col) = grid.position(cell);
        rows[row] && cols[col]
    };
    let cells = grid.cells().filter(is_kept).map(|cell| changed.cell(cell)).collect();
    (!small.is_empty()).then(|| Board::new(small, cells, board.mines()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::build;

    #[test]
    fn what_two_clues_say_is_cut_out() {
        let board = Board::parse("4 6 ?\n#1__1#\n_##1__\n_1#1##\n____##\n", "t").unwrap();
        let (single, complete) = (build("rules:single-point").unwrap(), build("frontier").unwrap());
        let keeps = |b: &Board| Ok(missed(b, single.as_ref(), complete.as_ref())? > 0);
        assert!(keeps(&board).unwrap());
        let small = shrink(&board, &keeps).unwrap();
        assert!(keeps(&small).unwrap());
        assert!(small.grid().len() <= 8, "{:?}", small.row_strings());
        for list in [rows, cols, clues, safe_cells, mines] {
            for part in list(&small) {
                assert!(cut(&small, &[part]).is_none_or(|smaller| !keeps(&smaller).unwrap()), "{part:?} can go");
            }
        }
    }
}
