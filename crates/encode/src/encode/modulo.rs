//! Modulo totalizer (Ogawa, Liu, Hasegawa, Koshimura & Fujita, "Modulo based CNF encoding of cardinality constraints
//! and its application to MaxSAT solvers", ICTAI 2013): the tree of the totalizer, with each count as a quotient and a
//! remainder by p, each in unary. Both directions of every definition are written, so that it bounds from below and
//! preserves counts.

use rustc_hash::FxHashMap;

use super::size::Size;
use super::totalizer::{direction, tree};
use super::{Bit, Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "modulo",
    summary: "modulo totalizer: counts as quotient and remainder by the root of n, each in unary",
    source: "Ogawa et al. 2013",
    formula: "O(n^1.5) clauses, O(n log n) variables",
    counts: Counts::Always,
    propagation: Propagation::None,
    encoding: &Modulo { capped: false },
};

/// The encoding; `capped` counts quotients only up to the bound.
pub struct Modulo {
    pub capped: bool,
}

/// A count of `leaves` literals as `quotient * p + remainder`.
struct Number {
    leaves: usize,
    quotient: Vec<Lit>,
    remainder: Vec<Lit>,
}

/// "At least `k`" of a number in unary.
fn at_least(unary: &[Lit], k: usize) -> Bit {
    match k {
        0 => Bit::True,
        _ => unary.get(k - 1).map_or(Bit::False, |&lit| lit.into()),
    }
}

/// Modulus and largest quotient of a tree.
#[derive(Clone, Copy)]
struct Base {
    p: usize,
    most: usize,
}

impl Base {
    fn number(&self, leaves: usize, sink: &mut dyn Sink) -> Number {
        let mut unary = |len| (0..len).map(|_| sink.new_variable()).collect();
        Number { leaves, quotient: unary((leaves / self.p).min(self.most)), remainder: unary(leaves.min(self.p - 1)) }
    }

    fn merge(&self, a: &Number, b: &Number, sink: &mut dyn Sink) -> Number {
        let sum = self.number(a.leaves + b.leaves, sink);
        let has_carry = a.remainder.len() + b.remainder.len() >= self.p;
        let carry = if has_carry { sink.new_variable().into() } else { Bit::False };
        self.remainders([&a.remainder, &b.remainder, &sum.remainder], carry, sink);
        quotients([&a.quotient, &b.quotient, &sum.quotient], carry, sink);
        sum
    }

    /// `carry * p + sum = a + b`.
    fn remainders(&self, [a, b, sum]: [&[Lit]; 3], carry: Bit, sink: &mut dyn Sink) {
        let (p, total) = (self.p, a.len() + b.len());
        let is = |k| at_least(sum, k);
        for (i, j) in (0..=a.len()).flat_map(|i| (0..=b.len()).map(move |j| (i, j))) {
            let both = [at_least(a, i), at_least(b, j)];
            let more = [at_least(a, i + 1), at_least(b, j + 1)];
            match i + j {
                0 => {}
                s if s < p => sink.implies(&both, &[is(s), carry]),
                s if s == p => sink.implies(&both, &[carry]),
                s => sink.implies(&both, &[is(s - p)]),
            }
            match i + j {
                s if s + 1 < p => sink.implies(&[is(s + 1)], &more),
                s if s + 1 == p => sink.implies(&[carry], &more),
                s => sink.implies(&[carry, is(s + 1 - p)], &more),
            }
        }
        // With a carry the sum is at most total - p; the pairs above bound it by total - p + 1 only.
        for k in (total + 2).saturating_sub(p)..p {
            if total >= p {
                sink.implies(&[carry, is(k)], &[]);
            }
        }
    }
}

/// `sum = a + b + carry`, up to the size of `sum`.
fn quotients([a, b, sum]: [&[Lit]; 3], carry: Bit, sink: &mut dyn Sink) {
    let is = |k| at_least(sum, k);
    for (i, j) in (0..=a.len()).flat_map(|i| (0..=b.len()).map(move |j| (i, j))) {
        let s = i + j;
        let both = [at_least(a, i), at_least(b, j)];
        let more = [at_least(a, i + 1), at_least(b, j + 1)];
        if s > 0 && s <= sum.len() {
            sink.implies(&both, &[is(s)]);
        }
        if s < sum.len() {
            sink.implies(&[both[0], both[1], carry], &[is(s + 1)]);
            sink.implies(&[is(s + 1)], &[more[0], more[1], carry]);
        }
        if s + 1 < sum.len() && carry != Bit::False {
            sink.implies(&[is(s + 2)], &more);
        }
    }
}

impl Modulo {
    fn base(&self, n: usize, lo: usize, hi: usize) -> Base {
        let root = |k: usize| k.isqrt() + usize::from(k.isqrt().pow(2) < k);
        let bound = if hi < n { hi } else { lo };
        let p = root(if self.capped { bound + 1 } else { n }).max(2);
        Base { p, most: if self.capped { bound / p + 1 } else { n } }
    }
}

/// Bounds of a number.
fn bound(root: &Number, p: usize, lo: usize, hi: usize, sink: &mut dyn Sink) {
    let (quotient, remainder) = (|k| at_least(&root.quotient, k), |k| at_least(&root.remainder, k));
    if hi < root.leaves {
        sink.implies(&[quotient(hi / p + 1)], &[]);
        sink.implies(&[quotient(hi / p), remainder(hi % p + 1)], &[]);
    }
    if lo > 0 {
        sink.implies(&[], &[quotient(lo / p)]);
        sink.implies(&[], &[quotient(lo / p + 1), remainder(lo % p)]);
    }
}

impl Encoding for Modulo {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let n = lits.len();
        let (negate, _) = direction(n, lo, hi);
        let (lo, hi) = if negate { (n - hi, n - lo) } else { (lo, hi) };
        let base = self.base(n, lo, hi);
        let leaf = |&l: &Lit| Number { leaves: 1, quotient: Vec::new(), remainder: vec![l.given(!negate)] };
        let Some(root) = tree(lits.iter().map(leaf), |a, b| base.merge(&a, &b, sink)) else { return };
        bound(&root, base.p, lo, hi, sink);
    }

    /// The sum over the merges; equal merges are computed once.
    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let (negate, _) = direction(n, lo, hi);
        let (lo, hi) = if negate { (n - hi, n - lo) } else { (lo, hi) };
        let base = self.base(n, lo, hi);
        let mut known: FxHashMap<(usize, usize), Size> = FxHashMap::default();
        let mut total = Size::default();
        tree(std::iter::repeat_n(1usize, n), |a, b| {
            let merge = || {
                let (x, y) = (base.number(a, &mut Size::default()), base.number(b, &mut Size::default()));
                let mut size = Size::default();
                base.merge(&x, &y, &mut size);
                size
            };
            total = total + *known.entry((a, b)).or_insert_with(merge);
            a + b
        });
        let mut bounds = Size::default();
        bound(&base.number(n, &mut Size::default()), base.p, lo, hi, &mut bounds);
        total + Size::clauses(bounds.clauses)
    }
}
