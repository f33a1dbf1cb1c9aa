//! A guess beside the best cell as a picture that needs no text: both cells framed, what each wins beside its row, and the
//! mine probability in every covered cell.

use super::Disagreement;
use crate::board::{Board, Cell};
use crate::picture::{self, Layers, Outline, Role};
use crate::system::System;

/// Rows and columns beyond the covered cells that are shown.
const AROUND: usize = 2;

/// The part of a board that is shown: the covered cells and a little around them. Row and column of its corner, and itself.
fn part(board: &Board) -> Option<((usize, usize), Board)> {
    let grid = board.grid();
    let covered = || grid.cells().filter(|&cell| board.cell(cell) == Cell::Covered).map(|cell| grid.position(cell));
    let top = covered().map(|cell| cell.0).min()?.saturating_sub(AROUND);
    let left = covered().map(|cell| cell.1).min()?.saturating_sub(AROUND);
    let bottom = (covered().map(|cell| cell.0).max()? + AROUND).min(grid.rows - 1);
    let right = (covered().map(|cell| cell.1).max()? + AROUND).min(grid.cols - 1);
    let rows: Vec<String> = board.row_strings()[top..=bottom]
        .iter()
        .map(|row| row.chars().skip(left).take(right - left + 1).collect())
        .collect();
    let text = format!("{} {} ?\n{}\n", rows.len(), right - left + 1, rows.join("\n"));
    Some(((top, left), Board::parse(&text, "a part").ok()?))
}

/// The picture: as much of the board as has covered cells.
pub fn draw(board: &Board, example: &Disagreement, title: &str) -> String {
    let ((top, left), shown) = part(board).unwrap_or(((0, 0), board.clone()));
    let (_, map) = System::from_board(&shown);
    let percent = |won: u32| 100.0 * f64::from(won) / f64::from(example.models.max(1));
    let place = |cell: usize| {
        let (row, col) = board.grid().position(cell);
        (row - top, col - left)
    };
    let (played, best) = (place(example.played), place(example.best));
    let labels = vec![
        (format!("played (red): {:.0} % won", percent(example.won[0])), played, true),
        (format!("best (green): {:.0} % won", percent(example.won[1])), best, true),
    ];
    let outlines = vec![Outline { cell: played, role: Role::Played }, Outline { cell: best, role: Role::Best }];
    // The covered cells of the part are those of the board, in the same order.
    let layers = Layers { chances: Some(example.risks.clone()), outlines, labels, ..Layers::default() };
    picture::draw(
        &shown,
        &map,
        &layers,
        &format!("{title}; numbers on covered cells are mine probabilities in percent"),
    )
}
