//! Instances that are games: a field and the first cell in `params`.

use serde_json::Value;

use super::{Chains, Guesses};
use crate::board::{Board, Cell};
use crate::engine::{Control, Decision, Limits, Stop, build};
use crate::field::Field;
use crate::instance::Instance;
use crate::system::System;

/// A field and the cell that a game opens first, which is no mine.
#[derive(Clone, Debug)]
pub struct ChainGame {
    /// Where the mines are.
    pub field: Field,
    /// Index of the first cell.
    pub start: usize,
}

/// An instance with a field that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The field has another size or other letters, or the first cell is a mine or not on the board.
    #[error("{0}: params.field and params.start do not describe a game")]
    Form(String),
    /// The board shows what the field does not have.
    #[error("{0}: params.field differs from what the board shows")]
    Differs(String),
}

impl ChainGame {
    /// The game of an instance; None of one without a field.
    ///
    /// # Errors
    /// The field is none, or differs from the board.
    pub fn of(instance: &Instance) -> Result<Option<ChainGame>, BadGame> {
        let Some(rows) = instance.params.get("field") else { return Ok(None) };
        let grid = instance.board.grid();
        let bad = || BadGame::Form(instance.shown().to_string());
        let rows: Vec<&str> = rows.as_array().and_then(|r| r.iter().map(Value::as_str).collect()).ok_or_else(bad)?;
        let number = |i: usize| Some(instance.params.get("start")?.get(i)?.as_u64()? as usize);
        let (row, col) = number(0).zip(number(1)).filter(|&(r, c)| r < grid.rows && c < grid.cols).ok_or_else(bad)?;
        let fits = rows.len() == grid.rows
            && rows.iter().all(|r| r.len() == grid.cols && r.bytes().all(|b| b"*-".contains(&b)));
        let mines: Vec<bool> = rows.concat().bytes().map(|b| b == b'*').collect();
        if !fits || mines[grid.at(row, col)] {
            return Err(bad());
        }
        let field = Field::new(grid, mines);
        let shown = |cell: usize| match instance.board.cell(cell) {
            Cell::Clue(clue) => !field.is_mine(cell) && field.clue(cell) == clue,
            Cell::Flag => field.is_mine(cell),
            Cell::Blank => !field.is_mine(cell),
            Cell::Covered => true,
        };
        if !grid.cells().all(shown) || instance.board.mines().is_some_and(|mines| mines as usize != field.count()) {
            return Err(BadGame::Differs(instance.shown().to_string()));
        }
        Ok(Some(ChainGame { field, start: grid.at(row, col) }))
    }

    /// The chains of the game.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn chains(&self, guesses: Guesses, control: &mut Control) -> Result<Chains, Stop> {
        Chains::of_game(&self.field, self.start, guesses, control)
    }

    /// The board at the end of the game, with the decided cells open.
    pub fn shown(&self, chains: &Chains) -> Board {
        let grid = self.field.grid();
        let mut open = vec![false; grid.len()];
        chains.nodes.iter().for_each(|n| open[grid.at(n.cell.0, n.cell.1)] = true);
        self.field.board(&open, Some(self.field.count() as u32))
    }

    /// Rows of the field, with `S` on the first cell.
    pub fn rows(&self) -> Vec<String> {
        rows(&self.field, Some(self.start))
    }
}

/// Rows of a field: `*` mine, `-` no mine, `S` the start if it is given.
pub fn rows(field: &Field, start: Option<usize>) -> Vec<String> {
    let grid = field.grid();
    let letter = |cell: usize| match (field.is_mine(cell), start == Some(cell)) {
        (true, _) => '*',
        (false, true) => 'S',
        (false, false) => '-',
    };
    (0..grid.rows).map(|row| (0..grid.cols).map(|col| letter(grid.at(row, col))).collect()).collect()
}

/// True if a board with its total has no solution; false if half of the time does not suffice to decide that.
pub fn is_impossible(board: &Board, limits: Limits) -> bool {
    let engine = build("frontier").expect("a row of the table of engines");
    let limits = Limits { time: limits.time.map(|time| time / 2), ..limits };
    matches!(engine.decide(&System::from_board(board).0, &mut Control::new(limits)), Ok(Decision::Inconsistent))
}
