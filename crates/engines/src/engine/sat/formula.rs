//! Solves a formula itself with one of the solvers, for comparison with its board.

use super::solvers::SOLVERS;
use crate::encode::Lit;
use crate::engine::{Control, Counter, Stop};

/// A checked model of clauses in the DIMACS convention over the variables `1..=variables`; None if there is none.
/// `solver` names one of the SAT engine's solvers, `command` the external one's command line.
///
/// # Errors
/// There is no such solver, a limit ran out, or the solver failed.
pub fn satisfy(
    variables: usize,
    clauses: &[Vec<i32>],
    (solver, command): (&str, &str),
    control: &mut Control,
) -> Result<Option<Vec<bool>>, Stop> {
    let Some(solver) = SOLVERS.iter().find(|s| s.name == solver) else {
        return Err(Stop::unsupported(format!("no SAT solver named {solver:?}")));
    };
    let mut backend = (solver.start)(command)?;
    let mut lits = Vec::new();
    for clause in clauses {
        lits.clear();
        lits.extend(clause.iter().map(|&l| Lit::positive(l.unsigned_abs() as usize).given(l > 0)));
        backend.clause(&lits);
    }
    control.stats.set(Counter::Variables, variables as u64);
    control.stats.set(Counter::Clauses, clauses.len() as u64);
    control.check()?;
    let answer = backend.solve(&[], control);
    // Also of a call that a limit ended.
    for (counter, value) in backend.effort().counters() {
        value.into_iter().for_each(|value| control.stats.set(counter, value));
    }
    if !answer? {
        return Ok(None);
    }
    let mut model = vec![false; variables];
    backend.model(&mut model);
    let holds = |&l: &i32| model[l.unsigned_abs() as usize - 1] == (l > 0);
    match clauses.iter().all(|clause| clause.iter().any(holds)) {
        true => Ok(Some(model)),
        false => Err(Stop::Failed("the SAT solver returned an assignment that is not a model".into())),
    }
}
