//! A partial assignment of mines to blocks and what it leaves of every sum.

use crate::system::BlockSystem;

/// No value yet.
const OPEN: u32 = u32::MAX;

/// Blocks with their values so far, sums with what they still need of the open blocks.
pub struct Residual<'a> {
    pub system: &'a BlockSystem,
    value: Vec<u32>,
    /// Mines still needed of every sum.
    need: Vec<i64>,
    /// Cells in the open blocks of every sum.
    room: Vec<i64>,
    /// Blocks with a value, oldest first.
    trail: Vec<u32>,
    /// Sums to look at again.
    queue: Vec<u32>,
    queued: Vec<bool>,
}

impl<'a> Residual<'a> {
    /// Nothing assigned.
    pub fn new(system: &'a BlockSystem) -> Self {
        let cells = |blocks: &[u32]| blocks.iter().map(|&b| system.blocks[b as usize].cells.len() as i64).sum();
        Residual {
            system,
            value: vec![OPEN; system.blocks.len()],
            need: system.sums.iter().map(|s| i64::from(s.count)).collect(),
            room: system.sums.iter().map(|s| cells(&s.blocks)).collect(),
            trail: Vec::new(),
            queue: Vec::new(),
            queued: vec![false; system.sums.len()],
        }
    }

    pub fn is_open(&self, block: u32) -> bool {
        self.value[block as usize] == OPEN
    }

    /// Mines on a block that has a value.
    pub fn value(&self, block: u32) -> u32 {
        self.value[block as usize]
    }

    /// Mines that a sum still needs.
    pub fn need(&self, sum: u32) -> i64 {
        self.need[sum as usize]
    }

    pub fn trail(&self) -> &[u32] {
        &self.trail
    }

    fn size(&self, block: u32) -> i64 {
        self.system.blocks[block as usize].cells.len() as i64
    }

    /// Fewest and most mines of an open block that every one of its sums allows by itself.
    pub fn range(&self, block: u32) -> (i64, i64) {
        let size = self.size(block);
        let sums = &self.system.blocks[block as usize].sums;
        sums.iter().fold((0, size), |(low, high), &sum| {
            let (need, room) = (self.need[sum as usize], self.room[sum as usize]);
            (low.max(need - (room - size)), high.min(need))
        })
    }

    /// Gives an open block its mines, and every block to which then one number is left. False if
    /// some sum cannot be satisfied any more; the assignments made then have to be undone as well.
    pub fn assign(&mut self, block: u32, mines: u32) -> bool {
        self.set(block, mines);
        self.propagate()
    }

    /// What follows from all sums at the start.
    pub fn propagate_all(&mut self) -> bool {
        self.queue = (0..self.system.sums.len() as u32).rev().collect();
        self.queued.fill(true);
        self.propagate()
    }

    fn set(&mut self, block: u32, mines: u32) {
        debug_assert!(self.is_open(block));
        self.value[block as usize] = mines;
        self.trail.push(block);
        let size = self.size(block);
        for &sum in &self.system.blocks[block as usize].sums {
            self.need[sum as usize] -= i64::from(mines);
            self.room[sum as usize] -= size;
            if !std::mem::replace(&mut self.queued[sum as usize], true) {
                self.queue.push(sum);
            }
        }
    }

    fn propagate(&mut self) -> bool {
        let system = self.system;
        while let Some(sum) = self.queue.pop() {
            self.queued[sum as usize] = false;
            let (need, room) = (self.need[sum as usize], self.room[sum as usize]);
            let mut consistent = 0 <= need && need <= room;
            for &block in &system.sums[sum as usize].blocks {
                if !consistent {
                    break;
                }
                if self.is_open(block) {
                    let (low, high) = self.range(block);
                    consistent = low <= high;
                    if low == high {
                        self.set(block, low as u32);
                    }
                }
            }
            if !consistent {
                self.queue.drain(..).for_each(|sum| self.queued[sum as usize] = false);
                return false;
            }
        }
        true
    }

    /// Takes back everything beyond the first `mark` assignments.
    pub fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark
            && let Some(block) = self.trail.pop()
        {
            let mines = std::mem::replace(&mut self.value[block as usize], OPEN);
            let size = self.size(block);
            for &sum in &self.system.blocks[block as usize].sums {
                self.need[sum as usize] += i64::from(mines);
                self.room[sum as usize] += size;
            }
        }
    }
}
