//! Positions that benches and tests share.
#![allow(dead_code)]

use std::collections::VecDeque;

use minesat::board::{Board, Cell, Grid};
use minesat::field::Field;
use minesat::rng::Rng;

/// A game opened at its middle (which is a 0) and played by single-clue rules until they are
/// stuck; the total is known.
pub fn stuck(rows: usize, cols: usize, mines: usize, seed: u64) -> Board {
    let grid = Grid { rows, cols };
    let mut rng = Rng::new(seed);
    let start = grid.at(rows / 2, cols / 2);
    let mut free: Vec<usize> = grid.neighbours(start).collect();
    free.push(start);
    let field = Field::random(grid, mines, &free, &mut rng);
    let mut open = vec![false; grid.len()];
    let mut flagged = vec![false; grid.len()];
    let mut queue = VecDeque::new();
    let reveal = |cell: usize, open: &mut Vec<bool>, queue: &mut VecDeque<usize>| {
        let mut stack = vec![cell];
        while let Some(cell) = stack.pop() {
            if !std::mem::replace(&mut open[cell], true) {
                queue.push_back(cell);
                queue.extend(grid.neighbours(cell).filter(|&n| open[n]));
                if field.clue(cell) == 0 {
                    stack.extend(grid.neighbours(cell));
                }
            }
        }
    };
    reveal(start, &mut open, &mut queue);
    while let Some(cell) = queue.pop_front() {
        let flags = grid.neighbours(cell).filter(|&n| flagged[n]).count();
        let unknown: Vec<usize> = grid.neighbours(cell).filter(|&n| !open[n] && !flagged[n]).collect();
        let left = usize::from(field.clue(cell)) - flags;
        if left == 0 {
            unknown.into_iter().for_each(|n| reveal(n, &mut open, &mut queue));
        } else if left == unknown.len() {
            for n in unknown {
                flagged[n] = true;
                queue.extend(grid.neighbours(n).filter(|&m| open[m]));
            }
        }
    }
    // Flags are left out: the engine is to find them.
    field.board(&open, Some(mines as u32))
}

/// A random share of the safe cells revealed; the total is unknown.
pub fn scatter(rows: usize, cols: usize, density: f64, share: f64, seed: u64) -> Board {
    let grid = Grid { rows, cols };
    let mut rng = Rng::new(seed);
    let field = Field::random(grid, (grid.len() as f64 * density) as usize, &[], &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(share)).collect();
    field.board(&open, None)
}

/// Clues in the middle row of three over free cells above and below, at every column.
pub fn corridor3(cols: usize, density: f64, seed: u64) -> Board {
    let grid = Grid { rows: 3, cols };
    let mut rng = Rng::new(seed);
    let outside: Vec<usize> = grid.cells().filter(|c| grid.position(*c).0 == 1).collect();
    let field = Field::random(grid, (2.0 * cols as f64 * density) as usize, &outside, &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| grid.position(c).0 == 1).collect();
    field.board(&open, None)
}

/// One row: a covered cell and a clue of 1 in turn.
pub fn corridor1(cols: usize) -> Board {
    let grid = Grid { rows: 1, cols };
    Board::new(grid, grid.cells().map(|c| if c % 2 == 0 { Cell::Covered } else { Cell::Clue(1) }).collect(), None)
}
