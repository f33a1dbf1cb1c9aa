//! All models of a position, by the numbers that they show at its covered cells.

use super::rivals;
pub use super::rivals::MINE;
use super::shows::Shows;
use crate::board::{Board, Cell};
use crate::system::System;

/// Most cells: the bits of a set.
pub const CELLS: usize = 128;

/// Fewer models than this are not grouped: their tree is small.
pub(super) const GROUPED: usize = 64;

/// All models of a position over its covered cells.
pub struct ModelTable {
    pub(super) cells: usize,
    pub(super) models: usize,
    /// The value of model m at cell c: `shows[c * models + m]`.
    shows: Vec<u8>,
    pub(super) bits: Shows,
    /// Safe cells of each model.
    safe: Vec<u8>,
    sizes_vary: bool,
    /// The group of rivals of each model; models of a group are adjacent.
    pub(super) group: Vec<u32>,
}

impl ModelTable {
    /// From the values of each model at every cell, model by model.
    ///
    /// # Panics
    /// If there are more than 128 cells.
    pub fn new(cells: usize, rows: &[u8]) -> Self {
        ModelTable::new_while(cells, rows, &|| true).expect("it goes on")
    }

    /// The same as long as it `goes_on`, which is called now and then.
    fn new_while(cells: usize, rows: &[u8], goes_on: &dyn Fn() -> bool) -> Option<Self> {
        assert!(cells <= CELLS, "the tree is for at most 128 covered cells");
        let models: Vec<&[u8]> = rows.chunks(cells.max(1)).collect();
        if models.len() < GROUPED {
            return Some(ModelTable::apart(cells, rows));
        }
        let mut grouped: Vec<(u32, &[u8])> = rivals::groups(&models, goes_on)?.into_iter().zip(models).collect();
        grouped.sort_by_key(|model| model.0);
        let sorted: Vec<u8> = grouped.iter().flat_map(|model| model.1).copied().collect();
        Some(ModelTable { group: grouped.iter().map(|model| model.0).collect(), ..ModelTable::apart(cells, &sorted) })
    }

    /// The same, with known groups of rivals; models of a group are adjacent.
    pub fn grouped(cells: usize, rows: &[u8], group: Vec<u32>) -> Self {
        assert!(cells <= CELLS, "the tree is for at most 128 covered cells");
        ModelTable { group, ..ModelTable::apart(cells, rows) }
    }

    /// The same, each model a group of its own.
    fn apart(cells: usize, rows: &[u8]) -> Self {
        let models = rows.len().checked_div(cells).unwrap_or(1);
        let mut shows = vec![0; rows.len()];
        let mut all = vec![0; cells];
        for (model, row) in rows.chunks(cells.max(1)).enumerate() {
            for (cell, &shown) in row.iter().enumerate() {
                shows[cell * models + model] = shown;
                all[cell] |= 1 << shown;
            }
        }
        let bits = Shows::of(cells, rows, &all);
        let count = |row: &[u8]| row.iter().filter(|&&shown| shown != MINE).count() as u8;
        let safe: Vec<u8> = rows.chunks(cells.max(1)).map(count).collect();
        let sizes_vary = safe.windows(2).any(|pair| pair[0] != pair[1]);
        ModelTable { cells, models, shows, bits, safe, sizes_vary, group: (0..models as u32).collect() }
    }

    /// The values of each model, model by model.
    #[cfg(test)]
    pub(super) fn rows(&self) -> Vec<u8> {
        (0..self.models as u32).flat_map(|m| (0..self.cells).map(move |c| self.shows(m, c))).collect()
    }

    /// The same in wide words.
    #[cfg(test)]
    pub(super) fn wide(self) -> Self {
        let all = vec![(1 << (MINE + 1)) - 1; self.cells];
        ModelTable { bits: Shows::of(self.cells, &self.rows(), &all), ..self }
    }

    /// Number of covered cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Number of models.
    pub fn models(&self) -> usize {
        self.models
    }

    /// The value of a model at a cell, [`MINE`] for a mine.
    pub fn shows(&self, model: u32, cell: usize) -> u8 {
        self.shows[cell * self.models + model as usize]
    }

    /// Number of safe cells of a model.
    pub fn safe(&self, model: u32) -> u32 {
        self.safe.get(model as usize).copied().unwrap_or(0).into()
    }

