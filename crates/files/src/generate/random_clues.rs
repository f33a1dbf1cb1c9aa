//! `random-clues`: clues without a field behind them, each drawn independently around the number expected if every
//! covered cell beside it were a mine with the chance `density`. A few of them hardly ever contradict each other, many
//! nearly always: between lies a phase transition of consistency.

use super::ground;
use super::params::{NameMark, Param, ParamKind, Params};
use super::{DrawError, Generator, Planted};
use crate::board::Cell;
use crate::rng::Rng;

const SHARE: Param = Param {
    name: "reveal",
    kind: ParamKind::Share,
    default: "0.2",
    mark: NameMark::Always("r"),
    help: "Share of all cells that show a clue",
};

const VALUES: Param = Param {
    name: "values",
    kind: ParamKind::Words(&["rounded", "binomial"]),
    default: "rounded",
    mark: NameMark::Unusual(""),
    help: "rounded: the expected number, up or down at random, so that two clues alone hardly contradict each other; \
           binomial: as if each clue saw a field of its own",
};

/// Its row in the table.
pub const GENERATOR: Generator = Generator {
    name: "random-clues",
    summary: "clues drawn independently of any field: consistent while they are few",
    params: &[
        ground::rows("12"),
        ground::cols("12"),
        ground::density("0.3"),
        SHARE,
        VALUES,
        Param { default: "unknown", ..ground::TOTAL },
    ],
    keeps_field: false,
    build,
};

fn build(params: &Params, rng: &mut Rng) -> Result<Planted, DrawError> {
    let grid = ground::grid(params.whole("rows"), params.whole("cols"))?;
    let clues = rng.sample(grid.len(), params.share("reveal").of(grid.len()));
    let mut planted = ground::layout(params, grid, &clues, rng)?;
    let density = params.share("density").to_f64();
    for cell in grid.cells() {
        if planted.board.cell(cell) != Cell::Covered {
            let covered = grid.neighbours(cell).filter(|&n| planted.board.cell(n) == Cell::Covered).count();
            let clue = match params.word("values") {
                "binomial" => (0..covered).filter(|_| rng.chance(density)).count(),
                _ => {
                    let expected = covered as f64 * density;
                    expected as usize + usize::from(rng.chance(expected.fract()))
                }
            };
            planted.board.set(cell, Cell::Clue(clue as u8));
        }
    }
    Ok(planted)
}
