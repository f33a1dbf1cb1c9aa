//! The reason of a certain move in words: the cells of the clue or pair of clues considered, else an irreducible set of
//! clues that forces the cell.

use super::contradiction::smallest;
use super::rules::Clues;
use super::{Act, Impossible, Move, Reason, clue_text};
use crate::board::{Board, Cell};

/// A clue with its remaining constraint: its covered cells and their number of mines.
struct Open {
    clue: usize,
    cells: Vec<usize>,
    need: i64,
}

fn open_clue(board: &Board, clue: usize) -> Option<Open> {
    let Cell::Clue(number) = board.cell(clue) else { return None };
    let around = || board.grid().neighbours(clue);
    let cells: Vec<usize> = around().filter(|&n| board.cell(n) == Cell::Covered).collect();
    let flags = around().filter(|&n| board.cell(n) == Cell::Flag).count();
    (!cells.is_empty()).then(|| Open { clue, cells, need: i64::from(number) - flags as i64 })
}

/// On larger boards the search for the few deciding clues takes longer than the game.
const MOST_TRACED_CELLS: usize = 2_000;

/// An irreducible set of clues, perhaps with the total, that forces the value of a cell; marks of earlier turns are
/// taken as given.
fn forced(board: &Board, step: Move, kind: Clues) -> Option<String> {
    let mut other = board.clone();
    other.set(step.cell as usize, if step.act == Act::Flag { Cell::Blank } else { Cell::Flag });
    let found = smallest(&other, kind, Impossible { clues: vec![], total: false });
    let mut named: Vec<String> = found.clues.iter().map(|&clue| clue_text(board, clue)).collect();
    if found.total {
        named.push("the total".into());
    }
    (!named.is_empty()).then(|| format!("by {}", named.join(", ")))
}

/// The proof of a move: the clue or the two clues with their cells, by the board before it, with the player's marks as
/// flags; or clues alone, by the board that the player saw in this turn. None for a guess, or if the clues would take
/// too long to find.
pub fn because(board: &Board, turn: &Board, step: Move, kind: Clues) -> Option<String> {
    let (cell, mine) = (step.cell as usize, step.act == Act::Flag);
    let grid = board.grid();
    let near = || grid.neighbours(cell).filter_map(|clue| open_clue(board, clue));
    let set =
        |cells: &[usize]| format!("{{{}}}", cells.iter().map(|&c| grid.cell_text(c)).collect::<Vec<_>>().join(" "));
    let words = |c: &Open| format!("{} of {}", c.need, set(&c.cells));
    match step.reason {
        Reason::SinglePoint => {
            let proves = |c: &Open| if mine { c.need == c.cells.len() as i64 } else { c.need == 0 };
            let clue = near().find(proves)?;
            Some(format!("clue {} has {}", grid.cell_text(clue.clue), words(&clue)))
        }
        Reason::Pair => near().find_map(|a| {
            let others = grid.cells().filter(|&b| b != a.clue).filter_map(|b| open_clue(board, b));
            others.filter(|b| b.cells.iter().any(|c| a.cells.contains(c))).find_map(|b| {
                // The cell is in a; with d = need(a) - need(b), all of a \ b are mines if d is
                // their number, and all of a \ b are safe if -d is the number of b \ a.
                let only = |x: &Open, y: &Open| x.cells.iter().filter(|c| !y.cells.contains(c)).count() as i64;
                let d = a.need - b.need;
                let proves = if mine { d == only(&a, &b) } else { -d == only(&b, &a) };
                let is_own = !b.cells.contains(&cell);
                (proves && is_own).then(|| {
                    let clues = (grid.cell_text(a.clue), grid.cell_text(b.clue));
                    format!("clues {} and {}: {} and {}, d = {}", clues.0, clues.1, words(&a), words(&b), d.abs())
                })
            })
        }),
        Reason::Rules | Reason::Models | Reason::Total if grid.len() <= MOST_TRACED_CELLS => forced(turn, step, kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The step by step example of the source: after the first probe the clues (0,2) and (1,2) have
    /// {(0,3),(1,3)} and {(0,3),(1,3),(2,3)}, so (2,3) is probed.
    #[test]
    fn the_example_of_the_source() {
        let board = Board::parse("5 5 ?\n001##\n001##\n121##\n#####\n#####\n", "t").unwrap();
        let step = Move { cell: 13, act: Act::Open, reason: Reason::Pair };
        let reason = because(&board, &board, step, Clues::Exact).unwrap();
        assert!(
            reason.contains("1 of {(0,3) (1,3) (2,3)}") && reason.contains("1 of {(0,3) (1,3)}, d = 0"),
            "{reason}"
        );
    }

    #[test]
    fn a_contradiction_of_many_clues_names_the_first() {
        let board = Board::parse("1 20 ?\n11111111111111111111\n", "t").unwrap();
        let message = |clues: u32| Impossible { clues: (0..clues).collect(), total: true }.message(&board);
        assert!(message(20).contains("1 at (0,11), 8 more contradict each other"), "{}", message(20));
        assert!(message(12).contains("1 at (0,11) contradict each other"), "{}", message(12));
    }

    /// The three clues of 1 2 1 hold two mines beside the wall: none of them can be left out.
    #[test]
    fn the_clues_that_force_a_cell_are_named() {
        let board = Board::parse("2 5 ?\n#####\n_121_\n", "t").unwrap();
        let step = Move { cell: 2, act: Act::Open, reason: Reason::Models };
        let reason = |board: &Board, step| because(board, board, step, Clues::Exact).unwrap();
        assert_eq!(reason(&board, step), "by 1 at (1,1), 2 at (1,2), 1 at (1,3)");
        let mark = Move { cell: 1, act: Act::Flag, ..step };
        assert_eq!(reason(&board, mark), "by 2 at (1,2), 1 at (1,3)");
        // With one mine left beside the 1 no other cell is a mine; with marks for all mines none is.
        let board = Board::parse("1 7 1\n#1#_###\n", "t").unwrap();
        assert_eq!(reason(&board, Move { cell: 5, ..step }), "by 1 at (0,1), the total");
        let board = Board::parse("1 7 1\nF1__###\n", "t").unwrap();
        assert_eq!(reason(&board, Move { cell: 5, reason: Reason::Total, ..step }), "by the total");
    }
}
