//! Relational (1,k)-consistency (Dechter and van Beek 1997, "Local and global relational consistency"): every value of a cell
//! extends to a solution of any k sums. For 0/1 cells and k = 1 this is arc consistency; with k = 2 it includes a sum inside
//! another.
//!
//! Cells in the same of the k sums are alike, so a set of sums is solved by the numbers of mines in at most 2^k - 1 regions.

use std::collections::BTreeSet;

use super::propagate::Conflict;
use crate::engine::{Control, Stop};
use crate::system::System;

/// A sum over the undecided cells.
struct OpenSum {
    cells: Vec<u32>,
    need: usize,
}

/// The cells with one value in all solutions of some connected set of `k` sums, under `values`. A conflict if such a set has
/// no solution.
pub(super) fn decided(
    system: &System,
    values: &[Option<bool>],
    k: usize,
    control: &mut Control,
) -> Result<Result<Vec<(u32, bool)>, Conflict>, Stop> {
    let open = |sum: &crate::system::Sum| {
        let cells: Vec<u32> = sum.cells.iter().copied().filter(|&c| values[c as usize].is_none()).collect();
        let mines = sum.cells.iter().filter(|&&c| values[c as usize] == Some(true)).count();
        // Propagation has found sums that need too few or too many.
        let need = (i64::from(sum.count) - mines as i64).max(0) as usize;
        OpenSum { cells, need }
    };
    let sums: Vec<OpenSum> = system.sums.iter().map(open).filter(|sum| !sum.cells.is_empty()).collect();
    let mut sums_of: Vec<Vec<usize>> = vec![Vec::new(); system.cells];
    for (index, sum) in sums.iter().enumerate() {
        sum.cells.iter().for_each(|&cell| sums_of[cell as usize].push(index));
    }
    let mut found = Vec::new();
    for first in 0..sums.len() {
        for set in connected(first, k, &sums, &sums_of) {
            control.node()?;
            let chosen: Vec<&OpenSum> = set.iter().map(|&index| &sums[index]).collect();
            match solve(&chosen) {
                Some(cells) => found.extend(cells),
                None => return Ok(Err(Conflict)),
            }
        }
    }
    Ok(Ok(found))
}

/// The connected sets of up to `k` sums whose smallest member is `first`.
fn connected(first: usize, k: usize, sums: &[OpenSum], sums_of: &[Vec<usize>]) -> BTreeSet<Vec<usize>> {
    let mut sets: BTreeSet<Vec<usize>> = [vec![first]].into();
    for _ in 1..k {
        let mut larger = BTreeSet::new();
        for set in &sets {
            let near = set.iter().flat_map(|&sum| &sums[sum].cells).flat_map(|&cell| &sums_of[cell as usize]);
            for &other in near.filter(|&&other| other > first) {
                if let Err(at) = set.binary_search(&other) {
                    let mut more = set.clone();
                    more.insert(at, other);
                    larger.insert(more);
                }
            }
        }
        if larger.is_empty() {
            break;
        }
        sets = larger;
    }
    sets
}

/// The cells that all solutions of some sums agree on; None if there is no solution.
fn solve(sums: &[&OpenSum]) -> Option<Vec<(u32, bool)>> {
    let mut regions: Vec<(u32, Vec<u32>)> = Vec::new();
    let all: BTreeSet<u32> = sums.iter().flat_map(|sum| &sum.cells).copied().collect();
    for cell in all {
        let is_in = |sum: &&OpenSum| sum.cells.binary_search(&cell).is_ok();
        let of = sums.iter().enumerate().filter(|(_, sum)| is_in(sum)).fold(0u32, |bits, (i, _)| bits | 1 << i);
        match regions.iter_mut().find(|region| region.0 == of) {
            Some(region) => region.1.push(cell),
            None => regions.push((of, vec![cell])),
        }
    }
    let mut need: Vec<usize> = sums.iter().map(|sum| sum.need).collect();
    let (mut mines, mut ends) = (vec![0; regions.len()], vec![(usize::MAX, 0); regions.len()]);
    place(&regions, 0, &mut need, &mut mines, &mut ends);
    if ends.iter().any(|end| end.0 == usize::MAX) {
        return None;
    }
    let fixed = |((_, cells), &(low, high)): (&(u32, Vec<u32>), &(usize, usize))| -> Vec<(u32, bool)> {
        match (high, low == cells.len()) {
            (0, _) => cells.iter().map(|&cell| (cell, false)).collect(),
            (_, true) => cells.iter().map(|&cell| (cell, true)).collect(),
            _ => Vec::new(),
        }
    };
    Some(regions.iter().zip(&ends).flat_map(fixed).collect())
}

/// Tries all numbers of mines of the regions from `at` on, at most seven, and keeps the fewest and most of each.
fn place(regions: &[(u32, Vec<u32>)], at: usize, need: &mut [usize], mines: &mut [usize], ends: &mut [(usize, usize)]) {
    let Some((of, cells)) = regions.get(at) else {
        if need.iter().all(|&need| need == 0) {
            ends.iter_mut().zip(mines).for_each(|(end, &mut n)| *end = (end.0.min(n), end.1.max(n)));
        }
        return;
    };
    let own = |sum: usize| of >> sum & 1 == 1;
    let most = (0..need.len()).filter(|&sum| own(sum)).map(|sum| need[sum]).min().unwrap_or(0).min(cells.len());
    for here in 0..=most {
        mines[at] = here;
        (0..need.len()).filter(|&sum| own(sum)).for_each(|sum| need[sum] -= here);
        place(regions, at + 1, need, mines, ends);
        (0..need.len()).filter(|&sum| own(sum)).for_each(|sum| need[sum] += here);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    fn cells(k: usize, sums: &[(&[u32], i32)]) -> Option<Vec<(u32, bool)>> {
        let sums: Vec<Sum> = sums.iter().map(|&(of, count)| Sum::new(of.iter().copied(), count)).collect();
        let system = System { cells: 8, sums, total: None };
        let found = decided(&system, &[None; 8], k, &mut Control::default()).unwrap().ok()?;
        let found: BTreeSet<(u32, bool)> = found.into_iter().collect();
        Some(found.into_iter().collect())
    }

    #[test]
    fn two_sums_include_a_sum_inside_another_and_three_see_more() {
        let inside: &[(&[u32], i32)] = &[(&[0, 1], 1), (&[0, 1, 2], 1)];
        assert_eq!(cells(1, inside), Some(vec![]));
        assert_eq!(cells(2, inside), Some(vec![(2, false)]));
        // A triangle: any two of the three sums leave everything open, all three have no solution.
        let triangle: &[(&[u32], i32)] = &[(&[0, 1], 1), (&[1, 2], 1), (&[0, 2], 1)];
        assert_eq!(cells(2, triangle), Some(vec![]));
        assert_eq!(cells(3, triangle), None);
        // 0 and 2 differ from 1 and so are equal: one mine of 0, 2 and 3 is in 3.
        let chain: &[(&[u32], i32)] = &[(&[0, 1], 1), (&[1, 2], 1), (&[0, 2, 3], 1)];
        assert_eq!(cells(2, chain), Some(vec![]));
        assert_eq!(cells(3, chain), Some(vec![(0, false), (1, true), (2, false), (3, true)]));
    }
}
