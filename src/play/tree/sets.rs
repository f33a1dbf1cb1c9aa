//! Sets of models as the tree goes from one to the next: by the number that a cell shows.

use std::ops::Range;

use multiversion::multiversion;
use num_traits::{PrimInt, WrappingSub};
use smallvec::SmallVec;

use super::table::{NARROW, Shows, Table, WIDE, mine};

/// What the cells of one block show in some models, each as bits.
struct Looked<const LANES: usize> {
    /// The number of groups of rivals that have a model where each is safe.
    safe: [u32; LANES],
    /// Cells that show two different things of those told apart.
    living: u32,
    /// Cells that show one safe number.
    same: u32,
    /// Cells that are a mine in one.
    mined: u32,
}

/// What some models show, summed by groups of rivals.
struct Sums<Word, const LANES: usize> {
    /// All that is shown, and in the models of the group so far.
    all: [Word; LANES],
    shown: [Word; LANES],
    /// Groups in which each cell is safe, of the last so many groups: as many as a word counts.
    some: [Word; LANES],
    counted: usize,
    /// Of those before.
    safe: [u32; LANES],
}

impl<Word: PrimInt + WrappingSub, const LANES: usize> Sums<Word, LANES> {
    #[inline(always)]
    fn new() -> Self {
        let none = [Word::zero(); LANES];
        Sums { all: none, shown: none, some: none, counted: 0, safe: [0; LANES] }
    }

    /// Ends a group.
    #[inline(always)]
    fn end(&mut self) {
        let Sums { all, shown, some, .. } = self;
        for ((all, some), shown) in all.iter_mut().zip(some).zip(shown) {
            *all = *all | *shown;
            let is_safe = *shown & !mine::<Word>() != Word::zero();
            *some = *some + if is_safe { Word::one() } else { Word::zero() };
        }
        self.shown = [Word::zero(); LANES];
        self.counted += 1;
        if Some(self.counted) == Word::max_value().to_usize() {
            self.carry();
        }
    }

    #[inline(always)]
    fn carry(&mut self) {
        for (safe, some) in self.safe.iter_mut().zip(&self.some) {
            *safe += some.to_u32().unwrap_or(0);
        }
        (self.some, self.counted) = ([Word::zero(); LANES], 0);
    }
}

/// `rows` begin with the block of the first model, `step` blocks a model. Mines are told apart from numbers if games end
/// after more clicks or fewer.
#[inline(always)]
fn look<Word: PrimInt + WrappingSub, const LANES: usize>(
    rows: &[[Word; LANES]],
    step: usize,
    group: &[u32],
    models: &[u32],
    vary: bool,
) -> Looked<LANES> {
    let mut sums = Sums::<Word, LANES>::new();
    let mut own = group[models[0] as usize];
    for &model in models {
        if group[model as usize] != own {
            own = group[model as usize];
            sums.end();
        }
        for (shown, bit) in sums.shown.iter_mut().zip(&rows[model as usize * step]) {
            *shown = *shown | *bit;
        }
    }
    sums.end();
    sums.carry();
    let (none, one) = (Word::zero(), Word::one());
    let told = if vary { Word::max_value() } else { !mine::<Word>() };
    let mut looked = Looked { safe: sums.safe, living: 0, same: 0, mined: 0 };
    for (lane, shown) in sums.all.into_iter().enumerate() {
        let (is_mined, is_one) = (shown & mine::<Word>() != none, shown & shown.wrapping_sub(&one) == none);
        let apart = shown & told;
        looked.living |= u32::from(apart & apart.wrapping_sub(&one) != none) << lane;
        looked.same |= u32::from(shown != none && is_one && !is_mined) << lane;
        looked.mined |= u32::from(is_mined) << lane;
    }
    looked
}

#[multiversion(targets("x86_64+avx2"))]
fn narrow(rows: &[[u8; NARROW]], step: usize, group: &[u32], models: &[u32], vary: bool) -> Looked<NARROW> {
    look(rows, step, group, models, vary)
}

#[multiversion(targets("x86_64+avx2"))]
fn wide(rows: &[[u16; WIDE]], step: usize, group: &[u32], models: &[u32], vary: bool) -> Looked<WIDE> {
    look(rows, step, group, models, vary)
}

