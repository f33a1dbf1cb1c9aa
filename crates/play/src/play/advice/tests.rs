//! Games whose boards answer.

use super::*;
use crate::engine::Control;
use crate::field::Field;
use crate::play::players::maker;
use crate::play::small_boards;
use crate::play::steps::trace;
use crate::play::supply;
use crate::play::tree::{MINE, table};

fn small(start: Start) -> Rules {
    advised_rules(Grid { rows: 9, cols: 9 }, 14, start).unwrap()
}

fn look(field: &Field, cell: u32) -> Cell {
    let cell = cell as usize;
    if field.is_mine(cell) { Cell::Flag } else { Cell::Clue(field.clue(cell)) }
}

/// Tells the next cells, `most` at a time.
fn answer(adviser: &mut Adviser, field: &Field, most: usize) {
    let cells: Vec<(u32, Cell)> = adviser.asked().iter().take(most).map(|&c| (c, look(field, c))).collect();
    adviser.enter(&cells).unwrap();
}

fn goes_on(adviser: &Adviser) -> bool {
    adviser.outcome() == Outcome::Playing && !adviser.is_stuck()
}

/// Whatever is entered together, the moves are those of the player in a game.
#[test]
fn the_moves_are_those_of_the_game() {
    let (mut won, mut filled) = (0, 0);
    for player in ["lookahead", "pseq", "frontier", "ees", "equation", "random"] {
        for start in [Start::Safe(0), Start::Zero(40), Start::None] {
            let rules = small(start);
            for seed in 0..12 {
                let field = supply::uniform(&rules, seed, 0).unwrap();
                let game = trace(&rules, seed, 0, &maker(player).unwrap(), &Control::default()).unwrap();
                let mut adviser = Adviser::new(rules, maker(player).unwrap(), seed);
                while goes_on(&adviser) {
                    answer(&mut adviser, &field, 1 + seed as usize);
                }
                let moves: Vec<Move> = game.steps.iter().map(|step| step.play).collect();
                assert_eq!(
                    (adviser.moves(), adviser.outcome()),
                    (&moves[..], game.outcome),
                    "{player}, {start:?}, {seed}"
                );
                won += usize::from(game.outcome == Outcome::Won);
                let is_filled = |event: &AdviceEvent| matches!(event, AdviceEvent::Filled(..));
                filled += adviser.take_events().iter().filter(|e| is_filled(e)).count();
            }
        }
    }
    assert!(won > 60 && filled > 100, "{won} {filled}");
}

/// Entries taken back, or replayed by another adviser, change nothing.
#[test]
fn undone_and_resumed_games_are_the_same() {
    let rules = small(Start::Safe(0));
    let mut rng = Rng::new(8);
    for seed in 0..12 {
        let field = supply::uniform(&rules, seed, 0).unwrap();
        let mut straight = Adviser::new(rules, maker("pseq").unwrap(), seed);
        while goes_on(&straight) {
            answer(&mut straight, &field, 2);
        }
        let mut adviser = Adviser::new(rules, maker("pseq").unwrap(), seed);
        let first = adviser.asked().to_vec();
        let mut undone = 0;
        while goes_on(&adviser) {
            answer(&mut adviser, &field, 2);
            if undone < 30 && rng.chance(0.4) {
                for _ in 0..=rng.index(3) {
                    undone += usize::from(adviser.undo());
                }
            }
        }
        assert_eq!(adviser.moves(), straight.moves());
        let entries = adviser.entries().to_vec();
        let again = Adviser::resume(rules, maker("pseq").unwrap(), seed, entries).unwrap();
        assert_eq!((again.moves(), again.board()), (straight.moves(), straight.board()));
        while adviser.undo() {}
        assert_eq!((adviser.asked(), adviser.moves().len()), (&first[..], 0));
        assert!(adviser.board().cells().iter().all(|&c| c == Cell::Covered));
    }
}

