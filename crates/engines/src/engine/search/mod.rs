//! Counting by search: blocks take their values one after the other, the rest falls into independent parts, and parts
//! are cached: the scheme of the #SAT counters, on equations instead of clauses. The result is a circuit from which all
//! counts are read.

mod circuit;
mod compile;
mod order;
mod problem;
mod residual;
mod separators;

use num_bigint::BigUint;

use super::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop};
use crate::spec::{Chosen, OptionRow, OptionValues, Preset};
use crate::system::{
    ComponentCount, Context, Count, JoinPart, ReduceOptions, Reduction, System, Tally, Values, exact_models, join,
    join_with, reduce, share_mines, split,
};
use circuit::CountingCircuit;
use compile::{Means, compile};
use order::{BlockChoice, PreparedOrder};
use problem::{SearchProblem, SearchQuery};
pub use separators::tree_width;

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "search",
    summary: "exact counting by search: splits the rest into components and caches them",
    options: &[
        OptionRow {
            name: "order",
            values: OptionValues::Words(&["tree", "dissection", "degree", "reading"]),
            default: "tree",
            help: "next block: separators first (of a tree decomposition, or of levels), the one in most sums, or reading order",
        },
        OptionRow { name: "cache", values: OptionValues::Switch, default: "on", help: "components are cached" },
        OptionRow {
            name: "split",
            values: OptionValues::Switch,
            default: "on",
            help: "the rest after an assignment is split into components",
        },
        OptionRow {
            name: "twins",
            values: OptionValues::Switch,
            default: "on",
            help: "cells in the same sums are one block",
        },
        OptionRow {
            name: "reduce",
            values: OptionValues::Switch,
            default: "on",
            help: "reductions before the search, as of `frontier`",
        },
        OptionRow {
            name: "collapse",
            values: OptionValues::Switch,
            default: "on",
            help: "equal and complementary cells become one variable",
        },
    ],
    presets: &[Preset {
        name: "plain",
        options: "order=degree,cache=off,split=off",
        help: "branching and propagation alone",
    }],
    effort: &[(Counter::Nodes, "nodes")],
    interruptible: true,
    starts_program: |_| false,
    build: |chosen: &Chosen| {
        Box::new(Search {
            choice: match chosen.word("order") {
                "reading" => BlockChoice::Reading,
                "degree" => BlockChoice::Degree,
                "dissection" => BlockChoice::Dissection,
                _ => BlockChoice::Tree,
            },
            means: Means { cache: chosen.is_on("cache"), split: chosen.is_on("split") },
            twins: chosen.is_on("twins"),
            reduce: chosen.is_on("reduce"),
            collapse: chosen.is_on("collapse"),
        })
    },
};

/// The engine.
struct Search {
    choice: BlockChoice,
    means: Means,
    twins: bool,
    reduce: bool,
    collapse: bool,
}

/// One component: its circuit, and the number of solutions.
struct Compiled {
    circuit: CountingCircuit,
    /// At every node, by mines of the blocks.
    tallies: Vec<Tally>,
    /// Of the last node, by all mines.
    tally: Tally,
    /// Its cells are numbered as in the whole system.
    problem: SearchProblem,
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
    fn whole(&self, system: &System, asked: SearchQuery, control: &mut Control) -> Result<Option<Whole>, Stop> {
        let options = if self.reduce { ReduceOptions::ALL } else { ReduceOptions::NONE };
        let Ok(mut reduction) = reduce(system, options) else { return Ok(None) };
        let split = split(&reduction.system);
        control.stats.set(Counter::Components, split.components.len() as u64);
        control.stats.set(Counter::CacheHits, 0);
        if split.contradiction {
            return Ok(None);
        }
        let (mut parts, mut known) = (Vec::with_capacity(split.components.len()), Vec::new());
        let mut held = 0;
        for component in &split.components {
            let Ok(mut problem) = SearchProblem::new(&component.system, asked, self.collapse, self.twins) else {
                return Ok(None);
            };
            let order = PreparedOrder::new(self.choice, &problem, control)?;
            let Some(circuit) = compile(&problem, &order, self.means, held, control)? else { return Ok(None) };
            control.stats.add(Counter::Blocks, problem.blocks.len() as u64);
            control.stats.add(Counter::CircuitNodes, circuit.len() as u64);
            let tallies = circuit.tallies(&problem.blocks, held, control)?;
            held += circuit.bytes() + tallies.iter().map(Tally::bytes).sum::<u64>();
            let whole = |cell: u32| reduction.cells[component.cells[cell as usize] as usize];
            problem.places.iter_mut().for_each(|place| place.cell = whole(place.cell));
            known.extend(problem.known.iter().map(|&(cell, mine)| (whole(cell), mine)));
            let mut tally = tallies[tallies.len() - 1].clone();
            tally.offset += problem.mines;
            parts.push(Compiled { circuit, tallies, tally, problem });
        }
        let floating = split.floating.iter().map(|&cell| reduction.cells[cell as usize]).collect();
        let mines = known.iter().filter(|&&(_, mine)| mine).count() as i64;
        reduction.system.total = reduction.system.total.map(|total| total - mines);
        reduction.forced.extend(known);
        control.stats.set(Counter::Forced, reduction.forced.len() as u64);
        Ok(Some(Whole { reduction, parts, floating }))
    }
}

