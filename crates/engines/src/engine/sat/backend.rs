//! What the engine asks of a SAT solver.

use crate::encode::Lit;
use crate::engine::{Control, Stop};

/// An incremental SAT solver.
pub trait Backend {
    /// Adds a clause; the empty one is a contradiction.
    fn clause(&mut self, lits: &[Lit]);

    /// Is there a model in which all assumptions hold? A solver that can be stopped obeys `control`
    /// during the call.
    ///
    /// # Errors
    /// A limit ran out, or the solver failed.
    fn solve(&mut self, assumptions: &[Lit], control: &Control) -> Result<bool, Stop>;

    /// The values of the variables `1..=values.len()` in the model of the last satisfiable call;
    /// variables that stand in no clause are false.
    fn model(&self, values: &mut [bool]);

    /// Assumptions of the last call, which had no model, that already have none; all of them where
    /// the solver does not tell.
    fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
        assumptions.to_vec()
    }

    /// Effort so far, as far as the solver shows it.
    fn effort(&self) -> Effort;
}

/// Effort of a solver; what it does not show is None.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub conflicts: Option<u64>,
    pub decisions: Option<u64>,
    pub propagations: Option<u64>,
}

/// One row of the table of solvers.
pub struct Solver {
    pub name: &'static str,
    /// Starts one; `command` is the command line of an external solver, which others ignore.
    pub start: fn(command: &str) -> Result<Box<dyn Backend>, Stop>,
}
