//! The loop of proposals and counterexamples.

use super::flips::{Proposal, unwanted};
use super::model::Model;
use super::problem::TileProblem;
use crate::compile::tile::Tile;
use crate::compile::verify::verify;
use crate::engine::{Control, Stop};

/// Moves taken from one proposal: more of them save proposals, fewer keep the formula small.
const MOST_MOVES: usize = 20;

/// Effort so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SearchEffort {
    /// Layouts proposed by the solver.
    pub proposals: u64,
    /// Moves forbidden, images included.
    pub moves: u64,
    /// Clauses handed to the solver.
    pub clauses: u64,
    /// Conflicts of the solver.
    pub conflicts: u64,
    /// Inner cells of the best layout so far that are not clues.
    pub covered: Option<usize>,
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// A tile, verified by enumeration; `None`: none exists.
    pub tile: Option<Tile>,
    /// True if no tile has fewer covered cells inside; only a search for the smallest knows.
    pub smallest: bool,
    /// All effort up to the end of the search.
    pub effort: SearchEffort,
}

/// Searches for a tile, with `smallest` for one with the fewest covered cells inside the ring. `watch` is called with
/// the effort after every proposal.
///
/// # Errors
/// An inconsistent problem, or a limit that ran out before any tile was found.
pub fn search(
    problem: &TileProblem,
    smallest: bool,
    control: &mut Control,
    mut watch: impl FnMut(&SearchEffort),
) -> Result<SearchResult, Stop> {
    problem.check().map_err(|wrong| Stop::Unsupported(wrong.to_string()))?;
    let mut found = SearchResult { tile: None, smallest: false, effort: SearchEffort::default() };
    let Some(mut model) = Model::new(problem)? else { return Ok(found) };
    loop {
        let proposal = match model.propose(control) {
            Ok(Some(proposal)) => proposal,
            Ok(None) => {
                found.smallest = smallest && found.tile.is_some();
                return Ok(found);
            }
            // Keep the tile found before the limit.
            Err(stop) => return if found.tile.is_some() { Ok(found) } else { Err(stop) },
        };
        let moves = unwanted(&proposal, model.neighbours(), model.places(), MOST_MOVES);
        moves.iter().for_each(|cells| model.learn(cells));
        let (learnt, clauses, conflicts) = model.effort();
        if !moves.is_empty() && learnt == found.effort.moves {
            return Err(Stop::Failed("a move that was forbidden is possible again".into()));
        }
        let proposals = found.effort.proposals + 1;
        found.effort = SearchEffort { proposals, moves: learnt, clauses, conflicts, ..found.effort };
        if moves.is_empty() {
            let tile = tile(problem, &proposal);
            verify(&tile).map_err(|e| Stop::Failed(format!("{e} in the tile\n{}", tile.text())))?;
            let covered = inner_covered(&tile);
            found.effort.covered = Some(covered);
            found.tile = Some(tile);
            watch(&found.effort);
            if !smallest || covered == 0 {
                found.smallest = smallest;
                return Ok(found);
            }
            model.at_most_covered(covered - 1);
        }
        watch(&found.effort);
    }
}

/// Cells inside the ring that are not clues.
pub fn inner_covered(tile: &Tile) -> usize {
    tile.grid.iter().flatten().filter(|&&letter| matches!(letter, b'#' | b'*')).count() - tile.ports.len()
}

/// The tile that a proposal describes, with all claims that hold.
fn tile(problem: &TileProblem, proposal: &Proposal) -> Tile {
    let frame = problem.frame();
    let letter = |row: usize, col: usize| {
        let cell = frame.at(row + 1, col + 1);
        let mines = proposal.mines.iter().filter(|mines| mines[cell]).count();
        match proposal.clue[cell] {
            true => b'0' + frame.neighbours(cell).filter(|&n| proposal.mines[0][n]).count() as u8,
            false if mines == proposal.mines.len() => b'*',
            false => b'#',
        }
    };
    let (rows, cols) = (problem.grid.rows, problem.grid.cols);
    let grid: Vec<Vec<u8>> = (0..rows).map(|row| (0..cols).map(|col| letter(row, col)).collect()).collect();
    let signal = |row: usize| -> i64 {
        let inside = problem.grid.cells().map(|c| problem.grid.position(c));
        let mines = inside.filter(|&(r, c)| proposal.mines[row][frame.at(r + 1, c + 1)]).count() as i64;
        let sign = |enters: bool| if enters { -1 } else { 1 };
        mines + problem.ports.iter().zip(&problem.table[row]).map(|(p, &v)| sign(p.enters) * i64::from(v)).sum::<i64>()
    };
    let constants: Vec<i64> = (0..problem.table.len()).map(signal).collect();
    let mut tile = Tile {
        name: problem.name.clone(),
        library: format!("{rows}x{cols}"),
        function: String::new(),
        ports: problem.ports.clone(),
        table: problem.table.clone(),
        neutral: constants.iter().all(|c| *c == constants[0]).then(|| u32::try_from(constants[0]).ok()).flatten(),
        claims: Vec::new(),
        source: "found by minesat gadget search".into(),
        grid,
    };
    // Without flags first: later claims are verified together with it.
    for claim in ["flag_free", "flood_closed", "silent"] {
        tile.claims.push(claim.into());
        if verify(&tile).is_err() {
            tile.claims.pop();
        }
    }
    tile
}
