//! The values that the cells were seen to take in models.

use crate::engine::Verdict;
use crate::system::{BlockSystem, System};

/// For every block of twin cells whether some model has a mine there and whether some model has a safe cell there.
/// Twins are interchangeable, so a value of one is a value of all. The floating cells are a block too, the last one.
pub struct SeenValues {
    block_of: Vec<u32>,
    first: Vec<u32>,
    mine: Vec<bool>,
    safe: Vec<bool>,
}

impl SeenValues {
    /// Nothing seen yet.
    pub fn new(system: &System) -> Self {
        let blocks = BlockSystem::new(system, true).blocks;
        let floating = blocks.len() as u32;
        let mut block_of = vec![floating; system.cells];
        let mut first = Vec::with_capacity(blocks.len() + 1);
        for (index, block) in blocks.iter().enumerate() {
            first.push(block.cells[0]);
            block.cells.iter().for_each(|&c| block_of[c as usize] = index as u32);
        }
        first.extend(block_of.iter().position(|&b| b == floating).map(|c| c as u32));
        SeenValues { mine: vec![false; first.len()], safe: vec![false; first.len()], block_of, first }
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.first.len()
    }

    /// The cell that stands for a block.
    pub fn cell(&self, block: usize) -> usize {
        self.first[block] as usize
    }

    /// The block of a cell.
    pub fn block(&self, cell: usize) -> usize {
        self.block_of[cell] as usize
    }

    /// True if a cell of the block was seen with that value.
    pub fn has(&self, block: usize, mine: bool) -> bool {
        if mine { self.mine[block] } else { self.safe[block] }
    }

    /// True if nothing was marked.
    pub fn is_empty(&self) -> bool {
        !self.mine.iter().chain(&self.safe).any(|&m| m)
    }

    /// Blocks for which `allowed` has a value that this lacks.
    pub fn pending(&self, allowed: &SeenValues) -> usize {
        (0..self.blocks()).filter(|&b| self.lacks(b, allowed)).count()
    }

    /// True if `allowed` has a value of the block that this lacks.
    pub fn lacks(&self, block: usize, allowed: &SeenValues) -> bool {
        [true, false].iter().any(|&mine| allowed.has(block, mine) && !self.has(block, mine))
    }

    /// The cell takes that value in some model.
    pub fn mark(&mut self, cell: usize, mine: bool) {
        let side = if mine { &mut self.mine } else { &mut self.safe };
        side[self.block_of[cell] as usize] = true;
    }

    /// The cell takes both values in models.
    pub fn mark_both(&mut self, cell: usize) {
        self.mark(cell, true);
        self.mark(cell, false);
    }

    /// All values of a model.
    pub fn mark_model(&mut self, model: &[bool]) {
        model.iter().enumerate().for_each(|(cell, &mine)| self.mark(cell, mine));
    }

    /// The verdict of every cell, if values not seen do not exist.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.block_of.iter().map(|&b| Verdict::of(self.safe[b as usize], self.mine[b as usize])).collect()
    }
}
