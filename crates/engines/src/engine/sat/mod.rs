//! Sums as clauses for a SAT solver.
//!
//! Statistics: `sat_calls`, `sat_answers` and `unsat_answers` are counted where the solver is called, `variables` and
//! `clauses` where formulas are passed to it, summed over all solvers of a run. `conflicts`, `decisions` and
//! `propagations` appear only with a solver that reports them ([`backend::Effort`]); varisat reports none. Nodes would
//! be decisions, so there are none either.
//!
//! A call of varisat cannot be interrupted: the time limit is checked between calls. The other solvers are interrupted
//! at the limit.

mod backbone;
pub mod backend;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod compensate;
mod counter;
mod counts;
mod enumerate;
mod explore;
mod external;
mod formula;
mod joint;
mod options;
mod program;
mod prove;
mod range;
mod seen;
mod session;
mod setup;
pub mod solvers;
mod variables;
mod varisat;
mod varisat_proof;
mod windows;

pub use self::formula::satisfy;
pub use options::{FAMILY, lacks_command, with_command};
pub use prove::certify;
pub use varisat_proof::refute;

use self::compensate::Compensation;
use self::counts::Bounds;
use self::explore::Explored;
use self::options::{Binding, Options};
use self::range::Range;
use self::seen::Seen;
use self::session::Session;
use num_bigint::BigUint;

use super::{Classes, Control, Counter, Decision, Engine, Family, Stop};
use crate::system::{CellModels, Component, Count, ReduceOptions, Reduction, Split, System, join, reduce, split};

/// Most further rounds of looking for moves to meet a total. Each round costs only windows around the cells left over;
/// two rounds leave almost no possible values.
const MORE_MOVES: usize = 2;

/// The engine.
struct Sat {
    options: Options,
}

impl Engine for Sat {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        self.needs_no_counter()?;
        let Some(reduction) = self.reduced(system, control) else { return Ok(Decision::Inconsistent) };
        Ok(match self.model(&reduction.system, control)? {
            Some(model) => Decision::Model(checked(system, reduction.lift_model(&model))?),
            None => Decision::Inconsistent,
        })
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        self.needs_no_counter()?;
        let Some(reduction) = self.reduced(system, control) else { return Ok(Classes::Inconsistent) };
        Ok(match self.values(&reduction.system, control)? {
            Some(seen) => Classes::Cells(reduction.lift(&seen.verdicts(), |mine| super::Verdict::of(!mine, mine))),
            None => Classes::Inconsistent,
        })
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        self.needs_no_counter()?;
        let nothing =
            Count { cells: CellModels { index: vec![0; system.cells], values: vec![0u32.into()] }, ..Count::default() };
        let Some(reduction) = self.reduced(system, control) else { return Ok(nothing) };
        control.stats.set(Counter::Models, 0);
        let parts = parts(&reduction.system, control);
        if parts.contradiction {
            return Ok(nothing);
        }
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
    /// A query that a model counter cannot answer.
    fn needs_no_counter(&self) -> Result<(), Stop> {
        match self.options.counter {
            Some(_) => Err(Stop::unsupported("a model counter gives only the number of models (count --no-cells)")),
            None => Ok(()),
        }
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
        let parts = parts(system, control);
        let range = Range::new(system, &parts);
        if parts.contradiction || !range.is_possible(system) {
            return Ok(None);
        }
        let mut model = vec![false; system.cells];
        for component in &parts.components {
            let Some(found) = Session::once(&component.system, &self.options.setup, control)? else { return Ok(None) };
            component.cells.iter().zip(found).for_each(|(&c, mine)| model[c as usize] = mine);
        }
        if range.fill(&mut model) {
            return Ok(Some(model));
        }
        let solution =
            |(index, part): (usize, &Component)| (index, part.cells.iter().map(|&c| model[c as usize]).collect());
        let solutions = parts.components.iter().enumerate().map(solution);
        match self.options.binding.largest().and_then(|largest| counts::bounds(system, &parts, solutions, largest)) {
            Some(Bounds::Impossible) => return Ok(None),
            Some(Bounds::Binding(mut by_component)) => {
                let model = by_component.model(system, &self.options, control)?;
                return Ok(model.map(|mut model| {
                    range.fill(&mut model);
                    model
                }));
            }
            Some(Bounds::Loose) | None => {}
        }
        match joint::model(system, &self.options, control) {
            // The total takes too many clauses: moves from that model may meet it without.
            Err(Stop::Unsupported(why)) => {
                let Some((base, moves)) = self.explore(system, &parts, control)? else { return Ok(None) };
                let mut compensation = Compensation::new(system, base, moves, range.least, range.most);
                let mut model = compensation.settle().then(|| compensation.model()).ok_or(Stop::Unsupported(why))?;
                range.fill(&mut model);
                Ok(Some(model))
            }
            answer => answer,
        }
    }

