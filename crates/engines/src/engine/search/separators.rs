//! Ranks of blocks along a tree decomposition: the bag in the middle of the tree first, then those in the middle of the
//! remaining pieces, and so on. The tree is that of an elimination order (greedy: Bodlaender & Koster, Treewidth
//! computations I, 2010); that search should follow one is from Korhonen & Järvisalo, Integrating tree decompositions
//! into decision heuristics of propositional model counters, CP 2021.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::problem::SearchProblem;
use crate::engine::{Control, Stop};
use crate::system::BlockSystem;

/// The rule that chooses the next block to eliminate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// The one with the fewest neighbours.
    Degree,
    /// The one whose neighbours lack the fewest edges between them.
    Fill,
}

/// A tree decomposition: every block has a bag, itself and its neighbours that are eliminated later.
struct Bags {
    /// Blocks as they are eliminated.
    order: Vec<u32>,
    /// The neighbours at that time, ascending; the first of them to be eliminated is the parent in the tree.
    later: Vec<Vec<u32>>,
}

impl Bags {
    /// Blocks of the largest bag.
    fn width(&self) -> usize {
        self.later.iter().map(|later| later.len() + 1).max().unwrap_or(0)
    }

    /// Rough number of states, as a logarithm of 2.
    fn cost(&self) -> f64 {
        let most = self.width() as f64;
        most + self.later.iter().map(|l| (l.len() as f64 + 1.0 - most).exp2()).sum::<f64>().log2()
    }
}

/// Bags of at most this many blocks are accepted: with wider ones no search ends.
const WIDEST: usize = 128;

/// With at most this many blocks per bag no better tree is sought.
const NARROW: usize = 4;

/// Pairs of neighbours examined for the second rule, about half a second; the first one takes what it needs, at most
/// the square of the widest bag per block.
const PAIRS: u64 = 50_000_000;

/// Blocks that share an equation.
fn neighbours(problem: &SearchProblem) -> Vec<Vec<u32>> {
    let of = |block: usize| {
        let equations = problem.blocks[block].terms.iter().map(|t| &problem.equations[t.0 as usize].terms);
        let mut all: Vec<u32> = equations.flatten().map(|t| t.0).filter(|&b| b as usize != block).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    (0..problem.blocks.len()).map(of).collect()
}

/// Both lists without two blocks.
fn union(a: &[u32], b: &[u32], without: [u32; 2]) -> Vec<u32> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let left = a.get(i).copied().unwrap_or(u32::MAX);
        let right = b.get(j).copied().unwrap_or(u32::MAX);
        let next = left.min(right);
        i += usize::from(left == next);
        j += usize::from(right == next);
        if !without.contains(&next) {
            all.push(next);
        }
    }
    all
}

/// Blocks under elimination.
struct Elimination {
    rule: Rule,
    /// For every remaining block the others with which it shares an equation or an eliminated block.
    near: Vec<Vec<u32>>,
    /// Pairs of neighbours looked at.
    pairs: u64,
    /// Scratch of `score`, all false between calls.
    marks: Vec<bool>,
}

/// A list of at most this many times the blocks that are sought in it is read through; in a longer one each is searched.
const SCANNED: usize = 8;

impl Elimination {
    fn score(&mut self, block: u32) -> u32 {
        let own = &self.near[block as usize];
        if self.rule == Rule::Degree {
            return own.len() as u32;
        }
        self.pairs += (own.len() * own.len() / 2) as u64;
        own.iter().for_each(|&b| self.marks[b as usize] = true);
        let lacks = |(i, &a): (usize, &u32)| {
            let (rest, near) = (&own[i + 1..], &self.near[a as usize]);
            let found = if near.len() <= SCANNED * rest.len() {
                near.iter().filter(|&&b| b > a && self.marks[b as usize]).count()
            } else {
                rest.iter().filter(|&b| near.binary_search(b).is_ok()).count()
            };
            (rest.len() - found) as u32
        };
        let lacking = own.iter().enumerate().map(lacks).sum();
        own.iter().for_each(|&b| self.marks[b as usize] = false);
        lacking
    }

