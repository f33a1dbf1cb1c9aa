//! The order in which the blocks of a part are assigned.

use super::problem::SearchProblem;
use super::residual::Residual;
use super::separators;
use crate::engine::{Control, Stop};

/// How the next block is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockChoice {
    /// The first in reading order.
    Reading,
    /// The one in the most equations.
    Degree,
    /// Separators first, by nested dissection.
    Dissection,
    /// The same along a tree decomposition.
    Tree,
}

/// A choice prepared for one problem.
pub struct PreparedOrder {
    /// Place of every block, smaller first; None if it is decided during the search.
    rank: Option<Vec<u32>>,
}

impl PreparedOrder {
    /// The order of a choice.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn new(choice: BlockChoice, problem: &SearchProblem, control: &mut Control) -> Result<Self, Stop> {
        Ok(PreparedOrder {
            rank: match choice {
                BlockChoice::Reading => Some((0..problem.blocks.len() as u32).collect()),
                BlockChoice::Degree => None,
                BlockChoice::Dissection => Some(dissection(problem, control)?),
                BlockChoice::Tree => Some(match separators::rank(problem, control)? {
                    Some(rank) => rank,
                    None => dissection(problem, control)?,
                }),
            },
        })
    }

    /// The next block of a part, all of whose blocks are open.
    pub fn choose(&self, part: &[u32], state: &Residual) -> u32 {
        let next = match &self.rank {
            Some(rank) => part.iter().min_by_key(|&&b| rank[b as usize]),
            // Among equals the one with the fewest values left, then the first.
            None => part.iter().min_by_key(|&&b| {
                let (low, high) = state.range(b);
                (std::cmp::Reverse(state.problem.blocks[b as usize].terms.len()), high - low, b)
            }),
        };
        *next.expect("a part has blocks")
    }
}

/// Parts of a set below this many blocks are not divided further.
const SMALL: usize = 4;

/// Ranks by nested dissection (George 1973): a breadth-first level near the middle of the set
/// separates it, as no equation reaches over more than two levels; both sides follow.
fn dissection(problem: &SearchProblem, control: &mut Control) -> Result<Vec<u32>, Stop> {
    let blocks = problem.blocks.len();
    let mut rank = vec![0; blocks];
    let mut next = 0;
    // The set of each block, and the sets left to divide.
    let mut set_of = vec![0u32; blocks];
    let mut sets: Vec<(u32, Vec<u32>)> = vec![(0, (0..blocks as u32).collect())];
    let mut numbered = 0;
    let mut levels = Levels { level: vec![u32::MAX; blocks], opened: vec![0; problem.equations.len()], walk: 0 };
    while let Some((set, members)) = sets.pop() {
        control.tick()?;
        let Some(&first) = members.first() else { continue };
        // From a block at the far end (pseudo-peripheral: George & Liu 1979) the levels are many and small.
        let far = levels.walk(problem, &set_of, set, first).last().copied().unwrap_or(first);
        let order = levels.walk(problem, &set_of, set, far);
        let inside = |numbered: &mut u32, part: Vec<u32>, set_of: &mut [u32]| {
            *numbered += 1;
            part.iter().for_each(|&b| set_of[b as usize] = *numbered);
            (*numbered, part)
        };
        if order.len() < members.len() {
            // Not connected: the reached blocks, and the rest.
            let rest = members.into_iter().filter(|&b| levels.level[b as usize] == u32::MAX).collect();
            levels.forget(&order);
            sets.push(inside(&mut numbered, rest, &mut set_of));
            sets.push(inside(&mut numbered, order, &mut set_of));
            continue;
        }
        let level = |b: u32| levels.level[b as usize];
        let last = order.last().map_or(0, |&b| level(b));
        let separator = (1..last)
            .map(|l| {
                let begin = order.partition_point(|&b| level(b) < l);
                let end = order.partition_point(|&b| level(b) <= l);
                // The levels of the middle half, the smallest of them.
                let middle = 4 * begin >= order.len() && 4 * (order.len() - end) >= order.len();
                (!middle, end - begin, begin.abs_diff(order.len() - end), begin, end)
            })
            .min();
        match separator {
            Some((_, _, _, begin, end)) if order.len() > SMALL => {
                for &block in &order[begin..end] {
                    rank[block as usize] = next;
                    set_of[block as usize] = u32::MAX;
                    next += 1;
                }
                levels.forget(&order);
                sets.push(inside(&mut numbered, order[end..].to_vec(), &mut set_of));
                sets.push(inside(&mut numbered, order[..begin].to_vec(), &mut set_of));
            }
            _ => {
                for &block in &order {
                    rank[block as usize] = next;
                    set_of[block as usize] = u32::MAX;
                    next += 1;
                }
                levels.forget(&order);
            }
        }
    }
    Ok(rank)
}

/// Breadth-first levels within a set; `u32::MAX` is unreached.
struct Levels {
    level: Vec<u32>,
    opened: Vec<u32>,
    walk: u32,
}

impl Levels {
    fn forget(&mut self, order: &[u32]) {
        order.iter().for_each(|&b| self.level[b as usize] = u32::MAX);
    }

    /// The blocks of a set in order of their level from `start`.
    fn walk(&mut self, problem: &SearchProblem, set_of: &[u32], set: u32, start: u32) -> Vec<u32> {
        self.walk += 1;
        let mut order = vec![start];
        // Levels of an earlier walk in this set are overwritten: `seen` marks the walk's own.
        let mut at = 0;
        self.level[start as usize] = 0;
        let mut seen = rustc_hash::FxHashSet::default();
        seen.insert(start);
        while let Some(&block) = order.get(at) {
            at += 1;
            for &(equation, _) in &problem.blocks[block as usize].terms {
                if std::mem::replace(&mut self.opened[equation as usize], self.walk) == self.walk {
                    continue;
                }
                for &(other, _) in &problem.equations[equation as usize].terms {
                    if set_of[other as usize] == set && seen.insert(other) {
                        self.level[other as usize] = self.level[block as usize] + 1;
                        order.push(other);
                    }
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::SearchQuery;
    use super::*;
    use crate::system::{Sum, System};

    #[test]
    fn the_middle_of_a_chain_comes_first_and_ranks_are_a_permutation() {
        let mut sums: Vec<Sum> = (0..40).map(|i| Sum::new(vec![i, i + 1], 1)).collect();
        sums.push(Sum::new(vec![50, 51], 1));
        let problem =
            SearchProblem::new(&System { cells: 52, sums, total: None }, SearchQuery::Cells, false, true).unwrap();
        let rank = dissection(&problem, &mut Control::default()).unwrap();
        let mut sorted = rank.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, &r)| i as u32 == r));
        let first = (0..41).min_by_key(|&b| rank[b]).unwrap();
        assert!((10..31).contains(&first), "{first}");
    }
}
