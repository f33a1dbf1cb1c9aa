//! The naive encoding: every subset that is too large contains a false literal, and vice versa. Its clauses are exactly
//! the prime implicates of the constraint (a shortest clause that follows from "between lo and hi" has literals of one
//! sign only, since with p of the literals false and q true the count can be anything from q to n - p), so it is the
//! only direct encoding.

use super::size::{Size, choose};
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "binomial",
    summary: "one clause for every subset of too many (or too few) literals: the prime implicates",
    source: "folklore; named in Frisch & Giannaros 2010",
    formula: "C(n,m+1) + C(n,n-m+1) clauses",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Binomial,
};

/// The encoding.
pub struct Binomial;

/// Visits every subset of `k` of `0..n`, in lexicographic order.
pub fn every_subset(n: usize, k: usize, mut visit: impl FnMut(&[usize])) {
    let mut chosen: Vec<usize> = (0..k).collect();
    loop {
        visit(&chosen);
        // Move the last position that can still move right; all after it follow closely.
        let Some(at) = (0..k).rev().find(|&i| chosen[i] < n - k + i) else { return };
        let first = chosen[at] + 1;
        for (i, next) in (at..k).zip(first..) {
            chosen[i] = next;
        }
    }
}

/// One clause for every subset of `k` of `lits`.
pub fn clauses(lits: &[Lit], k: usize, sink: &mut dyn Sink) {
    let mut clause = Vec::with_capacity(k);
    every_subset(lits.len(), k, |chosen| {
        clause.clear();
        clause.extend(chosen.iter().map(|&i| lits[i]));
        sink.clause(&clause);
    });
}

impl Encoding for Binomial {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let n = lits.len();
        if hi < n {
            let negated: Vec<Lit> = lits.iter().map(|&l| !l).collect();
            clauses(&negated, hi + 1, sink);
        }
        if lo > 0 {
            clauses(lits, n - lo + 1, sink);
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let too_many = if hi < n { choose(n, hi + 1) } else { 0 };
        let too_few = if lo > 0 { choose(n, n - lo + 1) } else { 0 };
        Size::clauses(too_many) + Size::clauses(too_few)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::encode::Cnf;

    /// All prime implicates by definition: implied clauses without an implied proper part.
    #[test]
    fn the_clauses_are_the_prime_implicates() {
        for n in 2..=5usize {
            for (lo, hi) in (0..n).flat_map(|lo| (lo.max(1)..=n).map(move |hi| (lo, hi))) {
                if lo == 0 && hi == n {
                    continue;
                }
                let mut cnf = Cnf::new(n);
                let lits: Vec<Lit> = (1..=n).map(Lit::positive).collect();
                Binomial.bounded(&lits, lo, hi, &mut cnf);
                let written: BTreeSet<(u32, u32)> = cnf.clauses().map(signs).collect();
                let follows = |(yes, no): (u32, u32)| {
                    (0..1u32 << n)
                        .filter(|bits| (lo..=hi).contains(&(bits.count_ones() as usize)))
                        .all(|bits| bits & yes != 0 || !bits & no != 0)
                };
                let all = (0..1u32 << n).flat_map(|yes| (0..1u32 << n).map(move |no| (yes, no)));
                let prime = |(yes, no): (u32, u32)| {
                    let shorter = (0..n).flat_map(|i| [(yes & !(1 << i), no), (yes, no & !(1 << i))]);
                    yes & no == 0 && follows((yes, no)) && shorter.filter(|&s| s != (yes, no)).all(|s| !follows(s))
                };
                assert_eq!(written, all.filter(|&c| prime(c)).collect(), "{lo}..={hi} of {n}");
            }
        }
    }

    fn signs(clause: &[Lit]) -> (u32, u32) {
        let of = |sign: bool| clause.iter().filter(|l| l.is_positive() == sign).map(|l| 1 << (l.variable() - 1)).sum();
        (of(true), of(false))
    }
}
