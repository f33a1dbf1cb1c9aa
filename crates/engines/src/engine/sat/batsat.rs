//! batsat 0.6: MiniSat in Rust. The only file that names it. It reports conflicts, decisions and propagations, and a
//! call can be interrupted. A limit on nodes limits its conflicts.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use batsat::{Callbacks, ClauseKind, Lit as Literal, Solver as Batsat, SolverInterface, lbool};

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
    solver: Batsat<WithinLimits>,
    buffer: Vec<Literal>,
    model: Vec<lbool>,
    /// Values at the end of the last call.
    effort: SolverEffort,
}

/// The limits of a call; owned, since the solver keeps it.
#[derive(Default)]
struct WithinLimits {
    interrupt: Arc<AtomicBool>,
    deadline: Option<Deadline>,
    /// Clauses that the call may learn, one per conflict.
    clauses_left: Option<u64>,
    calls: Cell<u32>,
    over: Cell<bool>,
}

impl WithinLimits {
    fn of(control: &Control) -> Self {
        let so_far = control.stats.get(Counter::Conflicts).unwrap_or(0);
        WithinLimits {
            interrupt: control.interrupt(),
            deadline: control.deadline(),
            clauses_left: control.node_limit().map(|most| most.saturating_sub(so_far)),
            ..WithinLimits::default()
        }
    }
}

impl Callbacks for WithinLimits {
    fn on_new_clause(&mut self, _: &[Literal], kind: ClauseKind) {
        if let Some(left) = self.clauses_left.as_mut().filter(|_| matches!(kind, ClauseKind::Learnt)) {
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => self.over.set(true),
            }
        }
    }

    fn stop(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        // It calls again on its way out: once over, always over.
        if self.calls.get().is_multiple_of(CLOCK_EVERY) {
            self.over.set(self.over.get() || self.deadline.is_some_and(Deadline::has_passed));
        }
        self.over.get() || self.interrupt.load(Ordering::Relaxed) || is_memory_over()
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
        *self.solver.cb_mut() = WithinLimits::of(control);
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
        if self.solver.cb().clauses_left == Some(0) {
            return Err(Stop::Nodes);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;

    /// Pigeons without a hole of their own: the answer, and the conflicts.
    fn pigeons(holes: usize, nodes: Option<u64>) -> (Result<bool, Stop>, u64) {
        let mut solver = Wrapped::default();
        let is_in = |pigeon: usize, hole: usize| Lit::positive(pigeon * holes + hole + 1);
        for pigeon in 0..=holes {
            solver.clause(&(0..holes).map(|hole| is_in(pigeon, hole)).collect::<Vec<_>>());
            for other in 0..pigeon {
                (0..holes).for_each(|hole| solver.clause(&[!is_in(pigeon, hole), !is_in(other, hole)]));
            }
        }
        let answer = solver.solve(&[], &Control::new(Limits { nodes, ..Limits::default() }));
        (answer, solver.effort().conflicts.unwrap())
    }

    #[test]
    fn a_limit_on_nodes_ends_a_call_after_as_many_conflicts() {
        let (answer, all) = pigeons(6, None);
        assert!(answer == Ok(false) && all > 50, "{all} conflicts");
        assert_eq!(pigeons(6, Some(all)), (Ok(false), all));
        assert_eq!(pigeons(6, Some(20)), (Err(Stop::Nodes), 21));
    }

    #[test]
    fn conflicts_of_earlier_calls_count() {
        let mut control = Control::new(Limits { nodes: Some(100), ..Limits::default() });
        control.stats.add(Counter::Conflicts, 98);
        assert_eq!(WithinLimits::of(&control).clauses_left, Some(2));
        control.stats.add(Counter::Conflicts, 98);
        assert_eq!(WithinLimits::of(&control).clauses_left, Some(0));
        assert_eq!(WithinLimits::of(&Control::default()).clauses_left, None);
    }
}
