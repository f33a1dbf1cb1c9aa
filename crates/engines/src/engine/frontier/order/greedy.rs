//! Greedy smallest frontier: next comes the block that leaves the fewest open sums; of equals the
//! one at the oldest open sum.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::system::BlockSystem;

/// The criteria of the choice, smaller first: change of the number of open sums, step at which its oldest open sum was
/// opened, the block.
type Score = (i32, u32, u32);

struct Sweep<'a> {
    system: &'a BlockSystem,
    /// Unvisited blocks of each sum.
    left: Vec<u32>,
    /// Step at which each sum was opened.
    opened: Vec<Option<u32>>,
}

impl Sweep<'_> {
    fn score(&self, block: u32) -> Score {
        let (mut change, mut oldest) = (0, u32::MAX);
        for &sum in &self.system.blocks[block as usize].sums {
            let last = self.left[sum as usize] == 1;
            match self.opened[sum as usize] {
                Some(step) => {
                    change -= i32::from(last);
                    oldest = oldest.min(step);
                }
                None => change += i32::from(!last),
            }
        }
        (change, oldest, block)
    }
}

/// The order from a given block. A block's score changes only when one of its sums opens or has
/// one block left, so a heap with outdated entries keeps the whole near linear.
pub fn order(system: &BlockSystem, start: u32) -> Vec<u32> {
    let blocks = system.blocks.len();
    let mut sweep = Sweep {
        system,
        left: system.sums.iter().map(|s| s.blocks.len() as u32).collect(),
        opened: vec![None; system.sums.len()],
    };
    let mut visited = vec![false; blocks];
    let mut order: Vec<u32> = Vec::with_capacity(blocks);
    let mut heap: BinaryHeap<Reverse<Score>> = BinaryHeap::new();
    let mut fresh = std::iter::once(start).chain(0..blocks as u32).filter(|&b| (b as usize) < blocks);
    loop {
        let block = match heap.pop() {
            Some(Reverse(score)) if visited[score.2 as usize] || sweep.score(score.2) != score => continue,
            Some(Reverse(score)) => score.2,
            None => match fresh.find(|&b| !visited[b as usize]) {
                Some(block) => block,
                None => return order,
            },
        };
        visited[block as usize] = true;
        order.push(block);
        let sums = &system.blocks[block as usize].sums;
        let mut touched = Vec::new();
        for &sum in sums {
            sweep.left[sum as usize] -= 1;
            let is_new = sweep.opened[sum as usize].is_none();
            sweep.opened[sum as usize].get_or_insert(order.len() as u32);
            if is_new || sweep.left[sum as usize] == 1 {
                touched.extend(system.sums[sum as usize].blocks.iter().filter(|&&b| !visited[b as usize]));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        heap.extend(touched.into_iter().map(|b| Reverse(sweep.score(b))));
    }
}
