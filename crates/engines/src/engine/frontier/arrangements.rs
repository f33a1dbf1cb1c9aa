//! State = the mines on each live cell: the sweep of system E. Partial arrangements that agree on
//! the live cells are merged; a cell leaves when no unvisited cell shares a sum with it.

use super::key::{Slot, Slots};
use super::plan::{Check, SweepPlan};
use crate::system::BlockSystem;

/// The steps that visit `order`.
pub fn compile(system: &BlockSystem, order: &[u32]) -> SweepPlan {
    let mut step_of = vec![0usize; system.blocks.len()];
    order.iter().enumerate().for_each(|(step, &block)| step_of[block as usize] = step);
    let last_of: Vec<usize> =
        system.sums.iter().map(|s| s.blocks.iter().map(|&b| step_of[b as usize]).max().unwrap_or(0)).collect();
    let size = |block: u32| system.blocks[block as usize].cells.len();
    let mut rest: Vec<usize> = system.sums.iter().map(|s| s.blocks.iter().map(|&b| size(b)).sum()).collect();

    // The fields of a sum's visited blocks are adjacent, so a check reads a prefix of them.
    let mut first = vec![0u32];
    for sum in &system.sums {
        first.push(first[first.len() - 1] + sum.blocks.len() as u32);
    }
    let mut seen = vec![0u32; system.sums.len()];
    let mut plan =
        SweepPlan { slots: vec![Slot::default(); first[system.sums.len()] as usize], ..SweepPlan::default() };
    let mut slots = Slots::default();
    let mut leaving: Vec<Vec<(u32, Slot)>> = vec![Vec::new(); order.len()];
    let mut live = 0;
    for (step, &block) in order.iter().enumerate() {
        let sums = &system.blocks[block as usize].sums;
        let leaves = sums.iter().map(|&s| last_of[s as usize]).max().unwrap_or(step);
        let slot = (leaves > step).then(|| slots.take(size(block) as u32));
        for &sum in sums {
            let s = sum as usize;
            rest[s] -= size(block);
            let (from, to) = (first[s], first[s] + seen[s]);
            let constant = i64::from(system.sums[s].count);
            plan.checks.push(Check { constant, sign: -1, from, to, rest: rest[s] as i64 });
            plan.slots[to as usize] = slot.unwrap_or_default();
            seen[s] += 1;
        }
        if let Some(slot) = slot {
            plan.update(slot.word).per_mine = 1 << slot.shift;
            leaving[leaves].push((block, slot));
            live += size(block);
        }
        for (gone, slot) in std::mem::take(&mut leaving[step]) {
            plan.update(slot.word).keep &= !(slot.mask << slot.shift);
            slots.free(slot);
            live -= size(gone);
        }
        plan.width = plan.width.max(live);
        plan.finish_step(block, size(block) as u32);
    }
    plan.words = slots.words();
    plan
}
