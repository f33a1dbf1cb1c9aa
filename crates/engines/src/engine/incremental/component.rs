//! One connected component: its twin blocks and all their arrangements of mines, counted exactly.

use std::ops::{AddAssign, Mul};
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::Sums;
use super::arrangements::{MOST_COMPONENT_CELLS, Shape, enumerate};

/// Most arrangements of the blocks of a component. Components of Expert positions nearly always have a few hundred at
/// most.
pub const MOST_ARRANGEMENTS: usize = 20_000;

/// Most cells of a block. A clue has no more neighbours; more twins in a sum of a general system are several blocks.
const MOST_TWINS: usize = 8;

/// Sums of a component, by index.
type Indices = SmallVec<[u16; 8]>;

/// Open cells in exactly the same sums, 1 to 8.
#[derive(Clone, Debug)]
pub struct CellBlock {
    /// Distinct, in the order of the walk through the sums.
    pub cells: SmallVec<[u32; 8]>,
    sums: Indices,
}

/// A component with its arrangements.
#[derive(Clone, Debug)]
pub struct EnumeratedComponent {
    /// Shared by components that differ by the need of a sum.
    pub blocks: Arc<[CellBlock]>,
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

/// Why there is no [`EnumeratedComponent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoComponent {
    /// The sums are unsatisfiable.
    Impossible,
    /// It has too many cells or arrangements to enumerate.
    TooLarge,
}

impl EnumeratedComponent {
    /// Number of arrangements.
    #[inline]
    pub fn len(&self) -> usize {
        self.mines.len()
    }

