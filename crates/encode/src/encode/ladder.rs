//! Ladder (Gent & Nightingale, "A new encoding of alldifferent into SAT", 2004; the regular encoding
//! of Ansotegui & Manya 2004): y1 >= y2 >= ... descends once, and a literal is true where it does.

use super::size::Size;
use super::{Bit, Counts, Encoding, EncodingMethod, Lit, Propagation, Sink, one};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "ladder",
    summary: "ladder, for m = 1 (and n-1): a unary number that steps down where the literal is true",
    source: "Gent & Nightingale 2004",
    formula: "m = 1: 4n - 4 clauses, n - 1 variables; at most 1: 4n - 2 and n",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Ladder,
};

/// The encoding.
pub struct Ladder;

impl Encoding for Ladder {
    fn applies(&self, n: usize, lo: usize, hi: usize) -> bool {
        one::applies(n, lo, hi)
    }

    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let (lits, needs_one) = one::literals(lits, lo, hi);
        // If no literal need be true, one more step keeps the ladder up to its end.
        let steps = lits.len() - usize::from(needs_one);
        let ladder: Vec<Bit> = (0..steps).map(|_| sink.new_variable().into()).collect();
        for pair in ladder.windows(2) {
            sink.implies(&[pair[1]], &[pair[0]]);
        }
        for (i, x) in lits.into_iter().map(Bit::from).enumerate() {
            let before = if i == 0 { Bit::True } else { ladder[i - 1] };
            let after = ladder.get(i).copied().unwrap_or(Bit::False);
            sink.implies(&[x], &[before]);
            sink.implies(&[x, after], &[]);
            sink.implies(&[before], &[after, x]);
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let n = n as u64;
        if one::needs_one(n as usize, lo, hi) { Size::new(4 * n - 4, n - 1) } else { Size::new(4 * n - 2, n) }
    }
}
