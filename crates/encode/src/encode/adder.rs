//! Adder network (Warners, "A linear-time transformation of linear inequalities into conjunctive normal form", IPL
//! 1998; buckets of equal weight as in Een & Sorensson 2006): full and half adders sum the literals in binary, and the
//! result is compared with the bounds bit by bit. Linear in size, and weak under unit propagation.

use std::collections::VecDeque;

use super::size::Size;
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "adder",
    summary: "adder network: a binary sum by full and half adders, compared bit by bit",
    source: "Warners 1998; Een & Sorensson 2006",
    formula: "n - ones(n) adders of 2 variables: 14 clauses per full one, 7 per half one; one clause per bit of n",
    counts: Counts::Always,
    propagation: Propagation::None,
    encoding: &Adder,
};

/// The encoding.
pub struct Adder;

const FULL: Size = Size::new(14, 2);
const HALF: Size = Size::new(7, 2);

/// (sum, carry) of three literals.
fn full(a: Lit, b: Lit, c: Lit, sink: &mut dyn Sink) -> (Lit, Lit) {
    let (sum, carry) = (sink.new_variable(), sink.new_variable());
    for bits in 0..8 {
        let odd = [a, b, c].iter().enumerate().map(|(i, l)| l.given(bits >> i & 1 == 0)).collect::<Vec<_>>();
        let parity = (bits as u32).count_ones() % 2 == 1;
        sink.clause(&[odd[0], odd[1], odd[2], sum.given(parity)]);
    }
    for (x, y) in [(a, b), (a, c), (b, c)] {
        sink.clause(&[!x, !y, carry]);
        sink.clause(&[x, y, !carry]);
    }
    (sum, carry)
}

/// (sum, carry) of two literals.
fn half(a: Lit, b: Lit, sink: &mut dyn Sink) -> (Lit, Lit) {
    let (sum, carry) = (sink.new_variable(), sink.new_variable());
    sink.clause(&[a, b, !sum]);
    sink.clause(&[!a, !b, !sum]);
    sink.clause(&[a, !b, sum]);
    sink.clause(&[!a, b, sum]);
    sink.clause(&[!a, !b, carry]);
    sink.clause(&[a, !carry]);
    sink.clause(&[b, !carry]);
    (sum, carry)
}

/// The number of true literals in binary, lowest bit first.
fn binary(lits: &[Lit], sink: &mut dyn Sink) -> Vec<Lit> {
    let mut bits = Vec::new();
    let mut bucket: VecDeque<Lit> = lits.iter().copied().collect();
    while !bucket.is_empty() {
        let mut carries = VecDeque::new();
        while bucket.len() > 1 {
            let mut next = || bucket.pop_front();
            let (sum, carry) = match (next(), next(), next()) {
                (Some(a), Some(b), Some(c)) => full(a, b, c, sink),
                (Some(a), Some(b), None) => half(a, b, sink),
                _ => break,
            };
            bucket.push_back(sum);
            carries.push_back(carry);
        }
        bits.extend(bucket.pop_front());
        bucket = carries;
    }
    bits
}

impl Encoding for Adder {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let bits = binary(lits, sink);
        let is_one = |k: usize, i: usize| k >> i & 1 == 1;
        if lo == hi {
            bits.iter().enumerate().for_each(|(i, &b)| sink.clause(&[b.given(is_one(lo, i))]));
            return;
        }
        // The highest bit in which the sum differs from a bound is a 0 of `hi` or a 1 of `lo` only
        // if some bit above it differs the other way.
        for i in 0..bits.len() {
            let above = |bound: usize, value: bool| {
                let bits = bits.iter().enumerate().skip(i + 1);
                bits.filter(move |&(j, _)| is_one(bound, j) == value).map(move |(_, b)| b.given(!value))
            };
            if hi < lits.len() && !is_one(hi, i) {
                let clause: Vec<Lit> = std::iter::once(!bits[i]).chain(above(hi, true)).collect();
                sink.clause(&clause);
            }
            if lo > 0 && is_one(lo, i) {
                let clause: Vec<Lit> = std::iter::once(bits[i]).chain(above(lo, false)).collect();
                sink.clause(&clause);
            }
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let mut size = Size::default();
        let mut bucket = n as u64;
        while bucket > 1 {
            size = size + FULL * ((bucket - 1) / 2) + HALF * (1 - bucket % 2);
            bucket /= 2;
        }
        let bits = u64::from(usize::BITS - n.leading_zeros());
        let comparison = match (lo == hi, hi < n) {
            (true, _) => bits,
            (false, binds) => {
                let zeros = if binds { bits - u64::from(hi.count_ones()) } else { 0 };
                zeros + u64::from(lo.count_ones())
            }
        };
        size + Size::clauses(comparison)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_n_minus_ones_adders() {
        for n in 2..300usize {
            let adders = n as u64 - u64::from(n.count_ones());
            assert_eq!(Adder.size(n, 1, 1).variables, 2 * adders, "{n}");
        }
    }
}
