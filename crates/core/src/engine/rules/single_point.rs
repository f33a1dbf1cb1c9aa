//! Single-point rule: one sum at a time. With as many mines left as cells, all are mines; with none
//! left, all are safe. Known as the single point strategy (Studholme 2000, "Minesweeper as a
//! constraint satisfaction problem").

use super::Rule;
use super::work::{Halt, Work};
use crate::engine::Control;

/// Row in the table of rules.
pub(super) const RULE: Rule = Rule {
    name: "single-point",
    options: "level=single-point",
    help: "one sum at a time: no mine left, or only mines",
    sum: one_sum,
    total: whole_board,
};

fn one_sum(work: &mut Work, index: u32, _: &mut Control) -> Result<(), Halt> {
    let sum = &work.sums[index as usize];
    if sum.count < 0 || sum.count > sum.len() {
        return work.contradict(&[(index, 1)]);
    }
    if sum.count == 0 || sum.count == sum.len() {
        let mine = sum.count > 0;
        let cells = sum.cells.iter().map(|&cell| (cell, mine)).collect();
        return work.conclude(&[(index, 1)], cells);
    }
    Ok(())
}

/// The same for the total over all cells.
fn whole_board(work: &mut Work, _: &mut Control) -> Result<(), Halt> {
    let Some(mines) = work.mines_left else { return Ok(()) };
    let reason = [(work.total, 1)];
    if mines < 0 || mines > work.cells_left {
        return work.contradict(&reason);
    }
    if mines == 0 || mines == work.cells_left {
        let cells = work.undecided().into_iter().map(|cell| (cell, mines > 0)).collect();
        return work.conclude(&reason, cells);
    }
    Ok(())
}
