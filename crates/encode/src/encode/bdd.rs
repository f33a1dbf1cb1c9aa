//! Binary decision diagram (Een & Sorensson, JSAT 2006; Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell &
//! Mayer-Eichberger, "A new look at BDDs for pseudo-Boolean constraints", JAIR 2012): node (i, c) is true if the bounds
//! hold after c of the first i literals are true. Decided nodes are constants; no other two are equal, so this is the
//! reduced diagram.

use super::size::{Size, piecewise};
use super::{Bit, Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "bdd",
    summary: "reduced binary decision diagram, six clauses per node",
    source: "Een & Sorensson 2006; Abio et al. 2012",
    formula: "(m+1)(n-m+1) - 1 nodes; 6 clauses per inner one, 3 with one constant child, 2 with two; the root's unit",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Bdd,
};

/// The encoding.
pub struct Bdd;

/// Node (i, c) as a constant, if it is decided with `rest` literals to come.
fn decided(lo: i64, hi: i64, rest: i64, c: i64) -> Option<bool> {
    if c > hi || c + rest < lo {
        Some(false)
    } else if c >= lo && c + rest <= hi {
        Some(true)
    } else {
        None
    }
}

/// `node <-> (x ? yes : no)`. The last two clauses follow from the others; unit propagation needs them, except next to
/// a constant.
fn choice(node: Lit, x: Lit, yes: Bit, no: Bit, sink: &mut dyn Sink) {
    let (v, x, nx) = (node.into(), x.into(), (!x).into());
    let constant = |b: Bit| !matches!(b, Bit::Lit(_));
    if yes == no {
        return;
    }
    match (yes, no) {
        // With a constant child, one clause has two literals and the redundant one is shorter than another, which it
        // replaces.
        (Bit::True, no) if !constant(no) => {
            sink.implies(&[x], &[v]);
            sink.implies(&[no], &[v]);
            sink.implies(&[nx, v], &[no]);
        }
        (Bit::False, no) if !constant(no) => {
            sink.implies(&[v], &[nx]);
            sink.implies(&[v], &[no]);
            sink.implies(&[nx, no], &[v]);
        }
        (yes, Bit::True) if !constant(yes) => {
            sink.implies(&[nx], &[v]);
            sink.implies(&[yes], &[v]);
            sink.implies(&[x, v], &[yes]);
        }
        (yes, Bit::False) if !constant(yes) => {
            sink.implies(&[v], &[x]);
            sink.implies(&[v], &[yes]);
            sink.implies(&[x, yes], &[v]);
        }
        _ => {
            sink.implies(&[x, yes], &[v]);
            sink.implies(&[x, v], &[yes]);
            sink.implies(&[nx, no], &[v]);
            sink.implies(&[nx, v], &[no]);
            if !constant(yes) {
                sink.implies(&[yes, no], &[v]);
                sink.implies(&[v], &[yes, no]);
            }
        }
    }
}

impl Encoding for Bdd {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let (lo, hi) = (lo as i64, hi as i64);
        // The layer after: its first count, and its nodes.
        let mut below: (i64, Vec<Bit>) = (0, Vec::new());
        for (i, &x) in lits.iter().enumerate().rev() {
            let rest = (lits.len() - i) as i64;
            let child = |below: &(i64, Vec<Bit>), c: i64| match decided(lo, hi, rest - 1, c) {
                Some(true) => Bit::True,
                Some(false) => Bit::False,
                None => below.1[(c - below.0) as usize],
            };
            let from = (lo - rest).max(0);
            let mut layer = (from, Vec::new());
            for c in from..=(i as i64).min(hi) {
                let bit = match decided(lo, hi, rest, c) {
                    Some(true) => Bit::True,
                    Some(false) => Bit::False,
                    None => {
                        let node = sink.new_variable();
                        choice(node, x, child(&below, c + 1), child(&below, c), sink);
                        node.into()
                    }
                };
                layer.1.push(bit);
            }
            below = layer;
        }
        sink.implies(&[], &[below.1[0]]);
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let (lo, hi) = (lo as i64, hi as i64);
        let layer = |i: i64| {
            let rest = n as i64 - i;
            let term = |c: i64| {
                let child = |c| decided(lo, hi, rest - 1, c);
                match (decided(lo, hi, rest, c), child(c + 1), child(c)) {
                    (Some(_), ..) => Size::default(),
                    (None, None, None) => Size::new(6, 1),
                    (None, Some(_), Some(_)) => Size::new(2, 1),
                    _ => Size::new(3, 1),
                }
            };
            piecewise((lo - rest).max(0), i.min(hi), &[0, lo - rest, lo, hi - rest, i, hi], term)
        };
        Size::clauses(1) + (0..n as i64).map(layer).sum()
    }
}
