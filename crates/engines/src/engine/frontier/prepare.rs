//! From a system to graphs: reduce, split, merge twins, order, compile, sweep.

use num_bigint::BigUint;

use super::forward::Degrees;
use super::graph::Graph;
use super::order::{self, ORDERS};
use super::swept::{States, Swept};
use super::tree::{self, PredictedSizes, Shape, StateTree, TreeLayout};
use super::turns::{Grown, PAIRS_PER_STATE, PAIRS_PER_STATE_IN_SINGLE_PASS, PlanTurn, first_to_end, turns};
use super::{Decomposition, Form, Frontier, arrangements, residuals};
use crate::engine::{Classes, Control, Counter, Stop, Verdict};
use crate::system::{BlockSum, BlockSystem, Component, Reduction, Sum, System, Tally, reduce, split};

/// Orders tried before a path is compared with a tree.
const FEW_ORDERS: usize = 3;
/// More orders are tried while that takes a fourth of the tree's time by its predicted pairs: a block in an order takes as long
/// as ten.
const PAIRS_PER_ORDERED_BLOCK: f64 = 40.0;

/// A system ready for the sweep: the forced cells of the reduction, and the components of the rest.
pub struct Prepared {
    pub reduction: Reduction,
    /// Cells numbered as in the reduced system.
    pub components: Vec<Component>,
    /// Cells in no sum, numbered as in the reduced system.
    pub floating: Vec<u32>,
}

impl Prepared {
    /// Classes of the whole system from the verdicts of the reduced one.
    pub fn lifted(&self, verdicts: &[Verdict]) -> Classes {
        Classes::Cells(self.reduction.lift(verdicts, |mine| Verdict::of(!mine, mine)))
    }
}

/// How the blocks of a component may be combined: along a path in this order, along a tree, of which the logarithm of the
/// pairs of states that it is predicted to merge is known, or whichever ends first.
struct Plans {
    path: Option<Vec<u32>>,
    tree: Option<(Shape, f64)>,
}

impl Plans {
    /// A path alone.
    fn path(order: Vec<u32>) -> Plans {
        Plans { path: Some(order), tree: None }
    }
}

/// Pairs of a tree from which counting in a single pass is worth its start, as a binary logarithm.
const WORTH_SINGLE_PASS: f64 = if cfg!(test) { 4.0 } else { 16.0 };

/// A tree whose turn it is.
struct PlannedTree<'a> {
    layout: &'a TreeLayout,
    /// The logarithm of its predicted pairs.
    cost: f64,
    blocks: &'a BlockSystem,
    swept: &'a dyn Fn(States, &[u32]) -> Swept,
}

impl PlannedTree<'_> {
    fn swept(&self, states: StateTree) -> Swept {
        let all: Vec<u32> = (0..self.blocks.blocks.len() as u32).collect();
        (self.swept)(States::Tree(states), &all)
    }

    /// Cells of every block.
    fn sizes(&self) -> Vec<u32> {
        self.blocks.blocks.iter().map(|block| block.cells.len() as u32).collect()
    }

    fn is_worth_single_pass(&self) -> bool {
        self.cost >= WORTH_SINGLE_PASS && self.layout.words <= tree::WORDS
    }
}

/// All cells in sums, as if they were one component.
fn whole(system: &System) -> Component {
    let frontier = system.is_frontier();
    let cells: Vec<u32> = (0..system.cells as u32).filter(|&c| frontier[c as usize]).collect();
    let mut local = vec![0; system.cells];
    (0..).zip(&cells).for_each(|(i, &cell)| local[cell as usize] = i);
    let renumber = |sum: &Sum| Sum { cells: sum.cells.iter().map(|&c| local[c as usize]).collect(), count: sum.count };
    let sums = system.sums.iter().filter(|sum| !sum.is_empty()).map(renumber).collect();
    Component { system: System { cells: cells.len(), sums, total: None }, cells }
}

