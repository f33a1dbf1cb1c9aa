//! Lays out a formula: one row of tiles per variable, clauses in columns.
//!
//! Clauses of disjoint row intervals share a column (the left-edge algorithm of channel routing, Hashimoto
//! and Stevens 1971, which needs as few columns as the most clauses that cross one row).

use super::assemble::{ShownMines, TilePlan, assemble, check_size};
use super::cnf::Formula;
use super::error::CompileError;
use super::library::Library;
use super::order;
use crate::board::Board;

/// The use of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Layout {
    /// Variables in their order, one column per clause (one row and one column per gate).
    Plain,
    /// Variables in their order, columns shared (gates share rows and columns).
    Packed,
    /// Columns shared, rows in an order that needs few columns.
    Ordered,
}

/// A compiled formula.
#[derive(Clone, Debug)]
pub struct CompiledFormula {
    /// With its total, which is the same in every solution.
    pub board: Board,
    /// (row, column) of the cell that is a mine where the variable is true.
    pub variables: Vec<(usize, usize)>,
    /// Names of the tiles, row by row.
    pub tiles: TilePlan,
}

/// A clause in the layout: (row, positive) by row, no row twice.
type Laid = Vec<(usize, bool)>;

/// A clause in rows; None for a tautology.
fn normal(clause: &[i32], row_of: &[usize]) -> Option<Laid> {
    let mut literals: Laid = clause.iter().map(|&lit| (row_of[lit.unsigned_abs() as usize - 1], lit > 0)).collect();
    literals.sort_unstable();
    literals.dedup();
    literals.windows(2).all(|pair| pair[0].0 != pair[1].0).then_some(literals)
}

/// Columns of clauses: each clause in the first column whose last row lies above its first.
fn pack(mut clauses: Vec<Laid>) -> Vec<Vec<Laid>> {
    clauses.sort_by_key(|c| c[0].0);
    let mut columns: Vec<Vec<Laid>> = Vec::new();
    for clause in clauses {
        let room =
            |column: &&mut Vec<Laid>| column.last().and_then(|c| c.last()).is_none_or(|last| last.0 < clause[0].0);
        match columns.iter_mut().find(room) {
            Some(column) => column.push(clause),
            None => columns.push(vec![clause]),
        }
    }
    columns
}

/// The tiles of one clause from its first to its last row.
fn place(clause: &[(usize, bool)], column: usize, tiles: &mut TilePlan) {
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

/// Compiles a formula: `max(n, 1)` rows of tiles and `C + 2` columns for n variables, where C is the number of clauses
/// in the plain layout and the most clauses that cross one row in the others. An empty clause becomes a variable that
/// must be both true and false; a formula without variables gets a dummy row (an input held true), which keeps its
/// board consistent.
///
/// # Errors
/// No such library for this layout, or the board would have more than 2^28 cells.
pub fn compile(
    formula: &Formula,
    library: &Library,
    layout: Layout,
    mines: ShownMines,
) -> Result<CompiledFormula, CompileError> {
    let n = formula.variables;
    let rows = n.max(1);
    let variables = |clause: &Vec<i32>| clause.iter().map(|lit| lit.unsigned_abs() as usize - 1).collect();
    let row_of = match layout {
        Layout::Ordered => order::rows(rows, &formula.clauses.iter().map(variables).collect::<Vec<_>>()),
        _ => (0..rows).collect(),
    };
    let mut clauses: Vec<Laid> = Vec::new();
    if n == 0 {
        clauses.push(vec![(0, true)]);
    }
    for clause in formula.clauses.iter().filter_map(|c| normal(c, &row_of)) {
        match clause.is_empty() {
            true => clauses.extend([vec![(0, true)], vec![(0, false)]]),
            false => clauses.push(clause),
        }
    }
    let columns: Vec<Vec<Laid>> = match layout {
        Layout::Plain => clauses.into_iter().map(|clause| vec![clause]).collect(),
        _ => pack(clauses),
    };
    let width = columns.len() + 2;
    check_size(library, rows, width)?;
    let mut tiles = vec![vec!["HWIRE"; width]; rows];
    for row in &mut tiles {
        row[0] = "INPUT_E";
        row[width - 1] = "SINK_W";
    }
    for (index, column) in columns.iter().enumerate() {
        column.iter().for_each(|clause| place(clause, index + 1, &mut tiles));
    }
    let board = assemble(&tiles, library, mines)?;
    let (height, width) = library.frame;
    let variables = row_of[..n].iter().map(|&row| (row * height + library.port_row(), width)).collect();
    Ok(CompiledFormula { board, variables, tiles })
}