/// A person may open something else; what is certain is still advised, a guess is not.
#[test]
fn other_cells_may_be_told() {
    let rules = small(Start::None);
    let mut rng = Rng::new(3);
    let mut beside = 0;
    for seed in 0..20 {
        let field = supply::uniform(&rules, seed, 0).unwrap();
        let mut adviser = Adviser::new(rules, maker("frontier").unwrap(), seed);
        while goes_on(&adviser) {
            let board = adviser.board();
            let safe = |&c: &usize| board.cell(c) == Cell::Covered && !field.is_mine(c);
            let safe: Vec<usize> = rules.grid.cells().filter(safe).collect();
            if rng.chance(0.3) {
                let cell = safe[rng.index(safe.len())] as u32;
                beside += usize::from(!adviser.asked().contains(&cell));
                adviser.enter(&[(cell, look(&field, cell))]).unwrap();
            } else {
                answer(&mut adviser, &field, 9);
            }
        }
        assert!(!adviser.is_stuck(), "{seed}");
        if adviser.outcome() == Outcome::Won {
            let open = adviser.board().cells().iter().filter(|c| matches!(c, Cell::Clue(_))).count();
            assert_eq!(open, 81 - 14);
        }
    }
    assert!(beside > 30, "{beside}");
}

#[test]
fn what_cannot_be_is_not_taken() {
    let rules = advised_rules(Grid { rows: 1, cols: 5 }, 2, Start::Safe(2)).unwrap();
    let mut adviser = Adviser::new(rules, maker("frontier").unwrap(), 1);
    let enter = |adviser: &mut Adviser, cell: u32, look| adviser.enter(&[(cell, look)]).map_err(|e| e.to_string());
    assert_eq!(
        enter(&mut adviser, 0, Cell::Clue(2)).unwrap_err(),
        "(0,0) has only 1 neighbours, so it does not show 2"
    );
    enter(&mut adviser, 0, Cell::Clue(0)).unwrap();
    assert_eq!(adviser.asked(), [1], "what the 0 opens; the first cell is no longer advised");
    let refused = adviser.enter(&[(2, Cell::Clue(2))]).unwrap_err();
    let Refusal::Impossible(board) = refused else { panic!("{refused}") };
    assert_eq!(board.row_strings(), ["0#2##"]);
    assert_eq!(enter(&mut adviser, 1, Cell::Flag).unwrap_err(), "that cannot be");
    assert_eq!(enter(&mut adviser, 0, Cell::Clue(1)).unwrap_err(), "(0,0) shows 0 already");
    assert_eq!(enter(&mut adviser, 0, Cell::Clue(0)).unwrap_err(), "that is known already");
    assert_eq!(adviser.entries().len(), 1);
    assert!(adviser.undo() && !adviser.undo());
    // The mines are on both sides, and what the corners show is certain.
    enter(&mut adviser, 2, Cell::Clue(2)).unwrap();
    assert_eq!((adviser.outcome(), &*adviser.board().row_strings()[0]), (Outcome::Won, "1F2F1"));
    assert_eq!(enter(&mut adviser, 1, Cell::Flag).unwrap_err(), "the game is over");
}

#[test]
fn more_mines_than_the_start_leaves_room_for_are_refused() {
    let grid = Grid { rows: 2, cols: 2 };
    assert!(advised_rules(grid, 4, Start::None).is_ok() && advised_rules(grid, 4, Start::Safe(0)).is_err());
}

/// A number is certain if all models with a safe cell show it.
#[test]
fn certain_numbers_are_those_of_all_models() {
    let (mut certain, mut others) = (0, 0);
    for (board, _, position) in small_boards::positions(71, 400) {
        if position.models() > 200.0 {
            continue;
        }
        let (all, cells) = table(&board, 400).unwrap();
        for (v, &cell) in cells.iter().enumerate() {
            let mut numbers: Vec<u8> = (0..all.models() as u32).map(|m| all.shows(m, v)).collect();
            numbers.retain(|&n| n != MINE);
            numbers.sort_unstable();
            numbers.dedup();
            let found = certain_number(&board, cell as usize);
            assert_eq!(found, (numbers.len() == 1).then(|| numbers[0]), "{board} {cell}");
            *if found.is_some() { &mut certain } else { &mut others } += 1;
        }
    }
    assert!(certain > 20 && others > 100, "{certain} {others}");
}
