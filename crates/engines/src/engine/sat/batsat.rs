//! batsat 0.6: MiniSat in Rust. The only file that names it. It reports conflicts, decisions and propagations, and a
//! call can be interrupted.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use batsat::{BasicCallbacks, Lit as Literal, Solver as Batsat, SolverInterface, lbool};

use rustc_hash::FxHashSet;

use super::backend::{Backend, Solver, SolverEffort};
use crate::encode::Lit;
use crate::engine::{Control, Counter, Stop};
use crate::process::{Deadline, is_memory_over};

/// Row in the table of solvers.
pub const SOLVER: Solver = Solver {
    name: "batsat",
    starts_program: false,
    interruptible: true,
    effort: || Some(Counter::Conflicts),
    start: |_| Ok(Box::new(Wrapped::default())),
};

/// The solver calls back at every conflict and decision; the clock is read once in this many.
const CLOCK_EVERY: u32 = 64;

#[derive(Default)]
struct Wrapped {
    solver: Batsat<BasicCallbacks>,
    buffer: Vec<Literal>,
    model: Vec<lbool>,
    /// Values at the end of the last call.
    effort: SolverEffort,
}

/// Whether a call has to end; owned, since the solver keeps it.
fn stop_when(interrupt: Arc<AtomicBool>, deadline: Option<Deadline>) -> impl Fn() -> bool {
    let (calls, over) = (Cell::new(0u32), Cell::new(false));
    move || {
        calls.set(calls.get().wrapping_add(1));
        // It calls again on its way out: once over, always over.
        if calls.get() % CLOCK_EVERY == 0 {
            over.set(over.get() || deadline.is_some_and(Deadline::has_passed));
        }
        over.get() || interrupt.load(Ordering::Relaxed) || is_memory_over()
    }
}

impl Wrapped {
    fn take(&mut self, lits: &[Lit]) {
        self.buffer.clear();
        for &lit in lits {
            let variable = self.solver.var_of_int(lit.variable() as u32 - 1);
            self.buffer.push(Literal::new(variable, lit.is_positive()));
        }
    }
}

impl Backend for Wrapped {
    fn clause(&mut self, lits: &[Lit]) {
        self.take(lits);
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit], control: &Control) -> Result<bool, Stop> {
        self.take(assumptions);
        self.solver.cb_mut().set_stop(stop_when(control.interrupt(), control.deadline()));
        let answer = self.solver.solve_limited(&self.buffer);
        self.effort = SolverEffort {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            learned: None,
        };
        if answer == lbool::TRUE {
            self.model.clear();
            self.model.extend_from_slice(self.solver.get_model());
            return Ok(true);
        }
        if answer == lbool::FALSE {
            return Ok(false);
        }
        control.check()?;
        Err(Stop::Failed("batsat gave up without a reason".into()))
    }

    fn model(&self, values: &mut [bool]) {
        for (i, value) in values.iter_mut().enumerate() {
            *value = self.model.get(i).is_some_and(|&v| v == lbool::TRUE);
        }
    }

    fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
        // By variable: of a pair of opposite assumptions both are taken.
        let named: FxHashSet<u32> = self.solver.unsat_core().iter().map(|l| l.var().idx()).collect();
        assumptions.iter().copied().filter(|lit| named.contains(&(lit.variable() as u32 - 1))).collect()
    }

    fn effort(&self) -> SolverEffort {
        self.effort
    }
}
