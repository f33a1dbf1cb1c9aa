//! System E's order: variables are added clue by clue, and the next clue is the touched one with
//! the fewest variables not yet visited; of equals the one touched first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::system::BlockSystem;

/// The order that starts with the shortest sum of a given block.
pub fn order(system: &BlockSystem, start: u32) -> Vec<u32> {
    let blocks = system.blocks.len();
    let mut left: Vec<u32> = system.sums.iter().map(|s| s.blocks.len() as u32).collect();
    let mut touched: Vec<Option<u32>> = vec![None; system.sums.len()];
    let mut visited = vec![false; blocks];
    let mut order: Vec<u32> = Vec::with_capacity(blocks);
    // (unvisited blocks, step of the first touch, sum); outdated entries are skipped.
    let mut heap: BinaryHeap<Reverse<(u32, u32, u32)>> = BinaryHeap::new();
    let shortest = |b: u32| system.blocks[b as usize].sums.iter().copied().min_by_key(|&s| left[s as usize]);
    let first = if (start as usize) < blocks { shortest(start) } else { None };
    let mut fresh = first.into_iter().chain(0..system.sums.len() as u32);
    loop {
        let sum = match heap.pop() {
            Some(Reverse((missing, _, sum))) if missing != left[sum as usize] => continue,
            Some(Reverse((_, _, sum))) => sum,
            None => match fresh.find(|&s| left[s as usize] > 0) {
                Some(sum) => sum,
                None => return order,
            },
        };
        let members = &system.sums[sum as usize].blocks;
        let mut new: Vec<u32> = members.iter().copied().filter(|&b| !visited[b as usize]).collect();
        // Blocks that open the fewest further clues come first.
        let opens = |b: u32| system.blocks[b as usize].sums.iter().filter(|&&s| touched[s as usize].is_none()).count();
        new.sort_by_key(|&b| opens(b));
        for block in new {
            visited[block as usize] = true;
            order.push(block);
            for &sum in &system.blocks[block as usize].sums {
                left[sum as usize] -= 1;
                let since = *touched[sum as usize].get_or_insert(order.len() as u32);
                if left[sum as usize] > 0 {
                    heap.push(Reverse((left[sum as usize], since, sum)));
                }
            }
        }
    }
}