/// A living cell.
#[derive(Clone, Copy)]
pub struct Living {
    pub cell: u8,
    /// No more models are won by opening it first: groups of rivals in which it is safe.
    pub bound: u32,
    /// Safe in all models.
    pub is_safe: bool,
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

impl<const LANES: usize> Looked<LANES> {
    /// Adds the cells of a block to those of [`Table::living`].
    fn tell(&self, block: usize, (living, same): &mut (SmallVec<[Living; 32]>, u128)) {
        *same |= u128::from(self.same) << (block * LANES);
        let mut left = self.living;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            let is_safe = self.mined >> lane & 1 == 0;
            living.push(Living { cell: (block * LANES + lane) as u8, bound: self.safe[lane], is_safe });
            left &= left - 1;
        }
    }
}

impl Table {
    /// The living cells of some models, and the cells that show one safe number in all of them.
    pub(super) fn living(&self, models: &[u32]) -> (SmallVec<[Living; 32]>, u128) {
        let mut found = (SmallVec::new(), 0);
        if models.is_empty() {
            return found;
        }
        let (group, vary) = (&self.group, self.sizes_vary());
        match &self.bits {
            Shows::Narrow(bits) => {
                let blocks = self.cells.div_ceil(NARROW);
                (0..blocks).for_each(|b| narrow(&bits[b..], blocks, group, models, vary).tell(b, &mut found));
            }
            Shows::Wide(bits) => {
                let blocks = self.cells.div_ceil(WIDE);
                (0..blocks).for_each(|b| wide(&bits[b..], blocks, group, models, vary).tell(b, &mut found));
            }
        }
        found
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
            let most = living.iter().map(|l| l.bound).max();
            // Two models that a click tells apart are both won: it is safe in both.
            let is_exact = most.is_none_or(|most| most == 1) || (count == 2 && !vary);
            return Set { models, over, same, bound: over + most.unwrap_or(1), is_exact };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::small_boards;
    use crate::play::tree::{MINE, table};
    use crate::rng::Rng;

    /// What is told of some models is what a look at every cell of each tells, in words of both lengths.
    #[test]
    fn both_words_tell_what_is_shown() {
        let (mut rng, mut narrow, mut wide) = (Rng::new(9), 0, 0);
        let open = ["3 3 ?\n###\n###\n###\n", "4 4 4\n####\n####\n####\n####\n"];
        let open = open.map(|text| Board::parse(text, "t").unwrap());
        let boards = small_boards::positions(57, 300).map(|p| p.0).chain(open);
        for table in boards.filter_map(|board| table(&board, 2000)).map(|found| found.0).filter(|t| t.models() > 1) {
            let is_narrow = matches!(table.bits, Shows::Narrow(_));
            (narrow, wide) = (narrow + usize::from(is_narrow), wide + usize::from(!is_narrow));
            let table = table.wide();
            let twin = is_narrow.then(|| Table::grouped(table.cells(), &table.rows(), table.group.clone()));
            for part in [0.1, 0.2, 0.3, 0.4, 0.6, 1.0] {
                let some: Vec<u32> = (0..table.models() as u32).filter(|_| rng.chance(part)).collect();
                let (living, same) = table.living(&some);
                let tell = |l: &Living| (l.cell, l.bound, l.is_safe);
                let living: Vec<_> = living.iter().map(tell).collect();
                let mut plain = (Vec::new(), 0u128);
                for cell in 0..table.cells() {
                    let mut shown: Vec<u8> = some.iter().map(|&m| table.shows(m, cell)).collect();
                    let mut groups: Vec<u32> = some
                        .iter()
                        .filter(|&&m| table.shows(m, cell) != MINE)
                        .map(|&m| table.group[m as usize])
                        .collect();
                    groups.dedup();
                    shown.sort_unstable();
                    shown.dedup();
                    let is_safe = !shown.contains(&MINE);
                    let told = shown.iter().filter(|&&n| table.sizes_vary() || n != MINE).count();
                    match told {
                        2.. => plain.0.push((cell as u8, groups.len() as u32, is_safe)),
                        1 if is_safe => plain.1 |= 1 << cell,
                        _ => {}
                    }
                }
                assert_eq!((living, same), plain);
                if let Some(twin) = &twin {
                    let (living, same) = twin.living(&some);
                    assert_eq!((living.iter().map(tell).collect(), same), plain);
                }
            }
        }
        assert!(narrow > 50 && wide > 0, "{narrow} {wide}");
    }
}
