//! The referee of a game whose cells a person enters: it shows them to the player in the order in which the referee of
//! [`Game`](crate::play::Game) shows cells.

use crate::board::{Board, Cell};
use crate::play::Outcome;
use crate::play::rules::Rules;

/// See the module.
pub struct HandGame {
    /// What the player has seen.
    board: Board,
    /// What was entered of each cell.
    entered: Vec<Option<Cell>>,
    marks: Vec<bool>,
    fresh: Vec<u32>,
    safe_left: usize,
    exploded: Option<u32>,
}

impl HandGame {
    /// A covered board.
    pub fn new(rules: &Rules) -> HandGame {
        let cells = rules.grid.len();
        HandGame {
            board: Board::covered(rules.grid, Some(rules.mines as u32)),
            entered: vec![None; cells],
            marks: vec![false; cells],
            fresh: Vec::new(),
            safe_left: cells - rules.mines,
            exploded: None,
        }
    }

    /// The player's view.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The outcome so far.
    pub fn outcome(&self) -> Outcome {
        match (self.exploded, self.safe_left) {
            (Some(_), _) => Outcome::Lost,
            (None, 0) => Outcome::Won,
            _ => Outcome::Playing,
        }
    }

    /// The mine that was opened.
    pub fn exploded(&self) -> Option<u32> {
        self.exploded
    }

    /// Keeps what a cell shows.
    pub fn enter(&mut self, cell: u32, look: Cell) {
        self.entered[cell as usize] = Some(look);
    }

    /// Forgets it.
    pub fn withdraw(&mut self, cell: u32) {
        self.entered[cell as usize] = None;
    }

    /// True if it is known what a cell shows.
    pub fn is_entered(&self, cell: u32) -> bool {
        self.entered[cell as usize].is_some()
    }

    /// True if the player has seen a cell.
    pub fn is_shown(&self, cell: u32) -> bool {
        self.board.cell(cell as usize) != Cell::Covered
    }

    /// True if a cell was entered as a 0.
    pub fn is_zero(&self, cell: u32) -> bool {
        self.entered[cell as usize] == Some(Cell::Clue(0))
    }

    /// True if a mine was entered that is not shown.
    pub fn has_entered_mine(&self) -> bool {
        (0..self.entered.len()).any(|c| self.entered[c] == Some(Cell::Flag) && !self.is_shown(c as u32))
    }

    /// True if the player has marked a cell.
    pub fn is_marked(&self, cell: u32) -> bool {
        self.marks[cell as usize]
    }

    /// The cells that the player has marked.
    pub fn marked(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.marks.len()).filter(|&c| self.marks[c])
    }

    /// The board with everything entered.
    pub fn entered_board(&self) -> Board {
        let mut board = self.board.clone();
        let entered = self.entered.iter().enumerate();
        entered.filter_map(|(c, look)| Some((c, (*look)?))).for_each(|(c, look)| board.set(c, look));
        board
    }

    /// The board that the player has seen, with its marks as flags.
    pub fn traced(&self) -> Board {
        let mut board = self.board.clone();
        self.marked().filter(|&c| self.board.cell(c) == Cell::Covered).for_each(|c| board.set(c, Cell::Flag));
        board
    }

    /// Takes the cells shown since the last call.
    pub fn take_fresh(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.fresh)
    }

    /// Marks a cell as a mine. True if that is new.
    pub fn mark(&mut self, cell: u32) -> bool {
        self.outcome() == Outcome::Playing
            && !self.is_shown(cell)
            && !std::mem::replace(&mut self.marks[cell as usize], true)
    }

    /// Shows the player a cell that was entered, and what a 0 opens. True if that is new.
    pub fn open(&mut self, cell: u32) -> bool {
        if self.is_shown(cell) || !self.is_entered(cell) || self.outcome() != Outcome::Playing {
            return false;
        }
        let mut stack = vec![cell as usize];
        while let Some(cell) = stack.pop() {
            let Some(look) = self.entered[cell].filter(|_| self.board.cell(cell) == Cell::Covered) else { continue };
            self.board.set(cell, look);
            self.fresh.push(cell as u32);
            if look == Cell::Flag {
                self.exploded = Some(cell as u32);
                return true;
            }
            self.safe_left -= 1;
            if look == Cell::Clue(0) {
                stack.extend(self.board.grid().neighbours(cell));
            }
        }
        true
    }
}
