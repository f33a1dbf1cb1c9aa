//! varisat 0.2: a CDCL solver in Rust. The only file that names it, with those on its proofs.
//!
//! Its public interface has no counters (conflicts, decisions, propagations), no limit and no interrupt: a call runs
//! until it has an answer. Its effort is the number of clauses that it learned. Measurements count them from its proof stream,
//! which makes it 8 to 17 % slower (paired timings on lattices and Expert positions), so nothing else does.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use varisat::{ExtendFormula, Lit as Literal, ProofFormat, Solver as Varisat, Var};

use super::backend::{Backend, Solver, SolverEffort};
use super::varisat_effort::LearnedClauses;
use crate::encode::Lit;
use crate::engine::{Control, Counter, Stop, live};

/// Row in the table of solvers.
pub const SOLVER: Solver = Solver {
    name: "varisat",
    starts_program: false,
    interruptible: false,
    effort: || live::is_shown().then_some(Counter::Learned),
    start: |_| Ok(Box::new(Wrapped::default())),
};

struct Wrapped {
    solver: Varisat<'static>,
    /// Counted in measurements.
    learned: Option<Arc<AtomicU64>>,
    buffer: Vec<Literal>,
}

impl Default for Wrapped {
    fn default() -> Self {
        let mut solver = Varisat::new();
        let learned = live::is_shown().then(|| {
            let (writer, learned) = LearnedClauses::new();
            solver.write_proof(writer, ProofFormat::Varisat);
            learned
        });
        Wrapped { solver, learned, buffer: Vec::new() }
    }
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
        let learned = self.learned.as_ref().map(|learned| learned.load(Ordering::Relaxed));
        SolverEffort { learned, ..SolverEffort::default() }
    }
}
