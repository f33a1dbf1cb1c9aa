//! The naive encoding: every subset that is too large contains a false literal, and so on.

use super::{Encoding, Lit, Method, Sink};

/// Row in the table of encodings.
pub const METHOD: Method = Method {
    name: "binomial",
    summary: "one clause for every subset of too many (or too few) literals; no auxiliary variables",
    source: "folklore; named in Frisch & Giannaros 2010",
    preserves_counts: true,
    propagates: true,
    encoding: &Binomial,
};

/// The encoding.
pub struct Binomial;

/// One clause for every subset of `k` of `lits`, in lexicographic order.
fn every_subset(lits: &[Lit], k: usize, sink: &mut dyn Sink) {
    let n = lits.len();
    let mut chosen: Vec<usize> = (0..k).collect();
    let mut clause: Vec<Lit> = lits[..k].to_vec();
    loop {
        sink.clause(&clause);
        // The last position that can still move right moves; all after it follow closely.
        let Some(at) = (0..k).rev().find(|&i| chosen[i] < n - k + i) else { return };
        let first = chosen[at] + 1;
        for (i, next) in (at..k).zip(first..) {
            chosen[i] = next;
            clause[i] = lits[next];
        }
    }
}

/// `C(n, k)`, or `u64::MAX` where that is larger.
fn subsets(n: usize, k: usize) -> u64 {
    let mut result = 1u128;
    for i in 0..k.min(n - k) as u128 {
        result = result * (n as u128 - i) / (i + 1);
        if result > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    result as u64
}

impl Encoding for Binomial {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let n = lits.len();
        if hi < n {
            let negated: Vec<Lit> = lits.iter().map(|&l| !l).collect();
            every_subset(&negated, hi + 1, sink);
        }
        if lo > 0 {
            every_subset(lits, n - lo + 1, sink);
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> u64 {
        let too_many = if hi < n { subsets(n, hi + 1) } else { 0 };
        let too_few = if lo > 0 { subsets(n, n - lo + 1) } else { 0 };
        too_many.saturating_add(too_few)
    }
}
