//! Breadth-first from the rim, neighbours by ascending degree (Cuthill & McKee 1969), which keeps
//! the bandwidth and with it the frontier small on long thin systems.

use crate::system::BlockSystem;

/// The order from one end of the rim.
pub fn order(system: &BlockSystem) -> Vec<u32> {
    from(system, rim(system)[0])
}

/// Two blocks far apart (George & Liu 1979): the last block that a breadth-first walk reaches, and
/// the last from there. Empty systems give 0.
pub fn rim(system: &BlockSystem) -> [u32; 2] {
    let last = |start| from(system, start).last().copied().unwrap_or(0);
    let one = last(0);
    let other = last(one);
    [one, other]
}

/// The order from a given block; blocks out of its reach follow.
pub fn from(system: &BlockSystem, start: u32) -> Vec<u32> {
    let blocks = system.blocks.len();
    let degree = |b: u32| -> usize {
        system.blocks[b as usize].sums.iter().map(|&s| system.sums[s as usize].blocks.len()).sum()
    };
    let mut queue: Vec<u32> = Vec::with_capacity(blocks);
    let mut queued = vec![false; blocks];
    let mut opened = vec![false; system.sums.len()];
    let mut at = 0;
    for root in std::iter::once(start).chain(0..blocks as u32).filter(|&b| (b as usize) < blocks) {
        if !queued[root as usize] {
            queued[root as usize] = true;
            queue.push(root);
        }
        while at < queue.len() {
            let block = queue[at];
            at += 1;
            let level = queue.len();
            for &sum in &system.blocks[block as usize].sums {
                if std::mem::replace(&mut opened[sum as usize], true) {
                    continue;
                }
                for &next in &system.sums[sum as usize].blocks {
                    if !std::mem::replace(&mut queued[next as usize], true) {
                        queue.push(next);
                    }
                }
            }
            queue[level..].sort_by_key(|&b| degree(b));
        }
    }
    queue
}
