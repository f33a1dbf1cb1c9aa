//! The cases that a set of clues leaves, if they are few.

use super::{Case, CellGroup, Derivation, Goal};
use crate::explain::part::Part;
use crate::explain::position::CluePosition;
use crate::explain::text::{place, places, sentence};
use crate::system::BlockSystem;

/// Most cases of an explanation.
const MOST_CASES: usize = 8;
/// Most clues of such a set.
const MOST_SUMS: usize = 12;
/// Most assignments tried in search of the cases.
const MOST_TRIED: usize = 100_000;

/// All ways to satisfy the sums of the part, if they are few.
pub(super) fn derive(position: &CluePosition, part: &Part, goal: Goal) -> Option<(Derivation, Vec<String>)> {
    let (cell, mine) = goal?;
    if part.sums.len() > MOST_SUMS {
        return None;
    }
    let blocks = BlockSystem::new(&part.system, true);
    let found = assignments(&blocks)?;
    let group = |(block, &mines): (usize, &usize)| CellGroup {
        cells: blocks.blocks[block].cells.iter().map(|&c| part.place(position, c)).collect(),
        mines,
    };
    let cases: Vec<Case> =
        found.iter().map(|mines| Case { groups: mines.iter().enumerate().map(group).collect() }).collect();
    let n = cases.len();
    let at = place(part.place(position, cell));
    let what = if mine { "a mine" } else { "safe" };
    let head = match n {
        1 => format!("these clues leave one case, in which {at} is {what}"),
        _ => format!("these {} clues leave {n} cases, in all of which {at} is {what}", part.sums.len()),
    };
    let mut text = vec![sentence(&head)];
    for (number, case) in cases.iter().enumerate() {
        let with = |g: &CellGroup| match (g.mines, g.cells.len()) {
            (0, _) => None,
            (n, of) if n == of => Some(places(&g.cells)),
            (n, _) => Some(format!("{n} of {}", places(&g.cells))),
        };
        let groups: Vec<String> = case.groups.iter().filter_map(with).collect();
        text.push(format!(
            "  {}. mines: {}.",
            number + 1,
            if groups.is_empty() { "none".into() } else { groups.join("; ") }
        ));
    }
    Some((Derivation::Cases { cases }, text))
}

/// Mines of every block, for every way to satisfy the sums; None if there are too many.
fn assignments(blocks: &BlockSystem) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    let mut mines: Vec<usize> = Vec::new();
    // The remaining count of each sum, and the cells that it has left.
    let mut need: Vec<i64> = blocks.sums.iter().map(|s| i64::from(s.count)).collect();
    let size = |block: u32| blocks.blocks[block as usize].cells.len() as i64;
    let mut room: Vec<i64> = blocks.sums.iter().map(|s| s.blocks.iter().map(|&b| size(b)).sum()).collect();
    let mut next = 0;
    let mut tried = 0;
    loop {
        tried += 1;
        if tried > MOST_TRIED {
            return None;
        }
        let block = mines.len();
        if block == blocks.blocks.len() {
            if found.len() == MOST_CASES {
                return None;
            }
            found.push(mines.clone());
        } else if next <= blocks.blocks[block].cells.len() {
            let of = &blocks.blocks[block];
            for &sum in &of.sums {
                need[sum as usize] -= next as i64;
                room[sum as usize] -= of.cells.len() as i64;
            }
            mines.push(next);
            let fits = of.sums.iter().all(|&s| need[s as usize] >= 0 && need[s as usize] <= room[s as usize]);
            if fits {
                next = 0;
                continue;
            }
        }
        // Back to the last block, which gets one more mine.
        let Some(last) = mines.pop() else { return Some(found) };
        let of = &blocks.blocks[mines.len()];
        for &sum in &of.sums {
            need[sum as usize] += last as i64;
            room[sum as usize] += of.cells.len() as i64;
        }
        next = last + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn all_cases_and_no_others() {
        // Two cells in the corner, two beside; 1 and 2 over them.
        let board = Board::parse("2 4 ?\n#12#\n####\n", "t").unwrap();
        let position = CluePosition::new(&board);
        let part = Part::new(&position, None, &[0, 1]);
        let blocks = BlockSystem::new(&part.system, true);
        let found = assignments(&blocks).unwrap();
        let models = (0..1u32 << part.system.cells).filter(|bits| {
            part.system.is_model(&(0..part.system.cells).map(|c| bits >> c & 1 == 1).collect::<Vec<_>>())
        });
        let weight = |mines: &Vec<usize>| -> usize {
            let choose = |n: usize, k: usize| (0..k).fold(1, |acc, i| acc * (n - i) / (i + 1));
            mines.iter().zip(&blocks.blocks).map(|(&k, b)| choose(b.cells.len(), k)).product()
        };
        assert_eq!(found.iter().map(weight).sum::<usize>(), models.count());
        assert!(found.windows(2).all(|w| w[0] < w[1]), "{found:?}");
    }
}
