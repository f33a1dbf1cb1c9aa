//! The interface to a SAT solver.

use crate::encode::Lit;
use crate::engine::{Control, Counter, Stop};

/// An incremental SAT solver.
pub trait Backend {
    /// Adds a clause; the empty one is a contradiction.
    fn clause(&mut self, lits: &[Lit]);

    /// Is there a model in which all assumptions hold? A solver that can be interrupted obeys `control` during the
    /// call.
    ///
    /// # Errors
    /// A limit ran out, or the solver failed.
    fn solve(&mut self, assumptions: &[Lit], control: &Control) -> Result<bool, Stop>;

    /// The values of the variables `1..=values.len()` in the model of the last satisfiable call; variables in no clause
    /// are false.
    fn model(&self, values: &mut [bool]);

    /// An unsatisfiable core of the assumptions of the last call; all of them if the solver gives none.
    fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
        assumptions.to_vec()
    }

    /// Effort so far, as far as the solver reports it.
    fn effort(&self) -> SolverEffort;
}

/// Effort of a solver; None where it reports none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverEffort {
    /// Conflicts analysed, over all calls.
    pub conflicts: Option<u64>,
    /// Branching decisions, over all calls.
    pub decisions: Option<u64>,
    /// Literals processed by unit propagation, over all calls.
    pub propagations: Option<u64>,
    /// Clauses learned, over all calls, where the solver shows these and no conflicts.
    pub learned: Option<u64>,
}

impl SolverEffort {
    /// What is shown, by its counter.
    pub fn counters(self) -> [(Counter, Option<u64>); 4] {
        [
            (Counter::Conflicts, self.conflicts),
            (Counter::Learned, self.learned),
            (Counter::Decisions, self.decisions),
            (Counter::Propagations, self.propagations),
        ]
    }
}

/// One row of the table of solvers.
pub struct Solver {
    /// Word of the option `solver`.
    pub name: &'static str,
    /// Whether it is a program of others, in a process of its own.
    pub starts_program: bool,
    /// Whether it looks at the limits during a call.
    pub interruptible: bool,
    /// The counter of its effort, if this process shows one for every run: also where no question reaches the solver.
    pub effort: fn() -> Option<Counter>,
    /// Starts one; `command` is the command line of an external solver, which others ignore.
    pub start: fn(command: &str) -> Result<Box<dyn Backend>, Stop>,
}
