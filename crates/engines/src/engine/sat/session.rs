//! One solver over one system: asks, counts calls, checks answers.

use super::backend::{Backend, SolverEffort};
use super::setup::Setup;
use super::variables::Variables;
use crate::encode::{EncodePlan, Floating, Lit, encode};
use crate::engine::{Control, Counter, Stop};
use crate::system::System;
use crate::system::eliminate_defined::Keep;

/// Most clauses passed to a solver (at some 50 bytes per clause a quarter of a gigabyte); only a binding total over
/// thousands of cells reaches it.
pub const MOST_CLAUSES: u64 = 5_000_000;

/// A solver that holds the formula of `system`. If the total is written, the values of floating cells follow by
/// arithmetic except the first, which has a variable (see [`Floating::One`]).
pub struct Session<'a> {
    system: &'a System,
    /// Floating cells without a variable of their own in the formula.
    slack: Vec<usize>,
    variables: Variables,
    backend: Box<dyn Backend>,
    effort: SolverEffort,
    /// Literals of the formula, kept between calls.
    buffer: Vec<Lit>,
    /// Variables so far; those beyond the cells' and the formula's were made by [`Session::new_variable`].
    made: usize,
}

impl<'a> Session<'a> {
    /// Encodes the formula and passes it to a new solver.
    ///
    /// # Errors
    /// The formula is too large, or a limit ran out.
    pub fn new(system: &'a System, setup: &Setup, control: &mut Control) -> Result<Self, Stop> {
        Session::open(system, false, setup, control)
    }

    /// A model of the system, if there is one, from a solver that gets no other query.
    ///
    /// # Errors
    /// As [`Session::new`] and [`Session::ask`].
    pub fn once(system: &'a System, setup: &Setup, control: &mut Control) -> Result<Option<Vec<bool>>, Stop> {
        Session::open(system, true, setup, control)?.ask(&[], control)
    }

    fn open(system: &'a System, once: bool, setup: &Setup, control: &mut Control) -> Result<Self, Stop> {
        let plan = EncodePlan {
            local: setup.local,
            total: Some(setup.total),
            floating: Floating::One,
            most_clauses: MOST_CLAUSES,
        };
        // The total is written over the cells themselves.
        let collapsed = (setup.collapse && system.total.is_none())
            .then(|| Variables::collapsed(system, &plan, once.then_some(Keep::Solvable)));
        let (mut variables, mut cnf) = match collapsed {
            Some(done) => done.map_err(|e| Stop::unsupported(e.to_string()))?,
            None => {
                let cnf = encode(system, &plan).map_err(|e| Stop::unsupported(e.to_string()))?;
                (Variables::plain(system), cnf)
            }
        };
        if once {
            cnf = variables.simplify(cnf, Keep::Solvable, (setup.simplify, system.cells), control)?;
        }
        control.stats.add(Counter::Variables, cnf.variables() as u64);
        control.memory(cnf.bytes())?;
        let frontier = system.is_frontier();
        let floating = (0..system.cells).filter(|&c| !frontier[c]);
        let slack = if system.total.is_some() { floating.skip(1).collect() } else { Vec::new() };
        let mut backend = (setup.solver.start)(&setup.command)?;
        for clause in cnf.clauses() {
            control.tick()?;
            control.stats.add(Counter::Clauses, 1);
            backend.clause(clause);
        }
        let made = cnf.variables().max(system.cells);
        Ok(Session { system, slack, variables, backend, effort: SolverEffort::default(), buffer: Vec::new(), made })
    }

    /// The largest number of cells with a common variable.
    pub fn longest_wire(&self) -> usize {
        self.variables.longest()
    }

    /// Adds a clause over cells.
    pub fn clause(&mut self, lits: &[Lit], control: &mut Control) {
        control.stats.add(Counter::Clauses, 1);
        self.variables.of_clause(lits, &mut self.buffer);
        self.backend.clause(&self.buffer);
    }

    /// A fresh variable.
    pub fn new_variable(&mut self) -> Lit {
        self.made += 1;
        Lit::positive(self.made)
    }

    /// See [`Backend::core`].
    pub fn core(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
        self.variables.of_clause(assumptions, &mut self.buffer);
        let core = self.backend.core(&self.buffer);
        let used = |(_, lit): &(&Lit, &Lit)| core.contains(lit);
        assumptions.iter().zip(&self.buffer).filter(used).map(|(&cell, _)| cell).collect()
    }

    /// A model of the system in which all assumptions hold, checked; None if there is none.
    ///
    /// # Errors
    /// The time ran out (checked between calls, since a call cannot be interrupted), the solver failed, or its
    /// assignment is not a model.
    pub fn ask(&mut self, assumptions: &[Lit], control: &mut Control) -> Result<Option<Vec<bool>>, Stop> {
        control.check()?;
        self.variables.of_clause(assumptions, &mut self.buffer);
        let answer = self.backend.solve(&self.buffer, control);
        // Also of a call that a limit ended.
        control.stats.add(Counter::SatCalls, 1);
        self.report_effort(control);
        let answer = answer?;
        control.stats.add(Counter::SatAnswers, u64::from(answer));
        control.stats.add(Counter::UnsatAnswers, u64::from(!answer));
        if !answer {
            return Ok(None);
        }
        let mut model = vec![false; self.system.cells];
        self.variables.model(self.backend.as_ref(), &mut model);
        self.fill_slack(&mut model);
        let holds = |lit: &Lit| model.get(lit.variable() - 1).is_none_or(|&value| value == lit.is_positive());
        if !self.system.is_model(&model) || !assumptions.iter().all(holds) {
            return Err(Stop::Failed("the SAT solver returned an assignment that is not a model".into()));
        }
        Ok(Some(model))
    }

    /// Puts the rest of the total on the floating cells without a variable.
    fn fill_slack(&self, model: &mut [bool]) {
        let Some(total) = self.system.total else { return };
        self.slack.iter().for_each(|&c| model[c] = false);
        let rest = total - model.iter().filter(|&&m| m).count() as i64;
        self.slack.iter().take(rest.max(0) as usize).for_each(|&c| model[c] = true);
    }

    /// Adds the solver's effort since the last call to the counters that it reports.
    fn report_effort(&mut self, control: &mut Control) {
        let (before, now) = (self.effort, self.backend.effort());
        for ((counter, before), (_, now)) in before.counters().into_iter().zip(now.counters()) {
            if let Some(now) = now {
                control.stats.add(counter, now.saturating_sub(before.unwrap_or(0)));
            }
        }
        self.effort = now;
    }
}