    /// None if a bag becomes too wide, or the rule too expensive.
    fn run(mut self, control: &mut Control) -> Result<Option<Bags>, Stop> {
        let blocks = self.near.len();
        let mut bags = Bags { order: Vec::with_capacity(blocks), later: vec![Vec::new(); blocks] };
        let mut scores: Vec<u32> = (0..blocks as u32).map(|b| self.score(b)).collect();
        let mut heap: BinaryHeap<Reverse<(u32, u32)>> = (0..).zip(&scores).map(|(b, &s)| Reverse((s, b))).collect();
        while let Some(Reverse((found, block))) = heap.pop() {
            control.tick()?;
            if scores[block as usize] != found {
                continue;
            }
            // Scores of blocks farther away may have changed as well; they are recomputed in their turn.
            let now = self.score(block);
            if now > found {
                scores[block as usize] = now;
                heap.push(Reverse((now, block)));
                continue;
            }
            let own = std::mem::take(&mut self.near[block as usize]);
            if own.len() >= WIDEST || self.pairs > PAIRS {
                return Ok(None);
            }
            scores[block as usize] = u32::MAX;
            for &other in &own {
                control.tick()?;
                self.near[other as usize] = union(&self.near[other as usize], &own, [block, other]);
            }
            for &other in &own {
                let score = self.score(other);
                if score != scores[other as usize] {
                    scores[other as usize] = score;
                    heap.push(Reverse((score, other)));
                }
            }
            bags.order.push(block);
            bags.later[block as usize] = own;
        }
        Ok(Some(bags))
    }
}

/// The tree of a rule.
fn eliminate(near: Vec<Vec<u32>>, rule: Rule, control: &mut Control) -> Result<Option<Bags>, Stop> {
    Elimination { rule, marks: vec![false; near.len()], near, pairs: 0 }.run(control)
}

/// The place of every block, smaller first. None if bags become too wide.
///
/// # Errors
/// A limit ran out.
pub fn rank(problem: &SearchProblem, control: &mut Control) -> Result<Option<Vec<u32>>, Stop> {
    let near = neighbours(problem);
    let Some(mut bags) = eliminate(near.clone(), Rule::Degree, control)? else { return Ok(None) };
    if bags.width() > NARROW {
        let other = eliminate(near, Rule::Fill, control)?;
        bags = other.filter(|other| other.cost() < bags.cost()).unwrap_or(bags);
    }
    Ok(Some(middles(&bags)))
}

