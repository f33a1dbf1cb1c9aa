//! Counting by enumeration, for series of similar systems: every component is enumerated block by block, with the
//! number of mines of each block, and kept in a [`ComponentStore`] from one system to the next. Only components that changed are
//! enumerated again.
//!
//! It is the counter of games, where a click touches one component of a few hundred arrangements. Players read the same
//! components from a board and join them in floating point, because a position is one of hundred thousands; the engine
//! joins them exactly.

mod arrangements;
mod component;
mod store;
mod sums;

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;

use super::{Classes, Control, CountCache, Counter, Decision, Engine, EngineFamily, Stop};
use crate::spec::{Chosen, OptionRow, OptionValues};
use crate::system::{
    ComponentCount, Context, Count, JoinPart, ReduceOptions, Reduction, System, Tally, Values, join, join_with, reduce,
    share_mines,
};
use sums::Remaining;

pub use arrangements::{BINOMIAL, MOST_COMPONENT_CELLS, MOST_STEPS};
pub use component::{CellBlock, EnumeratedComponent, MOST_ARRANGEMENTS, NoComponent};
pub use store::ComponentStore;
pub use sums::{Sums, components, with_need};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "incremental",
    summary: "components enumerated block by block, kept from one system to the next, joined under the total: the counter \
              of games; refuses a component of more than 126 cells or 20,000 arrangements",
    options: &[OptionRow {
        name: "reduce",
        values: OptionValues::Switch,
        default: "on",
        help: "reductions before the enumeration, as of `frontier`",
    }],
    presets: &[],
    effort: &[(Counter::Nodes, "steps")],
    interruptible: true,
    starts_program: |_| false,
    build: |chosen: &Chosen| Box::new(Incremental { reduce: chosen.is_on("reduce") }),
};

/// The engine.
struct Incremental {
    reduce: bool,
}

/// All components of a system, their cells numbered as in the system.
struct Whole {
    reduction: Reduction,
    components: Vec<Arc<EnumeratedComponent>>,
    tallies: Vec<Tally>,
    floating: Vec<u32>,
}

impl Incremental {
    /// None if the sums have no solution.
    fn whole(&self, system: &System, store: &mut ComponentStore, control: &mut Control) -> Result<Option<Whole>, Stop> {
        let options = if self.reduce { ReduceOptions::ALL } else { ReduceOptions::NONE };
        let Ok(reduction) = reduce(system, options) else { return Ok(None) };
        let Some(remaining) = Remaining::new(&reduction) else { return Ok(None) };
        let (groups, floating) = components(&remaining);
        control.stats.set(Counter::Components, groups.len() as u64);
        control.stats.set(Counter::Forced, reduction.forced.len() as u64);
        control.stats.set(Counter::Blocks, 0);
        let (mut found, mut held) = (Vec::with_capacity(groups.len()), 0);
        for group in &groups {
            control.check()?;
            let mut steps = 0;
            let component = store.component(group, &remaining, &mut steps);
            (0..steps).try_for_each(|_| control.node())?;
            let component = match component {
                Ok(component) => component,
                Err(NoComponent::Impossible) => return Ok(None),
                Err(NoComponent::TooLarge) => {
                    return Err(Stop::unsupported(format!(
                        "a component has more than {MOST_COMPONENT_CELLS} cells, {MOST_ARRANGEMENTS} arrangements or {MOST_STEPS} \
                         steps of its enumeration"
                    )));
                }
            };
            held += component.bytes() as u64;
            control.memory(held)?;
            control.stats.add(Counter::Blocks, component.blocks.len() as u64);
            control.stats.max(Counter::LargestComponent, component.cells().count() as u64);
            found.push(component);
        }
        let tallies = found.iter().map(|component| tally(component, 1, component.tally.iter().copied())).collect();
        let floating = (0..).zip(floating).filter(|&(_, floats)| floats).map(|(cell, _)| cell).collect();
        Ok(Some(Whole { reduction, components: found, tallies, floating }))
    }

    fn count_with(&self, store: &mut ComponentStore, system: &System, control: &mut Control) -> Result<Count, Stop> {
        let Some(whole) = self.whole(system, store, control)? else {
            return Ok(join(system.cells, &[ComponentCount::default()], system.total));
        };
        let part = |(component, tally): (&Arc<EnumeratedComponent>, &Tally)| {
            let index = |(b, block): (u32, &CellBlock)| std::iter::repeat_n(b, block.cells.len());
            let index = (0..).zip(component.blocks.iter()).flat_map(index).collect();
            JoinPart { cells: component.cells().collect(), index, tally: tally.clone() }
        };
        let parts = whole.components.iter().zip(&whole.tallies).map(part).collect();
        let forced = whole.reduction.forced_component();
        join_with(system.cells, &forced, parts, system.total, &mut Counts { whole: &whole, control })
    }
}

/// Placements by mines of a component, as integers of any size, divided by `by`.
fn tally(component: &EnumeratedComponent, by: usize, placements: impl Iterator<Item = u128>) -> Tally {
    Tally::new(component.least, placements.map(|n| BigUint::from(n / by as u128)).collect())
}

impl Engine for Incremental {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(whole) = self.whole(system, &mut ComponentStore::default(), control)? else {
            return Ok(Decision::Inconsistent);
        };
        let tallies: Vec<&Tally> = whole.tallies.iter().collect();
        let shares = share_mines(&tallies, whole.floating.len(), whole.reduction.system.total);
        let Some(shares) = shares else { return Ok(Decision::Inconsistent) };
        let mut model = vec![false; system.cells];
        whole.reduction.forced.iter().for_each(|&(cell, mine)| model[cell as usize] = mine);
        for (component, &mines) in whole.components.iter().zip(&shares) {
            let at = component.mines.iter().position(|&own| usize::from(own) == mines);
            let row = component.row(at.expect("a share is a number of mines of its component"));
            for (block, &mines) in component.blocks.iter().zip(row) {
                block.cells[..usize::from(mines)].iter().for_each(|&cell| model[cell as usize] = true);
            }
        }
        whole.floating[..shares[whole.components.len()]].iter().for_each(|&cell| model[cell as usize] = true);
        Ok(Decision::Model(model))
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        Ok(Classes::from_count(&self.count(system, control)?))
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        self.count_with(&mut ComponentStore::default(), system, control)
    }

    fn count_incremental(&self, system: &System, kept: &mut CountCache, control: &mut Control) -> Result<Count, Stop> {
        let store = kept.get::<Mutex<ComponentStore>>(&[]).unwrap_or_default();
        kept.put(Box::default(), Arc::clone(&store));
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        let before = store.reused();
        let count = self.count_with(&mut store, system, control);
        control.stats.set(Counter::Reused, store.reused() - before);
        count
    }
}

/// The interface of the components to the join.
struct Counts<'a> {
    whole: &'a Whole,
    control: &'a Control,
}

impl Values for Counts<'_> {
    type Stop = Stop;

    fn check(&self) -> Result<(), Stop> {
        self.control.check()
    }

    fn mined(&mut self, part: usize, context: Context) -> Result<Vec<BigUint>, Stop> {
        let (component, all) = (&self.whole.components[part], &self.whole.tallies[part]);
        let of = |(b, block): (usize, &CellBlock)| {
            context.models(all, &tally(component, block.cells.len(), component.in_block(b)))
        };
        Ok(component.blocks.iter().enumerate().map(of).collect())
    }
}
