//! The list of allowed assignments with Tseitin's variables ("On the complexity of derivation in propositional
//! calculus", 1968): one variable per assignment within the bounds, which implies all its literals, and at least one of
//! them holds. Bounds on a count force a literal only where they force all, which leaves one assignment: so this is arc
//! consistent without the support clauses that other constraints need (Bacchus, "GAC via unit propagation", CP 2007).

use super::binomial::every_subset;
use super::size::{Size, choose};
use super::{Counts, Encoding, EncodingMethod, Lit, Propagation, Sink};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "tuples",
    summary: "one variable per allowed assignment, which implies its literals",
    source: "Tseitin 1968",
    formula: "n C(n,m) + 1 clauses, C(n,m) variables",
    counts: Counts::Always,
    propagation: Propagation::Complete,
    encoding: &Tuples,
};

/// The encoding.
pub struct Tuples;

impl Encoding for Tuples {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        let mut all = Vec::new();
        for k in lo..=hi {
            every_subset(lits.len(), k, |chosen| {
                let tuple = sink.new_variable();
                all.push(tuple);
                let mut chosen = chosen.iter().copied().peekable();
                for (i, &lit) in lits.iter().enumerate() {
                    sink.clause(&[!tuple, lit.given(chosen.next_if_eq(&i).is_some())]);
                }
            });
        }
        sink.clause(&all);
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let mut tuples = 0u64;
        for k in lo..=hi {
            tuples = tuples.saturating_add(choose(n, k));
            if tuples == u64::MAX {
                break;
            }
        }
        Size::new(n as u64, 1) * tuples + Size::clauses(1)
    }
}
