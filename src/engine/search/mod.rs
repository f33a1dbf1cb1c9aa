//! Counting by search: blocks take their mines one after the other, what is left falls into
//! independent parts, and parts met before are looked up: the scheme of the #SAT counters, on sums
//! instead of clauses. The search leaves a circuit from which all counts are read.

mod circuit;
mod compile;
mod order;
mod residual;

use num_bigint::BigUint;

use super::family::{Chosen, EngineOption, Family, OptionValues, Preset};
use super::{Classes, Control, Counter, Decision, Engine, Stop};
use crate::system::{
    BlockSystem, ComponentCount, Context, Count, Part, ReduceOptions, Reduction, System, Tally, exact_models, join,
    join_with, reduce, split,
};
use circuit::{Circuit, free, share};
use compile::{Means, compile};
use order::{Choice, Order};

/// Row in the table of engines.
pub const FAMILY: Family = Family {
    name: "search",
    summary: "exact counting by search: splits what is left into components, keeps those met before",
    options: &[
        EngineOption {
            name: "order",
            values: OptionValues::Words(&["dissection", "degree", "reading"]),
            default: "dissection",
            help: "next block: separators first (nested dissection), the one in most sums, or reading order",
        },
        EngineOption {
            name: "cache",
            values: OptionValues::Switch,
            default: "on",
            help: "components met before are not searched again",
        },
        EngineOption {
            name: "split",
            values: OptionValues::Switch,
            default: "on",
            help: "what an assignment leaves is split into components",
        },
        EngineOption {
            name: "twins",
            values: OptionValues::Switch,
            default: "on",
            help: "cells in the same sums are one block",
        },
        EngineOption {
            name: "reduce",
            values: OptionValues::Switch,
            default: "on",
            help: "reductions before the search, as of `frontier`",
        },
    ],
    presets: &[Preset {
        name: "plain",
        options: "order=degree,cache=off,split=off",
        help: "branching and propagation alone",
    }],
    build: |chosen: &Chosen| {
        Box::new(Search {
            choice: match chosen.word("order") {
                "reading" => Choice::Reading,
                "degree" => Choice::Degree,
                _ => Choice::Dissection,
            },
            means: Means { cache: chosen.is_on("cache"), split: chosen.is_on("split") },
            twins: chosen.is_on("twins"),
            reduce: chosen.is_on("reduce"),
        })
    },
};

/// The engine.
struct Search {
    choice: Choice,
    means: Means,
    twins: bool,
    reduce: bool,
}

/// One component: its circuit, and the number of solutions at every node.
struct Compiled {
    circuit: Circuit,
    tallies: Vec<Tally>,
    /// Cells of every block, numbered as in the whole system.
    cells: Vec<Vec<u32>>,
    sizes: Vec<u32>,
}

impl Compiled {
    fn tally(&self) -> &Tally {
        &self.tallies[self.tallies.len() - 1]
    }
}

/// All components of a system that has solutions.
struct Whole {
    reduction: Reduction,
    parts: Vec<Compiled>,
    /// Cells in no sum, numbered as in the whole system.
    floating: Vec<u32>,
}

