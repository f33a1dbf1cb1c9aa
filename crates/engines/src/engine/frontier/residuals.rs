//! State = the remaining count of each open sum. Arrangements with the same remaining counts are one state, however
//! many cells they differ in, which makes this the stronger form.

use super::key::{Slot, Slots};
use super::plan::{Check, SweepPlan};
use crate::system::BlockSystem;

/// The steps that visit `order`. A sum is open from its first block to its last; its field holds its remaining count
/// and is zero again when it closes.
pub fn compile(system: &BlockSystem, order: &[u32]) -> SweepPlan {
    let size = |block: u32| system.blocks[block as usize].cells.len();
    let cells: Vec<usize> = system.sums.iter().map(|s| s.blocks.iter().map(|&b| size(b)).sum()).collect();
    let mut rest = cells.clone();
    let mut plan = SweepPlan { slots: vec![Slot::default(); system.sums.len()], ..SweepPlan::default() };
    let mut slots = Slots::default();
    let mut open = 0;
    for &block in order {
        let size = size(block);
        let mut closed = Vec::new();
        for &sum in &system.blocks[block as usize].sums {
            let s = sum as usize;
            let count = system.sums[s].count;
            let is_new = rest[s] == cells[s];
            rest[s] -= size;
            let is_last = rest[s] == 0;
            plan.checks.push(match is_new {
                true => Check { constant: i64::from(count), sign: 0, from: sum, to: sum, rest: rest[s] as i64 },
                false => Check { constant: 0, sign: 1, from: sum, to: sum + 1, rest: rest[s] as i64 },
            });
            if is_new && !is_last {
                // Beyond these bounds no state survives the check, so the field need not hold it.
                let needed = count.clamp(0, cells[s].min(i32::MAX as usize) as i32) as u32;
                let slot = slots.take(needed);
                plan.slots[s] = slot;
                plan.update(slot.word).add = plan.update(slot.word).add.wrapping_add(u64::from(needed) << slot.shift);
                open += 1;
            }
            if !(is_new && is_last) {
                let slot = plan.slots[s];
                let per_mine = if slot.mask == 0 { 0 } else { 1u64 << slot.shift };
                let update = plan.update(slot.word);
                update.per_mine = update.per_mine.wrapping_sub(per_mine);
            }
            if is_last && !is_new {
                closed.push(plan.slots[s]);
                open -= 1;
            }
        }
        // Allocated late, so that a sum opened in this step does not share a field with one closed in it.
        closed.into_iter().for_each(|slot| slots.free(slot));
        plan.width = plan.width.max(open);
        plan.finish_step(block, size as u32);
    }
    plan.words = slots.words();
    plan
}