/// The required numbers of a count without cells.
fn asked(system: &System) -> SearchQuery {
    if system.total.is_some() { SearchQuery::Mines } else { SearchQuery::Solutions }
}

impl Engine for Search {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(whole) = self.whole(system, asked(system), control)? else { return Ok(Decision::Inconsistent) };
        let tallies: Vec<&Tally> = whole.parts.iter().map(|p| &p.tally).collect();
        let shares = share_mines(&tallies, whole.floating.len(), whole.reduction.system.total);
        let Some(shares) = shares else { return Ok(Decision::Inconsistent) };
        let mut model = vec![false; system.cells];
        whole.reduction.forced.iter().for_each(|&(cell, mine)| model[cell as usize] = mine);
        for (part, &mines) in whole.parts.iter().zip(&shares) {
            let own = mines - part.tally.offset + part.tallies[part.tallies.len() - 1].offset;
            let values = part.circuit.solution(&part.problem.blocks, &part.tallies, own);
            part.problem.model(&values).for_each(|(cell, mine)| model[cell as usize] = mine);
        }
        whole.floating[..shares[whole.parts.len()]].iter().for_each(|&cell| model[cell as usize] = true);
        Ok(Decision::Model(model))
    }

    fn models(&self, system: &System, control: &mut Control) -> Result<BigUint, Stop> {
        let Some(whole) = self.whole(system, asked(system), control)? else { return Ok(BigUint::ZERO) };
        let mut tallies: Vec<Tally> = whole.parts.iter().map(|p| p.tally.clone()).collect();
        tallies.push(whole.reduction.forced_component().tally);
        exact_models(&tallies, whole.floating.len(), system.total, &mut || control.check())
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        Ok(Classes::from_count(&self.count(system, control)?))
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        let Some(whole) = self.whole(system, SearchQuery::Cells, control)? else {
            return Ok(join(system.cells, &[ComponentCount::default()], system.total));
        };
        let mut parts = Vec::with_capacity(whole.parts.len());
        for part in &whole.parts {
            // Of every block the value of its variables, then that of their complements if there are any.
            let mut at = vec![0];
            for block in &part.problem.blocks {
                at.push(at[at.len() - 1] + 1 + u32::from(block.mines[0] > 0));
            }
            let (mut index, mut cells) = (Vec::new(), Vec::new());
            for place in &part.problem.places {
                let (block, _) = part.problem.variables[place.variable as usize].expect("cells leave no variable out");
                index.push(at[block as usize] + u32::from(place.odd));
                cells.push(place.cell);
            }
            parts.push(JoinPart { cells, index, tally: part.tally.clone() });
        }
        let forced = whole.reduction.forced_component();
        join_with(system.cells, &forced, parts, system.total, &mut Counts { parts: &whole.parts, control })
    }
}

/// The interface of counted components to the join.
struct Counts<'a> {
    parts: &'a [Compiled],
    control: &'a mut Control,
}

impl Values for Counts<'_> {
    type Stop = Stop;

    fn check(&self) -> Result<(), Stop> {
        self.control.check()
    }

    fn mined(&mut self, part: usize, context: Context) -> Result<Vec<BigUint>, Stop> {
        let part = &self.parts[part];
        let models = context.models(&part.tally, &part.tally);
        let context: Vec<BigUint> = match context {
            Context::Constant(models) => vec![models.clone(); part.tally.counts.len()],
            Context::ByMines(models) => models.to_vec(),
        };
        let ones = part.circuit.ones(&part.problem.blocks, &part.tallies, &context, self.control)?;
        let mut values = Vec::with_capacity(ones.len());
        for (ones, block) in ones.into_iter().zip(&part.problem.blocks) {
            let odd = (block.mines[0] > 0).then(|| &models - &ones);
            values.push(ones);
            values.extend(odd);
        }
        Ok(values)
    }
}
