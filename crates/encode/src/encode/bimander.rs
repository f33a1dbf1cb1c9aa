//! Bimander (Nguyen & Mai, "A new method to encode the at-most-one constraint into SAT", SoICT 2015): pairs of
//! literals, and the number of the pair in binary. As published, only the literals imply the bits: the bits are free if
//! no literal is true.

use super::size::Size;
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink, one};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "bimander",
    summary: "pairs numbered in binary, for m = 1 (and n-1)",
    source: "Nguyen & Mai 2015",
    formula: "m = 1: floor(n/2) + n b + 1 clauses, b = ceil(log2(ceil(n/2))) variables",
    counts: Counts::Exactly,
    propagation: Propagation::Complete,
    encoding: &Bimander,
};

/// Literals in a group.
const GROUP: usize = 2;

/// The encoding.
pub struct Bimander;

/// Bits of the number of a group.
fn bits(n: usize) -> usize {
    n.div_ceil(GROUP).next_power_of_two().trailing_zeros() as usize
}

impl Encoding for Bimander {
    fn applies(&self, n: usize, lo: usize, hi: usize) -> bool {
        one::applies(n, lo, hi)
    }

    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let (lits, needs_one) = one::literals(lits, lo, hi);
        if needs_one {
            sink.clause(&lits);
        }
        let number: Vec<Lit> = (0..bits(lits.len())).map(|_| sink.new_variable()).collect();
        for (group, lits) in lits.chunks(GROUP).enumerate() {
            one::pairwise(lits, sink);
            for (&lit, (j, &bit)) in lits.iter().flat_map(|l| number.iter().enumerate().map(move |b| (l, b))) {
                sink.clause(&[!lit, bit.given(group >> j & 1 == 1)]);
            }
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let (pairs, bits) = ((n / GROUP) as u64, bits(n) as u64);
        Size::new(u64::from(one::needs_one(n, lo, hi)) + pairs + n as u64 * bits, bits)
    }
}
