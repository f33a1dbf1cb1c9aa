//! Generated systems that the tests share: planted, near-miss, random, on and off the grid.

pub mod agreement;
pub mod certificates;
pub mod program;

use minesat::board::{Board, Cell, Grid};
use minesat::field::Field;
use minesat::rng::Rng;
use minesat::system::{Sum, System};

/// The `index`-th small system of a fixed series, at most `most` cells. All kinds in turn: boards
/// with a planted solution, boards with one clue changed, free-form sums with a planted solution,
/// free-form sums with random counts; with the right total, a wrong total, or none.
pub fn small_system(index: u64, most: usize) -> System {
    let mut rng = Rng::stream(0x5eed, index);
    let mut system = match index % 4 {
        0 => System::from_board(&small_board(&mut rng, most, false)).0,
        1 => System::from_board(&small_board(&mut rng, most, true)).0,
        kind => free_system(&mut rng, most, kind == 2),
    };
    match rng.below(4) {
        0 => system.total = None,
        1 => system.total = Some(rng.below(system.cells as u64 + 2) as i64 - 1),
        _ => {}
    }
    system
}

/// A random position with at most `most` covered cells; with `miss` one clue is changed.
pub fn small_board(rng: &mut Rng, most: usize, miss: bool) -> Board {
    let grid = Grid { rows: 1 + rng.index(5), cols: 1 + rng.index(6) };
    let mines = rng.index(grid.len() / 2 + 1);
    let field = Field::random(grid, mines, &[], rng);
    let share = 0.2 + 0.1 * rng.index(6) as f64;
    let mut open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(share)).collect();
    for cell in grid.cells() {
        // A few mines shown as flags, and more cells opened until the board is small enough.
        open[cell] |= field.is_mine(cell) && rng.chance(0.1);
    }
    while open.iter().filter(|o| !**o).count() > most {
        let cell = rng.index(grid.len());
        open[cell] = true;
    }
    let mut board = field.board(&open, Some(mines as u32));
    let clues: Vec<usize> = grid.cells().filter(|&c| matches!(board.cell(c), Cell::Clue(_))).collect();
    if miss && !clues.is_empty() {
        let cell = clues[rng.index(clues.len())];
        let Cell::Clue(clue) = board.cell(cell) else { unreachable!() };
        let most = grid.neighbours(cell).count() as u8;
        board.set(cell, Cell::Clue(if clue == most { clue.saturating_sub(1) } else { clue + 1 }));
    }
    board
}

fn free_system(rng: &mut Rng, most: usize, planted: bool) -> System {
    let cells = 1 + rng.index(most.min(14));
    let model: Vec<bool> = (0..cells).map(|_| rng.chance(0.35)).collect();
    let sums = (0..rng.index(2 * cells + 1))
        .map(|_| {
            let len = rng.index(cells.min(8) + 1);
            let members: Vec<u32> = rng.sample(cells, len).into_iter().map(|c| c as u32).collect();
            let truth = members.iter().filter(|&&c| model[c as usize]).count() as i32;
            let count = if planted { truth } else { truth + rng.index(3) as i32 - 1 };
            Sum::new(members, count)
        })
        .collect();
    let total = Some(model.iter().filter(|m| **m).count() as i64);
    System { cells, sums, total }
}
