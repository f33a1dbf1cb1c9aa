//! Gauss-Jordan elimination over the integers on connected sums (those that share cells, directly or through others),
//! with the bounds of 0/1 cells in every intermediate row.
//!
//! A component of more than [`WHOLE`] sums is not eliminated at once, since full elimination fills up
//! and takes cubic time. Instead the [`WINDOW`] sums nearest to a changed sum are taken; such a
//! window settles the nearer half of them, so neighbouring windows overlap.

use super::Rule;
use super::elimination::{Outcome, Row, eliminate};
use super::work::{Halt, Work};
use crate::engine::Control;

/// Row in the table of rules.
pub(super) const RULE: Rule = Rule {
    name: "gauss-jordan",
    options: "level=gauss-jordan",
    help: "connected sums together: exact elimination, then the bounds of every row",
    sum: around,
    total: with_total,
};

/// Sums of the largest component that is eliminated as a whole.
const WHOLE: usize = 128;

/// Sums of a window into a larger component. Windows of 24 to 128 sums decided equally many cells
/// (within 0.5 %) on scattered and lattice boards, the small ones up to ten times faster.
const WINDOW: usize = 32;

/// The total takes part as an equation when at most this many cells are undecided (and at most [`WHOLE`] sums are
/// left): its row fills all others.
const CELLS_OF_TOTAL: i64 = 512;

/// The given sums of the component of `start`, or the nearest [`WINDOW`] if it is large; true if whole.
fn window(work: &Work, start: u32) -> (Vec<u32>, bool) {
    let mut window = vec![start];
    let mut seen = rustc_hash::FxHashSet::from_iter([start]);
    let mut next = 0;
    while let Some(&sum) = window.get(next) {
        next += 1;
        for &cell in &work.sums[sum as usize].cells {
            for &other in work.sums_of[cell as usize].iter().filter(|&&other| other < work.total) {
                if seen.insert(other) {
                    if window.len() == WHOLE {
                        window.truncate(WINDOW);
                        return (window, false);
                    }
                    window.push(other);
                }
            }
        }
    }
    (window, true)
}

fn around(work: &mut Work, sum: u32, control: &mut Control) -> Result<(), Halt> {
    if sum >= work.total || work.sums[sum as usize].cells.is_empty() {
        return Ok(());
    }
    let (window, whole) = window(work, sum);
    let settled = if whole { window.len() } else { WINDOW / 2 };
    for &near in &window[..settled] {
        work.unqueue(near);
    }
    // The pair rule is complete for two sums.
    if window.len() <= 2 {
        return Ok(());
    }
    together(work, window, control)
}

fn with_total(work: &mut Work, control: &mut Control) -> Result<(), Halt> {
    if work.cells_left == 0 || work.cells_left > CELLS_OF_TOTAL {
        return Ok(());
    }
    let mut left = (0..work.total).filter(|&sum| !work.sums[sum as usize].cells.is_empty());
    let mut sums: Vec<u32> = left.by_ref().take(WHOLE).collect();
    if left.next().is_some() {
        return Ok(());
    }
    sums.push(work.total);
    together(work, sums, control)
}

/// Eliminates over these sums and applies what follows.
fn together(work: &mut Work, sums: Vec<u32>, control: &mut Control) -> Result<(), Halt> {
    let whole_board = if sums.contains(&work.total) { work.undecided() } else { Vec::new() };
    let sources: Vec<(u32, &[u32], i64)> = sums
        .iter()
        .map(|&sum| match &work.sums[sum as usize] {
            _ if sum == work.total => (sum, &whole_board[..], work.mines_left.unwrap_or(0)),
            known => (sum, &known.cells[..], known.count),
        })
        .collect();
    let mut cells: Vec<u32> = sources.iter().flat_map(|s| s.1).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    let local = |cell: &u32| (cells.binary_search(cell).expect("collected above") as u32, 1);
    let rows = sources.iter().map(|&(sum, of, value)| Row {
        cells: of.iter().map(local).collect(),
        value,
        terms: vec![(sum, 1)],
    });
    let mut found = Vec::new();
    eliminate(rows.collect(), cells.len(), control, &mut |row, outcome| found.push((row.terms.clone(), outcome)))?;
    for (terms, outcome) in found {
        match outcome {
            Outcome::Contradiction => work.contradict(&terms)?,
            Outcome::Cells(forced) => {
                let forced = forced.into_iter().map(|(cell, mine)| (cells[cell as usize], mine)).collect();
                work.conclude(&terms, forced)?;
            }
        }
    }
    Ok(())
}