impl Search {
    /// None if the sums have no solution.
    fn whole(&self, system: &System, control: &mut Control) -> Result<Option<Whole>, Stop> {
        let options = if self.reduce { ReduceOptions::ALL } else { ReduceOptions::NONE };
        let Ok(reduction) = reduce(system, options) else { return Ok(None) };
        let split = split(&reduction.system);
        control.stats.set(Counter::Forced, reduction.forced.len() as u64);
        control.stats.set(Counter::Components, split.components.len() as u64);
        control.stats.set(Counter::CacheHits, 0);
        if split.contradiction {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(split.components.len());
        for component in &split.components {
            let blocks = BlockSystem::new(&component.system, self.twins);
            let order = Order::new(self.choice, &blocks);
            let Some(circuit) = compile(&blocks, &order, self.means, control)? else { return Ok(None) };
            control.stats.add(Counter::Blocks, blocks.blocks.len() as u64);
            control.stats.add(Counter::CircuitNodes, circuit.len() as u64);
            let sizes: Vec<u32> = blocks.blocks.iter().map(|b| b.cells.len() as u32).collect();
            let tallies = circuit.tallies(&sizes, control)?;
            let whole = |&cell: &u32| reduction.cells[component.cells[cell as usize] as usize];
            let cells = blocks.blocks.iter().map(|b| b.cells.iter().map(whole).collect()).collect();
            parts.push(Compiled { circuit, tallies, cells, sizes });
        }
        let floating = split.floating.iter().map(|&cell| reduction.cells[cell as usize]).collect();
        Ok(Some(Whole { reduction, parts, floating }))
    }
}

impl Engine for Search {
    fn is_complete(&self) -> bool {
        true
    }

    fn counts_nodes(&self) -> bool {
        true
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(whole) = self.whole(system, control)? else { return Ok(Decision::Inconsistent) };
        let shares = match whole.reduction.system.total {
            None => Some(whole.parts.iter().map(|p| p.tally().offset).chain([0]).collect()),
            Some(total) => {
                let floating = free(whole.floating.len());
                let tallies: Vec<&Tally> = whole.parts.iter().map(Compiled::tally).chain([&floating]).collect();
                usize::try_from(total).ok().filter(|&t| t <= system.cells).and_then(|total| share(&tallies, total))
            }
        };
        let Some(shares) = shares else { return Ok(Decision::Inconsistent) };
        let mut model = vec![false; system.cells];
        whole.reduction.forced.iter().for_each(|&(cell, mine)| model[cell as usize] = mine);
        for (part, &mines) in whole.parts.iter().zip(&shares) {
            let solution = part.circuit.solution(part.sizes.len(), &part.tallies, mines);
            for (cells, mines) in part.cells.iter().zip(solution) {
                cells[..mines as usize].iter().for_each(|&cell| model[cell as usize] = true);
            }
        }
        whole.floating[..shares[whole.parts.len()]].iter().for_each(|&cell| model[cell as usize] = true);
        Ok(Decision::Model(model))
    }

    fn models(&self, system: &System, control: &mut Control) -> Result<BigUint, Stop> {
        let Some(whole) = self.whole(system, control)? else { return Ok(BigUint::ZERO) };
        let mut tallies: Vec<Tally> = whole.parts.iter().map(|p| p.tally().clone()).collect();
        tallies.push(whole.reduction.forced_component().tally);
        Ok(exact_models(&tallies, whole.floating.len(), system.total, &mut || control.check())?.0)
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        Ok(Classes::from_count(&self.count(system, control)?))
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        let Some(whole) = self.whole(system, control)? else {
            return Ok(join(system.cells, &[ComponentCount::default()], system.total));
        };
        let forced = whole.reduction.forced_component();
        let mut parts = vec![Part { cells: forced.cells, index: forced.index, tally: forced.tally.clone() }];
        for part in &whole.parts {
            let index = (0..).zip(&part.cells).flat_map(|(i, cells)| cells.iter().map(move |_| i)).collect();
            parts.push(Part { cells: part.cells.concat(), index, tally: part.tally().clone() });
        }
        join_with(system.cells, &parts, system.total, &mut |part, context| {
            let Some(part) = part.checked_sub(1).map(|i| &whole.parts[i]) else {
                let values = [Tally::default(), forced.tally.clone()];
                return Ok(values.iter().map(|mined| context.models(&forced.tally, mined)).collect());
            };
            let context: Vec<BigUint> = match context {
                Context::Constant(models) => vec![models.clone(); part.tally().counts.len()],
                Context::ByMines(models) => models.to_vec(),
            };
            part.circuit.mined(&part.sizes, &part.tallies, &context, control)
        })
    }
}
