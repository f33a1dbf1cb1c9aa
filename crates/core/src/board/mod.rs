//! What a player sees: covered cells, clues, flags, and perhaps the total number of mines.

mod error;
pub mod letters;
mod symmetry;
mod text;

pub use crate::grid::Grid;
pub use error::BoardError;
pub use letters::{LETTERS, Letters, Said};
pub use symmetry::canonical;
pub use text::{check_size, grid_from_rows, read_size};

/// What a player sees of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// `#`: unknown.
    Covered,
    /// `0`-`8`: open, with the number of mines next to it.
    Clue(u8),
    /// `F`: a mine taken as given.
    Flag,
    /// `_`: open, its number withheld.
    Blank,
}

impl Cell {
    /// The letter for this cell in board text.
    pub fn letter(self) -> char {
        match self {
            Cell::Covered => '#',
            Cell::Clue(n) => char::from(b'0' + n),
            Cell::Flag => 'F',
            Cell::Blank => '_',
        }
    }
}

/// A position: `rows x cols` cells and the total number of mines (flags included) where it is known. Holds only what a
/// player can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    grid: Grid,
    cells: Vec<Cell>,
    mines: Option<u32>,
}

impl Board {
    /// A board from its cells in reading order.
    ///
    /// # Panics
    /// If the number of cells is not `rows * cols`.
    pub fn new(grid: Grid, cells: Vec<Cell>, mines: Option<u32>) -> Self {
        assert_eq!(cells.len(), grid.len(), "a board has rows * cols cells");
        Board { grid, cells, mines }
    }

    /// A board with every cell covered.
    pub fn covered(grid: Grid, mines: Option<u32>) -> Self {
        Board::new(grid, vec![Cell::Covered; grid.len()], mines)
    }

    /// Its geometry.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Number of mines on the board, flags included, where known.
    pub fn mines(&self) -> Option<u32> {
        self.mines
    }

    /// The same board with another total.
    pub fn with_mines(mut self, mines: Option<u32>) -> Self {
        self.mines = mines;
        self
    }

    /// All cells in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// One cell.
    pub fn cell(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    /// Replaces one cell.
    pub fn set(&mut self, cell: usize, value: Cell) {
        self.cells[cell] = value;
    }

    /// Number of flags.
    pub fn flags(&self) -> usize {
        self.cells.iter().filter(|&&c| c == Cell::Flag).count()
    }

    /// The rows as text, the form of the `board` field of an instance.
    pub fn row_strings(&self) -> Vec<String> {
        self.rows().collect()
    }

    /// The same rows one by one: all rows at once take many times the memory of a tall board.
    pub fn rows(&self) -> impl Iterator<Item = String> + '_ {
        let cells = |row: usize| &self.cells[row * self.grid.cols..(row + 1) * self.grid.cols];
        (0..self.grid.rows).map(move |row| cells(row).iter().map(|c| c.letter()).collect())
    }
}
