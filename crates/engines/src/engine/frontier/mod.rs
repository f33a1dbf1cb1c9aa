//! Frontier dynamic programming: assigns mines to the blocks of a component one by one and merges partial solutions
//! that are equivalent for the rest.
//!
//! The form of the state defines equivalence: the mines on the live cells, or the remaining count of each open sum.
//! Either way the states and transitions make a layered graph of all solutions, which answers feasibility without
//! counting, and gives exact counts by one forward and one backward sweep.

mod arrangements;
mod backward;
mod coefficient;
mod count;
mod dense_layer;
mod dense_path;
mod feasible;
mod forward;
mod graph;
mod keep;
mod key;
mod layers;
mod marginals;
mod models_at_ranks;
mod order;
mod path_effort;
mod plan;
mod polynomial;
mod prepare;
mod residuals;
mod shards;
mod swept;
mod tree;
mod turns;
mod visit;
mod weigh;
mod weights;

#[cfg(test)]
mod tests;

use super::{
    Classes, Control, CountCache, Counter, Decision, Engine, EngineFamily, KnownCells, MarginalOutputs, Marginals,
    Prior, Stop, Verdict, Weighed,
};
use crate::mines::{MineBudget, MineSet, Shares};
use crate::spec::{Chosen, OptionRow, OptionValues, Preset};
use crate::system::{Component, Count, ReduceOptions, System, Tally, exact_models};
use num_bigint::BigUint;

use forward::Degrees;
use order::{BlockOrder, ORDERS};
use prepare::Prepared;
use swept::{Reach, Swept};

pub use layers::{MergeLayer, merge_layers};
pub use visit::{NoVisits, visits};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "frontier",
    summary: "dynamic programming along the frontier: merges partial solutions that are equivalent for the rest; \
              exact counts by one forward and one backward sweep",
    options: &[
        OptionRow {
            name: "state",
            values: OptionValues::Words(&["residuals", "arrangements"]),
            default: "residuals",
            help: "form of the state: the remaining count of each open sum, or the mines on each live cell",
        },
        OptionRow {
            name: "order",
            values: OptionValues::Words(&["auto", "reading", "breadth-first", "greedy", "clue-by-clue"]),
            default: "auto",
            help: "order of visit; auto takes the smallest predicted cost",
        },
        OptionRow {
            name: "decomposition",
            values: OptionValues::Words(&["auto", "path", "tree"]),
            default: "auto",
            help: "blocks one by one along a path, or merged along a tree; auto takes a path that is cheap or whose order is named, else both in turn, each with more effort than before, until one ends",
        },
        OptionRow {
            name: "twins",
            values: OptionValues::Switch,
            default: "on",
            help: "cells in the same sums are one block, weighted with binomials",
        },
        OptionRow {
            name: "reduce",
            values: OptionValues::Words(&["on", "off", "no-forced", "no-duplicates", "no-subsets", "no-split"]),
            default: "on",
            help: "before the sweep: forced cells, duplicate sums and subset sums are taken out, overlapping sums \
                   split; all, none, or all but one",
        },
        OptionRow {
            name: "numbers",
            values: OptionValues::Words(&["auto", "double", "big"]),
            default: "auto",
            help: "counts of a component in 64 bits, 128 bits or big integers, by a proved bound; or at \
                   least 128 bits; or big integers",
        },
        OptionRow {
            name: "components",
            values: OptionValues::Switch,
            default: "on",
            help: "connected components are swept one by one; off: one sweep over all, in the order's turns",
        },
    ],
    presets: &[Preset {
        name: "cells",
        options: "state=arrangements,order=clue-by-clue,twins=off,reduce=off",
        help: "cells one by one, arrangements of live cells merged, clue by clue: the algorithm of system E",
    }],
    effort: &[(Counter::Nodes, "states")],
    interruptible: true,
    starts_program: |_| false,
    build: |chosen: &Chosen| {
        let order = ORDERS.iter().find(|o| o.name == chosen.word("order")).unwrap_or(&ORDERS[0]);
        let form = if chosen.word("state") == "arrangements" { Form::Arrangements } else { Form::Residuals };
        let decomposition = match chosen.word("decomposition") {
            "path" => Decomposition::Path,
            "tree" => Decomposition::Tree,
            _ => Decomposition::Auto,
        };
        let row = REDUCTIONS.iter().find(|r| r.0 == chosen.word("reduce")).unwrap_or(&REDUCTIONS[0]);
        let numbers = match chosen.word("numbers") {
            "double" => u128::from(u64::MAX) + 1,
            "big" => u128::MAX,
            _ => 0,
        };
        let (twins, components) = (chosen.is_on("twins"), chosen.is_on("components"));
        Box::new(Frontier { form, order, decomposition, twins, reduce: row.1, components, numbers })
    },
};

