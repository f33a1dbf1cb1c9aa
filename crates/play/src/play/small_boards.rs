//! Small positions for tests.

use std::collections::HashMap;
use std::sync::Arc;

use super::View;
use super::analysis::{Analysis, Position};
use super::tracker::{CluePairs, Neighbours, Tracker};
use super::tree::ModelTable;
use crate::board::{Board, Cell, Grid};
use crate::field::Field;
use crate::rng::Rng;

/// Those of this many random boards at which no safe cell is certain.
pub fn positions(seed: u64, boards: usize) -> impl Iterator<Item = (Board, Tracker, Position)> {
    let mut rng = Rng::new(seed);
    let boards = (0..boards).map(move |_| random(&mut rng));
    boards.filter_map(|board| analysed(&board).map(|(tracker, position)| (board, tracker, position)))
}

/// A board of 3 to 5 rows and 4 columns, total known, after up to four clicks that hit no mine.
fn random(rng: &mut Rng) -> Board {
    let grid = Grid { rows: 3 + rng.index(3), cols: 4 };
    let field = Field::random(grid, 3 + rng.index(4), &[0], rng);
    let mut open = vec![false; grid.len()];
    field.open_from(0, &mut open);
    (0..3).for_each(|_| field.open_from(rng.index(grid.len()), &mut open));
    field.board(&open, Some(field.count() as u32))
}

/// This many random boards of up to nine cells, total unknown, after up to two clicks that hit no mine.
pub fn untold(seed: u64, boards: usize) -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(seed);
    (0..boards).map(move |_| {
        let grid = Grid { rows: 1 + rng.index(3), cols: 3 };
        let field = Field::random(grid, rng.index(grid.len() + 1), &[], &mut rng);
        let mut open = vec![false; grid.len()];
        (0..rng.index(3)).for_each(|_| field.open_from(rng.index(grid.len()), &mut open));
        field.board(&open, None)
    })
}

/// The analysis of a board; None if a safe cell is certain.
pub fn analysed(board: &Board) -> Option<(Tracker, Position)> {
    let grid = board.grid();
    let fresh: Vec<u32> = grid.cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
    let mut tracker = Tracker::new(grid, Arc::new(Neighbours::new(grid)), CluePairs::All);
    let view = View { board, fresh: &fresh };
    tracker.see(&view).unwrap();
    let position = Analysis::default().position(&mut tracker, &view, &mut Vec::new()).unwrap()?;
    Some((tracker, position))
}

/// For every cell the models won by opening it first, with best play after it, by the number that it shows; by
/// exhaustive search.
pub fn plain_numbers(table: &ModelTable) -> Vec<[u32; 9]> {
    let mut known = HashMap::new();
    let all: Vec<u32> = (0..table.models() as u32).collect();
    (0..table.cells()).map(|cell| plain_play(table, &all, cell, &mut known)).collect()
}

/// The same for any number.
pub fn plain_values(table: &ModelTable) -> Vec<u32> {
    plain_numbers(table).iter().map(|won| won.iter().sum()).collect()
}

/// For every cell the models won by opening it first, with best play after it, in games that end when all safe cells
/// are open, for any number of them; by exhaustive search over the sets of open cells.
pub fn plain_games(table: &ModelTable) -> Vec<u32> {
    let mut known = HashMap::new();
    let all: Vec<u32> = (0..table.models() as u32).filter(|&m| table.safe(m) > 0).collect();
    (0..table.cells()).map(|cell| plain_click(table, &all, 0, cell, &mut known)).collect()
}

type Open = (u128, Vec<u32>);

fn plain_click(table: &ModelTable, models: &[u32], open: u128, cell: usize, known: &mut HashMap<Open, u32>) -> u32 {
    let open = open | 1 << cell;
    let shows = |number: u8| models.iter().copied().filter(move |&m| table.shows(m, cell) == number);
    let goes_on = |&m: &u32| table.safe(m) > open.count_ones();
    let all = (0..9).map(|n| {
        let (on, over): (Vec<u32>, Vec<u32>) = shows(n).partition(goes_on);
        over.len() as u32 + plain_rest(table, (open, on), known)
    });
    all.sum()
}

fn plain_rest(table: &ModelTable, state: Open, known: &mut HashMap<Open, u32>) -> u32 {
    if let Some(&value) = known.get(&state) {
        return value;
    }
    let covered = (0..table.cells()).filter(|cell| state.0 >> cell & 1 == 0);
    let value = covered.map(|cell| plain_click(table, &state.1, state.0, cell, known)).max().unwrap_or(0);
    known.insert(state, value);
    value
}

fn plain_play(table: &ModelTable, models: &[u32], cell: usize, known: &mut HashMap<Vec<u32>, u32>) -> [u32; 9] {
    let shows = |number: u8| models.iter().copied().filter(move |&m| table.shows(m, cell) == number);
    std::array::from_fn(|number| plain_value(table, shows(number as u8).collect(), known))
}

fn plain_value(table: &ModelTable, models: Vec<u32>, known: &mut HashMap<Vec<u32>, u32>) -> u32 {
    if models.len() < 2 {
        return models.len() as u32;
    }
    if let Some(&value) = known.get(&models) {
        return value;
    }
    let differs = |&cell: &usize| models.iter().any(|&m| table.shows(m, cell) != table.shows(models[0], cell));
    let cells: Vec<usize> = (0..table.cells()).filter(differs).collect();
    let value = cells.into_iter().map(|cell| plain_play(table, &models, cell, known).iter().sum()).max().unwrap_or(1);
    known.insert(models, value);
    value
}
