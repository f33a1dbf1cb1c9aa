//! Totalizer (Bailleux & Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints", CP 2003): a balanced
//! tree of unary adders, both directions, counting only up to the bound.

use std::collections::VecDeque;

use super::size::Size;
use super::{Bit, Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "totalizer",
    summary: "totalizer: a balanced tree of unary adders",
    source: "Bailleux & Boufkhad 2003",
    formula: "O(n log n) variables, O(n^2) clauses; capped at m+1: O(n m) clauses per level of the tree",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Totalizer,
};

/// The encoding.
pub struct Totalizer;

/// The count of one subtree in unary: `outputs[i]` means that at least i + 1 of its `leaves` literals are true. There
/// are `min(leaves, cap)` outputs.
struct Count {
    leaves: usize,
    outputs: Vec<Lit>,
}

impl Count {
    /// "At least `k`".
    fn at_least(&self, k: usize) -> Bit {
        match k {
            0 => Bit::True,
            _ => self.outputs.get(k - 1).map_or(Bit::False, |&lit| lit.into()),
        }
    }
}

fn merge(a: &Count, b: &Count, cap: usize, sink: &mut dyn Sink) -> Count {
    let leaves = a.leaves + b.leaves;
    let sum = Count { leaves, outputs: (0..leaves.min(cap)).map(|_| sink.new_variable()).collect() };
    for i in 0..=a.outputs.len() {
        for j in 0..=b.outputs.len() {
            if i + j > 0 && i + j <= sum.outputs.len() {
                sink.implies(&[a.at_least(i), b.at_least(j)], &[sum.at_least(i + j)]);
            }
            // With fewer than i + 1 and fewer than j + 1 there are fewer than i + j + 1. A capped count never gets here
            // with its constant end: then i + j + 1 is above the cap.
            if i + j < sum.outputs.len() {
                sink.implies(&[sum.at_least(i + j + 1)], &[a.at_least(i + 1), b.at_least(j + 1)]);
            }
        }
    }
    sum
}

/// Merges neighbours until one is left; a queue keeps the tree balanced.
pub fn tree<T>(leaves: impl Iterator<Item = T>, mut join: impl FnMut(T, T) -> T) -> Option<T> {
    let mut queue: VecDeque<T> = leaves.collect();
    while let Some(a) = queue.pop_front() {
        match queue.pop_front() {
            None => return Some(a),
            Some(b) => queue.push_back(join(a, b)),
        }
    }
    None
}

/// Counting the false literals is cheaper for high bounds; returns whether, and the largest count that matters.
pub fn direction(n: usize, lo: usize, hi: usize) -> (bool, usize) {
    let cap_of = |lo: usize, hi: usize| if hi < n { hi + 1 } else { lo };
    let (up, down) = (cap_of(lo, hi), cap_of(n - hi, n - lo));
    (down < up, up.min(down))
}

impl Encoding for Totalizer {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let n = lits.len();
        let (negate, cap) = direction(n, lo, hi);
        let (lo, hi) = if negate { (n - hi, n - lo) } else { (lo, hi) };
        let leaves = lits.iter().map(|&lit| Count { leaves: 1, outputs: vec![lit.given(!negate)] });
        let Some(root) = tree(leaves, |a, b| merge(&a, &b, cap, sink)) else { return };
        if lo > 0 {
            sink.implies(&[], &[root.at_least(lo)]);
        }
        if hi < n {
            sink.implies(&[root.at_least(hi + 1)], &[]);
        }
    }

    /// A merge of a and b outputs into s: every i <= a, j <= b with 1 <= i + j <= s, and again with i + j < s.
    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let (_, cap) = direction(n, lo, hi);
        let mut size = Size::clauses(u64::from(lo > 0) + u64::from(hi < n));
        tree(std::iter::repeat_n(1usize, n), |a, b| {
            let (x, y, s) = (a.min(cap) as u64, b.min(cap) as u64, (a + b).min(cap) as u64);
            size = size + Size::new(pairs_up_to(x, y, s) - 1 + pairs_up_to(x, y, s - 1), s);
            a + b
        });
        size
    }
}

/// The number of i <= x, j <= y with i + j <= s, for s <= x + y.
fn pairs_up_to(x: u64, y: u64, s: u64) -> u64 {
    let triangle = |k: Option<u64>| k.map_or(0, |k| (k + 1) * (k + 2) / 2);
    triangle(Some(s)) - triangle(s.checked_sub(x + 1)) - triangle(s.checked_sub(y + 1))
}
