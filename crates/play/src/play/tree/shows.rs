//! The numbers that models show, encoded so that a set of models is examined at many cells at once.

use multiversion::multiversion;
use num_traits::{PrimInt, WrappingSub};
use smallvec::SmallVec;

use super::rivals::MINE;

/// Cells examined together, by words of both lengths.
const NARROW: usize = 32;
const WIDE: usize = 16;

/// The numbers of models as single bits, one block after the other for every model; padding cells show nothing.
pub enum Shows {
    /// For tables in which no cell shows more numbers than these words have bits beside the mine's.
    Narrow(Vec<[u8; NARROW]>),
    Wide(Vec<[u16; WIDE]>),
}

/// The bit of a mine.
fn mine<Word: PrimInt>() -> Word {
    !(Word::max_value() >> 1)
}

impl Shows {
    /// `all` is what each cell shows in some model, one bit per number.
    pub fn of(cells: usize, rows: &[u8], all: &[u16]) -> Self {
        let is_narrow = all.iter().all(|all| (all & NUMBERS).count_ones() < u8::BITS);
        if is_narrow { Shows::Narrow(bits(cells, rows, all)) } else { Shows::Wide(bits(cells, rows, all)) }
    }

    /// The living cells of some models, and the cells that show one safe number in all of them. `group` is the group of
    /// each model; mines count as different from numbers if games `vary` in length.
    pub fn living(&self, group: &[u32], models: &[u32], vary: bool) -> (SmallVec<[Living; 32]>, u128) {
        let mut found = (SmallVec::new(), 0);
        if models.is_empty() {
            return found;
        }
        match self {
            Shows::Narrow(bits) => {
                let blocks = bits.len() / group.len();
                (0..blocks).for_each(|b| narrow(&bits[b..], blocks, group, models, vary).tell(b, &mut found));
            }
            Shows::Wide(bits) => {
                let blocks = bits.len() / group.len();
                (0..blocks).for_each(|b| wide(&bits[b..], blocks, group, models, vary).tell(b, &mut found));
            }
        }
        found
    }
}

/// A living cell.
#[derive(Clone, Copy)]
pub struct Living {
    pub cell: u8,
    /// Upper bound of the models won by opening it first: groups of rivals in which it is safe.
    pub bound: u32,
    /// Safe in all models.
    pub is_safe: bool,
}

/// The bits of safe numbers.
const NUMBERS: u16 = (1 << MINE) - 1;

/// The bits of the numbers of a cell are in their order.
fn bits<Word: PrimInt, const LANES: usize>(cells: usize, rows: &[u8], all: &[u16]) -> Vec<[Word; LANES]> {
    let bit = |all: u16, shown: u8| {
        let before = all & ((1 << shown) - 1);
        if shown == MINE { mine() } else { Word::one() << before.count_ones() as usize }
    };
    let table: Vec<[Word; 10]> = all.iter().map(|&all| std::array::from_fn(|shown| bit(all, shown as u8))).collect();
    let mut bits = Vec::with_capacity(rows.len() / cells.max(1) * cells.div_ceil(LANES));
    for row in rows.chunks(cells.max(1)) {
        for (part, table) in row.chunks(LANES).zip(table.chunks(LANES)) {
            let mut block = [Word::zero(); LANES];
            for (word, (&shown, table)) in block.iter_mut().zip(part.iter().zip(table)) {
                *word = table[usize::from(shown)];
            }
            bits.push(block);
        }
    }
    bits
}

/// The values of the cells of one block in some models, each as bits.
struct Looked<const LANES: usize> {
    /// The number of groups of rivals with a model in which each is safe.
    safe: [u32; LANES],
    /// Cells that show two distinguishable values.
    living: u32,
    /// Cells that show one safe number.
    same: u32,
    /// Cells that are a mine in one.
    mined: u32,
}

/// The values of some models, summed by groups of rivals.
struct Sums<Word, const LANES: usize> {
    /// All values, and those in the models of the group so far.
    all: [Word; LANES],
    shown: [Word; LANES],
    /// Groups in which each cell is safe, among the last groups: up to the capacity of a word.
    some: [Word; LANES],
    counted: usize,
    /// Those before.
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

/// `rows` begin with the block of the first model, `step` blocks per model. Mines count as different from numbers if
/// games end after different numbers of clicks.
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
    let counted = if vary { Word::max_value() } else { !mine::<Word>() };
    let mut looked = Looked { safe: sums.safe, living: 0, same: 0, mined: 0 };
    for (lane, shown) in sums.all.into_iter().enumerate() {
        let (is_mined, is_one) = (shown & mine::<Word>() != none, shown & shown.wrapping_sub(&one) == none);
        let apart = shown & counted;
        // x & (x - 1) is 0 if x has one bit at most, that is one value.
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

impl<const LANES: usize> Looked<LANES> {
    /// Adds the cells of a block to those of [`Shows::living`].
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::small_boards;
    use crate::play::tree::{ModelTable, table};
    use crate::rng::Rng;

    /// The result for some models equals a scan of every cell of each, in words of both lengths.
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
            let twin = is_narrow.then(|| ModelTable::grouped(table.cells(), &table.rows(), table.group.clone()));
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
                    let values = shown.iter().filter(|&&n| table.sizes_vary() || n != MINE).count();
                    match values {
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
