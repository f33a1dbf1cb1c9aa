//! One connected group of clues: its twin blocks and all their arrangements of mines, counted exactly.

use std::ops::{AddAssign, Mul};
use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::arrangements::{Shape, enumerate};
use crate::play::tracker::Tracker;

/// A component with more arrangements of its blocks is left to the counting engine. Expert positions nearly always have
/// a few hundred at most.
const MOST_ARRANGEMENTS: usize = 20_000;

type Clues = SmallVec<[u32; 8]>;

/// Unknown cells next to exactly the same clues.
#[derive(Clone, Debug)]
pub struct Block {
    pub cells: SmallVec<[u32; 8]>,
    /// Clues of the component, by index: no more than neighbours.
    clues: Clues,
}

/// A component with its arrangements.
#[derive(Clone, Debug)]
pub struct Component {
    /// Shared by components that differ by the value of a clue.
    pub blocks: Rc<[Block]>,
    /// Mines of every block, one row per arrangement.
    pub rows: Vec<u8>,
    /// Mines of each arrangement.
    pub mines: Vec<u16>,
    /// Number of placements of each arrangement.
    pub weights: Vec<u128>,
    /// Fewest mines of an arrangement.
    pub least: usize,
    /// Placements by mines, from `least`.
    pub tally: Vec<u128>,
    /// By mines from `least`, then by block, see [`Component::in_block`].
    sums: Vec<u128>,
}

/// Why there is no [`Component`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoComponent {
    /// The clues are unsatisfiable.
    Impossible,
    /// It has too many arrangements to enumerate.
    TooLarge,
}

impl Component {
    /// Number of arrangements.
    pub fn len(&self) -> usize {
        self.mines.len()
    }

    /// True if there are none; such a component is never made.
    pub fn is_empty(&self) -> bool {
        self.mines.is_empty()
    }

    /// The blocks from one outwards: those with a common clue first.
    pub(super) fn outwards(&self, from: usize) -> Vec<usize> {
        let mut order = vec![from];
        let mut rest: Vec<usize> = (0..self.blocks.len()).filter(|&b| b != from).collect();
        let mut at = 0;
        while at < order.len() {
            let clues = &self.blocks[order[at]].clues;
            order.extend(rest.extract_if(.., |b| self.blocks[*b].clues.iter().any(|c| clues.contains(c))));
            at += 1;
        }
        order
    }

    /// The placements by mines, from `least`, times the mines in a block: divided by its cells, the placements with a
    /// mine at one of them.
    pub fn in_block(&self, block: usize) -> impl Iterator<Item = u128> {
        self.sums[block..].iter().step_by(self.blocks.len()).copied()
    }

    /// Mines by block of one arrangement.
    pub fn row(&self, index: usize) -> &[u8] {
        &self.rows[index * self.blocks.len()..][..self.blocks.len()]
    }

    /// The blocks of some clues, in an order that proceeds from clue to clue, and the remaining counts of the clues.
    fn blocks(clues: &[u32], tracker: &Tracker) -> (Vec<Block>, Vec<i16>) {
        let mut cells: Vec<(u32, Clues)> = Vec::new();
        let mut at = rustc_hash::FxHashMap::default();
        let mut need = Vec::with_capacity(clues.len());
        for (index, &clue) in clues.iter().enumerate() {
            need.push(tracker.open_clue(clue).map_or(0, |c| i16::from(c.0)));
            for cell in tracker.unknown_around(clue) {
                let slot = *at.entry(cell).or_insert_with(|| {
                    cells.push((cell, Clues::new()));
                    cells.len() - 1
                });
                cells[slot].1.push(index as u32);
            }
        }
        let mut blocks: Vec<Block> = Vec::new();
        for (cell, clues) in cells {
            match blocks.iter_mut().rfind(|b| b.clues == clues) {
                Some(block) => block.cells.push(cell),
                None => blocks.push(Block { cells: smallvec![cell], clues }),
            }
        }
        (blocks, need)
    }

    /// The component of these clues (in order of a walk from clue to neighbouring clue, which keeps the search local).
    /// Adds the steps of the enumeration.
    ///
    /// # Errors
    /// There is no arrangement, or there are too many cells, steps or arrangements.
    pub fn solve(clues: &[u32], tracker: &Tracker, steps: &mut u64) -> Result<Component, NoComponent> {
        Component::solve_each(clues, tracker, None, steps)?.swap_remove(0)
    }

