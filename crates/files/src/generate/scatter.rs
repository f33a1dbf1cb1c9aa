//! `scatter`: reveals a random share of the safe cells, independently; the frontier is wide in both directions, unlike
//! in games.

use super::ground;
use super::params::{NameMark, Param, ParamKind, Params};
use super::{DrawError, Generator, Planted};
use crate::rng::Rng;

/// The share of safe cells shown.
pub const REVEAL: Param = Param {
    name: "reveal",
    kind: ParamKind::Share,
    default: "0.3",
    mark: NameMark::Always("r"),
    help: "Share of the safe cells whose clue is shown; a shown 0 opens no neighbours",
};

/// Its row in the table.
pub const GENERATOR: Generator = Generator {
    name: "scatter",
    summary: "a random share of the safe cells revealed: wide two-dimensional frontiers",
    params: &[ground::rows("16"), ground::cols("16"), ground::density("0.2"), ground::MINES, REVEAL, ground::TOTAL],
    keeps_field: true,
    build,
};

/// Places the mines and shows some safe cells.
///
/// # Errors
/// An impossible size or number of mines.
pub fn build(params: &Params, rng: &mut Rng) -> Result<Planted, DrawError> {
    let grid = ground::grid(params.whole("rows"), params.whole("cols"))?;
    let field = ground::field(params, grid, &[], rng)?;
    let safe: Vec<usize> = grid.cells().filter(|&c| !field.is_mine(c)).collect();
    let mut open = vec![false; grid.len()];
    for i in rng.sample(safe.len(), params.share("reveal").of(safe.len())) {
        open[safe[i]] = true;
    }
    let board = field.board(&open, Some(field.count() as u32));
    Ok(Planted { board, field })
}
