//! Sets of models, split from one to the next by the number that a cell shows.

use std::ops::Range;

use smallvec::SmallVec;

use super::shows::Living;
use super::table::ModelTable;

/// Models that agree with the shown cells.
pub struct ModelSet {
    /// Their range in the list of its [`Choice`].
    pub models: Range<usize>,
    /// Further models, just before them in the list, in which the game is over once the same cells are open.
    pub over: u32,
    /// The cells that show one safe number in all of them; not computed for a single model. With these numbers they
    /// determine the set.
    pub same: u128,
    /// Upper bound of the models won, including those that are over.
    pub bound: u32,
    /// The bound is attained: no cell is living, or all models are distinguished.
    pub is_exact: bool,
}

/// A cell to open and the models by the number that it shows.
pub struct TreeClick {
    pub cell: usize,
    pub models: Vec<u32>,
    pub classes: SmallVec<[ModelSet; 4]>,
    /// Sum of the bounds of the classes.
    pub bound: u32,
}

impl ModelTable {
    /// The living cells of some models, and the cells that show one safe number in all of them.
    pub(super) fn living(&self, models: &[u32]) -> (SmallVec<[Living; 32]>, u128) {
        self.bits.living(&self.group, models, self.sizes_vary())
    }

    /// The set of the models in a part of a list.
    fn set(&self, list: &mut [u32], mut models: Range<usize>) -> ModelSet {
        let vary = self.sizes_vary();
        let mut over = 0;
        loop {
            let count = models.len() as u32;
            if count < 2 {
                return ModelSet { models, over, same: 0, bound: over + count, is_exact: true };
            }
            let (living, same) = self.living(&list[models.clone()]);
            let is_over = |&at: &usize| vary && self.safe(list[at]) == same.count_ones();
            if let Some(at) = models.clone().find(is_over) {
                list[models.start..=at].rotate_right(1);
                models.start += 1;
                over += 1;
                continue;
            }
            let most = living.iter().map(|l| l.bound).max();
            // Two models that a click distinguishes are both won: it is safe in both.
            // Of any set one model is won, so a bound of 1 is attained.
            let is_exact = most.is_none_or(|most| most == 1) || (count == 2 && !vary);
            return ModelSet { models, over, same, bound: over + most.unwrap_or(1), is_exact };
        }
    }

    /// The models in which a cell is safe by the number that it shows, small sets first: they are cheap, and their
    /// losses may rule out the cell.
    pub(super) fn choice(&self, models: &[u32], cell: usize) -> TreeClick {
        // A counting sort, as it is stable: models of a group stay adjacent, and `Shows` counts a group once only then.
        let mut ends = [0usize; 10];
        let shows = |&model: &u32| usize::from(self.shows(model, cell));
        models.iter().for_each(|model| ends[shows(model)] += 1);
        let mut from = 0;
        for end in &mut ends[..9] {
            (*end, from) = (from, from + *end);
        }
        let mut sorted = vec![0; from];
        for model in models {
            let number = shows(model);
            if number < 9 {
                sorted[ends[number]] = *model;
                ends[number] += 1;
            }
        }
        let mut classes: SmallVec<[ModelSet; 4]> = SmallVec::new();
        let mut from = 0;
        for &end in &ends[..9] {
            if end > from {
                classes.push(self.set(&mut sorted, from..end));
                from = end;
            }
        }
        classes.sort_by_key(|set| set.models.len());
        let bound = classes.iter().map(|set| set.bound).sum();
        TreeClick { cell, models: sorted, classes, bound }
    }
}
