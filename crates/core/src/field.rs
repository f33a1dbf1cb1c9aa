//! Where the mines are. A separate type, so that no solver can receive the solution by mistake.

use crate::board::{Board, Cell, Grid};
use crate::rng::Rng;

/// The mines of a game; true = mine, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    grid: Grid,
    mines: Vec<bool>,
}

impl Field {
    /// A field from its mines.
    ///
    /// # Panics
    /// If the number of cells is not `rows * cols`.
    pub fn new(grid: Grid, mines: Vec<bool>) -> Self {
        assert_eq!(mines.len(), grid.len(), "a field has rows * cols cells");
        Field { grid, mines }
    }

    /// `mines` mines placed uniformly among the cells not in `keep_free`.
    ///
    /// # Panics
    /// If there are fewer free cells than mines.
    pub fn random(grid: Grid, mines: usize, keep_free: &[usize], rng: &mut Rng) -> Self {
        let mut allowed = vec![true; grid.len()];
        for &cell in keep_free {
            allowed[cell] = false;
        }
        let places: Vec<usize> = grid.cells().filter(|&c| allowed[c]).collect();
        let mut field = vec![false; grid.len()];
        for i in rng.sample(places.len(), mines) {
            field[places[i]] = true;
        }
        Field::new(grid, field)
    }

    /// A field whose cells are mines with probability `density`, independently, but for the 3 x 3 cells in the middle;
    /// and the middle cell, where games begin.
    pub fn with_opening(grid: Grid, density: f64, rng: &mut Rng) -> (Self, usize) {
        let start = grid.at(grid.rows / 2, grid.cols / 2);
        let keep_free: Vec<usize> = grid.neighbours(start).chain([start]).collect();
        let mines = grid.cells().map(|cell| rng.chance(density) && !keep_free.contains(&cell)).collect();
        (Field::new(grid, mines), start)
    }

    /// Its geometry.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// True where the cell holds a mine.
    pub fn is_mine(&self, cell: usize) -> bool {
        self.mines[cell]
    }

    /// Number of mines.
    pub fn count(&self) -> usize {
        self.mines.iter().filter(|&&m| m).count()
    }

    /// Number of mines next to a cell, 0 to 8.
    pub fn clue(&self, cell: usize) -> u8 {
        self.grid.neighbours(cell).filter(|&n| self.mines[n]).count() as u8
    }

    /// The player's view when exactly the cells marked in `open` are opened; an open mine shows as a flag.
    pub fn board(&self, open: &[bool], mines: Option<u32>) -> Board {
        let see = |cell: usize| match (open[cell], self.mines[cell]) {
            (false, _) => Cell::Covered,
            (true, true) => Cell::Flag,
            (true, false) => Cell::Clue(self.clue(cell)),
        };
        Board::new(self.grid, self.grid.cells().map(see).collect(), mines)
    }

    /// Opens `start` as a game does: the cell, and from every opened 0 all its neighbours. Never opens a mine.
    pub fn open_from(&self, start: usize, open: &mut [bool]) {
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            if open[cell] || self.mines[cell] {
                continue;
            }
            open[cell] = true;
            if self.clue(cell) == 0 {
                stack.extend(self.grid.neighbours(cell));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_a_zero_floods_to_its_rim() {
        let grid = Grid { rows: 1, cols: 5 };
        let field = Field::new(grid, vec![false, false, false, true, false]);
        let mut open = vec![false; 5];
        field.open_from(0, &mut open);
        assert_eq!(open, [true, true, true, false, false]);
        assert_eq!(field.board(&open, Some(1)).row_strings(), ["001##"]);
    }
}
