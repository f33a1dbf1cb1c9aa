//! microlp behind one interface: calls bounded in time, counted, and with panics caught.
//!
//! microlp shows its simplex iterations for calls that end with a solution; those of calls that end
//! with "infeasible" are lost with the solver, so `pivots` counts the former alone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, Solution, SolveOutcome, Variable};

use super::program::Program;
use crate::engine::{Control, Counter, Stop};

/// Result in floating point. None of it is proved.
pub(super) enum Answer<T> {
    Optimal(T),
    Infeasible,
    /// The solver reported an internal error or panicked.
    Failed,
}

/// Runs one call of the solver; `pivots_before` are those its starting point came with.
fn run(
    control: &mut Control,
    pivots_before: u64,
    call: impl FnOnce() -> Result<SolveOutcome, Error>,
) -> Result<Answer<Solution>, Stop> {
    control.check()?;
    control.stats.add(Counter::LpSolves, 1);
    let outcome = match catch_unwind(AssertUnwindSafe(call)) {
        Err(_) => return Ok(Answer::Failed),
        Ok(Err(Error::Infeasible)) => return Ok(Answer::Infeasible),
        Ok(Err(_)) => return Ok(Answer::Failed),
        Ok(Ok(outcome)) => outcome,
    };
    control.stats.add(Counter::Pivots, outcome.stats().lp_iterations.saturating_sub(pivots_before));
    // Only a limit interrupts, and time is the only one set.
    outcome.into_solution().map(Answer::Optimal).map_err(|_| Stop::Timeout)
}

/// Solves a problem from scratch.
pub(super) fn solve(mut problem: Problem, control: &mut Control) -> Result<Answer<Solution>, Stop> {
    if let Some(left) = control.wall_left() {
        problem.set_time_limit(left);
    }
    run(control, 0, || problem.solve())
}

/// Adds a constraint to a solved problem and continues from its solution.
pub(super) fn constrain(
    solution: Solution,
    terms: &[(Variable, f64)],
    op: ComparisonOp,
    right: f64,
    control: &mut Control,
) -> Result<Answer<Solution>, Stop> {
    let before = solution.stats().lp_iterations;
    control.stats.add(Counter::Resolves, 1);
    run(control, before, || solution.add_constraint(terms, op, right))
}

/// A solved relaxation of a program, open to further constraints.
#[derive(Clone)]
pub(super) struct Relaxation {
    solution: Solution,
    vars: Vec<Variable>,
    /// The variable that carries the objective: maximised, bounded by `reach`.
    z: Variable,
    reach: f64,
}

impl Relaxation {
    /// Builds and solves the relaxation. Its objective is a variable `z` in no row yet.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn new(program: &Program, control: &mut Control) -> Result<Answer<Relaxation>, Stop> {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let bounds = program.lower.iter().zip(&program.upper);
        let vars: Vec<Variable> = bounds.map(|(&l, &u)| problem.add_var(0.0, (l as f64, u as f64))).collect();
        let reach = program.upper.iter().sum::<i64>() as f64;
        let z = problem.add_var(1.0, (0.0, reach));
        for row in &program.rows {
            let terms: Vec<(Variable, f64)> = row.vars.iter().map(|&v| (vars[v as usize], 1.0)).collect();
            problem.add_constraint(&terms[..], ComparisonOp::Eq, row.count as f64);
        }
        Ok(match solve(problem, control)? {
            Answer::Optimal(solution) => Answer::Optimal(Relaxation { solution, vars, z, reach }),
            Answer::Infeasible => Answer::Infeasible,
            Answer::Failed => Answer::Failed,
        })
    }

    /// Values of the program's variables.
    pub fn values(&self) -> Vec<f64> {
        self.vars.iter().map(|&v| self.solution.var_value_raw(v)).collect()
    }

    fn constrained(self, terms: &[(Variable, f64)], op: ComparisonOp, right: f64, control: &mut Control) -> Solved {
        let Relaxation { solution, vars, z, reach } = self;
        Ok(match constrain(solution, terms, op, right, control)? {
            Answer::Optimal(solution) => Answer::Optimal(Relaxation { solution, vars, z, reach }),
            Answer::Infeasible => Answer::Infeasible,
            Answer::Failed => Answer::Failed,
        })
    }

    /// The solution that maximises or minimises the sum of some variables, on a copy.
    ///
    /// microlp cannot change an objective; the constraint `z = sum`, or `z = reach - sum`, makes the variable that
    /// already is the objective stand for it (epigraph form) and keeps the basis.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn extreme(&self, vars: impl Iterator<Item = usize>, highest: bool, control: &mut Control) -> Solved {
        let sign = if highest { -1.0 } else { 1.0 };
        let mut terms: Vec<(Variable, f64)> = vars.map(|v| (self.vars[v], sign)).collect();
        terms.push((self.z, 1.0));
        let right = if highest { 0.0 } else { self.reach };
        self.clone().constrained(&terms, ComparisonOp::Eq, right, control)
    }

    /// The same with a tighter bound on one variable.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn bounded(self, var: usize, bound: i64, is_upper: bool, control: &mut Control) -> Solved {
        let op = if is_upper { ComparisonOp::Le } else { ComparisonOp::Ge };
        let terms = [(self.vars[var], 1.0)];
        self.constrained(&terms, op, bound as f64, control)
    }
}

/// Result of solving a relaxation.
pub(super) type Solved = Result<Answer<Relaxation>, Stop>;
