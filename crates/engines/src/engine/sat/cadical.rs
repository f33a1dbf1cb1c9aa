//! CaDiCaL 1.9 (C++), behind the feature `cadical`. The only file that names its crate, which reports no counters; a
//! call can be interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cadical::{Callbacks, Solver as Cadical};

use super::backend::{Backend, Effort, Solver};
use crate::encode::Lit;
use crate::engine::{Control, Stop};

/// Row in the table of solvers.
pub const SOLVER: Solver =
    Solver { name: "cadical", starts_program: false, interruptible: true, start: |_| Ok(Box::new(Wrapped::default())) };

#[derive(Default)]
struct Wrapped {
    solver: Cadical<Watch>,
    /// The empty clause was added, which its interface does not accept.
    contradiction: bool,
    model: Vec<bool>,
    variables: usize,
}

/// Ends a call.
struct Watch {
    interrupt: Arc<AtomicBool>,
    deadline: Option<Deadline>,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.interrupt.load(Ordering::Relaxed) || self.deadline.is_some_and(Deadline::has_passed)
    }
}

impl Backend for Wrapped {
    fn clause(&mut self, lits: &[Lit]) {
        self.contradiction |= lits.is_empty();
        if !lits.is_empty() {
            self.variables = lits.iter().map(|l| l.variable()).max().unwrap_or(0).max(self.variables);
            self.solver.add_clause(lits.iter().map(|l| l.dimacs()));
        }
    }

    fn solve(&mut self, assumptions: &[Lit], control: &Control) -> Result<bool, Stop> {
        if self.contradiction {
            return Ok(false);
        }
        self.solver.set_callbacks(Some(Watch { interrupt: control.interrupt(), deadline: control.deadline() }));
        match self.solver.solve_with(assumptions.iter().map(|l| l.dimacs())) {
            Some(true) => {
                let assumed = assumptions.iter().map(|l| l.variable()).max().unwrap_or(0);
                let known = self.variables.max(assumed) as i32;
                self.model = (1..=known).map(|v| self.solver.value(v) == Some(true)).collect();
                Ok(true)
            }
            Some(false) => Ok(false),
            None => {
                control.check()?;
                Err(Stop::Failed("CaDiCaL gave up without a reason".into()))
            }
        }
    }

    fn model(&self, values: &mut [bool]) {
        for (i, value) in values.iter_mut().enumerate() {
            *value = self.model.get(i).copied().unwrap_or(false);
        }
    }

    fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
        match self.contradiction {
            true => Vec::new(),
            false => assumptions.iter().copied().filter(|lit| self.solver.failed(lit.dimacs())).collect(),
        }
    }

    fn effort(&self) -> Effort {
        Effort::default()
    }
}
