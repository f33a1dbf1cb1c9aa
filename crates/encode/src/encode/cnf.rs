//! Formulas in conjunctive normal form, and the sink that encodings write clauses to.

use super::{Bit, Lit};

/// Receives the clauses of an encoding.
pub trait Sink {
    /// A fresh variable, as its positive literal.
    fn new_variable(&mut self) -> Lit;

    /// Adds a clause; the empty one is a contradiction.
    fn clause(&mut self, lits: &[Lit]);

    /// All of `premises` together imply one of `conclusions`; constants are simplified away.
    fn implies(&mut self, premises: &[Bit], conclusions: &[Bit]) {
        let mut clause = Vec::with_capacity(premises.len() + conclusions.len());
        for &premise in premises {
            match premise {
                Bit::False => return,
                Bit::True => {}
                Bit::Lit(lit) => clause.push(!lit),
            }
        }
        for &conclusion in conclusions {
            match conclusion {
                Bit::True => return,
                Bit::False => {}
                Bit::Lit(lit) => clause.push(lit),
            }
        }
        self.clause(&clause);
    }
}

/// A formula. Its clauses lie one after another in one vector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: usize,
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// No clauses over the variables `1..=variables`.
    pub fn new(variables: usize) -> Cnf {
        Cnf { variables, ..Cnf::default() }
    }

    /// Number of variables; they are `1..=variables()`.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True without any clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the order they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }

    /// Size in memory, bytes.
    pub fn bytes(&self) -> u64 {
        (self.lits.len() * size_of::<Lit>() + self.ends.len() * size_of::<usize>()) as u64
    }
}

impl Sink for Cnf {
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables)
    }

    fn clause(&mut self, lits: &[Lit]) {
        debug_assert!(lits.iter().all(|l| l.variable() <= self.variables), "{lits:?} names unknown variables");
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_simplified_away() {
        let mut cnf = Cnf::new(2);
        let (a, b) = (Lit::positive(1), Lit::positive(2));
        cnf.implies(&[a.into(), Bit::True], &[b.into(), Bit::False]);
        cnf.implies(&[Bit::False], &[a.into()]);
        cnf.implies(&[a.into()], &[Bit::True]);
        cnf.implies(&[Bit::True], &[Bit::False]);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[!a, b][..], &[]]);
    }
}