/// The reductions that run, by the words of the option; None leaves the sums unchanged.
const REDUCTIONS: &[(&str, Option<ReduceOptions>)] = &[
    ("on", Some(ReduceOptions::ALL)),
    ("off", None),
    ("no-forced", Some(ReduceOptions { trivial: false, ..ReduceOptions::ALL })),
    ("no-duplicates", Some(ReduceOptions { duplicates: false, ..ReduceOptions::ALL })),
    ("no-subsets", Some(ReduceOptions { subsets: false, ..ReduceOptions::ALL })),
    ("no-split", Some(ReduceOptions { split: false, ..ReduceOptions::ALL })),
];

/// The form of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The remaining count of each open sum.
    Residuals,
    /// The mines on each live cell.
    Arrangements,
}

/// How the blocks of a component are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decomposition {
    /// A path that is cheap or whose order the option `order` names; else both in turn, with growing efforts.
    Auto,
    /// One by one.
    Path,
    /// Sets of them merged; arrangements have no trees and go along a path.
    Tree,
}

/// The engine.
#[derive(Clone, Copy)]
pub struct Frontier {
    form: Form,
    order: &'static BlockOrder,
    decomposition: Decomposition,
    twins: bool,
    reduce: Option<ReduceOptions>,
    components: bool,
    /// Numbers of a component are assumed to be this large.
    numbers: u128,
}

/// A consistent system: the states of every component, and the numbers of mines that its total allows, if it has one.
pub struct Feasible {
    swept: Vec<Swept>,
    limits: Option<Limits>,
}

/// The numbers of mines under a total that can be met.
struct Limits {
    budget: MineBudget,
    /// Of every component.
    reach: Vec<Reach>,
    shares: Shares,
    /// Of all components together, where the floating cells can complete them to the total: the set and its bounds.
    goal: MineSet,
    bounds: (i64, i64),
}

/// What each component answers, given its number.
fn of_each<T: Send>(
    swept: &[Swept],
    control: &mut Control,
    answer: impl Fn(usize, &Swept, &mut Control) -> Result<T, Stop> + Sync,
) -> Result<Vec<T>, Stop> {
    let one = |(i, swept): (usize, &Swept), _, control: &mut Control| answer(i, swept, control).map(Some);
    let all = swept.iter().enumerate().collect();
    Ok(control.in_parallel(all, |(_, swept)| swept.len(), (0, |_: &T| 0), one)?.unwrap_or_default())
}

impl Frontier {
    /// The states with the restrictions of the total. None if there is no model.
    fn feasible(&self, prepared: &Prepared, control: &mut Control) -> Result<Option<Feasible>, Stop> {
        let Some(swept) = self.sweep_all(prepared, control)? else { return Ok(None) };
        let System { total, cells, .. } = prepared.reduction.system;
        let Some(budget) = MineBudget::new(total, cells, prepared.floating.len()) else {
            return Ok(Some(Feasible { swept, limits: None }));
        };
        let reach = of_each(&swept, control, |_, swept, control| swept.reach(control))?;
        let shares = Shares::balanced(reach.iter().map(|reach| reach.all.clone()).collect());
        let (least, most) = budget.on_components();
        let goal = shares.all().intersection(&MineSet::interval(least, most));
        Ok(goal.bounds().map(|bounds| Feasible { swept, limits: Some(Limits { budget, reach, shares, goal, bounds }) }))
    }

    /// The verdicts of a consistent system, after its reductions.
    fn verdicts(&self, prepared: &Prepared, feasible: &Feasible, control: &mut Control) -> Result<Vec<Verdict>, Stop> {
        let mut verdicts = vec![Verdict::Open; prepared.reduction.system.cells];
        let limits = feasible.limits.as_ref();
        let allowed = limits.map(|limits| (limits.shares.allowed(&limits.goal), &limits.reach));
        let can_be = of_each(&feasible.swept, control, |i, swept, control| {
            // A total that allows a component all its numbers of mines does not restrict it.
            let allowed = allowed.as_ref().map(|(allowed, reach)| (&allowed[i], &reach[i]));
            swept.can_be(allowed.filter(|(a, reach)| !a.covers(&reach.all)), control)
        })?;
        for (swept, can_be) in feasible.swept.iter().zip(can_be) {
            for (cells, (safe, mine)) in swept.cells.iter().zip(can_be) {
                cells.iter().for_each(|&cell| verdicts[cell as usize] = Verdict::of(safe, mine));
            }
        }
        if let Some(Limits { budget, bounds, .. }) = limits {
            let (safe, mine) = budget.floating_can(*bounds);
            prepared.floating.iter().for_each(|&cell| verdicts[cell as usize] = Verdict::of(safe, mine));
        }
        Ok(verdicts)
    }
}