    /// The values that the cells of a reduced system take in its models; None if there are none.
    fn values(&self, system: &System, control: &mut Control) -> Result<Option<Seen>, Stop> {
        let mut seen = Seen::new(system);
        let parts = parts(system, control);
        let range = Range::new(system, &parts);
        if parts.contradiction || !range.is_possible(system) {
            return Ok(None);
        }
        if self.options.joint {
            let consistent = joint::complete(system, |_, _| true, &mut seen, &self.options, control)?;
            if range.is_free() {
                range.floating_cell().into_iter().for_each(|c| seen.mark_both(c));
            }
            return Ok(consistent.then_some(seen));
        }
        let Some((base, moves)) = self.explore(system, &parts, control)? else { return Ok(None) };
        let mut allowed = Seen::new(system);
        allowed.mark_model(&base);
        moves.iter().flatten().for_each(|&c| allowed.mark(c as usize, !base[c as usize]));
        range.floating_cell().into_iter().for_each(|c| allowed.mark_both(c));
        if range.is_free() {
            return Ok(Some(allowed));
        }
        // The total may forbid some of the values that the sums allow. First try without clauses for it.
        let bounds = |largest| counts::bounds(system, &parts, solutions(&parts, &base, &moves), largest);
        match self.options.binding.largest().and_then(bounds) {
            Some(Bounds::Impossible) => return Ok(None),
            Some(Bounds::Loose) => return Ok(Some(allowed)),
            Some(Bounds::Binding(mut by_component)) => {
                return by_component.values(system, &range, &allowed, &self.options, control);
            }
            None => {}
        }
        let small = (self.options.binding == Binding::Auto).then(|| bounds(counts::WORTH_IT)).flatten();
        if self.options.binding != Binding::Clauses {
            let compensation = Compensation::new(system, base, moves, range.least, range.most);
            self.compensate(system, compensation, &range, &allowed, &mut seen, control)?;
            if seen.pending(&allowed) == 0 {
                return Ok(Some(seen));
            }
        }
        if let Some(Bounds::Binding(mut by_component)) = small {
            return by_component.values(system, &range, &allowed, &self.options, control);
        }
        let consistent = joint::complete(system, |b, v| allowed.has(b, v), &mut seen, &self.options, control)?;
        Ok(consistent.then_some(seen))
    }

    /// Marks in `seen` the values that compensating moves reach within the total; if some of the `allowed` ones are
    /// left, with more moves around those cells.
    fn compensate(
        &self,
        system: &System,
        mut compensation: Compensation,
        range: &Range,
        allowed: &Seen,
        seen: &mut Seen,
        control: &mut Control,
    ) -> Result<(), Stop> {
        for round in 0..=MORE_MOVES {
            if !compensation.settle() {
                return Ok(());
            }
            let model = compensation.model();
            let mut filled = model.clone();
            range.fill(&mut filled);
            seen.mark_model(&checked(system, filled)?);
            for index in 0..compensation.len() {
                control.tick()?;
                if let Some(mines) = compensation.with(index, |cell, mine| seen.mark(cell, mine)) {
                    range.mark_floating(mines, seen);
                }
            }
            if seen.pending(allowed) == 0 || round == MORE_MOVES {
                break;
            }
            let mut asked = Seen::new(system);
            let forced = (0..asked.blocks()).map(|b| !(allowed.has(b, true) && allowed.has(b, false))).collect();
            let floating = range.floating_cell().map(|c| seen.block(c));
            for block in (0..asked.blocks()).filter(|&b| !seen.lacks(b, allowed) || Some(b) == floating) {
                asked.mark_both(asked.cell(block));
            }
            let more = windows::moves(system, &model, asked, forced, &self.options, control)?;
            compensation = compensation.rebased(system, more);
        }
        Ok(())
    }

    /// One model of all sums, floating cells safe, and the moves in it, component by component; None
    /// if one has no model.
    #[allow(clippy::type_complexity)]
    fn explore(
        &self,
        system: &System,
        parts: &Split,
        control: &mut Control,
    ) -> Result<Option<(Vec<bool>, Vec<Vec<u32>>)>, Stop> {
        let mut base = vec![false; system.cells];
        let mut moves = Vec::new();
        for Component { system: component, cells } in &parts.components {
            let Some(Explored { base: found, moves: own }) = explore::explore(component, &self.options, control)?
            else {
                return Ok(None);
            };
            cells.iter().zip(found).for_each(|(&c, mine)| base[c as usize] = mine);
            moves.extend(own.into_iter().map(|m| m.into_iter().map(|c| cells[c as usize]).collect::<Vec<_>>()));
        }
        Ok(Some((base, moves)))
    }
}

/// Solutions of single components, from a model of all and moves in it.
fn solutions(parts: &Split, base: &[bool], moves: &[Vec<u32>]) -> impl Iterator<Item = (usize, Vec<bool>)> {
    let mut place = vec![(0, 0); base.len()];
    for (index, component) in parts.components.iter().enumerate() {
        component.cells.iter().enumerate().for_each(|(local, &c)| place[c as usize] = (index, local));
    }
    let values = |index: usize| parts.components[index].cells.iter().map(|&c| base[c as usize]).collect::<Vec<bool>>();
    let first = (0..parts.components.len()).map(move |index| (index, values(index)));
    let moved = moves.iter().filter_map(move |cells| {
        let (index, _) = place[*cells.first()? as usize];
        let mut solution = values(index);
        cells.iter().for_each(|&c| solution[place[c as usize].1] ^= true);
        Some((index, solution))
    });
    first.chain(moved)
}

/// The components, counted.
fn parts(system: &System, control: &mut Control) -> Split {
    let parts = split(system);
    control.stats.set(Counter::Components, parts.components.len() as u64);
    let largest = parts.components.iter().map(|c| c.cells.len()).max().unwrap_or(0);
    control.stats.set(Counter::LargestComponent, largest as u64);
    parts
}

/// The model, if it satisfies the system.
fn checked(system: &System, model: Vec<bool>) -> Result<Vec<bool>, Stop> {
    if system.is_model(&model) { Ok(model) } else { Err(Stop::Failed("an assignment that is not a model".into())) }
}
