//! The whole way from a board to answers, every engine against brute force.
#![no_main]

#[path = "../../all/common/agreement.rs"]
mod agreement;

use std::sync::LazyLock;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use minesat::answer::ask_certified;
use minesat::board::{Board, Cell, Grid};
use minesat::engine::{Engine, Limits, build};
use minesat::system::System;

/// Most covered cells that brute force is asked about.
const MOST: usize = 12;

static ENGINES: LazyLock<Vec<(String, Box<dyn Engine>)>> = LazyLock::new(|| {
    let specs = agreement::all_specs().into_iter();
    specs.map(|spec| build(&spec).map(|engine| (spec, engine)).expect("a row of the table")).collect()
});

/// Any board at all, most of them without a model: cells by letter, a total near those that fit.
#[derive(Debug)]
struct Position {
    board: Board,
    engine: usize,
}

impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(input: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let engine = input.choose_index(ENGINES.len())?;
        let grid = Grid { rows: input.int_in_range(1..=5)?, cols: input.int_in_range(1..=6)? };
        let mut mines = vec![false; grid.len()];
        for mine in &mut mines {
            *mine = input.ratio(1u8, 4u8)?;
        }
        let (mut cells, mut covered, mut flags) = (Vec::new(), 0, 0);
        for cell in grid.cells() {
            let truth = grid.neighbours(cell).filter(|&n| mines[n]).count();
            cells.push(match input.int_in_range(0..=15u8)? {
                0..=7 if covered < MOST => {
                    covered += 1;
                    Cell::Covered
                }
                _ if mines[cell] => {
                    flags += 1;
                    Cell::Flag
                }
                15 => Cell::Blank,
                14 => Cell::Clue(input.int_in_range(0..=grid.neighbours(cell).count() as u8)?),
                _ => Cell::Clue(truth as u8),
            });
        }
        let truth = mines.iter().filter(|m| **m).count();
        let total = match input.int_in_range(0..=3u8)? {
            0 | 1 => Some(truth),
            2 => Some(input.int_in_range(flags..=grid.len())?),
            _ => None,
        };
        Ok(Position { board: Board::new(grid, cells, total.map(|n| n as u32)), engine })
    }
}

fuzz_target!(|position: Position| {
    let board = &position.board;
    assert_eq!(Board::parse(&board.to_string(), "t").as_ref(), Ok(board));
    let (spec, engine) = &ENGINES[position.engine];
    let (system, _) = System::from_board(board);
    agreement::check(spec, engine.as_ref(), &system);
    let answer = ask_certified(engine.as_ref(), board, Limits::default());
    assert!(answer.certified.iter().all(|c| c.rejected.is_none()), "{spec}: a certificate was rejected");
    assert!(!answer.to_json("t", spec, false).is_empty());
});
