//! The geometry shared by boards and fields: a rectangle whose cells have up to 8 neighbours.

/// (row, column) of a cell, from 0.
pub type Place = (usize, usize);

/// A place as it is printed: `(3,4)`.
pub fn place_text((row, col): Place) -> String {
    format!("({row},{col})")
}

/// Rows and columns; cells are numbered `row * cols + col`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Height in cells; may be 0.
    pub rows: usize,
    /// Width in cells; may be 0.
    pub cols: usize,
}

impl Grid {
    /// Number of cells.
    pub fn len(self) -> usize {
        self.rows * self.cols
    }

    /// True for a grid without cells.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Number of the cell at (`row`, `col`).
    pub fn at(self, row: usize, col: usize) -> usize {
        debug_assert!(row < self.rows && col < self.cols);
        row * self.cols + col
    }

    /// (row, column) of a cell.
    pub fn position(self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// A cell as it is printed, [`place_text`].
    pub fn cell_text(self, cell: usize) -> String {
        place_text(self.position(cell))
    }

    /// The up to 8 neighbours of a cell, in reading order.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = self.position(cell);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        rows.flat_map(move |r| (col.saturating_sub(1)..(col + 2).min(self.cols)).map(move |c| self.at(r, c)))
            .filter(move |&n| n != cell)
    }

    /// All cells in reading order.
    pub fn cells(self) -> std::ops::Range<usize> {
        0..self.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_at_corner_edge_and_inside() {
        let grid = Grid { rows: 3, cols: 4 };
        assert_eq!(grid.neighbours(0).collect::<Vec<_>>(), [1, 4, 5]);
        assert_eq!(grid.neighbours(7).collect::<Vec<_>>(), [2, 3, 6, 10, 11]);
        assert_eq!(grid.neighbours(5).count(), 8);
        assert_eq!(Grid { rows: 1, cols: 1 }.neighbours(0).count(), 0);
    }
}
