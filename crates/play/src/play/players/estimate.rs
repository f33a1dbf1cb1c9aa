//! `equation:level=estimate` (system A): the probability part alone; no cell is ever decided.
//!
//! A clue gives its covered cells an estimate. Where numbers are exact it is need/covered. Where a number is a bound,
//! the true one is uniform over the values that the bound leaves, and the source adds two cases: the number is the true
//! one, or else all cells are at the other end, mines where the number is at most the true one and safe where it is at
//! least that. So a shown 4 over 5 cells under at-most means 4 or 5, and 0.8 x 1/2 + 1 x 1/2 = 0.9.

use crate::board::{Board, Cell, Grid};
use crate::play::rules::Clues;
use crate::play::{Act, Impossible, Move, Player, Reason, View};
use crate::rng::Rng;

pub struct EstimatePlayer {
    pub grid: Grid,
    pub clues: Clues,
    pub rng: Rng,
    pub unseen_last: bool,
    pub by_info: bool,
    /// The first estimate is stored, afterwards the larger one wins; 0 stays 0.
    pub estimate: Vec<Option<f64>>,
}

/// One of the cells of the smallest estimate; with `info` one of those of the largest info among them.
pub(super) fn smallest(
    mut cells: Vec<u32>,
    of: &dyn Fn(u32) -> f64,
    info: Option<&dyn Fn(u32) -> usize>,
    rng: &mut Rng,
) -> Option<u32> {
    let least = cells.iter().map(|&c| of(c)).fold(f64::INFINITY, f64::min);
    cells.retain(|&c| of(c) <= least);
    if let Some(info) = info {
        let most = cells.iter().map(|&c| info(c)).max();
        cells.retain(|&c| Some(info(c)) == most);
    }
    if cells.is_empty() { None } else { Some(cells[rng.index(cells.len())]) }
}

/// The estimate of a clue: the mines that it needs beside the known ones, over this many covered cells, at least one.
fn share(clues: Clues, need: i64, covered: usize) -> f64 {
    let need = need.clamp(0, covered as i64) as f64;
    let all = covered as f64;
    let (others, bound) = match clues {
        Clues::Exact | Clues::Received(_) => (0.0, 0.0),
        Clues::AtMost => (all - need, 1.0),
        Clues::AtLeast => (need, 0.0),
    };
    let is_true = 1.0 / (others + 1.0);
    need / all * is_true + bound * (1.0 - is_true)
}

/// Covered cells around a cell.
fn covered(board: &Board, cell: usize) -> impl Iterator<Item = usize> + '_ {
    board.grid().neighbours(cell).filter(|&n| board.cell(n) == Cell::Covered)
}

impl EstimatePlayer {
    fn look(&mut self, view: &View) {
        for &shown in view.fresh {
            let near: Vec<usize> =
                std::iter::once(shown as usize).chain(self.grid.neighbours(shown as usize)).collect();
            for clue in near {
                let Cell::Clue(number) = view.board.cell(clue) else { continue };
                let known = self.grid.neighbours(clue).filter(|&n| view.board.cell(n) == Cell::Flag).count();
                let cells: Vec<usize> = covered(view.board, clue).collect();
                if cells.is_empty() {
                    continue;
                }
                let share = share(self.clues, i64::from(number) - known as i64, cells.len());
                for cell in cells {
                    let stored = &mut self.estimate[cell];
                    *stored = Some(match *stored {
                        Some(before) if before > 0.0 && share > 0.0 => before.max(share),
                        Some(_) => 0.0,
                        None => share,
                    });
                }
            }
        }
    }
}

impl Player for EstimatePlayer {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        self.look(view);
        let board = view.board;
        let cells: Vec<u32> = self.grid.cells().filter(|&c| board.cell(c) == Cell::Covered).map(|c| c as u32).collect();
        let rest = match board.mines() {
            _ if self.unseen_last => 1.0,
            Some(total) if !cells.is_empty() => (f64::from(total) - board.flags() as f64) / cells.len() as f64,
            _ => 0.5,
        };
        let estimate = &self.estimate;
        let of = |cell: u32| estimate[cell as usize].unwrap_or(rest);
        let info = |cell: u32| covered(board, cell as usize).count();
        let cell = smallest(cells, &of, self.by_info.then_some(&info as &dyn Fn(u32) -> usize), &mut self.rng);
        moves.extend(cell.map(|cell| Move { cell, act: Act::Open, reason: Reason::Guess }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_example() {
        assert_eq!(share(Clues::AtMost, 4, 5), 0.9);
        // 0 to 4, 4 with a chance of 1/5.
        assert!((share(Clues::AtLeast, 4, 5) - 0.8 / 5.0).abs() < 1e-15);
        assert_eq!(share(Clues::Exact, 4, 5), 0.8);
        // At most 0 is 0; at least all is all.
        assert_eq!((share(Clues::AtLeast, 0, 3), share(Clues::AtMost, 3, 3)), (0.0, 1.0));
        // More known mines than the number shown, and more shown than cells are left.
        assert_eq!((share(Clues::AtMost, -1, 3), share(Clues::AtLeast, 5, 3)), (0.75, 0.25));
    }
}
