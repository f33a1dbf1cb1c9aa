//! Product (Chen, "A new SAT encoding of the at-most-one constraint", 2010): literals in a grid, at most one row and at
//! most one column. As published, only the literals imply rows and columns: these are free if no literal is true.

use super::size::Size;
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink, one};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "product",
    summary: "literals in a grid, at most one row and one column, for m = 1 (and n-1)",
    source: "Chen 2010",
    formula: "m = 1: 2n + 4 n^0.5 + O(n^0.25) clauses, 2 n^0.5 + O(n^0.25) variables",
    counts: Counts::Exactly,
    propagation: Propagation::Complete,
    encoding: &Product,
};

/// Up to this many literals are encoded by pairs.
const PAIRWISE_LITERALS: usize = 4;

/// The encoding.
pub struct Product;

/// Rows and columns of the grid.
fn grid(n: usize) -> (usize, usize) {
    let rows = n.isqrt() + usize::from(n.isqrt().pow(2) < n);
    (rows, n.div_ceil(rows))
}

impl Encoding for Product {
    fn applies(&self, n: usize, lo: usize, hi: usize) -> bool {
        one::applies(n, lo, hi)
    }

    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let (lits, needs_one) = one::literals(lits, lo, hi);
        if needs_one {
            sink.clause(&lits);
        }
        let mut open = vec![lits];
        while let Some(lits) = open.pop() {
            if lits.len() <= PAIRWISE_LITERALS {
                one::pairwise(&lits, sink);
                continue;
            }
            let (rows, cols) = grid(lits.len());
            let mut line = |len: usize| (0..len).map(|_| sink.new_variable()).collect::<Vec<Lit>>();
            let (row, col) = (line(rows), line(cols));
            for (i, &lit) in lits.iter().enumerate() {
                sink.clause(&[!lit, row[i / cols]]);
                sink.clause(&[!lit, col[i % cols]]);
            }
            open.push(row);
            open.push(col);
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let mut size = Size::clauses(u64::from(one::needs_one(n, lo, hi)));
        let mut open = vec![n];
        while let Some(n) = open.pop() {
            if n <= PAIRWISE_LITERALS {
                size = size + one::pairs(n);
                continue;
            }
            let (rows, cols) = grid(n);
            size = size + Size::new(2 * n as u64, (rows + cols) as u64);
            open.extend([rows, cols]);
        }
        size
    }
}