    /// True if models differ in their number of safe cells.
    pub fn sizes_vary(&self) -> bool {
        self.sizes_vary
    }
}

/// Every model as the numbers it shows, for a board with at most 128 covered cells. None if there are more cells or
/// more than `most` models.
pub fn table(board: &Board, most: usize) -> Option<(ModelTable, Vec<u32>)> {
    table_within(board, most, &|| true)
}

/// The same, None also if it no longer `goes_on`, which is called now and then.
pub fn table_within(board: &Board, most: usize, goes_on: &dyn Fn() -> bool) -> Option<(ModelTable, Vec<u32>)> {
    let (system, map) = System::from_board(board);
    if system.cells > CELLS {
        return None;
    }
    let models = models(&system, most, goes_on)?;
    let grid = board.grid();
    let mut shows = Vec::with_capacity(models.len() * system.cells);
    for (index, model) in models.iter().enumerate() {
        if index.is_multiple_of(ASKED as usize) && !goes_on() {
            return None;
        }
        for v in 0..system.cells {
            if model >> v & 1 == 1 {
                shows.push(MINE);
                continue;
            }
            let mined = |n: usize| match board.cell(n) {
                Cell::Flag => true,
                Cell::Covered => map.variable(n).is_some_and(|w| model >> w & 1 == 1),
                Cell::Clue(_) | Cell::Blank => false,
            };
            shows.push(grid.neighbours(map.cells[v] as usize).filter(|&n| mined(n)).count() as u8);
        }
    }
    // Without cells the numbers do not show whether there is a model.
    Some((ModelTable { models: models.len(), ..ModelTable::new_while(system.cells, &shows, goes_on)? }, map.cells))
}

/// Steps of the search for all models.
const MOST_STEPS: u64 = 20_000_000;

/// Steps between two calls of `goes_on`.
const ASKED: u64 = 1 << 14;

/// All models of a system of at most 128 cells as bit sets, None if there are more than `most` or it no longer `goes_on`.
fn models(system: &System, most: usize, goes_on: &dyn Fn() -> bool) -> Option<Vec<u128>> {
    let cells = system.cells;
    let of = system.sums_of_cells();
    let mut need: Vec<i64> = system.sums.iter().map(|s| i64::from(s.count)).collect();
    let mut free: Vec<i64> = system.sums.iter().map(|s| s.len() as i64).collect();
    let mut found = Vec::new();
    if system.sums.iter().any(|s| !s.is_possible()) {
        return Some(found);
    }
    let fits = |need: &[i64], free: &[i64], at: usize, mines: i64| {
        // Of the sums only those of the cell decided last can have become impossible.
        let total = system.total.is_none_or(|t| mines <= t && t - mines <= (cells - at) as i64);
        total
            && at
                .checked_sub(1)
                .is_none_or(|c| of[c].iter().all(|&s| (0..=free[s as usize]).contains(&need[s as usize])))
    };
    // Cell by cell: 0 = not tried, 1 = safe tried, 2 = both tried.
    let mut tried = vec![0u8; cells];
    let (mut at, mut mines, mut model) = (0, 0i64, 0u128);
    if !fits(&need, &free, 0, 0) {
        return Some(found);
    }
    let mut steps = 0u64;
    loop {
        steps += 1;
        if steps > MOST_STEPS || steps.is_multiple_of(ASKED) && !goes_on() {
            return None;
        }
        if at == cells {
            if found.len() == most {
                return None;
            }
            found.push(model);
        }
        if at < cells && tried[at] < 2 {
            let mine = tried[at] == 1;
            if mine {
                // Take back the safe try.
                of[at].iter().for_each(|&s| need[s as usize] -= 1);
                mines += 1;
                model |= 1 << at;
            } else {
                of[at].iter().for_each(|&s| free[s as usize] -= 1);
            }
            tried[at] += 1;
            if fits(&need, &free, at + 1, mines) {
                at += 1;
                if at < cells {
                    tried[at] = 0;
                }
            }
            continue;
        }
        if at < cells {
            // Both tried: undo and go up.
            of[at].iter().for_each(|&s| {
                need[s as usize] += 1;
                free[s as usize] += 1;
            });
            mines -= 1;
            model &= !(1 << at);
            tried[at] = 0;
        }
        if at == 0 {
            return Some(found);
        }
        at -= 1;
    }
}