    /// True if there are none; such a component is never made.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.mines.is_empty()
    }

    /// Approximate bytes of its arrangements.
    pub fn bytes(&self) -> usize {
        self.rows.len() + self.len() * size_of::<(u128, u16)>()
    }

    /// Its cells, block by block.
    pub fn cells(&self) -> impl Iterator<Item = u32> {
        self.blocks.iter().flat_map(|block| block.cells.iter().copied())
    }

    /// The blocks from one outwards: those with a common sum first.
    pub fn outwards(&self, from: usize) -> Vec<usize> {
        let mut order = vec![from];
        let mut rest: Vec<usize> = (0..self.blocks.len()).filter(|&b| b != from).collect();
        let mut at = 0;
        while at < order.len() {
            let sums = &self.blocks[order[at]].sums;
            order.extend(rest.extract_if(.., |b| self.blocks[*b].sums.iter().any(|sum| sums.contains(sum))));
            at += 1;
        }
        order
    }

    /// The placements by mines, from `least`, times the mines in a block: divided by its cells, the placements with a
    /// mine at one of them.
    #[inline]
    pub fn in_block(&self, block: usize) -> impl Iterator<Item = u128> {
        self.sums[block..].iter().step_by(self.blocks.len()).copied()
    }

    /// Mines by block of one arrangement.
    #[inline]
    pub fn row(&self, index: usize) -> &[u8] {
        &self.rows[index * self.blocks.len()..][..self.blocks.len()]
    }

    /// The blocks of some sums, in an order that proceeds from sum to sum, and the needs of the sums; None if there are
    /// too many cells or sums.
    fn blocks<S: Sums>(sums: &[u32], given: &S) -> Option<(Vec<CellBlock>, Vec<i16>)> {
        let mut cells: Vec<(u32, Indices)> = Vec::new();
        let mut at = rustc_hash::FxHashMap::default();
        let mut need = Vec::with_capacity(sums.len());
        for (index, &sum) in sums.iter().enumerate() {
            let index = u16::try_from(index).ok()?;
            need.push(given.need(sum));
            for cell in given.cells_of(sum) {
                let slot = *at.entry(cell).or_insert_with(|| {
                    cells.push((cell, Indices::new()));
                    cells.len() - 1
                });
                cells[slot].1.push(index);
            }
            if cells.len() > MOST_COMPONENT_CELLS {
                return None;
            }
        }
        let mut blocks: Vec<CellBlock> = Vec::new();
        for (cell, sums) in cells {
            match blocks.iter_mut().rfind(|b| b.sums == sums) {
                Some(block) if block.cells.len() < MOST_TWINS => block.cells.push(cell),
                _ => blocks.push(CellBlock { cells: smallvec![cell], sums }),
            }
        }
        Some((blocks, need))
    }

    /// The component of these sums (in order of a walk from sum to sum with common cells, which keeps the search local).
    /// Adds the steps of the enumeration.
    ///
    /// # Errors
    /// There is no arrangement, or there are too many cells, steps or arrangements.
    pub fn solve<S: Sums>(sums: &[u32], given: &S, steps: &mut u64) -> Result<EnumeratedComponent, NoComponent> {
        EnumeratedComponent::solve_each(sums, given, None, steps)?.swap_remove(0)
    }

    /// The components of these sums for every need of the sum `open`, by its mines from 0 to all of its cells; without
    /// `open` the component alone. Adds the steps of the one enumeration.
    ///
    /// # Errors
    /// There are too many cells or steps, or arrangements of one of them.
    pub fn solve_each<S: Sums>(
        sums: &[u32],
        given: &S,
        open: Option<u32>,
        steps: &mut u64,
    ) -> Result<Vec<Result<EnumeratedComponent, NoComponent>>, NoComponent> {
        let (blocks, need) = EnumeratedComponent::blocks(sums, given).ok_or(NoComponent::TooLarge)?;
        let open = sums.iter().position(|&sum| Some(sum) == open).map(|at| at as u16);
        let is_open = |sum: u16| Some(sum) == open;
        let closed = |b: &CellBlock| b.sums.iter().copied().filter(|&sum| !is_open(sum)).collect();
        let closed: Vec<Indices> = blocks.iter().map(closed).collect();
        let shapes: Vec<Shape> = blocks.iter().zip(&closed).map(|(b, sums)| Shape::new(b.cells.len(), sums)).collect();
        let around: SmallVec<[usize; 8]> =
            (0..blocks.len()).filter(|&b| blocks[b].sums.iter().any(|&sum| is_open(sum))).collect();
        let most: usize = around.iter().map(|&b| blocks[b].cells.len()).sum();
        let mut found: Vec<Arrangements> = (0..=most).map(|_| Arrangements::default()).collect();
        let all = enumerate(&shapes, need, steps, |value, mines, weight| {
            let own: usize = around.iter().map(|&b| usize::from(value[b])).sum();
            found[own].push(value, mines, weight)
        });
        if !all {
            return Err(NoComponent::TooLarge);
        }
        let blocks: Arc<[CellBlock]> = blocks.into();
        Ok(found.into_iter().map(|own| own.component(Arc::clone(&blocks))).collect())
    }

    fn count(&mut self) {
        let least = self.mines.iter().copied().min().unwrap_or(0) as usize;
        let most = self.mines.iter().copied().max().unwrap_or(0) as usize;
        self.least = least;
        self.tally = vec![0; most - least + 1];
        for (&mines, weight) in self.mines.iter().zip(&self.weights) {
            self.tally[usize::from(mines) - least] += weight;
        }
        // In words of half the length if the sums fit: a block has at most 8 mines. The long words always fit: at most
        // C(126, 63) placements have the same number of mines.
        self.sums = if self.tally.iter().sum::<u128>() < 1 << 60 {
            self.by_block(|weight| weight as u64).into_iter().map(u128::from).collect()
        } else {
            self.by_block(|weight| weight)
        };
    }

    /// By mines from the least, then by block: the sum of weights times mines in the block.
    pub(super) fn by_block<T: Copy + Default + AddAssign + Mul<Output = T> + From<u8>>(
        &self,
        word: fn(u128) -> T,
    ) -> Vec<T> {
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

    fn component(self, blocks: Arc<[CellBlock]>) -> Result<EnumeratedComponent, NoComponent> {
        if self.mines.is_empty() {
            return Err(NoComponent::Impossible);
        }
        let Arrangements { rows, mines, weights } = self;
        let (least, tally, sums) = (0, Vec::new(), Vec::new());
        let mut found = EnumeratedComponent { blocks, rows, mines, weights, least, tally, sums };
        found.count();
        Ok(found)
    }
}
