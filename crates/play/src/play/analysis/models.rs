//! All models of a position, as products of the enumerated arrangements.

use multiversion::multiversion;

use super::Position;
use crate::engine::incremental::EnumeratedComponent;
use crate::play::tracker::{Known, Tracker};
use crate::play::tree::{CELLS, MINE, ModelTable};

/// All models of a position.
pub struct PositionModels {
    /// The number that each model shows at each of the cells.
    pub table: ModelTable,
    /// Index on the board of each cell of the table.
    pub cells: Vec<u32>,
}

impl Position {
    /// All models of the position, None if there are more than `most` or more than 128 cells, or they are not equally
    /// likely.
    pub fn all_models(&self, tracker: &Tracker, most: usize) -> Option<PositionModels> {
        if !self.enumerated || !self.is_flat() || self.models() > most as f64 + 0.5 {
            return None;
        }
        let group: Vec<&EnumeratedComponent> = self.components.iter().map(|c| &**c).collect();
        enumerate(&group, &self.floating, self.joined.mines.known().map(|t| t.max(0) as usize), tracker)
    }
}

/// Sets of `count` of the cells `from..from + n`, as bits.
fn subsets(from: usize, n: usize, count: usize) -> Vec<u128> {
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = (0..count).collect();
    if count > n {
        return found;
    }
    loop {
        found.push(chosen.iter().fold(0, |bits, &i| bits | 1u128 << (from + i)));
        let Some(at) = (0..count).rev().find(|&i| chosen[i] < n - count + i) else { return found };
        chosen[at] += 1;
        for i in at + 1..count {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
}

/// Placements of a component whose first cell is number `from`, by mines from its least.
fn placements(component: &EnumeratedComponent, from: usize) -> Vec<Vec<u128>> {
    let mut by_mines = vec![Vec::new(); component.tally.len()];
    for i in 0..component.len() {
        let mut placed = vec![0u128];
        let mut at = from;
        for (block, &mines) in component.blocks.iter().zip(component.row(i)) {
            if mines > 0 {
                let sets = subsets(at, block.cells.len(), usize::from(mines));
                placed = placed.iter().flat_map(|p| sets.iter().map(move |s| p | s)).collect();
            }
            at += block.cells.len();
        }
        by_mines[usize::from(component.mines[i]) - component.least].extend(placed);
    }
    by_mines
}

pub(super) fn enumerate(
    group: &[&EnumeratedComponent],
    floating: &[u32],
    total: Option<usize>,
    tracker: &Tracker,
) -> Option<PositionModels> {
    let mut cells: Vec<u32> = Vec::new();
    // Placements so far by mines.
    let mut models: Vec<Vec<u128>> = vec![vec![0]];
    let mut least = 0;
    for component in group {
        let from = cells.len();
        cells.extend(component.blocks.iter().flat_map(|b| &b.cells));
        if cells.len() + floating.len() > CELLS {
            return None;
        }
        let own = placements(component, from);
        least += component.least;
        let mut next = vec![Vec::new(); models.len() + own.len() - 1];
        for (i, a) in models.iter().enumerate() {
            for (j, b) in own.iter().enumerate() {
                let mines = least + i + j;
                if total.is_none_or(|t| mines <= t) {
                    next[i + j].extend(a.iter().flat_map(|x| b.iter().map(move |y| x | y)));
                }
            }
        }
        models = next;
    }
    let from = cells.len();
    cells.extend(floating);
    let mut all = Vec::new();
    for (i, placed) in models.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
        let counts = match total {
            Some(total) => {
                let left = total.checked_sub(least + i);
                left.filter(|&l| l <= floating.len()).into_iter().collect::<Vec<usize>>()
            }
            None => (0..=floating.len()).collect(),
        };
        for count in counts {
            let sets = subsets(from, floating.len(), count);
            all.extend(placed.iter().flat_map(|p| sets.iter().map(move |s| p | s)));
        }
    }
    let shows = shows(&cells, &all, tracker);
    Some(PositionModels { table: ModelTable::new(cells.len(), &shows), cells })
}

/// The numbers that models show at the cells, the models being sets of these as bits.
pub(super) fn shows(cells: &[u32], models: &[u128], tracker: &Tracker) -> Vec<u8> {
    let around = |&cell: &u32| {
        // Cells just concluded may still be among them.
        let known = |n: &&u32| tracker.known(**n) == Known::Mine && !cells.contains(n);
        let known = tracker.around.of(cell).iter().filter(known).count();
        let bit = |n: &u32| cells.iter().position(|c| c == n).map_or(0, |i| 1u128 << i);
        (known as u8, tracker.around.of(cell).iter().map(bit).fold(0, |a, b| a | b))
    };
    rows(&cells.iter().map(around).collect::<Vec<_>>(), models)
}

/// The same, from the known mines around each cell and the cells next to it.
#[multiversion(targets("x86_64+popcnt"))]
fn rows(around: &[(u8, u128)], models: &[u128]) -> Vec<u8> {
    let mut shows = Vec::with_capacity(models.len() * around.len());
    for model in models {
        shows.extend(around.iter().enumerate().map(|(i, (known, near))| {
            let mine = model >> i & 1 == 1;
            if mine { MINE } else { known + (model & near).count_ones() as u8 }
        }));
    }
    shows
}
