//! Sums as clauses for a SAT solver.
//!
//! Statistics: `sat_calls`, `sat_answers` and `unsat_answers` are counted where the solver is called, `variables` and
//! `clauses` where formulas are passed to it, summed over all solvers of a run. `conflicts`, `decisions` and
//! `propagations` appear only with a solver that reports them ([`backend::SolverEffort`]); of varisat there is `learned`,
//! counted from its proof stream. Nodes would be decisions, so there are none.
//!
//! A call of varisat cannot be interrupted: the time limit is checked between calls. The other solvers are interrupted
//! at the limit.

mod backbone;
pub mod backend;
mod batsat;
mod counter;
mod counts;
mod enumerate;
mod explore;
mod external;
mod formula;
mod joint;
mod options;
mod parts;
mod program;
mod proof_translation;
mod prove;
mod rebalance;
mod seen;
mod session;
mod setup;
pub mod solvers;
mod statistics;
mod total;
mod variables;
mod varisat;
mod varisat_effort;
mod varisat_proof;
mod window_equivalences;
mod windows;
mod wire_lemmas;

pub use self::formula::satisfy;
pub use options::{FAMILY, lacks_command, with_command};
pub use prove::certify;
pub use varisat_proof::refute;

use self::options::SatOptions;
use self::parts::Parts;
use self::seen::SeenValues;
use self::session::Session;
use num_bigint::BigUint;

use super::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop};
use crate::system::{CellModels, Count, ReduceOptions, Reduction, System, join, reduce};

/// The engine.
struct Sat {
    options: SatOptions,
}

impl Engine for Sat {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(reduction) = self.begin(system, control)? else { return Ok(Decision::Inconsistent) };
        Ok(match self.model(&reduction.system, control)? {
            Some(model) => Decision::Model(checked(system, reduction.lift_model(&model))?),
            None => Decision::Inconsistent,
        })
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        let Some(reduction) = self.begin(system, control)? else { return Ok(Classes::Inconsistent) };
        Ok(match self.values(&reduction.system, control)? {
            Some(seen) => Classes::Cells(reduction.lift(&seen.verdicts(), |mine| super::Verdict::of(!mine, mine))),
            None => Classes::Inconsistent,
        })
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        let nothing =
            Count { cells: CellModels { index: vec![0; system.cells], values: vec![0u32.into()] }, ..Count::default() };
        let Some(reduction) = self.begin(system, control)? else { return Ok(nothing) };
        control.stats.set(Counter::Models, 0);
        let Some(parts) = Parts::new(&reduction.system, control) else { return Ok(nothing) };
        let mut counts = vec![reduction.forced_component()];
        for component in &parts.components {
            let mut count = enumerate::count(&component.system, &self.options, control)?;
            let original = |&local: &u32| reduction.cells[component.cells[local as usize] as usize];
            count.cells = count.cells.iter().map(original).collect();
            counts.push(count);
        }
        Ok(join(system.cells, &counts, system.total))
    }

    fn models(&self, system: &System, control: &mut Control) -> Result<BigUint, Stop> {
        let Some(program) = &self.options.counter else { return Ok(self.count(system, control)?.models) };
        // Cells removed by the reductions have one value in all models.
        let Some(reduction) = self.reduced(system, control) else { return Ok(BigUint::ZERO) };
        counter::models(program, &reduction.system, &self.options.setup, control)
    }
}

impl Sat {
    /// The system to work on for a query that the solver answers; None on a contradiction.
    ///
    /// # Errors
    ///
    /// [`Stop::Unsupported`], if a model counter stands in place of the solver.
    fn begin(&self, system: &System, control: &mut Control) -> Result<Option<Reduction>, Stop> {
        if self.options.counter.is_some() {
            return Err(Stop::unsupported("a model counter gives only the number of models (count --no-cells)"));
        }
        // Marks the solver's effort as observed: what the reductions settle costs it nothing.
        control.stats.add((self.options.setup.solver.effort)().unwrap_or(Counter::SatCalls), 0);
        Ok(self.reduced(system, control))
    }

    /// The system to work on; None on a contradiction.
    fn reduced(&self, system: &System, control: &mut Control) -> Option<Reduction> {
        if !self.options.reduce {
            let cells = (0..system.cells as u32).collect();
            return Some(Reduction { forced: Vec::new(), system: system.clone(), cells });
        }
        let reduction = reduce(system, ReduceOptions::default()).ok()?;
        control.stats.set(Counter::Forced, reduction.forced.len() as u64);
        Some(reduction)
    }

    /// A model of a reduced system.
    fn model(&self, system: &System, control: &mut Control) -> Result<Option<Vec<bool>>, Stop> {
        if self.options.joint {
            return joint::model(system, &self.options, control);
        }
        let Some(parts) = Parts::new(system, control).filter(Parts::is_possible) else { return Ok(None) };
        let once = |component: &System, control: &mut Control| Session::once(component, &self.options.setup, control);
        let models = parts.in_parallel(control, once)?;
        let Some(models) = models else { return Ok(None) };
        let mut model = vec![false; system.cells];
        for (component, found) in parts.components.iter().zip(models) {
            component.cells.iter().zip(found).for_each(|(&c, mine)| model[c as usize] = mine);
        }
        match parts.budget {
            Some(budget) if !parts.fill(&mut model) => total::model(&parts, budget, model, &self.options, control),
            _ => Ok(Some(model)),
        }
    }

    /// The values that the cells of a reduced system take in its models; None if there are none.
    fn values(&self, system: &System, control: &mut Control) -> Result<Option<SeenValues>, Stop> {
        let Some(parts) = Parts::new(system, control).filter(Parts::is_possible) else { return Ok(None) };
        let floating = parts.floating_cell();
        if self.options.joint {
            let mut seen = SeenValues::new(system);
            let consistent = joint::complete(system, |_, _| true, &mut seen, &self.options, control)?;
            floating.filter(|_| parts.budget.is_none()).into_iter().for_each(|c| seen.mark_both(c));
            return Ok(consistent.then_some(seen));
        }
        let Some(explored) = explore::explore_all(&parts, &self.options, control)? else { return Ok(None) };
        let mut allowed = explored.values(system);
        floating.into_iter().for_each(|c| allowed.mark_both(c));
        match parts.budget {
            Some(budget) => total::values(&parts, budget, explored, allowed, &self.options, control),
            None => Ok(Some(allowed)),
        }
    }
}

/// The model, if it satisfies the system.
fn checked(system: &System, model: Vec<bool>) -> Result<Vec<bool>, Stop> {
    if system.is_model(&model) { Ok(model) } else { Err(Stop::Failed("an assignment that is not a model".into())) }
}
