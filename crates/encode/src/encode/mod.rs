//! Cardinality encodings: m-of-n sums as clauses, independent of any solver.
//!
//! Adding an encoding is one file with a `pub const METHOD: Method` and one row in [`ENCODINGS`]; the tests, the
//! engines' options and the command line iterate over the table.

mod adder;
mod auto;
mod bdd;
mod bimander;
mod binomial;
mod cardinality;
mod cnf;
mod commander;
pub mod dimacs;
pub mod export;
mod kmodulo;
mod ladder;
mod lit;
pub mod literals;
mod modulo;
mod network;
mod one;
mod product;
mod sequential;
pub mod simplify;
mod size;
mod sorting;
mod system;
mod totalizer;
#[cfg(test)]
mod truth;
mod tuples;

pub use cnf::{Cnf, Sink};
pub use lit::{Bit, Lit};
pub use size::{Size, in_words};
pub use system::{EncodePlan, Floating, TooLarge, encode, mine_bounds};

/// Encodes "between `lo` and `hi` of these literals are true" as clauses, perhaps with auxiliary variables: an
/// assignment of the literals extends to a model of the clauses if and only if the bounds hold.
pub trait Encoding: Sync {
    /// The clauses of nontrivial bounds: `0 <= lo <= hi <= n`, at least one bound binds (`lo > 0` or `hi < n`), and
    /// neither of them fixes all literals (`hi > 0`, `lo < n`).
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink);

    /// How many clauses and variables [`Encoding::bounded`] writes for `n` literals, exactly (or
    /// `u64::MAX` beyond that). Fast for any `n`.
    fn size(&self, n: usize, lo: usize, hi: usize) -> Size;

    /// False for bounds that the encoding does not support (as for those that need m = 1): [`Encoding::between`] then
    /// writes `auto`'s choice.
    fn applies(&self, _n: usize, _lo: usize, _hi: usize) -> bool {
        true
    }

    /// `lo <= true literals <= hi` for any bounds; unsatisfiable ones become the empty clause.
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
        } else if self.applies(lits.len(), low as usize, high as usize) {
            self.bounded(lits, low as usize, high as usize, sink);
        } else {
            auto::Auto.bounded(lits, low as usize, high as usize, sink);
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

    /// How many clauses and variables [`Encoding::between`] writes, exactly.
    fn size_between(&self, n: usize, lo: i64, hi: i64) -> Size {
        let (low, high) = (lo.max(0), hi.min(n as i64));
        if low > high {
            Size::clauses(1)
        } else if low == 0 && high == n as i64 {
            Size::default()
        } else if high == 0 || low == n as i64 {
            Size::clauses(n as u64)
        } else if self.applies(n, low as usize, high as usize) {
            self.size(n, low as usize, high as usize)
        } else {
            auto::Auto.size(n, low as usize, high as usize)
        }
    }
}

/// Whether the clauses have as many models as the sums: every satisfying assignment of the literals extends to exactly
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// For all bounds.
    Always,
    /// Only for "exactly m".
    Exactly,
}

/// How much unit propagation derives from "exactly m" under a partial assignment of the literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// It misses conflicts.
    None,
    /// A conflict for every assignment that cannot be completed.
    Conflicts,
    /// Every conflict and every forced literal: the encoding is arc consistent.
    Complete,
}

impl Counts {
    /// A word or two for tables.
    pub fn word(self) -> &'static str {
        match self {
            Counts::Always => "yes",
            Counts::Exactly => "exactly m only",
        }
    }
}

impl Propagation {
    /// A word or two for tables.
    pub fn word(self) -> &'static str {
        match self {
            Propagation::Complete => "yes",
            Propagation::Conflicts => "conflicts only",
            Propagation::None => "no",
        }
    }
}

/// One row of the table of encodings.
pub struct EncodingMethod {
    /// Word in options and tables, such as `totalizer`.
    pub name: &'static str,
    /// The idea in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Its size for exactly m of n, as published or derived; [`Encoding::size`] counts exactly.
    pub formula: &'static str,
    /// Whether its clauses preserve the number of models.
    pub counts: Counts,
    /// What unit propagation on its clauses derives.
    pub propagation: Propagation,
    /// Writes the clauses.
    pub encoding: &'static dyn Encoding,
}

impl EncodingMethod {
    /// Propagation in a few words. Encodings that leave large sums to the k-modulo totalizer do not propagate
    /// completely there.
    pub fn propagates(&self) -> &'static str {
        let large = |encoding: &dyn Encoding| encoding.size_between(4000, 800, 800);
        match self.propagation {
            Propagation::Complete if large(self.encoding) == large(kmodulo::METHOD.encoding) => "yes, large sums no",
            propagation => propagation.word(),
        }
    }
}

/// All encodings.
pub const ENCODINGS: &[&EncodingMethod] = &[
    &auto::METHOD,
    &binomial::METHOD,
    &sequential::METHOD,
    &totalizer::METHOD,
    &modulo::METHOD,
    &kmodulo::METHOD,
    &sorting::METHOD,
    &cardinality::METHOD,
    &bdd::METHOD,
    &adder::METHOD,
    &ladder::METHOD,
    &commander::METHOD,
    &product::METHOD,
    &bimander::METHOD,
    &tuples::METHOD,
];

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
pub fn find(name: &str) -> Option<&'static EncodingMethod> {
    ENCODINGS.iter().find(|m| m.name == name).copied()
}
