//! Sums added up with whole multipliers, in every case of some case splits.
//!
//! Without a split this is Farkas' lemma: the sums times their multipliers give `a x = b`, and no x
//! with every cell 0 or 1 has that value. A split says of some cells "at most so many mines, or more";
//! each case may use its bound with a multiplier of its own, at least 0.

use std::collections::BTreeMap;

use num_integer::Integer;
use serde::{Deserialize, Serialize};

use super::Rejected;
use crate::system::System;

/// `times` times a sum. The number after the last sum is the total over all cells, the numbers behind
/// that are the splits above the leaf, outermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, i64)", into = "(u32, i64)")]
pub struct Term {
    pub sum: u32,
    pub times: i64,
}

impl From<(u32, i64)> for Term {
    fn from((sum, times): (u32, i64)) -> Term {
        Term { sum, times }
    }
}

impl From<Term> for (u32, i64) {
    fn from(term: Term) -> (u32, i64) {
        (term.sum, term.times)
    }
}

/// A node of a tree in preorder: behind a split stand the nodes of its first case, then those of its
/// second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Node {
    /// The terms add up to what cannot be.
    Leaf(Vec<Term>),
    /// At most `at` mines on these cells; or more.
    Split { cells: Vec<u32>, at: i64 },
}

/// Nodes in preorder; a single leaf mostly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree(pub Vec<Node>);

/// One case of a split: `cells` hold at most `bound` mines, or at least.
struct Case<'a> {
    cells: &'a [u32],
    bound: i64,
    at_most: bool,
}

impl Tree {
    /// Checks that no model agrees with the known cells and the assumption.
    ///
    /// # Errors
    /// It does not follow.
    pub fn refutes(
        &self,
        system: &System,
        known: &[Option<bool>],
        assumption: Option<(u32, bool)>,
    ) -> Result<(), Rejected> {
        let mut path: Vec<Case> = Vec::new();
        for (at, node) in self.0.iter().enumerate() {
            match node {
                Node::Split { cells, at: bound } if *bound < i64::MAX => {
                    let mut distinct = cells.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    if distinct.len() < cells.len() || cells.iter().any(|&c| c as usize >= system.cells) {
                        return Err(Rejected(format!("node {at}: the split names cells twice or none that are there")));
                    }
                    path.push(Case { cells, bound: *bound, at_most: true });
                }
                Node::Leaf(terms) if closes(system, known, assumption, &path, terms)? => {
                    // Back to the last split whose second case is still to come.
                    while path.last().is_some_and(|case| !case.at_most) {
                        path.pop();
                    }
                    let Some(case) = path.last_mut() else {
                        let rest = self.0.len() - at - 1;
                        let error = || Rejected(format!("{rest} nodes behind the last case"));
                        return if rest == 0 { Ok(()) } else { Err(error()) };
                    };
                    *case = Case { cells: case.cells, bound: case.bound + 1, at_most: false };
                }
                _ => return Err(Rejected(format!("node {at} does not follow"))),
            }
        }
        Err(Rejected::because("the tree ends before its last case"))
    }
}

/// True if no assignment that agrees with the known cells, the assumption and the cases gives the
/// terms added up the value they should have.
fn closes(
    system: &System,
    known: &[Option<bool>],
    assumption: Option<(u32, bool)>,
    path: &[Case],
    terms: &[Term],
) -> Result<bool, Rejected> {
    let (mut left, mut right, mut is_equation) = (BTreeMap::<u32, i128>::new(), 0i128, true);
    let mut add = |cells: &mut dyn Iterator<Item = u32>, times: i128, count: i64| {
        cells.for_each(|cell| *left.entry(cell).or_default() += times);
        right += times * i128::from(count);
    };
    let given = system.sums.len();
    for &Term { sum, times } in terms {
        let (sum, times) = (sum as usize, i128::from(times));
        if let Some(sum) = system.sums.get(sum) {
            add(&mut sum.cells.iter().copied(), times, i64::from(sum.count));
        } else if let (Some(total), true) = (system.total, sum == given) {
            add(&mut (0..system.cells as u32), times, total);
        } else if let (Some(case), true) = (path.get(sum.wrapping_sub(given + 1)), times >= 0) {
            is_equation = false;
            add(&mut case.cells.iter().copied(), if case.at_most { times } else { -times }, case.bound);
        } else {
            return Err(Rejected(format!("no sum number {sum} may be taken {times} times")));
        }
    }
    for (&cell, times) in &mut left {
        if let Some(mine) = known[cell as usize].or(assumption.filter(|a| a.0 == cell).map(|a| a.1)) {
            right -= if mine { std::mem::take(times) } else { 0 };
            *times = 0;
        }
    }
    // Known and assumed to be the opposite: nothing is left to show.
    if assumption.is_some_and(|(cell, mine)| known[cell as usize] == Some(!mine)) {
        return Ok(true);
    }
    // Cases are inequalities: what is added up is then `left <= right`, without them `left = right`.
    let least: i128 = left.values().filter(|a| **a < 0).sum();
    let most: i128 = left.values().filter(|a| **a > 0).sum();
    let common = left.values().fold(0i128, |gcd, a| gcd.gcd(a));
    Ok(least > right || is_equation && (most < right || common != 0 && right % common != 0))
}
