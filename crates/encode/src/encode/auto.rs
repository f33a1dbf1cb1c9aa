//! Chooses an encoding by size, from measurements with batsat. Sums of clues (`results/encodings`, 185 boards, one
//! incremental solver per component): binomial is fastest, the others take up to four times as long. Totals
//! (`results/totals`, one solver per board, median time to classify three boards per size): on 8x8 the totalizer, the
//! k-modulo totalizer and adders need 0.3 ms, the others more; on 40x40 the k-modulo totalizer and adders 0.2 s, the
//! totalizer 0.8 s, the sequential counter and diagrams more than 10 s; on 60x60 the modulo totalizers and adders 2.2
//! s, the others more than 7 s. Among the fast ones the k-modulo totalizer also decides fastest (0.36 s on 60x60,
//! adders 1.9 s).

use super::binomial::Binomial;
use super::modulo::Modulo;
use super::size::Size;
use super::totalizer::Totalizer;
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "auto",
    summary: "binomial where that is few clauses, totalizer for medium sums, k-modulo totalizer for large ones",
    source: "measured; see its file",
    formula: "that of its choice; the k-modulo totalizer, for large sums, does not propagate all",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Auto,
};

/// The encoding.
pub struct Auto;

/// Binomial is used up to this many clauses: for all sums of up to 8 literals (126 clauses at most).
const BINOMIAL_CLAUSES: u64 = 150;

/// The totalizer, which is arc consistent, is used up to this many clauses; beyond it the k-modulo totalizer, which is
/// not.
const MEDIUM: u64 = 2000;

fn choose(n: usize, lo: usize, hi: usize) -> &'static dyn Encoding {
    if Binomial.size(n, lo, hi).clauses <= BINOMIAL_CLAUSES {
        &Binomial
    } else if Totalizer.size(n, lo, hi).clauses <= MEDIUM {
        &Totalizer
    } else {
        &Modulo { capped: true }
    }
}

impl Encoding for Auto {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        choose(lits.len(), lo, hi).bounded(lits, lo, hi, sink);
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        choose(n, lo, hi).size(n, lo, hi)
    }
}
