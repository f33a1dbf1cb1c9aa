//! The choice among the encodings by size, from measurements with batsat. Sums of clues (91 boards of
//! tier medium, one incremental solver a component): binomial 0.65 s, totalizer, sequential counter
//! and cardinality network 1.3 s each. Totals (125 boards of tier easy, one solver a board): k-modulo
//! totalizer and totalizer 0.07 s, sequential counter 0.11, cardinality network 0.14, sorting network
//! 0.18, diagram 0.41, adders 4.0; of the first two, the totalizer is arc consistent.

use super::binomial::Binomial;
use super::size::Size;
use super::totalizer::Totalizer;
use super::{Counts, Encoding, Lit, Method, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: Method = Method {
    name: "auto",
    summary: "binomial where that is few clauses, else totalizer",
    source: "measured; see its file",
    formula: "that of its choice",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Auto,
};

/// The encoding.
pub struct Auto;

/// Binomial sums of no more clauses than this are written as such: all sums of up to 8 literals are
/// (126 at most).
const FEW: u64 = 150;

fn choose(n: usize, lo: usize, hi: usize) -> &'static dyn Encoding {
    if Binomial.size(n, lo, hi).clauses <= FEW { &Binomial } else { &Totalizer }
}

impl Encoding for Auto {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        choose(lits.len(), lo, hi).bounded(lits, lo, hi, sink);
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        choose(n, lo, hi).size(n, lo, hi)
    }
}
