//! Shared by the encodings for m = 1: at most one of the literals, or of their negations (m = n-1).

use super::size::Size;
use super::{Lit, Sink, binomial};

/// True if the bounds are "at most one" of `n` literals or of their negations.
pub fn applies(n: usize, lo: usize, hi: usize) -> bool {
    hi == 1 || lo + 1 == n
}

/// The bounds as "at most one of these", and whether it is also at least one.
pub fn literals(lits: &[Lit], lo: usize, hi: usize) -> (Vec<Lit>, bool) {
    match hi {
        1 => (lits.to_vec(), lo == 1),
        _ => (lits.iter().map(|&l| !l).collect(), hi + 1 == lits.len()),
    }
}

/// Whether the bounds require at least one as well.
pub fn needs_one(n: usize, lo: usize, hi: usize) -> bool {
    if hi == 1 { lo == 1 } else { hi + 1 == n }
}

/// At most one of `lits`, by pairs.
pub fn pairwise(lits: &[Lit], sink: &mut dyn Sink) {
    if lits.len() > 1 {
        let negated: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        binomial::clauses(&negated, 2, sink);
    }
}

/// Size of [`pairwise`].
pub fn pairs(n: usize) -> Size {
    let n = n as u64;
    Size::clauses(n * n.saturating_sub(1) / 2)
}