impl Frontier {
    /// Reduces and splits. None if the sums are found to have no solution.
    pub fn prepare(&self, system: &System, control: &mut Control) -> Option<Prepared> {
        let reduction = match self.reduce {
            Some(options) => reduce(system, options).ok()?,
            None => Reduction { forced: vec![], system: system.clone(), cells: (0..system.cells as u32).collect() },
        };
        let mut parts = split(&reduction.system);
        if !self.components && parts.components.len() > 1 {
            parts.components = vec![whole(&reduction.system)];
        }
        let largest = parts.components.iter().map(|c| c.cells.len()).max().unwrap_or(0);
        control.stats.set(Counter::Components, parts.components.len() as u64);
        control.stats.set(Counter::LargestComponent, largest as u64);
        control.stats.set(Counter::Forced, reduction.forced.len() as u64);
        control.stats.set(Counter::Blocks, 0);
        control.stats.set(Counter::Width, 0);
        if parts.contradiction {
            return None;
        }
        Some(Prepared { components: parts.components, floating: parts.floating, reduction })
    }

    /// The states of one component, None if it has no solution.
    ///
    /// # Errors
    /// A limit ran out; `held` are the bytes of other tables.
    pub fn sweep(&self, component: &Component, held: u64, control: &mut Control) -> Result<Option<Swept>, Stop> {
        self.by_plan(component, PAIRS_PER_STATE, held, control, Ok, |tree, most, control| {
            Ok(tree::expand(tree.layout, most, held, control)?.map(|states| tree.swept(states)))
        })
    }

    /// The numbers of solutions of one component by mines, or all with degree 0; none if it has no solution.
    ///
    /// # Errors
    /// A limit ran out; `held` are the bytes of other tables.
    pub fn tally(
        &self,
        component: &Component,
        degrees: Degrees,
        held: u64,
        control: &mut Control,
    ) -> Result<Tally, Stop> {
        enum Counted {
            Swept(Swept),
            Number(BigUint),
        }
        // Tallies are made from both ends, which needs the pairs, in a third of the time.
        let is_single_pass = self.numbers == 0 && degrees == Degrees::None;
        let counted = self.by_plan(
            component,
            if is_single_pass { PAIRS_PER_STATE_IN_SINGLE_PASS } else { PAIRS_PER_STATE },
            held,
            control,
            |swept| Ok(Counted::Swept(swept)),
            |tree, most, control| match is_single_pass && tree.is_worth_single_pass() {
                true => Ok(tree::number(tree.layout, &tree.sizes(), (most, held), control)?.map(Counted::Number)),
                false => {
                    let states = tree::expand(tree.layout, most, held, control)?;
                    Ok(states.map(|states| Counted::Swept(tree.swept(states))))
                }
            },
        )?;
        match counted {
            None => Ok(Tally::default()),
            Some(Counted::Number(number)) => Ok(Tally::new(0, vec![number])),
            Some(Counted::Swept(swept)) => swept.solutions(None, degrees, held + swept.bytes(), control),
        }
    }

