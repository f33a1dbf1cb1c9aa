//! DIMACS CNF.

use std::fmt;

use crate::encode::dimacs::shown_lines;

/// A formula in conjunctive normal form; literals are `±(variable + 1)` as in DIMACS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// Number of variables, those in no clause included.
    pub variables: usize,
    /// An empty clause makes the formula unsatisfiable.
    pub clauses: Vec<Vec<i32>>,
    /// The variables (from 1, ascending) to which the formula is projected; None: all of them. A projected count counts
    /// the assignments of these that extend to a model.
    pub shown: Option<Vec<usize>>,
}

impl Formula {
    /// A formula over all its variables.
    pub fn new(variables: usize, clauses: Vec<Vec<i32>>) -> Formula {
        Formula { variables, clauses, shown: None }
    }

    /// The variables that are not shown, ascending, from 1.
    pub fn hidden(&self) -> Vec<usize> {
        let shown = self.shown.as_deref();
        let is_hidden = |v: &usize| shown.is_some_and(|shown| shown.binary_search(v).is_err());
        (1..=self.variables).filter(is_hidden).collect()
    }

    /// True if every clause holds a true literal.
    pub fn holds(&self, values: &[bool]) -> bool {
        let truth = |&lit: &i32| values[lit.unsigned_abs() as usize - 1] == (lit > 0);
        self.clauses.iter().all(|clause| clause.iter().any(truth))
    }
}

impl fmt::Display for Formula {
    /// As DIMACS CNF, a projection as `c p show` lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shown.is_some() {
            writeln!(f, "c t pmc")?;
        }
        writeln!(f, "p cnf {} {}", self.variables, self.clauses.len())?;
        if let Some(shown) = &self.shown {
            f.write_str(&shown_lines(shown))?;
        }
        for clause in &self.clauses {
            clause.iter().try_for_each(|lit| write!(f, "{lit} "))?;
            writeln!(f, "0")?;
        }
        Ok(())
    }
}
