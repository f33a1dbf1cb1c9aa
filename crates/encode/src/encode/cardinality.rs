//! Cardinality network (Asin, Nieuwenhuis, Oliveras & Rodriguez-Carbonell, SAT 2009, Constraints 2011): a sorting
//! network cut down to the outputs that the bound needs.

use super::network::{NetworkSizes, bound, sort};
use super::size::Size;
use super::totalizer::direction;
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "cardinality",
    summary: "cardinality network: a sorting network cut down to the outputs that the bound needs",
    source: "Asin et al. 2009, 2011",
    formula: "O(n log^2 m) clauses and variables",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Cardinality,
};

/// The encoding.
pub struct Cardinality;

impl Encoding for Cardinality {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let n = lits.len();
        let (negate, cap) = direction(n, lo, hi);
        let (lo, hi) = if negate { (n - hi, n - lo) } else { (lo, hi) };
        let counted: Vec<Lit> = lits.iter().map(|&l| l.given(!negate)).collect();
        bound(&sort(&counted, cap, sink), n, lo, hi, sink);
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let (_, cap) = direction(n, lo, hi);
        NetworkSizes::default().sort(n, cap) + Size::clauses(u64::from(lo > 0) + u64::from(hi < n))
    }
}
