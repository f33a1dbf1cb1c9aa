//! The smallest boards on which methods miss a certain cell.

use std::cell::Cell;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::boards::{Covering, SmallPosition, WrittenPosition, symmetries};
use super::{COMPLETE, Checker, METHODS, contained, missed, shrink};
use crate::board::Board;
use crate::engine::{Stop, build};
use crate::grid::Grid;
use crate::rng::Rng;

/// Boards of one shape on which a method misses a cell.
#[derive(Clone, Debug)]
pub struct Gap {
    /// Place in [`METHODS`].
    pub method: usize,
    /// Number of such boards up to symmetry; for a sample, how many were drawn.
    pub boards: u64,
    /// The least by [`Gap::rank`].
    pub first: WrittenPosition,
    /// Missed cells of that one.
    pub missed: u32,
}

/// Gaps by method.
type Gaps = BTreeMap<usize, Gap>;

impl Gap {
    /// Order of the boards of one size: the fewest covered cells, then the fewest missed, then the least text.
    pub fn rank(&self) -> (usize, u32, Vec<String>) {
        let rows = self.first.board.row_strings();
        (rows.concat().matches('#').count(), self.missed, rows)
    }
}

fn merge(mut all: Gaps, more: Gaps) -> Gaps {
    for (method, gap) in more {
        match all.get_mut(&method) {
            None => drop(all.insert(method, gap)),
            Some(known) => {
                let boards = known.boards + gap.boards;
                if gap.rank() < known.rank() {
                    *known = gap;
                }
                known.boards = boards;
            }
        }
    }
    all
}

/// The gaps of one position. `sought`: methods as bits.
fn gaps(
    checker: &Checker,
    covering: &Covering,
    position: &SmallPosition,
    sought: u32,
    symmetries: &[Vec<usize>],
) -> Result<Gaps, Stop> {
    let missing = checker.missing(covering, position, sought)?;
    let one = |method| {
        let missed = checker.missed(covering, position, method)?.count_ones();
        Ok((method, Gap { method, boards: 1, first: covering.found(position, symmetries), missed }))
    };
    (0..METHODS.len()).filter(|m| missing >> m & 1 == 1).map(one).collect()
}

/// All positions of a shape up to symmetry; `step` is called for every covering done, out of 2^cells.
///
/// # Errors
/// An engine failed.
pub fn exhaust(grid: Grid, sought: u32, step: &(dyn Fn() + Sync)) -> Result<Vec<Gap>, Stop> {
    let (checker, symmetries) = (Checker::default(), symmetries(grid));
    let of_covering = |mask: u64| -> Result<Gaps, Stop> {
        step();
        if !Covering::is_canonical(grid, &symmetries, mask) {
            return Ok(Gaps::new());
        }
        let covering = Covering::new(grid, mask);
        let mut all = Gaps::new();
        // A covering that is its own mirror image has each position twice.
        let mut seen: BTreeMap<usize, std::collections::BTreeSet<Vec<String>>> = BTreeMap::new();
        for position in covering.positions() {
            let mut found = gaps(&checker, &covering, &position, sought, &symmetries)?;
            found.retain(|&method, gap| seen.entry(method).or_default().insert(gap.first.board.row_strings()));
            all = merge(all, found);
        }
        Ok(all)
    };
    let all = (0..1u64 << grid.len()).into_par_iter().map(of_covering);
    let all = all.try_reduce(Gaps::new, |a, b| Ok(merge(a, b)))?;
    Ok(all.into_values().collect())
}

/// Positions of a shape drawn at random: the `index`-th of a series does not depend on how many are drawn.
///
/// # Errors
/// An engine failed.
pub fn sample(grid: Grid, draws: u64, seed: u64, sought: u32, step: &(dyn Fn() + Sync)) -> Result<Vec<Gap>, Stop> {
    let (checker, symmetries) = (Checker::default(), symmetries(grid));
    let complete = build(COMPLETE).expect("a row of the table of engines");
    let one = |index: u64| -> Result<Gaps, Stop> {
        step();
        let mut rng = Rng::stream(seed ^ (grid.rows as u64) << 32 ^ (grid.cols as u64) << 40, index);
        let Some((covering, position)) = Covering::draw(grid, complete.as_ref(), &mut rng)? else {
            return Ok(Gaps::new());
        };
        gaps(&checker, &covering, &position, sought, &symmetries)
    };
    let all = (0..draws).into_par_iter().map(one).try_reduce(Gaps::new, |a, b| Ok(merge(a, b)))?;
    Ok(all.into_values().collect())
}

/// Shrinks boards on which a method misses a cell and returns the smallest, if any; totals are left out. `step` is
/// called for every board tried, at most `tries` for each of the boards.
///
/// # Errors
/// An engine failed.
pub fn reduce(boards: &[Board], method: usize, tries: u64, step: &dyn Fn()) -> Result<Option<Gap>, Stop> {
    let of = |spec| build(spec).expect("a row of the table of engines");
    let complete = of(COMPLETE);
    // Ask the methods that this one contains first: if one of them misses nothing, neither does this one.
    let mut chain = vec![method];
    while let Some(below) = contained(&METHODS[chain[chain.len() - 1]]).last() {
        chain.push(below);
    }
    let engines: Vec<_> = chain.iter().rev().map(|&m| of(METHODS[m].engine)).collect();
    let missed = |board: &Board| {
        step();
        let mut least = 0;
        for engine in &engines {
            least = missed(board, engine.as_ref(), complete.as_ref())?;
            if least == 0 {
                break;
            }
        }
        Ok(least)
    };
    let mut best: Option<Gap> = None;
    for board in boards {
        let board = board.clone().with_mines(None);
        if missed(&board)? == 0 {
            continue;
        }
        let left = Cell::new(tries);
        let keeps = |b: &Board| {
            left.set(left.get().saturating_sub(1));
            Ok(left.get() > 0 && missed(b)? > 0)
        };
        let small = shrink(&board, &keeps)?;
        let Some(first) = WrittenPosition::of(&small, complete.as_ref())? else { continue };
        let gap = Gap { method, boards: 1, missed: missed(&small)? as u32, first };
        let size = |gap: &Gap| (gap.first.board.grid().len(), gap.rank());
        if best.as_ref().is_none_or(|known| size(&gap) < size(known)) {
            best = Some(gap);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_covering_in_eight_stands_for_all() {
        // All coverings of 2x3 without symmetry find the same boards, each as often as it looks different.
        let grid = Grid { rows: 2, cols: 3 };
        let found = exhaust(grid, 1, &|| ()).unwrap();
        let mut all = std::collections::BTreeSet::new();
        let checker = Checker::default();
        for covering in (0..1 << grid.len()).map(|mask| Covering::new(grid, mask)) {
            for position in covering.positions() {
                if checker.missing(&covering, &position, 1).unwrap() == 1 {
                    all.insert(covering.found(&position, &symmetries(grid)).board.row_strings());
                }
            }
        }
        assert_eq!(found.iter().map(|g| g.boards).sum::<u64>(), all.len() as u64);
        assert!(found.iter().all(|gap| all.contains(&gap.first.board.row_strings())));
    }
}
