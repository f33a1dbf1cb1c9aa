//! Sets of models as the tree goes from one to the next: by the number that a cell shows.

use std::ops::Range;

use multiversion::multiversion;
use smallvec::SmallVec;

use super::table::{LANES, MINE, Table};

/// Of the cells of one block, as bits, those that show two numbers or more in some models (`or_mine`: or are a mine in
/// some) and those that show one safe number in all of them, and the number of models in which each is a mine.
#[multiversion(targets("x86_64+avx2"))]
fn look(bits: &[[u16; LANES]], blocks: usize, block: usize, models: &[u32], or_mine: bool) -> (u16, u16, [u32; LANES]) {
    let (mut all, mut mines) = ([0u16; LANES], [0u32; LANES]);
    // So many at once that 16 bits count them.
    for models in models.chunks(1 << 15) {
        let mut some = [0u16; LANES];
        for &model in models {
            let row = &bits[model as usize * blocks + block];
            for ((all, mines), bit) in all.iter_mut().zip(&mut some).zip(row) {
                *all |= bit;
                *mines += bit >> MINE;
            }
        }
        mines.iter_mut().zip(some).for_each(|(sum, some)| *sum += u32::from(some));
    }
    let (mut living, mut same) = (0, 0);
    for (lane, &shown) in all.iter().enumerate() {
        let numbers = shown & !(1 << MINE);
        let told = if or_mine { shown } else { numbers };
        let is_living = told & told.wrapping_sub(1) != 0;
        living |= u16::from(is_living) << lane;
        same |= u16::from(shown != 0 && shown == numbers && !is_living) << lane;
    }
    (living, same, mines)
}

/// Models that fit what is shown.
pub struct Set {
    /// Where they stand in the list of its [`Choice`].
    pub models: Range<usize>,
    /// Further models, just before them in the list, in which the game is over once the same cells are open.
    pub over: u32,
    /// The cells that show one safe number in all of them; not looked for in a single model. With these numbers that
    /// determines the set.
    pub same: u128,
    /// No more are won, those that are over included.
    pub bound: u32,
    /// So many are won: no cell is living, or all models are told apart.
    pub is_exact: bool,
}

/// A cell to open and the models by the number that it shows.
pub struct Choice {
    pub cell: usize,
    pub models: Vec<u32>,
    pub classes: SmallVec<[Set; 4]>,
    /// Sum of the bounds of the classes.
    pub bound: u32,
}

impl Table {
    /// The living cells of some models and in how many each is a mine, and the cells that show one safe number in all.
    pub(super) fn living(&self, models: &[u32]) -> (SmallVec<[(u32, usize); 32]>, u128) {
        let blocks = self.cells.div_ceil(LANES);
        let (mut cells, mut all_same) = (SmallVec::new(), 0);
        for block in 0..blocks {
            let (mut living, same, mines) = look(&self.bits, blocks, block, models, self.sizes_vary());
            all_same |= u128::from(same) << (block * LANES);
            while living != 0 {
                let lane = living.trailing_zeros() as usize;
                cells.push((mines[lane], block * LANES + lane));
                living &= living - 1;
            }
        }
        (cells, all_same)
    }

    /// The set of the models in a part of a list.
    fn set(&self, list: &mut [u32], mut models: Range<usize>) -> Set {
        let vary = self.sizes_vary();
        let mut over = 0;
        loop {
            let count = models.len() as u32;
            if count < 2 {
                return Set { models, over, same: 0, bound: over + count, is_exact: true };
            }
            let (living, same) = self.living(&list[models.clone()]);
            let is_over = |&at: &usize| vary && self.safe(list[at]) == same.count_ones();
            if let Some(at) = models.clone().find(is_over) {
                list[models.start..=at].rotate_right(1);
                models.start += 1;
                over += 1;
                continue;
            }
            let least = living.iter().map(|l| l.0).min();
            // Two models that a click tells apart are both won: it is safe in both.
            let is_exact = least.is_none() || (count == 2 && !vary);
            return Set { models, over, same, bound: over + least.map_or(1, |mines| count - mines), is_exact };
        }
    }

    /// The models in which a cell is safe by the number that it shows, small sets first: they are cheap, and what they
    /// lose may end the cell.
    pub(super) fn choice(&self, models: &[u32], cell: usize) -> Choice {
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
        let mut classes: SmallVec<[Set; 4]> = SmallVec::new();
        let mut from = 0;
        for &end in &ends[..9] {
            if end > from {
                classes.push(self.set(&mut sorted, from..end));
                from = end;
            }
        }
        classes.sort_by_key(|set| set.models.len());
        let bound = classes.iter().map(|set| set.bound).sum();
        Choice { cell, models: sorted, classes, bound }
    }
}
