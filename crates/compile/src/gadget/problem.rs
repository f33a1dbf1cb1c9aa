//! The specification of a tile to search for.

use thiserror::Error;

use crate::compile::tile::{Port, Tile};
use crate::grid::Grid;

/// Properties that the tile must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileProperties {
    /// No mine is given: all of them are covered cells.
    pub flag_free: bool,
    /// Mines + true outputs - true inputs is the same in every row.
    pub neutral: bool,
    /// No covered cell is safe in every row.
    pub silent: bool,
    /// No 0 stands beside a covered cell.
    pub flood_closed: bool,
}

/// A tile to be found.
#[derive(Clone, Debug)]
pub struct TileProblem {
    /// Name that the tile gets.
    pub name: String,
    /// The tile's rows and columns, at most 64 cells.
    pub grid: Grid,
    /// In the order of the columns of `table`; on the edge, not in corners.
    pub ports: Vec<Port>,
    /// Allowed values of the ports, in their order, each in one way.
    pub table: Vec<Vec<bool>>,
    /// Properties beside the table.
    pub wanted: TileProperties,
    /// Most covered cells (given mines count) inside the outer ring.
    pub most_covered: Option<usize>,
}

/// The kind of a cell of the frame, the tile with a border of one cell around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameCell {
    /// Beyond the tile, and not across from a port: not a mine.
    Outside,
    /// The covered cell across the edge from a port.
    Outer(usize),
    /// A port's own covered cell.
    Port(usize),
    /// A clue of the outer ring.
    Ring,
    /// Clue, covered cell or given mine, as the search decides.
    Inner,
}

/// Largest tile: larger ones could take too long to prove impossible.
const MOST_FRAME_CELLS: usize = 144;

/// Parts of a [`TileProblem`] that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// A footprint without an inside, or too large for a search to finish.
    #[error(
        "a footprint is 3 x 3 or more and of at most {MOST_FRAME_CELLS} cells, not {} x {}", .0.rows, .0.cols
    )]
    Footprint(Grid),
    /// A side that is not `N`, `E`, `S` or `W`.
    #[error("{0:?} is not a side")]
    Side(char),
    /// A port in a corner, or off its side.
    #[error("port {name}: from 1 to {most} on side {side}")]
    PortOffSide {
        /// Name of the port.
        name: String,
        /// Its last place on the side.
        most: usize,
        /// `N`, `E`, `S` or `W`.
        side: char,
    },
    /// A name that a table cannot use.
    #[error("port {name:?}: a name is a word without =")]
    PortName {
        /// As given.
        name: String,
    },
    /// Two ports of one name or in one place.
    #[error("port {name} is there twice")]
    PortTwice {
        /// Name of the second.
        name: String,
    },
    /// A row of the table with more or fewer values than ports.
    #[error("a row of the table has {ports} values, one per port")]
    RowLength {
        /// Number of ports.
        ports: usize,
    },
    /// A table without rows.
    #[error("a table without rows")]
    NoRow,
    /// The same row twice.
    #[error("a row of the table is there twice")]
    RowTwice,
}

/// Whether a tile may have this size.
///
/// # Errors
/// It has no inside, or is too large for a search to finish.
pub fn fits(grid @ Grid { rows, cols }: Grid) -> Result<(), ProblemError> {
    match rows.checked_mul(cols) {
        Some(cells) if rows >= 3 && cols >= 3 && cells <= MOST_FRAME_CELLS => Ok(()),
        _ => Err(ProblemError::Footprint(grid)),
    }
}

impl TileProblem {
    /// Checks that the parts are consistent.
    ///
    /// # Errors
    /// A footprint without an inside, a port in a corner or off its side, two ports in one place, rows that do not fit
    /// the ports, no row at all.
    pub fn check(&self) -> Result<(), ProblemError> {
        let Grid { rows, cols } = self.grid;
        fits(self.grid)?;
        for (index, port) in self.ports.iter().enumerate() {
            let (name, (row, col)) = (&port.name, port.cell);
            let (along, length, on_edge) = match port.side {
                'N' => (col, cols, row == 0),
                'S' => (col, cols, row == rows - 1),
                'W' => (row, rows, col == 0),
                'E' => (row, rows, col == cols - 1),
                side => return Err(ProblemError::Side(side)),
            };
            if !on_edge || along == 0 || along + 1 >= length {
                return Err(ProblemError::PortOffSide { name: name.clone(), most: length - 2, side: port.side });
            }
            if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
                return Err(ProblemError::PortName { name: name.clone() });
            }
            if self.ports[..index].iter().any(|p| p.cell == port.cell || p.name == *name) {
                return Err(ProblemError::PortTwice { name: name.clone() });
            }
        }
        if self.table.iter().any(|row| row.len() != self.ports.len()) {
            return Err(ProblemError::RowLength { ports: self.ports.len() });
        }
        let mut sorted = self.table.clone();
        sorted.sort();
        sorted.dedup();
        match sorted.len() {
            0 => Err(ProblemError::NoRow),
            n if n < self.table.len() => Err(ProblemError::RowTwice),
            _ => Ok(()),
        }
    }

    /// The function of a tile in a footprint of its own, ports of west and east in row `port_row`, those of
    /// north and south in column `port_col`.
    pub fn like(tile: &Tile, grid: Grid, port_row: usize, port_col: usize, wanted: TileProperties) -> TileProblem {
        let place = |port: &Port| {
            let cell = match port.side {
                'N' => (0, port_col),
                'S' => (grid.rows - 1, port_col),
                'W' => (port_row, 0),
                _ => (port_row, grid.cols - 1),
            };
            Port { cell, ..port.clone() }
        };
        TileProblem {
            name: tile.name.clone(),
            grid,
            ports: tile.ports.iter().map(place).collect(),
            table: tile.table.clone(),
            wanted,
            most_covered: None,
        }
    }

    /// The tile with a border of one cell.
    pub fn frame(&self) -> Grid {
        Grid { rows: self.grid.rows + 2, cols: self.grid.cols + 2 }
    }

    /// Number in the frame of a cell of the tile or beside it.
    pub fn at(&self, (row, col): (isize, isize)) -> usize {
        self.frame().at((row + 1) as usize, (col + 1) as usize)
    }

    /// The kind of every cell of the frame.
    pub fn places(&self) -> Vec<FrameCell> {
        let mut places = vec![FrameCell::Outside; self.frame().len()];
        let Grid { rows, cols } = self.grid;
        for cell in self.grid.cells() {
            let (row, col) = self.grid.position(cell);
            let inner = row > 0 && col > 0 && row + 1 < rows && col + 1 < cols;
            places[self.at((row as isize, col as isize))] = if inner { FrameCell::Inner } else { FrameCell::Ring };
        }
        for (index, port) in self.ports.iter().enumerate() {
            places[self.at((port.cell.0 as isize, port.cell.1 as isize))] = FrameCell::Port(index);
            places[self.at(port.outer())] = FrameCell::Outer(index);
        }
        places
    }

    /// Whether a cell that is not `Inner` is a mine in a row of the table.
    pub fn mine(&self, place: FrameCell, row: usize) -> bool {
        let own = |port: usize| self.table[row][port] == self.ports[port].enters;
        match place {
            FrameCell::Port(port) => own(port),
            FrameCell::Outer(port) => !own(port),
            _ => false,
        }
    }
}
