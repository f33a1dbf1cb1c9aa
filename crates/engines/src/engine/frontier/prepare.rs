//! From a system to graphs: reduce, split, merge twins, order, compile, sweep.

use super::graph::Graph;
use super::order::{self, ORDERS};
use super::swept::{States, Swept};
use super::tree::{self, PredictedSizes, Shape, TreeLayout};
use super::turns::{PlanTurn, first_to_end, turns};
use super::{Decomposition, Form, Frontier, arrangements, residuals};
use crate::engine::{Classes, Control, Counter, Stop, Verdict};
use crate::system::{BlockSum, BlockSystem, Component, Reduction, Sum, System, reduce, split};

/// Orders tried before a path is compared with a tree.
const FEW_ORDERS: usize = 3;
/// Visits of nodes in annealing, per block, from which all orders cost less than that.
const ALL_ORDERS: u64 = 100;

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

/// How the blocks of a component may be combined: along a path in this order, along a tree, or whichever ends first; with
/// the logarithms of the pairs of states that they are predicted to merge.
struct Plans {
    path: Option<(Vec<u32>, f64)>,
    tree: Option<(Shape, f64)>,
}

impl Plans {
    /// A path alone, whose cost does not matter.
    fn path(order: Vec<u32>) -> Plans {
        Plans { path: Some((order, 0.0)), tree: None }
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
        let blocks = BlockSystem::new(&component.system, self.twins);
        control.stats.add(Counter::Blocks, blocks.blocks.len() as u64);
        let in_blocks = |order: &[u32]| {
            let whole = |&cell: &u32| component.cells[cell as usize];
            order.iter().map(|&b| blocks.blocks[b as usize].cells.iter().map(whole).collect()).collect()
        };
        let Plans { path, tree } = self.choose(&blocks, control)?;
        let (order, along_path) = path.unzip();
        let along_tree = tree.as_ref().map(|tree| tree.1);
        let order = order.unwrap_or_default();
        let visits = along_tree.map_or(0, |cost| tree::visits_of_annealing(cost, blocks.blocks.len()));
        let (mut planned, mut layout) = (tree, None);
        let states = first_to_end(turns(along_path, along_tree, visits), |turn| match turn {
            PlanTurn::Path(most) => {
                let plan = match self.form {
                    Form::Residuals => residuals::compile(&blocks, &order),
                    Form::Arrangements => arrangements::compile(&blocks, &order),
                };
                control.stats.max(Counter::Width, plan.width as u64);
                let graph = Graph::build(&plan, most, held, control)?;
                Ok(graph.map(|graph| (States::Path(graph), in_blocks(&order))))
            }
            PlanTurn::Tree(most) => {
                // Once, however many turns the tree takes.
                if let Some(tree) = planned.take() {
                    let sizes = PredictedSizes::new(&blocks);
                    let (shape, cost) = tree::annealed(&sizes, tree, control)?;
                    tree::predicted(cost, control);
                    layout = Some(TreeLayout::new(&sizes, &shape));
                }
                let layout = layout.as_ref().ok_or_else(|| Stop::Failed("a tree without a plan".into()))?;
                control.stats.max(Counter::Width, layout.width as u64);
                let states = tree::expand(layout, most, held, control)?;
                let all: Vec<u32> = (0..blocks.blocks.len() as u32).collect();
                Ok(states.map(|states| (States::Tree(states), in_blocks(&all))))
            }
        })?;
        Ok(states.map(|(states, cells)| Swept { numbers: self.numbers, ..Swept::new(states, cells) }))
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
                // A few orders show whether a path is cheap; all of them cost more than a tree.
                let (few, dear) = order::search(blocks, self.form, FEW_ORDERS);
                if !dear {
                    return Ok(Plans::path(few));
                }
                let sizes = PredictedSizes::new(blocks);
                let tree = tree::plan(&sizes, &few, control)?;
                let with_cost = |order: Vec<u32>| {
                    let cost = tree::path_cost(&sizes, &order);
                    (order, cost)
                };
                let mut along = with_cost(few);
                let visits = tree::visits_of_annealing(tree.1, blocks.blocks.len());
                if along.1 <= tree.1 || visits >= ALL_ORDERS * blocks.blocks.len() as u64 {
                    along = with_cost(path());
                }
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
