//! `near-miss`: a true board with one clue changed by one. Most of them have no solution, and seldom does one clue
//! alone show the contradiction.

use super::ground;
use super::params::{NameMark, Param, ParamKind, Params};
use super::uniform::{self, Opening};
use super::{DrawError, Generator, Planted, scatter};
use crate::board::{Board, Cell};
use crate::rng::Rng;

const BASE: Param = Param {
    name: "base",
    kind: ParamKind::Words(&["scatter", "uniform"]),
    default: "scatter",
    mark: NameMark::Unusual(""),
    help: "The family of the true board; uniform ignores reveal",
};

/// Its row in the table. `reveal` is denser than in `scatter`: the more clues surround a changed one, the fewer other
/// fields explain it.
pub const GENERATOR: Generator = Generator {
    name: "near-miss",
    summary: "one clue of a true board changed by one: most of them inconsistent",
    params: &[
        ground::rows("16"),
        ground::cols("16"),
        ground::density("0.2"),
        ground::MINES,
        Param { default: "0.5", ..scatter::REVEAL },
        BASE,
        ground::TOTAL,
    ],
    keeps_field: false,
    build,
};

fn build(params: &Params, rng: &mut Rng) -> Result<Planted, DrawError> {
    let mut planted = match params.word("base") {
        "uniform" => uniform::play(params, &Opening::GAME, rng)?,
        _ => scatter::build(params, rng)?,
    };
    change(&mut planted.board, rng)?;
    Ok(planted)
}

/// Changes one clue by one. Prefers changes that the clue's own neighbours can still satisfy, at clues whose covered
/// neighbours all stand beside another clue too.
fn change(board: &mut Board, rng: &mut Rng) -> Result<(), DrawError> {
    let grid = board.grid();
    let mut best = (0, Vec::new());
    for cell in grid.cells() {
        let Cell::Clue(clue) = board.cell(cell) else { continue };
        let covered: Vec<usize> = grid.neighbours(cell).filter(|&n| board.cell(n) == Cell::Covered).collect();
        let shared =
            covered.iter().all(|&c| grid.neighbours(c).any(|n| n != cell && matches!(board.cell(n), Cell::Clue(_))));
        for other in [clue.wrapping_sub(1), clue + 1] {
            if usize::from(other) > grid.neighbours(cell).count() {
                continue;
            }
            let rank = match (usize::from(other) <= covered.len(), shared) {
                (true, true) => 3,
                (true, false) => 2,
                _ => 1,
            };
            if rank > best.0 {
                best = (rank, Vec::new());
            }
            if rank == best.0 {
                best.1.push((cell, other));
            }
        }
    }
    if best.1.is_empty() {
        return Err(DrawError::NoClue);
    }
    let (cell, clue) = best.1[rng.index(best.1.len())];
    board.set(cell, Cell::Clue(clue));
    Ok(())
}
