//! A clausal proof from the clauses of some sums as one from those of fewer sums, without solving again.

use std::collections::BTreeSet;

use crate::certify::{ClauseSet, LratStep};

/// From the clauses of some sums to those of a part of them, where the clauses of a sum are the same but for the numbers of
/// variables.
pub(super) struct Translation {
    /// New number of each clause and variable of the formula, 0 for those that the part lacks.
    clauses: Vec<u32>,
    variables: Vec<i32>,
    /// Clauses of the part.
    fewer: u32,
}

impl Translation {
    /// The part has the clauses of the sums at `places`, and the claims.
    pub fn new(formula: &ClauseSet, part: &ClauseSet, places: &BTreeSet<u32>) -> Translation {
        let mut clauses = vec![0; formula.clauses.len()];
        let mut variables = vec![0; formula.variables as usize + 1];
        let is_kept = |origin: &Option<u32>| origin.is_none_or(|place| places.contains(&place));
        let kept = (0..clauses.len()).filter(|&c| is_kept(&formula.origin[c]));
        for (number, (old, new)) in (1..).zip(kept.zip(&part.clauses)) {
            clauses[old] = number;
            for (old, new) in formula.clauses[old].iter().zip(new) {
                debug_assert_eq!(old.signum(), new.signum(), "clauses of a sum have one form");
                variables[old.unsigned_abs() as usize] = new.abs();
            }
        }
        Translation { clauses, variables, fewer: part.clauses.len() as u32 }
    }

    /// Translates a proof that uses no clause that the part lacks.
    pub fn apply(&self, proof: &mut [LratStep]) {
        for step in proof {
            // A variable of no clause left is of no use in a step either.
            step.clause.retain(|l| self.variables[l.unsigned_abs() as usize] != 0);
            step.clause.iter_mut().for_each(|l| *l = l.signum() * self.variables[l.unsigned_abs() as usize]);
            for hint in &mut step.hints {
                *hint = match (*hint as usize).checked_sub(self.clauses.len() + 1) {
                    None => self.clauses[*hint as usize - 1],
                    Some(step) => self.fewer + step as u32 + 1,
                };
            }
        }
    }
}
