//! `loop`: rings of clues around a centre, with covered cells outside and inside each ring, so that the frontier closes
//! on itself and a sweep in any order has two ends.

use super::ground;
use super::params::{NameMark, Param, ParamKind, Params};
use super::{DrawError, Generator, Planted};
use crate::grid::Grid;
use crate::rng::Rng;

const GAP: Param = Param {
    name: "gap",
    kind: ParamKind::Whole(1, 1000),
    default: "2",
    mark: NameMark::Unusual("gap"),
    help: "Covered rings between clue rings: 1 joins the clue rings, 2 makes each a loop of its own",
};

const RINGS: Param = Param {
    name: "rings",
    kind: ParamKind::Whole(0, 10_000),
    default: "0",
    mark: NameMark::Unusual("rings"),
    help: "Most clue rings, counted from outside; 0 is as many as fit",
};

const STEP: Param = Param {
    name: "step",
    kind: ParamKind::Whole(1, 4),
    default: "1",
    mark: NameMark::Unusual("step"),
    help: "Distance of clues along a ring; the cells between are covered",
};

/// Its row in the table.
pub const GENERATOR: Generator = Generator {
    name: "loop",
    summary: "rings of clues with covered cells outside and inside: frontiers that close on themselves",
    params: &[
        ground::rows("12"),
        ground::cols("12"),
        RINGS,
        GAP,
        STEP,
        ground::density("0.2"),
        ground::MINES,
        ground::TOTAL,
    ],
    keeps_field: true,
    build,
};

/// The cells at distance `depth` from the border, clockwise from the upper left.
fn ring(grid: Grid, depth: usize) -> Vec<usize> {
    let (top, left) = (depth, depth);
    let (bottom, right) = (grid.rows - 1 - depth, grid.cols - 1 - depth);
    let mut cells: Vec<usize> = (left..=right).map(|c| grid.at(top, c)).collect();
    cells.extend((top + 1..=bottom).map(|r| grid.at(r, right)));
    if top < bottom {
        cells.extend((left..right).rev().map(|c| grid.at(bottom, c)));
    }
    if left < right {
        cells.extend((top + 1..bottom).rev().map(|r| grid.at(r, left)));
    }
    cells
}

fn build(params: &Params, rng: &mut Rng) -> Result<Planted, DrawError> {
    let grid = ground::grid(params.whole("rows"), params.whole("cols"))?;
    let most = match params.whole("rings") {
        0 => usize::MAX,
        n => n,
    };
    // Depths 1, 2 + gap, ... as far as there is a cell.
    let depths = (1..grid.rows.min(grid.cols).div_ceil(2)).step_by(1 + params.whole("gap")).take(most);
    let clues: Vec<usize> = depths.flat_map(|d| ring(grid, d).into_iter().step_by(params.whole("step"))).collect();
    ground::layout(params, grid, &clues, rng)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_visits_each_of_its_cells_once_and_in_order() {
        for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (5, 4), (6, 9)] {
            let grid = Grid { rows, cols };
            for depth in 0..rows.min(cols).div_ceil(2) {
                let cells = ring(grid, depth);
                let distance = |c: usize| {
                    let (r, c) = grid.position(c);
                    r.min(c).min(rows - 1 - r).min(cols - 1 - c)
                };
                let mut sorted = cells.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, grid.cells().filter(|&c| distance(c) == depth).collect::<Vec<_>>());
                assert!(cells.windows(2).all(|w| grid.neighbours(w[0]).any(|n| n == w[1])), "{rows}x{cols}: {cells:?}");
            }
        }
    }
}
