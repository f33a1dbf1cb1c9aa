//! Contradictory clues: an irreducible unsatisfiable subset of all that a board shows. The clues that a player found
//! may depend on conclusions from other clues.

use num_bigint::BigUint;
use num_traits::Zero;

use super::Impossible;
use super::noisy_clues::likelihoods;
use super::rules::Clues;
use crate::board::{Board, Cell};
use crate::engine::{Control, Decision, Engine, Limits, build};
use crate::system::System;

/// Nodes per question; if they run out, the clues in question stay.
const NODES: u64 = 200_000;

/// An irreducible contradiction on a board that has no solution, with clues of that kind; `found` itself if the board
/// has one or the search takes too long.
pub fn smallest(board: &Board, kind: Clues, found: Impossible) -> Impossible {
    let Ok(engine) = build("frontier") else { return found };
    let is_clue = |&c: &usize| matches!(board.cell(c), Cell::Clue(_));
    let all: Vec<u32> = board.grid().cells().filter(is_clue).map(|c| c as u32).collect();
    let contradicts = |clues: &[u32], total: bool| contradicts(engine.as_ref(), board, kind, clues, total);
    // The clues that the player named stay longest: they are near the contradiction.
    let (named, mut others): (Vec<u32>, Vec<u32>) = all.iter().partition(|c| found.clues.contains(c));
    // One clue is quickly checked, all of a large board perhaps not.
    if let Some(&one) = others.iter().chain(&named).rev().find(|&&clue| contradicts(&[clue], false)) {
        return Impossible { clues: vec![one], total: false };
    }
    let total = board.mines().is_some() && !contradicts(&all, false);
    if !contradicts(&all, total) {
        return found;
    }
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
fn contradicts(engine: &dyn Engine, board: &Board, kind: Clues, clues: &[u32], total: bool) -> bool {
    let mut fewer = board.clone().with_mines(board.mines().filter(|_| total));
    for cell in board.grid().cells() {
        if matches!(board.cell(cell), Cell::Clue(_)) && !clues.contains(&(cell as u32)) {
            fewer.set(cell, Cell::Blank);
        }
    }
    let mut control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
    match kind {
        Clues::Exact | Clues::Received(_) => {
            matches!(engine.decide(&System::from_board(&fewer).0, &mut control), Ok(Decision::Inconsistent))
        }
        Clues::AtMost | Clues::AtLeast => {
            let (given, _) = likelihoods(&fewer, kind);
            given.weigh::<BigUint>(&mut control).is_ok_and(|weights| weights.all.is_zero())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const NOTHING: Impossible = Impossible { clues: Vec::new(), total: false };

    fn of(text: &str, kind: Clues) -> String {
        let board = Board::parse(text, "t").unwrap();
        smallest(&board, kind, NOTHING).message(&board)
    }

    #[test]
    fn only_the_contradicting_clues_are_named() {
        // The 0 leaves the 2 one neighbour; the 1 and the other 0 have nothing to do with it.
        let message = of("2 6 ?\n1#0_#2\n##_0##\n", Clues::Exact);
        assert_eq!(message, "impossible board: the clues 2 at (0,5), 0 at (1,3) contradict each other");
        let message = of("1 5 3\n#1#1#\n", Clues::Exact);
        assert_eq!(message, "impossible board: the clue 1 at (0,3) contradicts the total number of mines");
        // At least two mines beside the 2 and one elsewhere; a 0 says nothing.
        let message = of("1 7 2\n#2#0_1#\n", Clues::AtMost);
        let both = "2 at (0,1), 1 at (0,5)";
        assert_eq!(
            message,
            format!("impossible board: the clues {both} contradict each other together with the total number of mines")
        );
    }

    /// Whether some placement of mines satisfies these clues, by enumeration.
    fn has_model(board: &Board, kind: Clues, clues: &[u32], total: bool) -> bool {
        let grid = board.grid();
        (0u32..1 << grid.len()).any(|mines| {
            let is_mine = |c: usize| mines >> c & 1 == 1;
            let covered = grid.cells().all(|c| !is_mine(c) || board.cell(c) == Cell::Covered);
            let fits = |&clue: &u32| {
                let truth = grid.neighbours(clue as usize).filter(|&n| is_mine(n)).count();
                let Cell::Clue(shown) = board.cell(clue as usize) else { return true };
                match kind {
                    Clues::Exact | Clues::Received(_) => truth == usize::from(shown),
                    Clues::AtMost => truth >= usize::from(shown),
                    Clues::AtLeast => truth <= usize::from(shown),
                }
            };
            covered && (!total || board.mines() == Some(mines.count_ones())) && clues.iter().all(fits)
        })
    }

    /// Random clues: the named subset has no solution, and without any of its clues it has one.
    #[test]
    fn none_of_the_named_can_be_left_out() {
        let mut rng = Rng::new(4);
        for kind in [Clues::Exact, Clues::AtMost, Clues::AtLeast] {
            let mut seen = 0;
            for _ in 0..200 {
                let grid = crate::board::Grid { rows: 3, cols: 4 };
                let mut board = Board::covered(grid, rng.chance(0.5).then_some(3));
                for cell in grid.cells().filter(|_| rng.chance(0.5)).collect::<Vec<_>>() {
                    board.set(cell, Cell::Clue(rng.below(1 + grid.neighbours(cell).count() as u64) as u8));
                }
                let found = smallest(&board, kind, NOTHING);
                if found == NOTHING {
                    let all: Vec<u32> = grid.cells().map(|c| c as u32).collect();
                    assert!(has_model(&board, kind, &all, board.mines().is_some()), "{board}");
                    continue;
                }
                seen += 1;
                assert!(!has_model(&board, kind, &found.clues, found.total), "{board}");
                for left_out in 0..found.clues.len() {
                    let mut fewer = found.clues.clone();
                    fewer.remove(left_out);
                    assert!(has_model(&board, kind, &fewer, found.total), "{board}: {found:?}");
                }
            }
            assert!(seen > 10, "{kind:?}: {seen}");
        }
    }
}
