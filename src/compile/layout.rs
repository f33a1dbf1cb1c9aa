//! A formula's board: one row of tiles a variable, clauses in columns, clauses of disjoint row intervals
//! sharing a column (the left-edge algorithm of channel routing, Hashimoto and Stevens 1971, which needs as
//! few columns as the most clauses that cross one row).

use super::cnf::Formula;
use super::tile::{Tile, shipped};
use crate::board::{Board, Cell, Grid};

/// Whether mines that the tiles make deducible are shown as flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mines {
    /// As flags.
    Given,
    /// Covered like any other cell: a board without flags.
    Hidden,
}

/// Tile frames that have the tiles of this layout.
pub const LIBRARIES: [&str; 2] = ["6x7", "6x9"];

/// A compiled formula.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// With its total, which is the same in every solution.
    pub board: Board,
    /// (row, column) of the cell that is a mine where the variable is true.
    pub variables: Vec<(usize, usize)>,
    /// Names of the tiles, row by row.
    pub tiles: Vec<Vec<&'static str>>,
}

/// A clause as it is laid out: (row, positive) by row, no row twice. A tautology is none.
fn normal(clause: &[i32]) -> Option<Vec<(usize, bool)>> {
    let mut literals: Vec<(usize, bool)> =
        clause.iter().map(|&lit| (lit.unsigned_abs() as usize - 1, lit > 0)).collect();
    literals.sort_unstable();
    literals.dedup();
    literals.windows(2).all(|pair| pair[0].0 != pair[1].0).then_some(literals)
}

/// Columns of clauses: each clause in the first column whose last row lies above its first.
fn pack(mut clauses: Vec<Vec<(usize, bool)>>) -> Vec<Vec<Vec<(usize, bool)>>> {
    clauses.sort_by_key(|c| c[0].0);
    let mut columns: Vec<Vec<Vec<(usize, bool)>>> = Vec::new();
    for clause in clauses {
        let room = |column: &&mut Vec<Vec<(usize, bool)>>| {
            column.last().and_then(|c| c.last()).is_none_or(|last| last.0 < clause[0].0)
        };
        match columns.iter_mut().find(room) {
            Some(column) => column.push(clause),
            None => columns.push(vec![clause]),
        }
    }
    columns
}

/// The tiles of one clause from its first to its last row.
fn place(clause: &[(usize, bool)], column: usize, tiles: &mut [Vec<&'static str>]) {
    let (first, last) = (clause[0].0, clause[clause.len() - 1].0);
    (first..last).for_each(|row| tiles[row][column] = "CROSS");
    for &(row, positive) in clause {
        tiles[row][column] = match (row == first, row == last) {
            (true, true) => ["UNITN", "UNIT"],
            (true, false) => ["STARTN", "START"],
            (false, true) => ["END_ORN", "END_OR"],
            (false, false) => ["TAP_ORN", "TAP_OR"],
        }[usize::from(positive)];
    }
}

/// Compiles a formula with the tiles of `library`. An empty clause becomes a variable that must be both true
/// and false; a formula without variables gets a row that stands for none, which keeps its board consistent.
///
/// # Errors
/// There is no such library for this layout, or the board would have more than 2^28 cells.
pub fn compile(formula: &Formula, library: &str, mines: Mines) -> Result<Compiled, String> {
    if !LIBRARIES.contains(&library) {
        return Err(format!("no library {library:?} with all tiles of this layout ({})", LIBRARIES.join(", ")));
    }
    let tiles: Vec<Tile> = shipped().into_iter().filter(|t| t.library == library).collect();
    let find = |name: &str| tiles.iter().find(|t| t.name == name);
    let mut clauses: Vec<Vec<(usize, bool)>> = Vec::new();
    for clause in formula.clauses.iter().filter_map(|c| normal(c)) {
        match clause.is_empty() {
            true => clauses.extend([vec![(0, true)], vec![(0, false)]]),
            false => clauses.push(clause),
        }
    }
    // An empty formula still needs a board, and an empty clause a wire to contradict: a constant one.
    let rows = formula.variables.max(1);
    let columns = pack(clauses);
    let width = columns.len() + 2;
    let mut names = vec![vec!["HWIRE"; width]; rows];
    for row in &mut names {
        row[0] = if formula.variables == 0 { "CONST0_E" } else { "INPUT_E" };
        row[width - 1] = "SINK_W";
    }
    for (index, column) in columns.iter().enumerate() {
        column.iter().for_each(|clause| place(clause, index + 1, &mut names));
    }
    let frame = find("HWIRE").map_or((0, 0), |t| (t.grid.len(), t.grid[0].len()));
    let grid = Grid { rows: rows * frame.0, cols: width * frame.1 };
    if grid.rows.checked_mul(grid.cols).is_none_or(|n| n > 1 << 28) {
        return Err(format!("{rows} x {width} tiles of {library} are too large a board"));
    }
    let mut board = Board::covered(grid, None);
    let mut total = 0;
    for (row, line) in names.iter().enumerate() {
        for (col, name) in line.iter().enumerate() {
            let tile = find(name).ok_or_else(|| format!("library {library} has no tile {name}"))?;
            total += tile.neutral.ok_or_else(|| format!("tile {name} has no constant number of mines"))?;
            for (r, letters) in tile.grid.iter().enumerate() {
                for (c, &letter) in letters.iter().enumerate() {
                    let cell = match letter {
                        b'#' => Cell::Covered,
                        b'*' if mines == Mines::Hidden && tile.claims("flag_free") => Cell::Covered,
                        b'*' => Cell::Flag,
                        digit => Cell::Clue(digit - b'0'),
                    };
                    board.set(grid.at(row * frame.0 + r, col * frame.1 + c), cell);
                }
            }
        }
    }
    let port = find("INPUT_E").and_then(|t| t.ports.first()).map_or(0, |p| p.cell.0);
    let variables = (0..formula.variables).map(|v| (v * frame.0 + port, frame.1)).collect();
    Ok(Compiled { board: board.with_mines(Some(total)), variables, tiles: names })
}
