//! Shared by the families: common parameters, the grid, and a field with its mines.

use super::params::{NameMark, Param, ParamKind, Params};
use super::{DrawError, Planted};
use crate::field::Field;
use crate::grid::Grid;
use crate::rng::Rng;

/// Most cells of a generated board: a bound on memory, far above the sizes of interest.
pub const MOST_GROUND_CELLS: usize = 1 << 24;

/// `rows` with a default.
pub const fn rows(default: &'static str) -> Param {
    Param { name: "rows", kind: ParamKind::Whole(1, 1 << 24), default, mark: NameMark::Size, help: "Rows of the board" }
}

/// `cols` with a default.
pub const fn cols(default: &'static str) -> Param {
    Param {
        name: "cols",
        kind: ParamKind::Whole(1, 1 << 24),
        default,
        mark: NameMark::Size,
        help: "Columns of the board",
    }
}

/// `density` with a default.
pub const fn density(default: &'static str) -> Param {
    let help = "Mines as a share of all cells of the board, rounded to a whole number of mines";
    Param { name: "density", kind: ParamKind::Share, default, mark: NameMark::Always("d"), help }
}

/// The number of mines, instead of `density`.
pub const MINES: Param = Param {
    name: "mines",
    kind: ParamKind::Whole(0, MOST_GROUND_CELLS as u64),
    default: "",
    mark: NameMark::Always("m"),
    help: "Number of mines, instead of density",
};

/// Whether the board gives its total.
pub const TOTAL: Param = Param {
    name: "total",
    kind: ParamKind::Words(&["known", "unknown"]),
    default: "known",
    mark: NameMark::Unusual("total-"),
    help: "Whether the board gives the total number of mines",
};

/// A grid of that size.
///
/// # Errors
/// It has more than [`MOST_CELLS`] cells.
pub fn grid(rows: usize, cols: usize) -> Result<Grid, DrawError> {
    match rows.checked_mul(cols) {
        Some(cells) if cells <= MOST_GROUND_CELLS => Ok(Grid { rows, cols }),
        _ => Err(DrawError::TooLarge { rows, cols }),
    }
}

/// Mines of a field.
pub fn mines(params: &Params, grid: Grid) -> usize {
    params.number("mines").unwrap_or_else(|| params.share("density").of(grid.len()))
}

/// A random field with the number of mines in the parameters, none on `keep_free`.
///
/// # Errors
/// More mines than cells left for them.
pub fn field(params: &Params, grid: Grid, keep_free: &[usize], rng: &mut Rng) -> Result<Field, DrawError> {
    let mines = mines(params, grid);
    let kept = keep_free.len();
    if mines > grid.len() - kept {
        return Err(DrawError::ManyMines { mines, grid, kept });
    }
    Ok(Field::random(grid, mines, keep_free, rng))
}

/// A board on which exactly the cells of `clues` are open; none of them is a mine.
///
/// # Errors
/// As [`field`].
pub fn layout(params: &Params, grid: Grid, clues: &[usize], rng: &mut Rng) -> Result<Planted, DrawError> {
    let field = field(params, grid, clues, rng)?;
    let mut open = vec![false; grid.len()];
    clues.iter().for_each(|&c| open[c] = true);
    let board = field.board(&open, Some(field.count() as u32));
    Ok(Planted { board, field })
}
