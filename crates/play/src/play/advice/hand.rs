//! The referee of a game whose cells are told: it shows the player what was told, in the order in which the referee of
//! [`Game`](crate::play::Game) shows cells.

use crate::board::{Board, Cell};
use crate::play::Outcome;
use crate::play::rules::Rules;

/// See the module.
pub struct HandGame {
    /// What the player has seen.
    board: Board,
    /// What was told, of each cell.
    told: Vec<Option<Cell>>,
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
            told: vec![None; cells],
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
    pub fn tell(&mut self, cell: u32, look: Cell) {
        self.told[cell as usize] = Some(look);
    }

    /// Forgets it.
    pub fn untell(&mut self, cell: u32) {
        self.told[cell as usize] = None;
    }

    /// True if it is known what a cell shows.
    pub fn is_told(&self, cell: u32) -> bool {
        self.told[cell as usize].is_some()
    }

    /// True if the player has seen a cell.
    pub fn is_shown(&self, cell: u32) -> bool {
        self.board.cell(cell as usize) != Cell::Covered
    }

    /// True if a cell was told to be a 0.
    pub fn is_zero(&self, cell: u32) -> bool {
        self.told[cell as usize] == Some(Cell::Clue(0))
    }

    /// True if a mine was told that is not shown.
    pub fn has_told_mine(&self) -> bool {
        (0..self.told.len()).any(|c| self.told[c] == Some(Cell::Flag) && !self.is_shown(c as u32))
    }

    /// True if the player has marked a cell.
    pub fn is_marked(&self, cell: u32) -> bool {
        self.marks[cell as usize]
    }

    /// The cells that the player has marked.
    pub fn marked(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.marks.len()).filter(|&c| self.marks[c])
    }

    /// The board with everything told.
    pub fn told_board(&self) -> Board {
        let mut board = self.board.clone();
        let told = self.told.iter().enumerate();
        told.filter_map(|(c, look)| Some((c, (*look)?))).for_each(|(c, look)| board.set(c, look));
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

    /// Shows the player a cell that was told, and what a 0 opens. True if that is new.
    pub fn open(&mut self, cell: u32) -> bool {
        if self.is_shown(cell) || !self.is_told(cell) || self.outcome() != Outcome::Playing {
            return false;
        }
        let mut stack = vec![cell as usize];
        while let Some(cell) = stack.pop() {
            let Some(look) = self.told[cell].filter(|_| self.board.cell(cell) == Cell::Covered) else { continue };
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
