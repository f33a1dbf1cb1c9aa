//! A game in words: the board after every move, and the reason of each certain move: the cells of the clue or pair of
//! clues considered, else an irreducible set of clues that forces the cell.

use std::fmt::Write;

use super::contradiction::smallest;
use super::record::GameRecord;
use super::rules::Clues;
use super::series::Series;
use super::{Act, GameError, Impossible, Move, PlayerFactory, Reason, told_clue};
use crate::board::{Board, Cell, Grid};

/// Plays game `index` of a series and returns its text.
///
/// # Errors
/// As [`Series::game`].
pub fn trace(
    series: &Series,
    name: &str,
    maker: &PlayerFactory,
    index: u64,
) -> Result<(String, GameRecord), GameError> {
    let mut text = format!("{name}, game {index}\n");
    let (mut before, mut turn): (Option<Board>, Option<Board>) = (None, None);
    let mut watch = |board: &Board, step: Option<Move>| {
        let is_next_turn = step.is_none() && before.is_some();
        if step.is_none() {
            turn = Some(board.clone());
        }
        if is_next_turn {
            return;
        }
        if let (Some(step), Some(before), Some(turn)) = (step, &before, &turn) {
            let act = if step.act == Act::Open { "open" } else { "mark" };
            let (cell, reason) = (place(before.grid(), step.cell as usize), step.reason.name());
            let because = because(before, turn, step, series.rules.clues).map_or(String::new(), |b| format!(": {b}"));
            let _ = writeln!(text, "{act} {cell} {reason}{because}");
        }
        board.row_strings().iter().for_each(|row| {
            text.push_str(row);
            text.push('\n');
        });
        text.push('\n');
        before = Some(board.clone());
    };
    let record = series.game(name, maker, index, Some(&mut watch))?;
    let _ = writeln!(text, "{}: {} clicks, {} guesses", record.result, record.clicks, record.guesses);
    Ok((text, record))
}

fn place(grid: Grid, cell: usize) -> String {
    let (row, col) = grid.position(cell);
    format!("({row},{col})")
}

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
    let mut named: Vec<String> = found.clues.iter().map(|&clue| told_clue(board, clue)).collect();
    if found.total {
        named.push("the total".into());
    }
    (!named.is_empty()).then(|| format!("by {}", named.join(", ")))
}

/// The proof of a move: the clue or the two clues with their cells, by the board before it, with the player's marks as
/// flags; or clues alone, by the board that the player saw in this turn. None for a guess, or if the clues would take
/// too long to find.
fn because(board: &Board, turn: &Board, step: Move, kind: Clues) -> Option<String> {
    let (cell, mine) = (step.cell as usize, step.act == Act::Flag);
    let grid = board.grid();
    let near = || grid.neighbours(cell).filter_map(|clue| open_clue(board, clue));
    let set = |cells: &[usize]| format!("{{{}}}", cells.iter().map(|&c| place(grid, c)).collect::<Vec<_>>().join(" "));
    let words = |c: &Open| format!("{} of {}", c.need, set(&c.cells));
    match step.reason {
        Reason::SinglePoint => {
            let proves = |c: &Open| if mine { c.need == c.cells.len() as i64 } else { c.need == 0 };
            let clue = near().find(proves)?;
            Some(format!("clue {} has {}", place(grid, clue.clue), words(&clue)))
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
                    let clues = (place(grid, a.clue), place(grid, b.clue));
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
    use crate::field::Field;
    use crate::play::players::maker;
    use crate::play::rules::{OnMine, Rules, Start, Until};
    use crate::play::series::BoardSource;

    fn rules(grid: Grid, mines: usize) -> Rules {
        let (start, on_mine, until) = (Start::Safe(0), OnMine::End, Until::SafeOpen);
        Rules { grid, mines, start, on_mine, until, total_known: false, clues: Clues::Exact }
    }

    /// The step by step example of the source: after the first probe the clues (0,2) and (1,2) have
    /// {(0,3),(1,3)} and {(0,3),(1,3),(2,3)}, so (2,3) is probed and shows 1.
    #[test]
    fn the_example_of_the_source() {
        let grid = Grid { rows: 5, cols: 5 };
        let board = Board::parse("5 5 ?\n001##\n001##\n121##\n#####\n#####\n", "t").unwrap();
        let step = Move { cell: 13, act: Act::Open, reason: Reason::Pair };
        let reason = because(&board, &board, step, Clues::Exact).unwrap();
        assert!(
            reason.contains("1 of {(0,3) (1,3) (2,3)}") && reason.contains("1 of {(0,3) (1,3)}, d = 0"),
            "{reason}"
        );
        // The whole game.
        let mines = [3, 15, 17, 20, 24];
        let field = Field::new(grid, grid.cells().map(|c| mines.contains(&c)).collect());
        let series = Series::new(rules(grid, 5), BoardSource::Given(vec![field], 1));
        let (text, record) = trace(&series, "ees", &maker("ees").unwrap(), 0).unwrap();
        assert!(record.won() && text.contains("open (2,3) pair: clues (1,2) and (0,2)"), "{text}");
    }

    #[test]
    fn every_certain_move_is_explained() {
        let grid = Grid { rows: 9, cols: 9 };
        let rules = Rules { total_known: true, ..rules(grid, 14) };
        let series = Series::new(rules, BoardSource::Seed(3));
        let mut seen = std::collections::BTreeSet::new();
        for player in ["ees", "frontier", "equation"] {
            for index in 0..60 {
                let (text, _) = trace(&series, player, &maker(player).unwrap(), index).unwrap();
                for line in text.lines().filter(|line| line.starts_with("open") || line.starts_with("mark")) {
                    let (what, why) = line.split_once(": ").unwrap_or((line, ""));
                    let reason = what.split(' ').next_back().unwrap();
                    assert_eq!(why.is_empty(), reason == "guess", "{player}, game {index}, {line}: {text}");
                    seen.insert(reason.to_string());
                }
            }
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["guess", "models", "pair", "rules", "single_point", "total"]);
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

    /// Two cells decided in one turn: the number of the first is not the reason for opening the second.
    #[test]
    fn a_turn_is_explained_by_what_was_seen_before_it() {
        let grid = Grid { rows: 9, cols: 9 };
        let rules = Rules { total_known: true, ..rules(grid, 14) };
        let series = Series::new(rules, BoardSource::Seed(1));
        let (text, _) = trace(&series, "frontier", &maker("frontier").unwrap(), 76).unwrap();
        let of = |cell: &str| text.lines().find(|line| line.starts_with(&format!("open {cell} total"))).unwrap();
        assert!(!of("(0,7)").contains("at (0,6)") && of("(0,7)").ends_with("the total"), "{text}");
    }
}
