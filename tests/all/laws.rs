//! Laws that need no second engine: what must not change, and what must add up.

use crate::common;
use crate::common::small_board;
use minesat::board::{Board, Cell, Grid};
use minesat::engine::{Control, Engine, FAMILIES, Stop, build};
use minesat::rng::Rng;
use minesat::system::{Count, Sum, System};
use num_bigint::BigUint;

/// Engines that count, by their family's default.
fn counters() -> Vec<(String, Box<dyn Engine>)> {
    let one = System { cells: 1, sums: vec![Sum::new(vec![0], 1)], total: None };
    let engines = FAMILIES.iter().map(|f| (f.name.to_string(), build(f.name).unwrap()));
    engines.filter(|(_, e)| !matches!(e.count(&one, &mut Control::default()), Err(Stop::Unsupported(_)))).collect()
}

fn count(engine: &dyn Engine, board: &Board) -> Count {
    engine.count(&System::from_board(board).0, &mut Control::default()).unwrap()
}

/// Models with a mine, per board cell; None where the cell is not covered.
fn by_cell(engine: &dyn Engine, board: &Board) -> (Count, Vec<Option<BigUint>>) {
    let (_, map) = System::from_board(board);
    let count = count(engine, board);
    let cells = board.grid().cells().map(|c| map.variable(c).map(|v| count.cells.mined(v).clone())).collect();
    (count, cells)
}

/// The board with its cells moved: cell `from(i)` of the old board is cell `i` of the new one.
fn moved(board: &Board, grid: Grid, from: impl Fn(usize, usize) -> (usize, usize)) -> (Board, Vec<usize>) {
    let origin: Vec<usize> =
        (grid.cells()).map(|c| grid.position(c)).map(|(r, c)| from(r, c)).map(|(r, c)| board.grid().at(r, c)).collect();
    (Board::new(grid, origin.iter().map(|&o| board.cell(o)).collect(), board.mines()), origin)
}

fn boards(n: u64) -> impl Iterator<Item = Board> {
    (0..n).map(|i| {
        let mut rng = Rng::stream(77, i);
        let miss = i % 5 == 4;
        let board = small_board(&mut rng, 13, miss);
        if i % 3 == 0 { board.with_mines(None) } else { board }
    })
}

#[test]
fn mirroring_and_rotating_move_the_answer_along() {
    for (name, engine) in counters() {
        for board in boards(60) {
            let grid = board.grid();
            let turned = Grid { rows: grid.cols, cols: grid.rows };
            let images = [
                moved(&board, grid, |r, c| (r, grid.cols - 1 - c)),
                moved(&board, grid, |r, c| (grid.rows - 1 - r, c)),
                moved(&board, turned, |r, c| (c, r)),
                moved(&board, turned, |r, c| (grid.rows - 1 - c, r)),
            ];
            let (base, cells) = by_cell(engine.as_ref(), &board);
            for (image, origin) in images {
                let (count, moved_cells) = by_cell(engine.as_ref(), &image);
                assert_eq!(count.tally, base.tally, "{name}:\n{board}{image}");
                assert_eq!(count.models, base.models, "{name}:\n{board}{image}");
                for (cell, &from) in origin.iter().enumerate() {
                    assert_eq!(moved_cells[cell], cells[from], "{name}: cell {cell}\n{board}{image}");
                }
            }
        }
    }
}

#[test]
fn renaming_cells_and_reordering_sums_changes_nothing() {
    for (name, engine) in counters() {
        for index in 0..80 {
            let system = common::small_system(index, 12);
            let mut rng = Rng::stream(5, index);
            let mut new_name: Vec<u32> = (0..system.cells as u32).collect();
            rng.shuffle(&mut new_name);
            let rename = |s: &Sum| Sum::new(s.cells.iter().map(|&c| new_name[c as usize]), s.count);
            let mut sums: Vec<Sum> = system.sums.iter().map(rename).collect();
            rng.shuffle(&mut sums);
            let renamed = System { sums, ..system.clone() };
            let a = engine.count(&system, &mut Control::default()).unwrap();
            let b = engine.count(&renamed, &mut Control::default()).unwrap();
            assert_eq!((&a.models, &a.tally), (&b.models, &b.tally), "{name}: {system:?}");
            if a.models != BigUint::ZERO {
                for (cell, &renamed) in new_name.iter().enumerate() {
                    assert_eq!(a.cells.mined(cell), b.cells.mined(renamed as usize), "{name}: {system:?}");
                }
            }
        }
    }
}

#[test]
fn two_boards_apart_multiply() {
    for (name, engine) in counters() {
        let all: Vec<Board> = boards(40).map(|b| b.with_mines(None)).collect();
        for pair in all.chunks(2) {
            let (a, b) = (&pair[0], &pair[1]);
            let rows = a.grid().rows.max(b.grid().rows);
            let grid = Grid { rows, cols: a.grid().cols + 1 + b.grid().cols };
            let mut cells = vec![Cell::Blank; grid.len()];
            for (board, shift) in [(a, 0), (b, a.grid().cols + 1)] {
                for cell in board.grid().cells() {
                    let (r, c) = board.grid().position(cell);
                    cells[grid.at(r, c + shift)] = board.cell(cell);
                }
            }
            let whole = count(engine.as_ref(), &Board::new(grid, cells, None));
            let (x, y) = (count(engine.as_ref(), a), count(engine.as_ref(), b));
            assert_eq!(whole.tally, x.tally.times(&y.tally), "{name}:\n{a}{b}");
            assert_eq!(whole.models, x.models * y.models, "{name}:\n{a}{b}");
        }
    }
}

#[test]
fn revealing_a_safe_cell_partitions_the_models() {
    for (name, engine) in counters() {
        for board in boards(40) {
            let (system, map) = System::from_board(&board);
            let before = count(engine.as_ref(), &board);
            for variable in 0..system.cells.min(4) {
                let cell = map.cells[variable] as usize;
                let most = board.grid().neighbours(cell).count() as u8;
                let mut sum = BigUint::ZERO;
                for clue in 0..=most {
                    let mut shown = board.clone();
                    shown.set(cell, Cell::Clue(clue));
                    sum += count(engine.as_ref(), &shown).models;
                }
                let safe = match before.models == BigUint::ZERO {
                    true => BigUint::ZERO,
                    false => &before.models - before.cells.mined(variable),
                };
                assert_eq!(sum, safe, "{name}: cell {cell} of\n{board}");
            }
        }
    }
}
