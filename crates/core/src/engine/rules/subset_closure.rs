//! Subset closure: a knowledge base of sums in which A inside B adds the sum over B \ A, to a fixed point. The weaker
//! rules see the derived sums as well.
//!
//! The closure can grow exponentially, so it is bounded: a derived sum is left out if one of its cells stands in
//! [`SUMS_OF_A_CELL`] sums already. The bound is per cell and not per component, so memory and time grow linearly with
//! the board, and a crowded corner does not affect the rest.

use super::Rule;
use super::work::{Halt, Work, without};
use crate::engine::{Control, Counter};

/// Row in the table of rules.
pub(super) const RULE: Rule = Rule {
    name: "subset-closure",
    options: "level=subset-closure",
    help: "a sum inside another gives a sum over the rest, to a fixed point",
    sum: subsets,
    total: write_out_total,
};

/// Most sums, given and derived, per cell; further derived sums over the cell are refused. Local sums hardly ever reach
/// it; it bounds long overlapping sums such as the total.
const SUMS_OF_A_CELL: usize = 64;

/// The total joins the base as a sum when at most this many cells are undecided. Before that it implies little, and as
/// a sum it would be compared with every other.
const CELLS_OF_TOTAL: i64 = 64;

fn subsets(work: &mut Work, index: u32, control: &mut Control) -> Result<(), Halt> {
    for (other, shared) in work.overlaps(index) {
        control.tick()?;
        control.stats.add(Counter::Compared, 1);
        let (len, other_len) = (work.sums[index as usize].len(), work.sums[other as usize].len());
        if shared == len && shared == other_len {
            // The pair rule has compared the counts.
            work.remove(index.max(other));
            if other < index {
                return Ok(());
            }
        } else if shared == len {
            derive(work, other, index)?;
        } else if shared == other_len {
            derive(work, index, other)?;
        }
    }
    Ok(())
}

/// Adds `of` minus `less`, unless it is known or refused.
fn derive(work: &mut Work, of: u32, less: u32) -> Result<(), Halt> {
    let cells = without(&work.sums[of as usize].cells, &work.sums[less as usize].cells);
    let count = work.sums[of as usize].count - work.sums[less as usize].count;
    let candidates = &work.sums_of[cells[0] as usize];
    if let Some(&known) = candidates.iter().find(|&&known| work.sums[known as usize].cells == cells) {
        return if work.sums[known as usize].count == count {
            Ok(())
        } else {
            work.contradict(&[(of, 1), (less, -1), (known, -1)])
        };
    }
    if cells.iter().all(|&cell| work.sums_of[cell as usize].len() < SUMS_OF_A_CELL) {
        work.add(cells, of, less);
    }
    Ok(())
}

/// Writes the total out as a sum over the undecided cells, once they are few.
fn write_out_total(work: &mut Work, _: &mut Control) -> Result<(), Halt> {
    let Some(mines) = work.mines_left else { return Ok(()) };
    if !work.total_written && work.cells_left <= CELLS_OF_TOTAL {
        work.total_written = true;
        work.write_out(work.total, work.undecided(), mines);
    }
    Ok(())
}
