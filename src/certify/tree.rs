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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    fn leaf(terms: &[(u32, i64)]) -> Node {
        Node::Leaf(terms.iter().map(|&t| t.into()).collect())
    }

    #[test]
    fn multipliers_are_added_up() {
        // x0 + x1 = 1 and x1 + x2 = 2, so x0 - x2 = -1.
        let sums = vec![Sum::new(vec![0, 1], 1), Sum::new(vec![1, 2], 2)];
        let system = System { cells: 3, sums, total: Some(2) };
        let refutes = |nodes: &[Node], assumption| Tree(nodes.to_vec()).refutes(&system, &[None; 3], assumption);
        assert_eq!(refutes(&[leaf(&[(0, 1), (1, -1)])], Some((0, true))), Ok(()));
        assert!(refutes(&[leaf(&[(0, 1), (1, -1)])], Some((0, false))).is_err());
        assert!(refutes(&[leaf(&[(0, 1), (1, -1)])], None).is_err());
        assert!(refutes(&[leaf(&[(0, 1), (1, 1)])], Some((0, true))).is_err());
        // The total less the second sum leaves x0 nothing; a number beyond it is nothing.
        assert_eq!(refutes(&[leaf(&[(2, 1), (1, -1)])], Some((0, true))), Ok(()));
        assert!(refutes(&[leaf(&[(3, 1)])], Some((0, true))).is_err());
        assert!(refutes(&[], None).is_err());
    }

    #[test]
    fn cases_must_all_close() {
        // A triangle of pairs with one mine each: halves fit, whole numbers do not.
        let sums = (0..3).map(|i| Sum::new(vec![i, (i + 1) % 3], 1)).collect();
        let system = System { cells: 3, sums, total: None };
        let refutes = |nodes: &[Node]| Tree(nodes.to_vec()).refutes(&system, &[None; 3], None);
        let split = Node::Split { cells: vec![0], at: 0 };
        // x0 = (s0 - s1 + s2) / 2 = 1/2: with x0 <= 0 and with x0 >= 1 the sums contradict it.
        let (low, high) = (leaf(&[(0, -1), (1, 1), (2, -1), (4, 2)]), leaf(&[(0, 1), (1, -1), (2, 1), (4, 2)]));
        let right = [split.clone(), low.clone(), high.clone()];
        assert!(refutes(&[leaf(&[(0, 1), (1, -1), (2, 1)])]).is_ok(), "2 x0 = 1 has no whole solution");
        assert_eq!(refutes(&right), Ok(()), "{right:?}");
        assert!(refutes(&[split.clone(), low.clone()]).is_err(), "a case is missing");
        assert!(refutes(&[split.clone(), high.clone(), low.clone()]).is_err(), "the wrong way round");
        assert!(refutes(&[split, low, high.clone(), high]).is_err(), "one too many");
        // Bounds of cases have no multipliers below 0.
        let negative = leaf(&[(0, 1), (1, -1), (2, 1), (4, -2)]);
        assert!(refutes(&[right[0].clone(), right[1].clone(), negative]).is_err());
    }
}
