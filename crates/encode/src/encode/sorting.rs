//! Odd-even merge sorting network over all literals (Een & Sorensson, "Translating pseudo-Boolean
//! constraints into SAT", JSAT 2006), with both directions of every comparator.

use super::network::{NetworkSizes, bound, sort};
use super::size::Size;
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "sorting",
    summary: "odd-even merge sorting network: all literals sorted, then one or two units",
    source: "Batcher 1968; Een & Sorensson 2006",
    formula: "2^k literals: (k^2-k+4) 2^(k-2) - 1 comparators of 6 clauses and 2 variables, and 2 clauses",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Sorting,
};

/// The encoding.
pub struct Sorting;

impl Encoding for Sorting {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let sorted = sort(lits, lits.len(), sink);
        bound(&sorted, lits.len(), lo, hi, sink);
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        NetworkSizes::default().sort(n, n) + Size::clauses(u64::from(lo > 0) + u64::from(hi < n))
    }
}
