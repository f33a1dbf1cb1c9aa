//! Commander (Klieber & Kwon, "Efficient CNF encoding for selecting 1 from n objects", 2007): groups of three, a
//! commander per group that is true if one of the group is, and at most one commander.

use super::size::Size;
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink, one};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "commander",
    summary: "commanders over groups of three, for m = 1 (and n-1)",
    source: "Klieber & Kwon 2007",
    formula: "m = 1: about 3.5n clauses, n/2 variables",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Commander,
};

/// Literals in a group: the size that the paper recommends.
const GROUP: usize = 3;
/// Up to this many literals are encoded by pairs.
const PAIRWISE_LITERALS: usize = 4;

/// The encoding.
pub struct Commander;

impl Encoding for Commander {
    fn applies(&self, n: usize, lo: usize, hi: usize) -> bool {
        one::applies(n, lo, hi)
    }

    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let (mut lits, needs_one) = one::literals(lits, lo, hi);
        while lits.len() > PAIRWISE_LITERALS {
            let mut commanders = Vec::new();
            for group in lits.chunks(GROUP) {
                let commander = sink.new_variable();
                one::pairwise(group, sink);
                group.iter().for_each(|&l| sink.clause(&[!l, commander]));
                let mut clause = group.to_vec();
                clause.push(!commander);
                sink.clause(&clause);
                commanders.push(commander);
            }
            lits = commanders;
        }
        one::pairwise(&lits, sink);
        if needs_one {
            sink.clause(&lits);
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let mut size = Size::clauses(u64::from(one::needs_one(n, lo, hi)));
        let mut left = n;
        while left > PAIRWISE_LITERALS {
            let group = |len: usize| one::pairs(len) + Size::new(len as u64 + 1, 1);
            size = size + group(GROUP) * (left / GROUP) as u64;
            if !left.is_multiple_of(GROUP) {
                size = size + group(left % GROUP);
            }
            left = left.div_ceil(GROUP);
        }
        size + one::pairs(left)
    }
}
