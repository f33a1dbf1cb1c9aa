//! A guess beside the best cell as a picture that needs no text: both cells framed, what each wins beside its row, and the
//! mine probability in every covered cell.

use super::Disagreement;
use crate::board::{Board, Cell};
use crate::picture::{self, Layers, Outline, Role};
use crate::system::System;

/// The picture.
pub fn draw(board: &Board, example: &Disagreement, title: &str) -> String {
    let grid = board.grid();
    let (system, map) = System::from_board(board);
    let covered: Vec<usize> = grid.cells().filter(|&cell| board.cell(cell) == Cell::Covered).collect();
    let mut chances = vec![0.0; system.cells];
    for (&cell, &risk) in covered.iter().zip(&example.risks) {
        if let Some(variable) = map.variable(cell) {
            chances[variable] = risk;
        }
    }
    let percent = |won: u32| 100.0 * f64::from(won) / f64::from(example.models.max(1));
    let (played, best) = (grid.position(example.played), grid.position(example.best));
    let labels = vec![
        (format!("played (red): {:.0} % won", percent(example.won[0])), played, true),
        (format!("best (green): {:.0} % won", percent(example.won[1])), best, true),
    ];
    let outlines = vec![Outline { cell: played, role: Role::Played }, Outline { cell: best, role: Role::Best }];
    let layers = Layers { chances: Some(chances), outlines, labels, ..Layers::default() };
    picture::draw(board, &map, &layers, &format!("{title}; numbers on covered cells are mine probabilities in percent"))
}
