//! Which clues contradict each other: of all that a board shows, a set from which none can be left
//! out. What a player found may rest on conclusions that it drew from other clues.

use super::Impossible;
use crate::board::{Board, Cell};
use crate::engine::{Control, Decision, Engine, Limits, build};
use crate::system::System;

/// Nodes of one question; where they run out the clues in question stay.
const NODES: u64 = 200_000;

/// A smallest contradiction (by inclusion) on a board that has no solution; `found` itself where the
/// board has one or it takes too long to tell.
pub fn smallest(board: &Board, found: Impossible) -> Impossible {
    let Ok(engine) = build("frontier") else { return found };
    let is_clue = |&c: &usize| matches!(board.cell(c), Cell::Clue(_));
    let all: Vec<u32> = board.grid().cells().filter(is_clue).map(|c| c as u32).collect();
    let contradicts = |clues: &[u32], total: bool| contradicts(engine.as_ref(), board, clues, total);
    let total = board.mines().is_some() && !contradicts(&all, false);
    if !contradicts(&all, total) {
        return found;
    }
    // Those that the player named first to stay: they are near the contradiction.
    let (named, mut others): (Vec<u32>, Vec<u32>) = all.iter().partition(|c| found.clues.contains(c));
    if contradicts(&named, total) {
        others.clear();
    }
    let mut kept: Vec<u32> = others.into_iter().chain(named).collect();
    // Leaves out ever smaller pieces.
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < kept.len() {
            let end = (start + size).min(kept.len());
            let fewer: Vec<u32> = kept[..start].iter().chain(&kept[end..]).copied().collect();
            if contradicts(&fewer, total) {
                kept = fewer;
            } else {
                start = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    kept.sort_unstable();
    Impossible { clues: kept, total }
}

/// True if these clues of the board, with or without the total, have no solution.
fn contradicts(engine: &dyn Engine, board: &Board, clues: &[u32], total: bool) -> bool {
    let mut fewer = board.clone().with_mines(board.mines().filter(|_| total));
    for cell in board.grid().cells() {
        if matches!(board.cell(cell), Cell::Clue(_)) && !clues.contains(&(cell as u32)) {
            fewer.set(cell, Cell::Blank);
        }
    }
    let mut control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
    matches!(engine.decide(&System::from_board(&fewer).0, &mut control), Ok(Decision::Inconsistent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn of(text: &str) -> String {
        let board = Board::parse(text, "t").unwrap();
        smallest(&board, Impossible { clues: vec![], total: false }).message(&board)
    }

    #[test]
    fn only_the_contradicting_clues_are_named() {
        // The 0 leaves the 2 one neighbour; the 1 and the other 0 have nothing to do with it.
        let told = of("2 6 ?\n1#0_#2\n##_0##\n");
        assert_eq!(told, "impossible board: the clues 2 at (0,5), 0 at (1,3) contradict each other");
        assert_eq!(of("1 5 3\n#1#1#\n"), "impossible board: the clue 1 at (0,3) contradicts the total number of mines");
    }

    /// Random clues: what is named has no solution, and with any of it left out it has one.
    #[test]
    fn none_of_the_named_can_be_left_out() {
        let engine = build("brute").unwrap();
        let mut rng = Rng::new(4);
        let mut seen = 0;
        for _ in 0..300 {
            let grid = crate::board::Grid { rows: 3, cols: 4 };
            let mut board = Board::covered(grid, rng.chance(0.5).then_some(3));
            for cell in grid.cells().filter(|_| rng.chance(0.5)).collect::<Vec<_>>() {
                board.set(cell, Cell::Clue(rng.below(1 + grid.neighbours(cell).count() as u64) as u8));
            }
            let nothing = Impossible { clues: vec![], total: false };
            let found = smallest(&board, nothing.clone());
            if found == nothing {
                continue;
            }
            seen += 1;
            assert!(contradicts(engine.as_ref(), &board, &found.clues, found.total), "{board}");
            for left_out in 0..found.clues.len() {
                let mut fewer = found.clues.clone();
                fewer.remove(left_out);
                assert!(!contradicts(engine.as_ref(), &board, &fewer, found.total), "{board}: {found:?}");
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