    /// What the first plan that ends comes to: `of_path` of its states, `of_tree` of a tree and its effort. None if there is
    /// no solution.
    fn by_plan<T>(
        &self,
        component: &Component,
        pairs_per_state: f64,
        held: u64,
        control: &mut Control,
        of_path: impl Fn(Swept) -> Result<T, Stop>,
        of_tree: impl Fn(&PlannedTree, u64, &mut Control) -> Result<Grown<T>, Stop>,
    ) -> Result<Option<T>, Stop> {
        let blocks = BlockSystem::new(&component.system, self.twins);
        control.stats.add(Counter::Blocks, blocks.blocks.len() as u64);
        let in_blocks = |order: &[u32]| {
            let whole = |&cell: &u32| component.cells[cell as usize];
            order.iter().map(|&b| blocks.blocks[b as usize].cells.iter().map(whole).collect()).collect()
        };
        let Plans { path, tree } = self.choose(&blocks, control)?;
        let along_tree = tree.as_ref().map(|tree| tree.1);
        let order = path.as_deref().unwrap_or_default();
        let visits = along_tree.map_or(0, |cost| tree::visits_of_annealing(cost, blocks.blocks.len()));
        let (mut planned, mut layout) = (tree, None);
        let swept = |states, order: &[u32]| Swept { numbers: self.numbers, ..Swept::new(states, in_blocks(order)) };
        first_to_end(turns(path.is_some(), along_tree, pairs_per_state, visits), |turn| match turn {
            PlanTurn::Path(most) => {
                let plan = match self.form {
                    Form::Residuals => residuals::compile(&blocks, order),
                    Form::Arrangements => arrangements::compile(&blocks, order),
                };
                control.stats.max(Counter::Width, plan.width as u64);
                Graph::build(&plan, most, held, control)?
                    .map(|graph| of_path(swept(States::Path(graph), order)))
                    .transposed()
            }
            PlanTurn::Tree(most) => {
                // Once, however many turns the tree takes.
                if let Some(tree) = planned.take() {
                    let sizes = PredictedSizes::new(&blocks);
                    let (shape, cost) = tree::annealed(&sizes, tree, control)?;
                    tree::predicted(cost, control);
                    layout = Some((TreeLayout::new(&sizes, &shape), cost));
                }
                let (layout, cost) = layout.as_ref().ok_or_else(|| Stop::Failed("a tree without a plan".into()))?;
                control.stats.max(Counter::Width, layout.width as u64);
                of_tree(&PlannedTree { layout, cost: *cost, swept: &swept, blocks: &blocks }, most, control)
            }
        })
    }

    /// Chooses how to combine the blocks of a component.
    ///
    /// # Errors
    /// The time ran out, or the tables are predicted to be far larger than memory.
    fn choose(&self, blocks: &BlockSystem, control: &mut Control) -> Result<Plans, Stop> {
        let possible = |sum: &BlockSum| {
            let cells: usize = sum.blocks.iter().map(|&b| blocks.blocks[b as usize].cells.len()).sum();
            0 <= sum.count && sum.count as usize <= cells
        };
        let path = || (self.order.blocks)(blocks, self.form);
        // A tree requires a connected system.
        let no_tree = !self.components || self.form == Form::Arrangements || !blocks.sums.iter().all(possible);
        Ok(match self.decomposition {
            Decomposition::Path => Plans::path(path()),
            _ if no_tree => Plans::path(path()),
            Decomposition::Tree => {
                let (few, _) = order::search(blocks, self.form, FEW_ORDERS);
                Plans { path: None, tree: Some(tree::plan(&PredictedSizes::new(blocks), &few, control)?) }
            }
            // A named order is always used.
            Decomposition::Auto if self.order.name != ORDERS[0].name => Plans::path(path()),
            Decomposition::Auto => {
                // A few orders show whether a path is cheap.
                let (few, dear) = order::search(blocks, self.form, FEW_ORDERS);
                if !dear {
                    return Ok(Plans::path(few));
                }
                let sizes = PredictedSizes::new(blocks);
                let tree = tree::plan(&sizes, &few, control)?;
                let orders = tree.1.exp2() / (blocks.blocks.len() as f64 * PAIRS_PER_ORDERED_BLOCK);
                let along =
                    if orders > FEW_ORDERS as f64 { order::search(blocks, self.form, orders as usize).0 } else { few };
                Plans { path: Some(along), tree: Some(tree) }
            }
        })
    }

    /// The states of all components, None if one has no solution.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn sweep_all(&self, prepared: &Prepared, control: &mut Control) -> Result<Option<Vec<Swept>>, Stop> {
        control.in_parallel(
            prepared.components.iter().collect(),
            |component| component.cells.len(),
            (0, Swept::bytes),
            |component, held, control| self.sweep(component, held, control),
        )
    }
}
