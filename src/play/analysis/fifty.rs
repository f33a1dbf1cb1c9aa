//! The risk that cells end in an unavoidable 50/50.
//!
//! Two adjacent unknown cells are a 50/50 once every cell that sees only one of them is a mine (or
//! off the board) and one of the two is a mine: no click tells them apart. The same holds for the
//! two diagonals of a 2x2 square whose four outer corners are mines. How often this comes about is
//! the joint probability of a few cells.

use rustc_hash::FxHashMap;

use super::next::Clicker;
use crate::play::tracker::Known;

/// What 50/50s cells may come to be part of.
#[derive(Debug, Default)]
pub struct Fifties {
    /// By cell: share of the models in which the cell is the mine of a 50/50, as many as where it is
    /// the safe one; also for the cells that must be mines for one to form.
    influence: FxHashMap<u32, f64>,
    /// Cells that are half of a 50/50 whenever they are a mine, with their risk.
    pub forced: Vec<(u32, f64)>,
}

/// Patterns are looked at with at most so many cells that are not known to be mines.
const MOST_MISSING: usize = 3;

/// Shares below this are taken as nothing.
const LEAST: f64 = 0.004;

/// Two shares are equal.
const EQUAL: f64 = 1e-9;

impl Fifties {
    /// Share of the models in which the cell is the mine of a 50/50.
    pub fn influence(&self, cell: u32) -> f64 {
        self.influence.get(&cell).copied().unwrap_or(0.0)
    }

    fn force(&mut self, halves: &[u32], share: f64, risks: &FxHashMap<u32, f64>) {
        for cell in halves {
            let risk = risks.get(cell).copied().unwrap_or(0.0);
            if share >= risk - EQUAL && risk > 0.0 {
                self.forced.push((*cell, risk));
            }
        }
    }

    /// Looks at every adjacent pair and every 2x2 square of unknown cells.
    pub fn find(clicker: &mut Clicker) -> Fifties {
        let mut found = Fifties::default();
        let risks: FxHashMap<u32, f64> = clicker.position.risks.iter().copied().collect();
        let grid = clicker.tracker.grid;
        let mut pairs: FxHashMap<u32, [f64; 2]> = FxHashMap::default();
        let cells: Vec<u32> = clicker.tracker.unknown_cells().collect();
        for &a in &cells {
            let (row, col) = grid.position(a as usize);
            for (dr, dc) in [(0i64, 1i64), (1, 0)] {
                let outer = (-1..=1).flat_map(|k| [(-1, k), (2, k)]).map(|(along, across)| {
                    (row as i64 + dr * along + dc * across, col as i64 + dc * along + dr * across)
                });
                let Some(b) = unknown(clicker, row as i64 + dr, col as i64 + dc) else { continue };
                let Some(missing) = missing(clicker, outer) else { continue };
                let share = joint(clicker, &risks, &missing, &[a], &[b]);
                if share < LEAST {
                    continue;
                }
                found.force(&[a, b], share, &risks);
                for cell in [a, b].into_iter().chain(missing) {
                    let most = &mut pairs.entry(cell).or_default()[usize::from(dr == 1)];
                    *most = most.max(share);
                }
            }
        }
        for (&cell, by_direction) in &pairs {
            found.influence.insert(cell, by_direction.iter().sum());
        }
        for &a in &cells {
            let (row, col) = grid.position(a as usize);
            let (row, col) = (row as i64, col as i64);
            let others = [(0, 1), (1, 0), (1, 1)].map(|(r, c)| unknown(clicker, row + r, col + c));
            let [Some(b), Some(c), Some(d)] = others else { continue };
            let corners = [(-1, -1), (-1, 2), (2, -1), (2, 2)].map(|(r, c)| (row + r, col + c));
            let Some(missing) = missing(clicker, corners.into_iter()) else { continue };
            let share = joint(clicker, &risks, &missing, &[a, d], &[b, c]);
            if share < LEAST {
                continue;
            }
            found.force(&[a, b, c, d], share, &risks);
            for cell in [a, b, c, d].into_iter().chain(missing) {
                let most = found.influence.entry(cell).or_default();
                *most = most.max(share);
            }
        }
        for (&cell, share) in &mut found.influence {
            let risk = risks.get(&cell).copied().unwrap_or(0.0);
            *share = share.min(risk).min(1.0 - risk);
        }
        found.forced.sort_unstable_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
        found.forced.dedup();
        found
    }
}

/// The cell there, if it is on the board and nothing is known of it.
fn unknown(clicker: &Clicker, row: i64, col: i64) -> Option<u32> {
    let grid = clicker.tracker.grid;
    if row < 0 || col < 0 || row >= grid.rows as i64 || col >= grid.cols as i64 {
        return None;
    }
    let cell = grid.at(row as usize, col as usize) as u32;
    (clicker.tracker.known(cell) == Known::Nothing).then_some(cell)
}

/// Those of the cells that are not known to be mines; None if one is known to be safe or there are
/// too many.
fn missing(clicker: &Clicker, cells: impl Iterator<Item = (i64, i64)>) -> Option<Vec<u32>> {
    let grid = clicker.tracker.grid;
    let mut missing = Vec::new();
    for (row, col) in cells {
        if row < 0 || col < 0 || row >= grid.rows as i64 || col >= grid.cols as i64 {
            continue;
        }
        let cell = grid.at(row as usize, col as usize) as u32;
        match clicker.tracker.known(cell) {
            Known::Mine => {}
            Known::Nothing if missing.len() < MOST_MISSING => missing.push(cell),
            Known::Nothing | Known::Safe | Known::Shown => return None,
        }
    }
    Some(missing)
}

fn joint(clicker: &mut Clicker, risks: &FxHashMap<u32, f64>, missing: &[u32], mined: &[u32], safe: &[u32]) -> f64 {
    let all: Vec<u32> = missing.iter().chain(mined).copied().collect();
    let risk = |cell: &u32| risks.get(cell).copied().unwrap_or(0.0);
    let bound = all.iter().map(risk).chain(safe.iter().map(|c| 1.0 - risk(c))).fold(1.0, f64::min);
    if bound < LEAST { 0.0 } else { clicker.joint(&all, safe) }
}
