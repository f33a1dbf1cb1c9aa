//! Twin cells: cells in exactly the same sums, merged into blocks.

use rustc_hash::FxHashMap;

use super::System;

/// Cells in exactly the same sums; j mines on k cells have C(k, j) placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwinBlock {
    /// Ascending; at least one.
    pub cells: Vec<u32>,
    /// Indices of the sums, ascending.
    pub sums: Vec<u32>,
}

/// A sum over whole blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSum {
    /// Indices of blocks, ascending.
    pub blocks: Vec<u32>,
    /// Mines on all these blocks together; impossible numbers are allowed, as in a [`Sum`](super::Sum).
    pub count: i32,
}

/// A system over blocks of twins; floating cells are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSystem {
    /// By their first cell.
    pub blocks: Vec<TwinBlock>,
    /// One per sum of the system, in the same order.
    pub sums: Vec<BlockSum>,
}

impl BlockSystem {
    /// Merges twins; with `merge` off every cell is a block of its own. Blocks are ordered by their first cell.
    pub fn new(system: &System, merge: bool) -> Self {
        let mut blocks: Vec<TwinBlock> = Vec::new();
        let incidence = system.incidence();
        let mut known: FxHashMap<&[u32], usize> = FxHashMap::default();
        for cell in 0..system.cells {
            let sums = incidence.of(cell);
            if sums.is_empty() {
                continue;
            }
            match known.get(sums) {
                Some(&block) if merge => blocks[block].cells.push(cell as u32),
                _ => {
                    known.insert(sums, blocks.len());
                    blocks.push(TwinBlock { cells: vec![cell as u32], sums: sums.to_vec() });
                }
            }
        }
        let mut sums: Vec<BlockSum> =
            system.sums.iter().map(|s| BlockSum { blocks: Vec::new(), count: s.count }).collect();
        for (index, block) in blocks.iter().enumerate() {
            for &sum in &block.sums {
                sums[sum as usize].blocks.push(index as u32);
            }
        }
        BlockSystem { blocks, sums }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    #[test]
    fn twins_share_a_block() {
        let sums = vec![Sum::new(vec![0, 1, 2], 1), Sum::new(vec![1, 2, 4], 2)];
        let blocks = BlockSystem::new(&System { cells: 5, sums, total: None }, true);
        let cells: Vec<_> = blocks.blocks.iter().map(|b| b.cells.clone()).collect();
        assert_eq!(cells, [vec![0], vec![1, 2], vec![4]]);
        assert_eq!(blocks.sums[1].blocks, [1, 2]);
    }
}