    /// The components of these clues for every remaining count of the clue `open`, by its mines from 0 to all of its
    /// unknown neighbours; without `open` the component alone. Adds the steps of the one enumeration.
    ///
    /// # Errors
    /// There are too many cells or steps, or arrangements of one of them.
    pub fn solve_each(
        clues: &[u32],
        tracker: &Tracker,
        open: Option<u32>,
        steps: &mut u64,
    ) -> Result<Vec<Result<Component, NoComponent>>, NoComponent> {
        let (blocks, need) = Component::blocks(clues, tracker);
        let open = clues.iter().position(|&clue| Some(clue) == open).map(|at| at as u32);
        let closed = |b: &Block| Shape::new(b.cells.len(), b.clues.iter().copied().filter(|&clue| Some(clue) != open));
        let shapes: Vec<Shape> = blocks.iter().map(closed).collect();
        let around: SmallVec<[usize; 8]> =
            (0..blocks.len()).filter(|&b| blocks[b].clues.iter().any(|&clue| Some(clue) == open)).collect();
        let most: usize = around.iter().map(|&b| blocks[b].cells.len()).sum();
        let mut found: Vec<Arrangements> = (0..=most).map(|_| Arrangements::default()).collect();
        let all = enumerate(&shapes, need, steps, |value, mines, weight| {
            let own: usize = around.iter().map(|&b| usize::from(value[b])).sum();
            found[own].push(value, mines, weight)
        });
        if !all {
            return Err(NoComponent::TooLarge);
        }
        let blocks: Rc<[Block]> = blocks.into();
        Ok(found.into_iter().map(|own| own.component(Rc::clone(&blocks))).collect())
    }

    fn count(&mut self) {
        let least = self.mines.iter().copied().min().unwrap_or(0) as usize;
        let most = self.mines.iter().copied().max().unwrap_or(0) as usize;
        self.least = least;
        self.tally = vec![0; most - least + 1];
        for (&mines, weight) in self.mines.iter().zip(&self.weights) {
            self.tally[usize::from(mines) - least] += weight;
        }
        // In words of half the length if the sums fit: a block has at most 8 mines.
        self.sums = if self.tally.iter().sum::<u128>() < 1 << 60 {
            self.by_block(|weight| weight as u64).into_iter().map(u128::from).collect()
        } else {
            self.by_block(|weight| weight)
        };
    }

    /// By mines from the least, then by block: the sum of weights times mines in the block.
    fn by_block<T: Copy + Default + AddAssign + Mul<Output = T> + From<u8>>(&self, word: fn(u128) -> T) -> Vec<T> {
        let n = self.blocks.len();
        let mut sums = vec![T::default(); self.tally.len() * n];
        let rows = self.rows.chunks_exact(n.max(1));
        for (row, (&mines, &weight)) in rows.zip(self.mines.iter().zip(&self.weights)) {
            let (from, weight) = ((usize::from(mines) - self.least) * n, word(weight));
            sums[from..][..n].iter_mut().zip(row).for_each(|(sum, &mines)| *sum += weight * T::from(mines));
        }
        sums
    }
}

/// Collects arrangements of blocks.
#[derive(Default)]
struct Arrangements {
    rows: Vec<u8>,
    mines: Vec<u16>,
    weights: Vec<u128>,
}

impl Arrangements {
    /// Adds one, with its mines by block; false if there are too many.
    fn push(&mut self, value: &[u8], mines: u16, weight: u128) -> bool {
        if self.mines.len() == MOST_ARRANGEMENTS {
            return false;
        }
        self.rows.extend_from_slice(value);
        self.mines.push(mines);
        self.weights.push(weight);
        true
    }

    fn component(self, blocks: Rc<[Block]>) -> Result<Component, NoComponent> {
        if self.mines.is_empty() {
            return Err(NoComponent::Impossible);
        }
        let Arrangements { rows, mines, weights } = self;
        let (least, tally, sums) = (0, Vec::new(), Vec::new());
        let mut found = Component { blocks, rows, mines, weights, least, tally, sums };
        found.count();
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::play::small_boards;

    #[test]
    fn words_of_half_the_length_give_the_same_sums() {
        let mut checked = 0;
        for (board, _, position) in small_boards::positions(3, 300) {
            for component in &position.components {
                let words = component.by_block(|weight| weight as u64);
                let wide: Vec<u128> = component.by_block(|weight| weight);
                assert!(words.iter().map(|&word| u128::from(word)).eq(wide.iter().copied()), "{board}");
                let arrangements = || (0..component.len()).map(|i| (component.weights[i], component.row(i)));
                for b in 0..component.blocks.len() {
                    let plain: u128 = arrangements().map(|(weight, row)| weight * u128::from(row[b])).sum();
                    assert_eq!(component.in_block(b).sum::<u128>(), plain, "{board}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 300, "{checked}");
    }
}
