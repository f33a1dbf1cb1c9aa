//! The engine: sums as likelihoods of 1 unit at their count, so that the weight of a model is 1 and exact.

use num_bigint::BigUint;
use num_traits::One;

use super::{ForwardSweep, Likelihood, LikelihoodComponent, Likelihoods, ModelWeights};
use crate::engine::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop};
use crate::spec::Chosen;
use crate::system::{CellModels, Count, Sum, System, Tally, share_mines};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "likelihood",
    summary: "the sweep for uncertain clues, cell by cell; a sum is a likelihood that is 1 at its count and 0 elsewhere; \
              refuses sums of more than 15 cells and more than 64 open sums",
    options: &[],
    presets: &[],
    effort: &[(Counter::Nodes, "states")],
    interruptible: true,
    starts_program: |_| false,
    build: |_: &Chosen| Box::new(Equations),
};

/// The engine.
struct Equations;

/// The sums as likelihoods.
fn likelihoods(system: &System) -> Likelihoods {
    let clue = |sum: &Sum| {
        let ways = (0..=sum.len() as i32).map(|mines| u32::from(mines == sum.count)).collect();
        Likelihood { cells: sum.cells.to_vec(), ways }
    };
    // Every impossible total is like the nearest one.
    let total = system.total.map(|total| total.clamp(-1, system.cells as i64 + 1));
    Likelihoods { cells: system.cells, clues: system.sums.iter().map(clue).collect(), total }
}

/// Solutions by mines of every component, and of the sums without cells.
fn tallies(given: &Likelihoods, sweeps: &[ForwardSweep<BigUint>]) -> Vec<Tally> {
    let own = |sweep: &ForwardSweep<BigUint>| Tally::new(0, sweep.tally.clone());
    sweeps.iter().map(own).chain([Tally::new(0, vec![given.empty()])]).collect()
}

/// The components of likelihoods with their sweeps.
fn swept(
    given: &Likelihoods,
    control: &mut Control,
) -> Result<(Vec<LikelihoodComponent>, Vec<ForwardSweep<BigUint>>), Stop> {
    let parts = LikelihoodComponent::split(given, control)?;
    let (sweeps, _) = given.sweep(&parts, control)?;
    control.stats.set(Counter::Components, parts.len() as u64);
    let largest = parts.iter().map(|part| part.order.len()).max().unwrap_or(0);
    control.stats.set(Counter::LargestComponent, largest as u64);
    Ok((parts, sweeps))
}

impl Engine for Equations {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let given = likelihoods(system);
        let (parts, sweeps) = swept(&given, control)?;
        let tallies = tallies(&given, &sweeps);
        let shares = share_mines(&tallies.iter().collect::<Vec<_>>(), given.floating(&parts), given.total);
        let Some(mut shares) = shares else { return Ok(Decision::Inconsistent) };
        let mut model = vec![None; system.cells];
        for ((part, sweep), &mines) in parts.iter().zip(&sweeps).zip(&shares) {
            for (&cell, mine) in part.order.iter().zip(part.solution(sweep, mines)) {
                model[cell as usize] = Some(mine);
            }
        }
        let mut left = shares.pop().unwrap_or(0);
        for cell in model.iter_mut().filter(|cell| cell.is_none()) {
            *cell = Some(left > 0);
            left = left.saturating_sub(1);
        }
        let model = model.into_iter().map(|mine| mine == Some(true)).collect();
        Ok(Decision::Model(model))
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        Ok(Classes::from_count(&self.count(system, control)?))
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        let given = likelihoods(system);
        let (parts, sweeps) = swept(&given, control)?;
        let ModelWeights { all: models, mined } = given.weights(&parts, &sweeps, &BigUint::one(), control)?;
        let mut tally = Tally::one();
        for own in tallies(&given, &sweeps) {
            control.check()?;
            tally = tally.times(&own);
        }
        Ok(Count { models, tally, cells: CellModels::distinct(mined) })
    }
}
