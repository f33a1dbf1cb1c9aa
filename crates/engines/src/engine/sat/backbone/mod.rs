//! Which values cells can take, from one solver: named strategies. Adding one is a file and a row.
//!
//! All follow Janota, Lynce & Marques-Silva, "Algorithms for computing backbones of propositional
//! formulae" (AI Communications, 2015). Windows (`windows.rs`) are something else: many small solvers.

mod chunked;
mod core;
mod reuse;
mod two_calls;

use super::seen::SeenValues;
use super::session::Session;
use crate::encode::Lit;
use crate::engine::{Control, Stop};

/// One row of the table.
pub struct Strategy {
    pub name: &'static str,
    /// Settles every value: seen in a model, or ruled out.
    pub run: fn(&mut BackboneTask, &mut Control) -> Result<(), Stop>,
}

/// All strategies over one solver.
pub const STRATEGIES: &[&Strategy] = &[&two_calls::STRATEGY, &reuse::STRATEGY, &chunked::STRATEGY, &core::STRATEGY];

/// The default strategy.
pub const DEFAULT: &Strategy = &reuse::STRATEGY;

/// The words of the option: those above, and windows, and the choice by size.
pub const NAMES: [&str; STRATEGIES.len() + 2] = {
    let mut names = ["auto"; STRATEGIES.len() + 2];
    let mut i = 0;
    while i < STRATEGIES.len() {
        names[i + 1] = STRATEGIES[i].name;
        i += 1;
    }
    names[i + 1] = "windows";
    names
};

/// The state of a strategy.
pub struct BackboneTask<'t, 's> {
    pub session: &'t mut Session<'s>,
    /// Values seen in models; at least one model is in it.
    pub seen: &'t mut SeenValues,
    /// Values not ruled out in advance.
    pub allowed: &'t dyn Fn(usize, bool) -> bool,
    /// Called with every model that shows a new value.
    pub found: &'t mut dyn FnMut(&[bool]),
}

impl BackboneTask<'_, '_> {
    /// The values that are allowed and not seen, as (block, is a mine).
    pub fn pending(&self) -> Vec<(usize, bool)> {
        let both = (0..self.seen.blocks()).flat_map(|block| [(block, true), (block, false)]);
        both.filter(|&(block, mine)| self.is_pending(block, mine)).collect()
    }

    /// True if the value is allowed and not seen.
    pub fn is_pending(&self, block: usize, mine: bool) -> bool {
        !self.seen.has(block, mine) && (self.allowed)(block, mine)
    }

    /// The literal of a value.
    pub fn literal(&self, block: usize, mine: bool) -> Lit {
        Lit::of_cell(self.seen.cell(block), mine)
    }

    /// Asks with assumptions; all values of a model are marked.
    ///
    /// # Errors
    /// A limit ran out or the solver failed.
    pub fn ask(&mut self, assumptions: &[Lit], control: &mut Control) -> Result<bool, Stop> {
        let Some(model) = self.session.ask(assumptions, control)? else { return Ok(false) };
        self.seen.mark_model(&model);
        (self.found)(&model);
        Ok(true)
    }

    /// Tells the solver that a value does not occur.
    pub fn rule_out(&mut self, block: usize, mine: bool, control: &mut Control) {
        let literal = self.literal(block, mine);
        self.session.clause(&[!literal], control);
    }
}
