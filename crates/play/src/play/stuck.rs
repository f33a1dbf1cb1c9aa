//! Stuck positions: positions of games at which no safe move is certain, where counting begins.

use super::GameError;
use crate::board::Board;
use crate::engine::{Control, Engine, Stop, build};
use crate::field::Field;
use crate::grid::Grid;
use crate::rng::Rng;
use crate::system::System;

/// The games and their rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Games {
    /// Size of every board.
    pub grid: Grid,
    /// Mines of every board.
    pub mines: usize,
    /// Seed of the series; a game depends on it and its index.
    pub seed: u64,
}

impl Games {
    /// The first stuck position of game `index` with at least a share `open` of its safe cells open; None if there is
    /// none, because certain moves or the guesses before it win the game.
    ///
    /// A game: a random cell that is a 0 is opened, then every cell that is certainly safe, using the total. If there
    /// is none, the position is stuck; if too little is open, the safe cell of the least exact mine probability is
    /// opened, as a lucky guess, and the game continues. No mine is ever shown.
    ///
    /// # Errors
    /// More mines than the first 0 leaves room for.
    pub fn stuck(&self, index: u64, open: f64) -> Result<Option<Board>, GameError> {
        let Games { grid, mines, seed } = *self;
        let mut rng = Rng::stream(seed, index);
        if grid.is_empty() {
            return Err(GameError::NoCell);
        }
        let start = rng.index(grid.len());
        let free: Vec<usize> = std::iter::once(start).chain(grid.neighbours(start)).collect();
        if mines + free.len() > grid.len() {
            return Err(GameError::NoZero { mines, cells: grid.len() });
        }
        let field = Field::random(grid, mines, &free, &mut rng);
        let mut shown = vec![false; grid.len()];
        field.open_from(start, &mut shown);
        let engine = build("frontier").expect("a row of the table of engines");
        loop {
            let board = field.board(&shown, Some(mines as u32));
            let opened = shown.iter().filter(|s| **s).count();
            if opened == grid.len() - mines {
                return Ok(None);
            }
            let risks = risks(engine.as_ref(), &board).map_err(GameError::Stopped)?;
            let safe: Vec<usize> = risks.iter().filter(|r| r.0 == 0.0).map(|r| r.1).collect();
            if safe.is_empty() && opened as f64 >= open * (grid.len() - mines) as f64 {
                return Ok(Some(board));
            }
            if safe.is_empty() {
                let luck = risks.iter().filter(|r| !field.is_mine(r.1)).min_by(|a, b| a.0.total_cmp(&b.0));
                luck.into_iter().for_each(|r| field.open_from(r.1, &mut shown));
            }
            safe.into_iter().for_each(|cell| field.open_from(cell, &mut shown));
        }
    }

    /// The stuck positions of the games from the first on, each with its index.
    pub fn all_stuck(self, open: f64) -> impl Iterator<Item = Result<(u64, Board), GameError>> {
        (0..).filter_map(move |index| self.stuck(index, open).map(|b| b.map(|b| (index, b))).transpose())
    }
}

/// Exact mine probability and board cell of every covered cell. It is 0 only if a cell is safe: a ratio below 2^-1074,
/// the least positive float, would take a board beyond any game.
///
/// # Errors
/// The reason why the engine stopped.
pub fn risks(engine: &dyn Engine, board: &Board) -> Result<Vec<(f64, usize)>, Stop> {
    let (system, map) = System::from_board(board);
    let count = engine.count(&system, &mut Control::default())?;
    let values: Vec<f64> =
        count.cells.values.iter().map(|mined| crate::system::ratio_to_f64(mined, &count.models)).collect();
    Ok(map.cells.iter().zip(&count.cells.index).map(|(&cell, &i)| (values[i as usize], cell as usize)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Classes, Verdict};

    #[test]
    fn nothing_is_safe_and_enough_is_open() {
        let games = Games { grid: Grid { rows: 9, cols: 9 }, mines: 12, seed: 4 };
        let engine = build("backtrack:best").unwrap();
        for (index, board) in games.all_stuck(0.6).take(5).map(Result::unwrap) {
            assert_eq!(games.stuck(index, 0.6).unwrap().as_ref(), Some(&board), "a game depends on its index alone");
            let (system, _) = System::from_board(&board);
            assert!(system.cells <= 81 - (69 * 6_usize).div_ceil(10));
            let Classes::Cells(cells) = engine.classify(&system, &mut Control::default()).unwrap() else {
                panic!("a game has a solution")
            };
            assert!(!cells.contains(&Verdict::Safe));
        }
        assert!(Games { mines: 80, ..games }.stuck(0, 0.0).is_err());
    }
}
