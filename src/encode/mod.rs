//! Cardinality encodings: m-of-n sums as clauses. Knows no solver.
//!
//! Adding an encoding is one file with a `pub const METHOD: Method` and one row in [`ENCODINGS`];
//! the tests, the engines' options and the command line go over the table.

mod binomial;
mod cnf;
pub mod dimacs;
mod lit;
mod sequential;
mod system;
mod totalizer;
#[cfg(test)]
mod truth;

pub use cnf::{Cnf, Sink};
pub use lit::{Bit, Lit};
pub use system::{Floating, Plan, TooLarge, encode, mine_bounds};

/// A way to write "between `lo` and `hi` of these literals are true" as clauses, perhaps with
/// auxiliary variables. Auxiliary variables are harmless: an assignment of the literals extends to
/// a model of the clauses if and only if the bounds hold.
pub trait Encoding: Sync {
    /// The clauses where there is something to say: `0 <= lo <= hi <= n`, at least one bound binds
    /// (`lo > 0` or `hi < n`), and neither of them fixes all literals (`hi > 0`, `lo < n`).
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink);

    /// How many clauses [`Encoding::bounded`] writes for `n` literals, at most.
    fn size(&self, n: usize, lo: usize, hi: usize) -> u64;

    /// `lo <= true literals <= hi`, any bounds; impossible ones become the empty clause.
    fn between(&self, lits: &[Lit], lo: i64, hi: i64, sink: &mut dyn Sink) {
        let n = lits.len() as i64;
        let (low, high) = (lo.max(0), hi.min(n));
        if low > high {
            sink.clause(&[]);
        } else if low == 0 && high == n {
        } else if high == 0 {
            lits.iter().for_each(|&lit| sink.clause(&[!lit]));
        } else if low == n {
            lits.iter().for_each(|&lit| sink.clause(&[lit]));
        } else {
            self.bounded(lits, low as usize, high as usize, sink);
        }
    }

    /// Exactly `m` literals are true.
    fn exactly(&self, lits: &[Lit], m: i64, sink: &mut dyn Sink) {
        self.between(lits, m, m, sink);
    }

    /// At most `m` literals are true.
    fn at_most(&self, lits: &[Lit], m: i64, sink: &mut dyn Sink) {
        self.between(lits, 0, m, sink);
    }

    /// At least `m` literals are true.
    fn at_least(&self, lits: &[Lit], m: i64, sink: &mut dyn Sink) {
        self.between(lits, m, lits.len() as i64, sink);
    }

    /// How many clauses [`Encoding::between`] writes, at most.
    fn size_between(&self, n: usize, lo: i64, hi: i64) -> u64 {
        let (low, high) = (lo.max(0), hi.min(n as i64));
        if low > high || high == 0 || low == n as i64 || (low == 0 && high == n as i64) {
            return n as u64 + 1;
        }
        self.size(n, low as usize, high as usize)
    }
}

/// One row of the table of encodings.
pub struct Method {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// True if every satisfying assignment extends to exactly one model of the clauses, so that
    /// counting their models counts those of the sums.
    pub preserves_counts: bool,
    /// True if unit propagation finds every literal that the bounds force.
    pub propagates: bool,
    pub encoding: &'static dyn Encoding,
}

/// All encodings.
pub const ENCODINGS: &[&Method] = &[&binomial::METHOD, &sequential::METHOD, &totalizer::METHOD];

/// The names of all encodings, in the order of the table.
pub const NAMES: [&str; ENCODINGS.len()] = {
    let mut names = [""; ENCODINGS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = ENCODINGS[i].name;
        i += 1;
    }
    names
};

/// The encoding of that name.
pub fn find(name: &str) -> Option<&'static Method> {
    ENCODINGS.iter().find(|m| m.name == name).copied()
}