/// The width of the best tree decomposition found for the graph of blocks that share a sum: an upper bound on its tree width,
/// one less than the blocks of the largest bag. None if it is above `WIDEST`.
///
/// # Errors
/// A limit ran out.
pub fn tree_width(system: &BlockSystem, control: &mut Control) -> Result<Option<usize>, Stop> {
    let of = |block: usize| {
        let sums = system.blocks[block].sums.iter().map(|&sum| &system.sums[sum as usize].blocks);
        let mut all: Vec<u32> = sums.flatten().copied().filter(|&b| b as usize != block).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let near: Vec<Vec<u32>> = (0..system.blocks.len()).map(of).collect();
    let by_degree = eliminate(near.clone(), Rule::Degree, control)?.map(|bags| bags.width());
    let by_fill = eliminate(near, Rule::Fill, control)?.map(|bags| bags.width());
    Ok(by_degree.into_iter().chain(by_fill).min().map(|width| width.saturating_sub(1)))
}

/// No piece of the tree yet, or no longer.
const NONE: u32 = u32::MAX;

/// Blocks by centroids of the tree: each piece of it is cut where its parts are smallest.
fn middles(bags: &Bags) -> Vec<u32> {
    let blocks = bags.order.len();
    let mut when = vec![0u32; blocks];
    (0..).zip(&bags.order).for_each(|(at, &block)| when[block as usize] = at);
    let parent = |block: u32| bags.later[block as usize].iter().copied().min_by_key(|&b| when[b as usize]);
    let parents: Vec<u32> = (0..blocks as u32).map(|b| parent(b).unwrap_or(NONE)).collect();
    let mut rank = vec![NONE; blocks];
    let mut next = 0;
    let mut give = |rank: &mut Vec<u32>, block: u32| {
        if rank[block as usize] == NONE {
            rank[block as usize] = next;
            next += 1;
        }
    };
    // Pieces hold their blocks in order of elimination, children before parents.
    let mut piece_of = vec![0u32; blocks];
    let mut pieces = vec![bags.order.clone()];
    let mut numbered = 0;
    let (mut below, mut largest) = (vec![0u32; blocks], vec![0u32; blocks]);
    while let Some(piece) = pieces.pop() {
        let all = piece.iter().filter(|&&b| rank[b as usize] == NONE).count() as u32;
        if all == 0 {
            continue;
        }
        let name = piece_of[piece[0] as usize];
        for &block in &piece {
            (below[block as usize], largest[block as usize]) = (u32::from(rank[block as usize] == NONE), 0);
        }
        for &block in &piece {
            let (own, up) = (below[block as usize], parents[block as usize]);
            if up != NONE && piece_of[up as usize] == name {
                below[up as usize] += own;
                largest[up as usize] = largest[up as usize].max(own);
            }
        }
        // What a cut at this bag leaves together at most: a part below it, or all that is not below.
        let part = |&&block: &&u32| largest[block as usize].max(all - below[block as usize]);
        let &middle = piece.iter().min_by_key(part).expect("a piece has blocks");
        // The bag, those eliminated last first: they are in the most other bags.
        let mut bag: Vec<u32> = std::iter::once(middle).chain(bags.later[middle as usize].iter().copied()).collect();
        bag.sort_unstable_by_key(|&b| Reverse(when[b as usize]));
        bag.into_iter().for_each(|block| give(&mut rank, block));
        piece_of[middle as usize] = NONE;
        let first = numbered + 1;
        for &block in piece.iter().rev().filter(|&&b| b != middle) {
            let up = parents[block as usize];
            // Parents have their new names already.
            let with_parent = up != NONE && piece_of[up as usize] >= first && piece_of[up as usize] != NONE;
            piece_of[block as usize] = if with_parent {
                piece_of[up as usize]
            } else {
                numbered += 1;
                numbered
            };
        }
        let mut parts = vec![Vec::new(); (numbered + 1 - first) as usize];
        for &block in piece.iter().filter(|&&b| b != middle) {
            parts[(piece_of[block as usize] - first) as usize].push(block);
        }
        pieces.extend(parts);
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::super::problem::SearchQuery;
    use super::*;
    use crate::rng::Rng;
    use crate::system::{Sum, System};

    fn problem(cells: usize, sums: Vec<Sum>) -> SearchProblem {
        SearchProblem::new(&System { cells, sums, total: None }, SearchQuery::Cells, false, false).unwrap()
    }

    /// Each block's later neighbours form a clique with it in the end, and every equation is in a bag.
    #[test]
    fn bags_are_a_tree_decomposition() {
        for seed in 0..200 {
            let mut rng = Rng::stream(0xba6, seed);
            let cells = 2 + rng.index(20);
            let sums = (0..=rng.index(20)).map(|_| {
                let len = 1 + rng.index(cells.min(4));
                let members = rng.sample(cells, len);
                Sum::new(members.into_iter().map(|c| c as u32), 1)
            });
            let problem = problem(cells, sums.collect());
            for rule in [Rule::Degree, Rule::Fill] {
                let bags = eliminate(neighbours(&problem), rule, &mut Control::default()).unwrap().unwrap();
                let mut order = bags.order.clone();
                order.sort_unstable();
                assert!(order.iter().enumerate().all(|(i, &b)| i as u32 == b));
                let when: Vec<usize> =
                    (0..cells as u32).map(|b| bags.order.iter().position(|&o| o == b).unwrap()).collect();
                for (block, later) in (0..).zip(&bags.later) {
                    assert!(later.iter().all(|&l| when[l as usize] > when[block]));
                    // Running intersection: a bag without its own block is contained in the parent's bag.
                    let Some(&up) = later.iter().min_by_key(|&&l| when[l as usize]) else { continue };
                    assert!(later.iter().all(|&l| l == up || bags.later[up as usize].contains(&l)));
                }
                for equation in &problem.equations {
                    let first = equation.terms.iter().map(|t| t.0).min_by_key(|&b| when[b as usize]).unwrap();
                    let holds = |b: u32| b == first || bags.later[first as usize].contains(&b);
                    assert!(equation.terms.iter().all(|t| holds(t.0)));
                }
            }
            let mut rank = rank(&problem, &mut Control::default()).unwrap().unwrap();
            rank.sort_unstable();
            assert!(rank.iter().enumerate().all(|(i, &r)| i as u32 == r));
        }
    }

    #[test]
    fn the_middle_of_a_chain_comes_first() {
        let problem = problem(41, (0..40).map(|i| Sum::new(vec![i, i + 1], 1)).collect());
        let rank = rank(&problem, &mut Control::default()).unwrap().unwrap();
        let first = (0..41).min_by_key(|&b| rank[b]).unwrap();
        assert!((10..31).contains(&first), "{first}");
    }

    /// Five chains that meet in one cell: it is first.
    #[test]
    fn a_bag_with_what_joins_everything_comes_first() {
        let arms = (0..5u32).flat_map(|arm| {
            (0..6).map(move |i| Sum::new(vec![if i == 0 { 0 } else { 6 * arm + i }, 6 * arm + i + 1], 1))
        });
        let rank = rank(&problem(31, arms.collect()), &mut Control::default()).unwrap().unwrap();
        assert!(rank[0] < 2, "{rank:?}");
    }
}
