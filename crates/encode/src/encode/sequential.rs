//! Sequential counter (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints",
//! CP 2005), with both directions of every definition so that it bounds from below as well.

use super::size::{Size, piecewise};
use super::{Bit, Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "sequential",
    summary: "sequential counter: a register of partial sums passed from literal to literal",
    source: "Sinz 2005",
    formula: "(m+1)(n-m+1) - 1 variables less the constant ones; Sinz at most m: 2nm + n - 3m - 1 clauses, (n-1)m variables",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Sequential,
};

/// The encoding. `s(i, j)`: at least j of the first i literals are true. A partial sum above `hi`, or too low to be
/// completed, becomes a constant.
pub struct Sequential;

/// The register values that row `i` needs a variable for: `from..=to`; below they are true, above false.
fn variables_of_row(n: usize, lo: usize, hi: usize, i: usize) -> (usize, usize) {
    ((lo + i).saturating_sub(n) + 1, hi.min(i))
}

impl Encoding for Sequential {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let n = lits.len();
        // Register of the row before: its first variable's j, and the variables.
        let mut before: (usize, Vec<Lit>) = (1, Vec::new());
        let bit = |row: &(usize, Vec<Lit>), j: usize| match j.checked_sub(row.0) {
            None => Bit::True,
            Some(at) => row.1.get(at).map_or(Bit::False, |&lit| lit.into()),
        };
        for i in 1..=n {
            let x = lits[i - 1].into();
            let (from, to) = variables_of_row(n, lo, hi, i);
            let row = (from, (from..=to).map(|_| sink.new_variable()).collect());
            // s(i, j) <-> s(i-1, j) or x_i and s(i-1, j-1). Below `from - 1` and above `to + 1` all of it is constant.
            for j in (from - 1).max(1)..=to + 1 {
                let (s, stays, grows) = (bit(&row, j), bit(&before, j), bit(&before, j - 1));
                sink.implies(&[stays], &[s]);
                sink.implies(&[x, grows], &[s]);
                sink.implies(&[s], &[stays, x]);
                sink.implies(&[s], &[grows]);
            }
            before = row;
        }
    }

    /// Inside, four clauses per variable; constants at the ends of a register remove some.
    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let row = |i: usize| {
            let (from, to) = variables_of_row(n, lo, hi, i);
            let (below, above) = if i == 1 { (1, 0) } else { variables_of_row(n, lo, hi, i - 1) };
            let bit = |from: usize, to: usize, j: i64| match j {
                j if j < from as i64 => Some(true),
                j if j > to as i64 => Some(false),
                _ => None,
            };
            let term = |j: i64| {
                let (s, stays, grows) = (bit(from, to, j), bit(below, above, j), bit(below, above, j - 1));
                let count = |gone: bool| u64::from(!gone);
                let up =
                    count(s == Some(true) || stays == Some(false)) + count(s == Some(true) || grows == Some(false));
                let down =
                    count(s == Some(false) || stays == Some(true)) + count(s == Some(false) || grows == Some(true));
                Size::clauses(up + down)
            };
            let bends = [from as i64, to as i64, below as i64, above as i64];
            let clauses = piecewise((from as i64 - 1).max(1), to as i64 + 1, &bends, term);
            clauses + Size::new(0, (to + 1).saturating_sub(from) as u64)
        };
        (1..=n).map(row).sum()
    }
}
