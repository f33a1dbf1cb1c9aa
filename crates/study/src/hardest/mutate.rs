//! Small changes of a board.

use super::planted::{ChangedClue, EvolvedBoard};
use crate::rng::Rng;

/// One row of the table of changes.
struct Mutation {
    /// Chance in relation to the others.
    weight: u64,
    /// Whether it may leave the board without a solution.
    breaks: bool,
    /// Changes the board; false where there is nothing to change.
    apply: fn(&mut EvolvedBoard, &mut Rng) -> bool,
}

const MUTATIONS: &[Mutation] = &[
    Mutation { weight: 2, breaks: false, apply: toggle_mine },
    Mutation { weight: 3, breaks: false, apply: move_mine },
    Mutation { weight: 4, breaks: false, apply: toggle_clue },
    Mutation { weight: 1, breaks: true, apply: change_clue },
];

/// Chance of one change more, after each.
const AGAIN: f64 = 0.4;

/// The board after one change or a few. With `breaks` a clue may become wrong.
pub fn mutated(board: &EvolvedBoard, breaks: bool, rng: &mut Rng) -> EvolvedBoard {
    let rows = || MUTATIONS.iter().filter(|row| breaks || !row.breaks);
    let all: u64 = rows().map(|row| row.weight).sum();
    let mut next = board.clone();
    // On tiny boards a change may find nothing, or undo the one before.
    for _ in 0..100 {
        let mut at = rng.below(all);
        let row = rows().find(|row| {
            let here = at < row.weight;
            at = at.saturating_sub(row.weight);
            here
        });
        let done = row.is_some_and(|row| (row.apply)(&mut next, rng));
        if done && next != *board && !rng.chance(AGAIN) {
            break;
        }
    }
    next
}

/// A cell becomes a mine or stops being one.
fn toggle_mine(board: &mut EvolvedBoard, rng: &mut Rng) -> bool {
    let cell = rng.index(board.grid().len());
    board.put(cell, !board.mines[cell]);
    true
}

/// A mine moves to a cell next to it, or half the time anywhere: the total stays.
fn move_mine(board: &mut EvolvedBoard, rng: &mut Rng) -> bool {
    let grid = board.grid();
    let mines: Vec<usize> = grid.cells().filter(|&cell| board.mines[cell]).collect();
    if mines.is_empty() {
        return false;
    }
    let from = mines[rng.index(mines.len())];
    let near = rng.chance(0.5);
    let to: Vec<usize> = match near {
        true => grid.neighbours(from).filter(|&cell| !board.mines[cell]).collect(),
        false => grid.cells().filter(|&cell| !board.mines[cell]).collect(),
    };
    if to.is_empty() {
        return false;
    }
    let to = to[rng.index(to.len())];
    board.put(from, false);
    board.put(to, true);
    true
}

/// A safe cell is opened or covered.
fn toggle_clue(board: &mut EvolvedBoard, rng: &mut Rng) -> bool {
    let cell = rng.index(board.grid().len());
    if board.mines[cell] {
        return false;
    }
    board.open[cell] = !board.open[cell];
    true
}

/// One clue becomes wrong by one, or the wrong one right again.
fn change_clue(board: &mut EvolvedBoard, rng: &mut Rng) -> bool {
    let clues: Vec<usize> = board.grid().cells().filter(|&cell| board.open[cell]).collect();
    if clues.is_empty() || (board.changed.is_some() && rng.chance(0.3)) {
        return board.changed.take().is_some();
    }
    board.changed = Some(ChangedClue { cell: clues[rng.index(clues.len())], up: rng.chance(0.5) });
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::field::Field;
    use crate::generate::{Params, planted};
    use crate::grid::Grid;

    #[test]
    fn clues_fit_the_mines_after_any_number_of_changes() {
        let params = Params::with("scatter", &[("rows", "6"), ("cols", "5")]).unwrap();
        let (instance, field) = planted(&params, 1, 0).unwrap();
        let mut board = EvolvedBoard::new(&field, &instance.board);
        assert_eq!(board.board(), instance.board);
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let next = mutated(&board, false, &mut rng);
            assert_ne!(next, board);
            board = next;
            let (field, shown) = (Field::new(board.grid(), board.mines.clone()), board.board());
            assert_eq!(shown.mines(), Some(field.count() as u32));
            for cell in field.grid().cells() {
                match shown.cell(cell) {
                    Cell::Clue(clue) => assert!(!field.is_mine(cell) && clue == field.clue(cell)),
                    other => assert_eq!(other, Cell::Covered),
                }
            }
            assert_eq!(board.covered() as usize, shown.cells().iter().filter(|c| **c == Cell::Covered).count());
        }
    }

    #[test]
    fn at_most_one_clue_is_wrong_and_by_one() {
        let params = Params::with("scatter", &[("rows", "5"), ("cols", "5"), ("total", "unknown")]).unwrap();
        let (instance, field) = planted(&params, 2, 0).unwrap();
        let mut board = EvolvedBoard::new(&field, &instance.board);
        let (mut rng, mut broken) = (Rng::new(2), 0);
        for _ in 0..2000 {
            board = mutated(&board, true, &mut rng);
            let (field, shown) = (Field::new(board.grid(), board.mines.clone()), board.board());
            let wrong: Vec<(u8, u8, usize)> = field
                .grid()
                .cells()
                .filter_map(|cell| match shown.cell(cell) {
                    Cell::Clue(clue) if clue != field.clue(cell) => {
                        Some((clue, field.clue(cell), field.grid().neighbours(cell).count()))
                    }
                    _ => None,
                })
                .collect();
            assert_eq!(wrong.is_empty(), board.keeps_field());
            assert!(wrong.len() <= 1 && wrong.iter().all(|w| w.0.abs_diff(w.1) == 1 && usize::from(w.0) <= w.2));
            assert_eq!(shown.mines(), None);
            broken += wrong.len();
        }
        assert!((200..1900).contains(&broken), "{broken}");
    }

    #[test]
    fn the_smallest_boards_change_too() {
        let grid = Grid { rows: 1, cols: 1 };
        let field = Field::new(grid, vec![false]);
        let board = EvolvedBoard::new(&field, &field.board(&[true], None));
        let mut rng = Rng::new(3);
        let all: Vec<EvolvedBoard> = (0..20).map(|_| mutated(&board, true, &mut rng)).collect();
        // No clue of the only cell can be wrong by one: it has no neighbours.
        assert!(all.iter().any(|next| next.mines[0]) && all.iter().any(|next| !next.mines[0] && !next.open[0]));
    }
}
