//! Draws models in whole groups of rivals, where there are too many models to take all.
//!
//! At most one of several rivals (`play/tree/rivals.rs`) can be won. In a sample of single models few have a rival, so
//! it overestimates the chance to win, most for cells that end in 50/50s. A sample of whole groups keeps models
//! together that no player can distinguish.

mod differences;

use multiversion::multiversion;
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use super::models::{PositionModels, shows};
use super::{Position, Sampler};
use crate::play::tracker::Tracker;
use crate::play::tree::{CELLS, ModelTable};
use crate::rng::Rng;
use differences::{Differences, TOGETHER};

/// Most models of a group.
const GROUP: usize = 64;

/// In a sample of a smaller share of the models hardly any are rivals but those drawn together.
const THIN: f64 = 0.05;

/// Most models drawn for each one requested.
const DRAWN: usize = 16;

/// For each cell of a set.
fn each(mut cells: u128, mut f: impl FnMut(usize)) {
    while cells != 0 {
        f(cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
}

/// Some cells by the bit of each.
fn set(bits: &[u128], some: &[u32]) -> u128 {
    some.iter().fold(0, |set, &cell| set | bits[cell as usize])
}

/// True for two models with the same number of mines if no cell that is safe in both distinguishes them. `near` are the
/// cells next to each.
#[multiversion(targets("x86_64+popcnt"))]
fn are_rivals(near: &[u128], one: u128, other: u128) -> bool {
    let (mut beside, mut differs) = (0, false);
    each(one ^ other, |cell| beside |= near[cell]);
    let count = |cell: usize, model: u128| (near[cell] & model).count_ones();
    each(beside & !(one | other), |cell| differs |= count(cell, one) != count(cell, other));
    !differs
}

/// Decides which models of a position are rivals. Models are sets of unknown cells, as bits.
pub struct Groups<'a> {
    tracker: &'a Tracker,
    /// The unknown cells.
    cells: Vec<u32>,
    /// The bit of each cell, 0 for known ones.
    bits: Vec<u128>,
    /// The unknown neighbours of each.
    near: Vec<u128>,
    differences: Differences,
}

impl<'a> Groups<'a> {
    /// None if there are more than 128 unknown cells.
    pub fn new(tracker: &'a Tracker) -> Option<Self> {
        let cells: Vec<u32> = tracker.unknown_cells().collect();
        if cells.len() > CELLS {
            return None;
        }
        let mut bits = vec![0; tracker.grid.len()];
        cells.iter().enumerate().for_each(|(at, &cell)| bits[cell as usize] = 1 << at);
        let near: Vec<u128> = cells.iter().map(|&cell| set(&bits, tracker.around.of(cell))).collect();
        let differences = Differences::find(tracker, &cells, &near);
        Some(Groups { tracker, cells, bits, near, differences })
    }

    /// Each model and others, all rivals of each other.
    fn groups(&self, models: &[u128]) -> Vec<SmallVec<[u128; 8]>> {
        let mut groups: Vec<SmallVec<[u128; 8]>> = models.iter().map(|&model| smallvec![model]).collect();
        let mut fresh: Vec<(usize, u128)> = models.iter().copied().enumerate().collect();
        while !fresh.is_empty() {
            let models: Vec<u128> = fresh.iter().map(|f| f.1).collect();
            let mut next = Vec::new();
            for (at, rival) in self.differences.rivals(&models) {
                let group = &mut groups[fresh[at].0];
                if group.len() < GROUP && group.iter().all(|&m| m != rival && are_rivals(&self.near, m, rival)) {
                    group.push(rival);
                    next.push((fresh[at].0, rival));
                }
            }
            fresh = next;
        }
        groups
    }

    /// A sample of at least `count` models in whole groups, each group about equally likely, and how many models were
    /// drawn for it; fewer if the position has hardly more.
    pub fn sample(&self, position: &Position, count: usize, rng: &mut Rng) -> (PositionModels, u64) {
        let sampler = Sampler::new(position);
        let (mut models, mut seen, mut mines) = (Vec::new(), FxHashSet::default(), Vec::new());
        let (mut groups, mut of, mut all_drawn) = (0, Vec::new(), 0);
        let mut draw = |rng: &mut Rng| {
            mines.clear();
            sampler.draw(rng, &mut mines);
            set(&self.bits, &mines)
        };
        for _ in 0..count.saturating_mul(DRAWN).div_ceil(TOGETHER) {
            let drawn: Vec<u128> = (0..TOGETHER).map(|_| draw(rng)).collect();
            all_drawn += TOGETHER as u64;
            for group in self.groups(&drawn) {
                // The probability to draw a group is proportional to its size.
                if models.len() < count && rng.index(group.len()) == 0 && !seen.contains(&group[0]) {
                    models.extend(group.into_iter().filter(|&m| seen.insert(m)));
                    of.resize(models.len(), groups);
                    groups += 1;
                }
            }
            if models.len() >= count || models.len() as f64 >= position.models() {
                break;
            }
        }
        let shows = shows(&self.cells, &models, self.tracker);
        let is_thin = (models.len() as f64) < THIN * position.models();
        let table = if is_thin {
            ModelTable::grouped(self.cells.len(), &shows, of)
        } else {
            ModelTable::new(self.cells.len(), &shows)
        };
        (PositionModels { table, cells: self.cells.clone() }, all_drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;
    use crate::play::tree::{MINE, rivals};

    /// The models of a table, as sets of the unknown cells.
    fn mines(models: &PositionModels, groups: &Groups) -> Vec<u128> {
        let of = |model: u32| {
            let mined = (0..models.cells.len()).filter(|&at| models.table.shows(model, at) == MINE);
            set(&groups.bits, &mined.map(|at| models.cells[at]).collect::<Vec<u32>>())
        };
        (0..models.table.models() as u32).map(of).collect()
    }

    /// Models of a group are models of the position and rivals by what they show, and most pairs of rivals that differ
    /// by two cells share a group.
    #[test]
    fn groups_are_of_rivals() {
        let (mut pairs, mut together, mut larger) = (0, 0, 0);
        for (board, tracker, position) in small_boards::positions(41, 500) {
            let Some(all) = position.all_models(&tracker, 400).filter(|m| m.table.models() > 1) else { continue };
            let groups = Groups::new(&tracker).unwrap();
            let models = mines(&all, &groups);
            let row = |model: &u128| -> Vec<u8> {
                let at = models.iter().position(|m| m == model).unwrap_or_else(|| panic!("{board}: no model"));
                (0..all.cells.len()).map(|cell| all.table.shows(at as u32, cell)).collect()
            };
            for (model, group) in models.iter().zip(groups.groups(&models)) {
                for (i, one) in group.iter().enumerate() {
                    assert!(group[i + 1..].iter().all(|other| rivals::are_rivals(&row(one), &row(other))), "{board}");
                }
                larger += usize::from(group.len() > 2);
                for other in models.iter().filter(|&other| (other ^ model).count_ones() == 2) {
                    if rivals::are_rivals(&row(model), &row(other)) {
                        pairs += 1;
                        together += usize::from(group.contains(other));
                    }
                }
            }
        }
        assert!(pairs > 300 && 10 * together >= 9 * pairs && larger > 30, "{together} of {pairs}, {larger} larger");
    }

    /// A sample larger than the position is all of it; one of half its size has only models of the position, none
    /// twice, with the numbers that they show, and is reproducible.
    #[test]
    fn samples_are_of_the_models() {
        let mut checked = 0;
        for (board, tracker, position) in small_boards::positions(42, 300) {
            if !(20.0..100.0).contains(&position.models()) {
                continue;
            }
            let groups = Groups::new(&tracker).unwrap();
            let all = position.all_models(&tracker, 100).unwrap();
            let (models, count) = (mines(&all, &groups), all.table.models());
            let drawn = |count: usize, seed: u64| groups.sample(&position, count, &mut Rng::new(seed)).0;
            let sorted = |models: &PositionModels| {
                let mut models = mines(models, &groups);
                models.sort_unstable();
                models
            };
            assert_eq!(sorted(&drawn(16 * count, 1)), sorted(&all), "{board}");
            let half = drawn(count / 2, 2);
            assert_eq!(sorted(&half), sorted(&drawn(count / 2, 2)));
            assert!(sorted(&half).windows(2).all(|pair| pair[0] < pair[1]));
            assert!((count / 2..count / 2 + GROUP).contains(&half.table.models()));
            for (own, model) in mines(&half, &groups).into_iter().enumerate() {
                let at = models.iter().position(|&m| m == model).unwrap_or_else(|| panic!("{board}: no model"));
                for (c, cell) in half.cells.iter().enumerate() {
                    let there = all.cells.iter().position(|other| other == cell).unwrap();
                    assert_eq!(half.table.shows(own as u32, c), all.table.shows(at as u32, there), "{board}");
                }
            }
            checked += 1;
        }
        assert!(checked > 30, "{checked}");
    }
}
