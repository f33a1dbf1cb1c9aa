//! `corridor`: long and narrow, so that the frontier has a small constant width at any length.
//!
//! One row holds the clues, at every `step`-th cell: the only row (a chain in which one cell decides all others), the
//! lower of two, or the middle of three (where the cells above and below are twins). All other cells are covered.

use super::ground;
use super::params::{NameMark, Param, ParamKind, Params};
use super::{DrawError, Generator, Planted};
use crate::rng::Rng;

const ROWS: Param = Param {
    name: "rows",
    kind: ParamKind::Whole(1, 3),
    default: "1",
    mark: NameMark::Size,
    help: "Rows of the corridor",
};

const LENGTH: Param = Param {
    name: "length",
    kind: ParamKind::Whole(1, ground::MOST_GROUND_CELLS as u64),
    default: "100",
    mark: NameMark::Size,
    help: "Columns of the corridor",
};

const STEP: Param = Param {
    name: "step",
    kind: ParamKind::Whole(1, 3),
    default: "2",
    mark: NameMark::Unusual("step"),
    help: "Distance between clues; 1 is a wall of clues, with 3 neighbouring clues share no cell in one row",
};

/// Its row in the table.
pub const GENERATOR: Generator = Generator {
    name: "corridor",
    summary: "1xN, 2xN or 3xN with one row of clues: a narrow frontier of any length",
    params: &[ROWS, LENGTH, STEP, ground::density("0.2"), ground::MINES, ground::TOTAL],
    keeps_field: true,
    build,
};

fn build(params: &Params, rng: &mut Rng) -> Result<Planted, DrawError> {
    let (rows, step) = (params.whole("rows"), params.whole("step"));
    let grid = ground::grid(rows, params.whole("length"))?;
    let row = usize::from(rows != 1);
    let clues: Vec<usize> = (0..grid.cols).filter(|c| c % step == 1 % step).map(|c| grid.at(row, c)).collect();
    ground::layout(params, grid, &clues, rng)
}
