//! Sums added up with integer multipliers, in every case of some case splits.
//!
//! Without a split this is Farkas' lemma: the sums times their multipliers give `a x = b`, and no x with every cell 0
//! or 1 has that value. A split distinguishes "at most `at` mines" on some cells from "more"; each case may use its
//! bound with a multiplier of its own, at least 0.
//!
//! The arithmetic is exact in every build: products of 64-bit numbers are added in 128 bits, and a certificate whose
//! additions overflow is refused.

use std::collections::BTreeMap;

use num_integer::Integer;
use serde::{Deserialize, Serialize};

use super::Rejected;
use crate::system::System;

/// `times` times a sum. The number after the last sum is the total over all cells; the numbers after that are the
/// splits above the leaf, outermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "(u32, i64)", into = "(u32, i64)")]
pub struct TreeTerm {
    /// Number of the sum, of the total (the number of sums), or of a split (from there on).
    pub sum: u32,
    /// Any sign for sums and the total; at least 0 for splits.
    pub times: i64,
}

impl From<(u32, i64)> for TreeTerm {
    fn from((sum, times): (u32, i64)) -> TreeTerm {
        TreeTerm { sum, times }
    }
}

impl From<TreeTerm> for (u32, i64) {
    fn from(term: TreeTerm) -> (u32, i64) {
        (term.sum, term.times)
    }
}

/// A node of a tree in preorder: a split is followed by the nodes of its first case, then by those of its second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum CertificateNode {
    /// The terms add up to a contradiction.
    Leaf(Vec<TreeTerm>),
    /// First case: at most `at` mines on these cells; second case: more. `at` lies between -1 and the number of cells.
    Split {
        /// Distinct cells, in any order.
        cells: Vec<u32>,
        /// Most mines of the first case; the second case has at least `at + 1`.
        at: i64,
    },
}

/// Nodes in preorder; usually a single leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertificateTree(pub Vec<CertificateNode>);

/// One case of a split: `cells` hold at most `bound` mines, or at least.
struct Case<'a> {
    cells: &'a [u32],
    bound: i64,
    at_most: bool,
}

impl CertificateTree {
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
                CertificateNode::Split { cells, at: bound } => {
                    if !(-1..=cells.len() as i64).contains(bound) {
                        let most = cells.len();
                        return Err(Rejected(format!(
                            "node {at}: a split of {most} cells lies at -1 to {most}, not {bound}"
                        )));
                    }
                    let mut distinct = cells.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    if distinct.len() < cells.len() || cells.iter().any(|&c| c as usize >= system.cells) {
                        return Err(Rejected(format!("node {at}: the split names cells twice or none that are there")));
                    }
                    path.push(Case { cells, bound: *bound, at_most: true });
                }
                CertificateNode::Leaf(terms) if closes(system, known, assumption, &path, terms)? => {
                    // Back to the last split with its second case still open.
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
                CertificateNode::Leaf(_) => {
                    return Err(Rejected(format!(
                        "node {at} of the tree: its sums do not contradict the opposite of the claim (it may rest on a rejected certificate)"
                    )));
                }
            }
        }
        Err(Rejected::because("the tree ends before its last case"))
    }
}

/// The terms of a leaf added up: `left` times the cells is `right`, or at most `right` where a case is among them.
struct Added {
    left: BTreeMap<u32, i128>,
    right: i128,
    is_equation: bool,
}

impl Added {
    /// Adds `times` times a sum over `cells` that is `count`.
    fn add(&mut self, cells: impl Iterator<Item = u32>, times: i128, count: i64) -> Result<(), Rejected> {
        for cell in cells {
            let entry = self.left.entry(cell).or_default();
            *entry = exact(entry.checked_add(times))?;
        }
        let product = exact(times.checked_mul(i128::from(count)))?;
        self.right = exact(self.right.checked_add(product))?;
        Ok(())
    }

    /// Puts in the value of a cell.
    fn put_in(&mut self, cell: u32, mine: bool) -> Result<(), Rejected> {
        let times = self.left.remove(&cell).unwrap_or_default();
        if mine {
            self.right = exact(self.right.checked_sub(times))?;
        }
        Ok(())
    }

    /// True if no values of the cells left give the right side.
    fn is_impossible(&self) -> Result<bool, Rejected> {
        let (mut least, mut most, mut common) = (0i128, 0i128, 0i128);
        for &times in self.left.values() {
            let end = if times < 0 { &mut least } else { &mut most };
            *end = exact(end.checked_add(times))?;
            common = common.gcd(&times);
        }
        let is_odd = common != 0 && self.right % common != 0;
        Ok(least > self.right || self.is_equation && (most < self.right || is_odd))
    }
}

/// The result of an operation in 128 bits, if it fits.
fn exact(result: Option<i128>) -> Result<i128, Rejected> {
    result.ok_or_else(|| Rejected::because("the terms add up to more than 127 bits"))
}