impl Engine for Frontier {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(prepared) = self.prepare(system, control) else { return Ok(Decision::Inconsistent) };
        let Some(feasible) = self.feasible(&prepared, control)? else { return Ok(Decision::Inconsistent) };
        let limits = feasible.limits.as_ref();
        let choice = limits.and_then(|limits| Some((limits.shares.choose(limits.bounds.0)?, &limits.reach)));
        let mut model = vec![false; prepared.reduction.system.cells];
        for (i, swept) in feasible.swept.iter().enumerate() {
            let goal = choice.as_ref().map(|(choice, reach)| (choice[i], &reach[i]));
            for (cells, mines) in swept.cells.iter().zip(swept.solution(goal)) {
                cells[..mines as usize].iter().for_each(|&cell| model[cell as usize] = true);
            }
        }
        let rest = limits.and_then(|limits| limits.budget.rest(limits.bounds.0));
        prepared.floating[..rest.unwrap_or(0)].iter().for_each(|&cell| model[cell as usize] = true);
        Ok(Decision::Model(prepared.reduction.lift_model(&model)))
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        let Some(prepared) = self.prepare(system, control) else { return Ok(Classes::Inconsistent) };
        let Some(feasible) = self.feasible(&prepared, control)? else { return Ok(Classes::Inconsistent) };
        let verdicts = self.verdicts(&prepared, &feasible, control)?;
        Ok(prepared.lifted(&verdicts))
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        self.count_keeping(system, None, control)
    }

    fn models(&self, system: &System, control: &mut Control) -> Result<BigUint, Stop> {
        let Some(prepared) = self.prepare(system, control) else { return Ok(BigUint::ZERO) };
        let degrees = if system.total.is_some() { Degrees::Mines } else { Degrees::None };
        let solutions = |component: &Component, held, control: &mut Control| {
            let tally = self.tally(component, degrees, held, control)?;
            Ok((!tally.is_empty()).then_some(tally))
        };
        let components = prepared.components.iter().collect();
        let of = |component: &&Component| component.cells.len();
        let tallies = control.in_parallel(components, of, (0, Tally::bytes), solutions)?;
        let Some(mut tallies) = tallies else { return Ok(BigUint::ZERO) };
        tallies.push(Tally::one().shifted(prepared.reduction.forced_mines()));
        exact_models(&tallies, prepared.floating.len(), system.total, &mut || control.check())
    }

    fn count_incremental(&self, system: &System, kept: &mut CountCache, control: &mut Control) -> Result<Count, Stop> {
        control.stats.set(Counter::Reused, 0);
        self.count_keeping(system, Some(kept), control)
    }

    fn survey(&self, system: &System, wanted: MarginalOutputs, control: &mut Control) -> Result<Marginals, Stop> {
        let prepared = self.prepare(system, control);
        let feasible = match &prepared {
            Some(prepared) => self.feasible(prepared, control)?,
            None => None,
        };
        match (prepared, feasible) {
            (Some(prepared), Some(feasible)) => self.chances(system, wanted, prepared, feasible, control),
            _ => Ok(Marginals::from_count(&self.count(system, control)?, wanted)),
        }
    }

    fn weigh(&self, system: &System, prior: Prior, seen: KnownCells, control: &mut Control) -> Result<Weighed, Stop> {
        self.weighed(system, prior, seen, control)
    }

    fn models_at_ranks(
        &self,
        system: &System,
        next: &mut dyn FnMut(&BigUint) -> Option<BigUint>,
        take: &mut dyn FnMut(BigUint, Vec<bool>) -> Result<(), Stop>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        // Ranks follow a path's layers.
        let paths = Frontier { decomposition: Decomposition::Path, ..*self };
        let Some(prepared) = paths.prepare(system, control) else { return Ok(()) };
        let Some(feasible) = paths.feasible(&prepared, control)? else { return Ok(()) };
        paths.models_of_rank(&prepared, feasible, next, take, control)
    }
}
