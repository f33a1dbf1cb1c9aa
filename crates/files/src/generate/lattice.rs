//! `lattice`: clues on a regular k x k lattice in covered ground.
//!
//! With spacing 2 neighbouring clues share three cells and every cell but the clues stands beside one, so the frontier
//! is a grid of width proportional to k; with spacing 3 the neighbourhoods tile the board without touching and every
//! clue is a component of its own.

use super::ground;
use super::params::{NameMark, Param, ParamKind, Params};
use super::{DrawError, Generator, Planted};
use crate::rng::Rng;

const K: Param = Param {
    name: "k",
    kind: ParamKind::Whole(1, 2000),
    default: "5",
    mark: NameMark::Size,
    help: "Clues in a row and in a column; the board has (k - 1) * spacing + 3 rows and columns",
};

const SPACING: Param = Param {
    name: "spacing",
    kind: ParamKind::Whole(2, 8),
    default: "2",
    mark: NameMark::Unusual("spacing"),
    help: "Distance between clues: 2 joins them all, from 3 on each is a component",
};

/// Its row in the table.
pub const GENERATOR: Generator = Generator {
    name: "lattice",
    summary: "clues on a regular k x k lattice in covered ground",
    params: &[K, SPACING, ground::density("0.2"), ground::MINES, ground::TOTAL],
    keeps_field: true,
    build,
};

fn build(params: &Params, rng: &mut Rng) -> Result<Planted, DrawError> {
    let (k, spacing) = (params.whole("k"), params.whole("spacing"));
    // A rim of one cell gives every clue its eight neighbours.
    let side = (k - 1) * spacing + 3;
    let grid = ground::grid(side, side)?;
    let at = |i: usize| 1 + i * spacing;
    let clues: Vec<usize> =
        (0..k).flat_map(|r| (0..k).map(move |c| (r, c))).map(|(r, c)| grid.at(at(r), at(c))).collect();
    ground::layout(params, grid, &clues, rng)
}