/// True if no assignment that agrees with the known cells, the assumption and the cases gives the added terms their
/// value.
fn closes(
    system: &System,
    known: &[Option<bool>],
    assumption: Option<(u32, bool)>,
    path: &[Case],
    terms: &[TreeTerm],
) -> Result<bool, Rejected> {
    let mut added = Added { left: BTreeMap::new(), right: 0, is_equation: true };
    let given = system.sums.len();
    // Each sum once, however many terms name it; a case with a multiplier below 0 is refused in any of them.
    let mut multipliers: BTreeMap<usize, i128> = BTreeMap::new();
    for &TreeTerm { sum, times } in terms {
        let sum = sum as usize;
        if sum > given && times < 0 {
            return Err(Rejected(format!("no sum number {sum} may be taken {times} times")));
        }
        let multiplier = multipliers.entry(sum).or_default();
        *multiplier = exact(multiplier.checked_add(i128::from(times)))?;
    }
    for (sum, times) in multipliers {
        if let Some(sum) = system.sums.get(sum) {
            added.add(sum.cells.iter().copied(), times, i64::from(sum.count))?;
        } else if let (Some(total), true) = (system.total, sum == given) {
            added.add(0..system.cells as u32, times, total)?;
        } else if let (Some(case), true) = (sum.checked_sub(given + 1).and_then(|at| path.get(at)), times >= 0) {
            // Cases are inequalities: the added terms are then at most the right side.
            added.is_equation = false;
            added.add(case.cells.iter().copied(), if case.at_most { times } else { -times }, case.bound)?;
        } else {
            return Err(Rejected(format!("no sum number {sum} may be taken {times} times")));
        }
    }
    // A known cell assumed to be the opposite closes the case.
    if assumption.is_some_and(|(cell, mine)| known[cell as usize] == Some(!mine)) {
        return Ok(true);
    }
    let cells: Vec<u32> = added.left.keys().copied().collect();
    for cell in cells {
        if let Some(mine) = known[cell as usize].or(assumption.filter(|a| a.0 == cell).map(|a| a.1)) {
            added.put_in(cell, mine)?;
        }
    }
    added.is_impossible()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    fn leaf(terms: &[(u32, i64)]) -> CertificateNode {
        CertificateNode::Leaf(terms.iter().map(|&t| t.into()).collect())
    }

    #[test]
    fn multipliers_are_added_up() {
        // x0 + x1 = 1 and x1 + x2 = 2, so x0 - x2 = -1.
        let sums = vec![Sum::new(vec![0, 1], 1), Sum::new(vec![1, 2], 2)];
        let system = System { cells: 3, sums, total: Some(2) };
        let refutes = |nodes: &[CertificateNode], assumption| {
            CertificateTree(nodes.to_vec()).refutes(&system, &[None; 3], assumption)
        };
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
        let refutes = |nodes: &[CertificateNode]| CertificateTree(nodes.to_vec()).refutes(&system, &[None; 3], None);
        let split = CertificateNode::Split { cells: vec![0], at: 0 };
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

    #[test]
    fn extreme_numbers_prove_nothing() {
        // One mine on two cells. Three terms of 2^63 - 1 times a bound near 2^63 pass 128 bits.
        let system = System { cells: 2, sums: vec![Sum::new(vec![0, 1], 1)], total: Some(1) };
        let refutes = |nodes: &[CertificateNode], assumption| {
            CertificateTree(nodes.to_vec()).refutes(&system, &[None; 2], assumption)
        };
        for at in [i64::MAX, i64::MAX - 1, i64::MIN, -2, 1] {
            let split = CertificateNode::Split { cells: Vec::new(), at };
            let nodes = [split, leaf(&[(2, i64::MAX); 3]), leaf(&[(2, 1)])];
            for assumption in [None, Some((0, true)), Some((0, false))] {
                let Rejected(why) = refutes(&nodes, assumption).unwrap_err();
                assert!(why.contains("a split of 0 cells lies at -1 to 0"), "{why}");
            }
        }
        // Splits at both ends close the case that cannot be, and prove nothing of the other.
        for (at, first) in [(-1, true), (2, false)] {
            let split = CertificateNode::Split { cells: vec![0, 1], at };
            let impossible = leaf(&[(2, 1)]);
            let nodes = |other: CertificateNode| {
                if first {
                    [split.clone(), impossible.clone(), other]
                } else {
                    [split.clone(), other, impossible.clone()]
                }
            };
            assert!(refutes(&nodes(leaf(&[(2, i64::MAX)])), None).is_err(), "{at}");
            assert!(refutes(&nodes(leaf(&[(0, 1), (1, i64::MIN)])), None).is_err(), "{at}");
        }
        // Extreme multipliers that prove what is so: the sum is odd times a large number.
        let odd = System { cells: 2, sums: vec![Sum::new(vec![0, 1], 3)], total: None };
        for times in [i64::MIN, -1, 1, i64::MAX] {
            let tree = CertificateTree(vec![leaf(&[(0, times)])]);
            assert_eq!(tree.refutes(&odd, &[None; 2], None), Ok(()), "{times}");
            assert!(tree.refutes(&system, &[None; 2], None).is_err(), "{times}");
        }
        // A number that overflows 128 bits is refused in every build.
        let vast = System { cells: 1, sums: vec![Sum::new(vec![0], i32::MAX)], total: Some(i64::MAX) };
        let Rejected(why) = CertificateTree(vec![leaf(&[(1, i64::MAX); 3])]).refutes(&vast, &[None], None).unwrap_err();
        assert!(why.contains("127 bits"), "{why}");
    }
}
