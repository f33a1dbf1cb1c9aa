//! varisat 0.2: a CDCL solver in Rust. The only file that names it.
//!
//! Its public interface has no counters (conflicts, decisions, propagations), no limit and no interrupt: a call runs
//! until it has an answer. The log line and the proof stream count other things, so effort is not reported.

use varisat::{ExtendFormula, Lit as Literal, Solver as Varisat, Var};

use super::backend::{Backend, Solver, SolverEffort};
use crate::encode::Lit;
use crate::engine::{Control, Stop};

/// Row in the table of solvers.
pub const SOLVER: Solver = Solver {
    name: "varisat",
    starts_program: false,
    interruptible: false,
    start: |_| Ok(Box::new(Wrapped::default())),
};

#[derive(Default)]
struct Wrapped {
    solver: Varisat<'static>,
    buffer: Vec<Literal>,
}

fn literal(lit: Lit) -> Literal {
    Literal::from_var(Var::from_index(lit.variable() - 1), lit.is_positive())
}

impl Backend for Wrapped {
    fn clause(&mut self, lits: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend(lits.iter().copied().map(literal));
        self.solver.add_clause(&self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit], _: &Control) -> Result<bool, Stop> {
        self.buffer.clear();
        self.buffer.extend(assumptions.iter().copied().map(literal));
        self.solver.assume(&self.buffer);
        self.solver.solve().map_err(|e| Stop::Failed(e.to_string()))
    }

    fn model(&self, values: &mut [bool]) {
        values.fill(false);
        for lit in self.solver.model().into_iter().flatten() {
            if let Some(value) = values.get_mut(lit.index()) {
                *value = lit.is_positive();
            }
        }
    }

    fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
        match self.solver.failed_core() {
            Some(core) => assumptions.iter().copied().filter(|&lit| core.contains(&literal(lit))).collect(),
            None => assumptions.to_vec(),
        }
    }

    fn effort(&self) -> SolverEffort {
        SolverEffort::default()
    }
}
