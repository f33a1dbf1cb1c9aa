//! A board that evolves: its mines, the cells that are open, and perhaps one clue that does not fit the mines.

use crate::board::{Board, Cell};
use crate::field::Field;
use crate::grid::Grid;

/// One clue that is one more or one less than the mines next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedClue {
    /// Its cell.
    pub cell: usize,
    /// One more, or one less.
    pub up: bool,
}

/// A board with the field from which its clues are computed: whatever changes, the clues fit the mines, except a changed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvolvedBoard {
    /// Where the mines are.
    pub mines: Vec<bool>,
    /// Which cells are open; no mine is.
    pub open: Vec<bool>,
    /// In searches that may reach boards without a solution.
    pub changed: Option<ChangedClue>,
    grid: Grid,
    gives_total: bool,
}

impl EvolvedBoard {
    /// The board of a field, as a player sees it.
    pub fn new(field: &Field, board: &Board) -> Self {
        let grid = field.grid();
        EvolvedBoard {
            mines: grid.cells().map(|cell| field.is_mine(cell)).collect(),
            open: grid.cells().map(|cell| matches!(board.cell(cell), Cell::Clue(_))).collect(),
            changed: None,
            grid,
            gives_total: board.mines().is_some(),
        }
    }

    /// Its geometry.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Number of covered cells.
    pub fn covered(&self) -> u64 {
        self.open.iter().filter(|open| !**open).count() as u64
    }

    /// Sets whether a cell is a mine; a new mine is covered.
    pub fn put(&mut self, cell: usize, mine: bool) {
        self.mines[cell] = mine;
        self.open[cell] &= !mine;
    }

    /// The board as a player sees it.
    pub fn board(&self) -> Board {
        let field = Field::new(self.grid, self.mines.clone());
        let total = self.gives_total.then(|| field.count() as u32);
        let mut board = field.board(&self.open, total);
        if let Some(ChangedClue { cell, up }) = self.changed
            && let Cell::Clue(clue) = board.cell(cell)
        {
            let most = self.grid.neighbours(cell).count() as u8;
            // At the ends of the range the other direction is the only one.
            let up = if clue == 0 { true } else { up && clue < most };
            board.set(cell, Cell::Clue(if up { clue + 1 } else { clue - 1 }));
        }
        board
    }

    /// Whether the mines are known to be a solution of the board: no open clue is changed.
    pub fn keeps_field(&self) -> bool {
        self.changed.is_none_or(|changed| !self.open[changed.cell])
    }
}
