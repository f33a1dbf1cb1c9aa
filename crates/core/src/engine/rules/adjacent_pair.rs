//! Pairs of sums: for sums A and B with a and b mines, a - b lies between -|B \ A| and |A \ B|. At
//! the upper end A \ B is all mines and B \ A all safe, at the lower end the reverse.
//!
//! Together with the single-point rule this finds everything that follows from two sums. It subsumes the rules after
//! which it is named: the 1-2 pattern, and the easy equation strategy, in which one set contains the other, so that one
//! of the differences is empty. Those look only at two clue cells side by side; a system has no clue cells, so here a
//! pair is any two sums that share a cell (clues up to two rows and columns apart).

use super::Rule;
use super::work::{Halt, Work, without};
use crate::engine::Control;

/// Row in the table of rules.
pub(super) const RULE: Rule = Rule {
    name: "adjacent-pair",
    options: "level=adjacent-pair",
    help: "two sums that share a cell: their difference is as large or as small as it can be",
    sum: pairs,
    total: with_total,
};

fn pairs(work: &mut Work, a: u32, control: &mut Control) -> Result<(), Halt> {
    for (b, shared) in work.overlaps(a) {
        control.tick()?;
        let (in_a, in_b) = (&work.sums[a as usize], &work.sums[b as usize]);
        let (only_a, only_b) = (in_a.len() - shared, in_b.len() - shared);
        let difference = in_a.count - in_b.count;
        let reason = [(a, 1), (b, -1)];
        if difference > only_a || difference < -only_b {
            return work.contradict(&reason);
        }
        let (top, bottom) = (difference == only_a, difference == -only_b);
        if top != bottom {
            let of_a = without(&in_a.cells, &in_b.cells).into_iter().map(|cell| (cell, top));
            let of_b = without(&in_b.cells, &in_a.cells).into_iter().map(|cell| (cell, bottom));
            let cells = of_a.chain(of_b).collect();
            let before = work.changes;
            work.conclude(&reason, cells)?;
            if work.changes > before {
                // A itself may be unchanged: its other pairs are still to be compared.
                work.look_again(a);
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A sum against the total: the number of mines outside the sum is 0 or the number of cells there.
fn with_total(work: &mut Work, control: &mut Control) -> Result<(), Halt> {
    let Some(mines) = work.mines_left else { return Ok(()) };
    // No deduction is possible while more mines and more safe cells are left than a sum can hold.
    if mines > work.longest && work.cells_left - mines > work.longest {
        return Ok(());
    }
    for index in 0..work.total {
        control.tick()?;
        let sum = &work.sums[index as usize];
        let (outside, mines_outside) = (work.cells_left - sum.len(), mines - sum.count);
        let reason = [(work.total, 1), (index, -1)];
        if mines_outside < 0 || mines_outside > outside {
            return work.contradict(&reason);
        }
        if outside > 0 && (mines_outside == 0 || mines_outside == outside) {
            let cells = without(&work.undecided(), &sum.cells).into_iter().map(|cell| (cell, mines_outside > 0));
            return work.conclude(&reason, cells.collect());
        }
    }
    Ok(())
}
