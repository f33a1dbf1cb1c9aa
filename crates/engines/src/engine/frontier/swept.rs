//! The states of one component, along a path or a tree, behind one interface.

use super::coefficient::Coefficient;
use super::forward::{self, Degrees};
use super::graph::Graph;
use super::polynomial::Layer;
use super::tree::{self, StateTree, Times};
use super::{backward, feasible};
use crate::engine::{Control, Stop};
use crate::mines::MineSet;
use crate::system::Wide;

/// One component; `cells` are numbered as in the reduced system.
pub struct Swept {
    pub states: States,
    /// Cells of every block: by step of a path, by leaf of a tree.
    pub cells: Vec<Vec<u32>>,
    /// Their numbers.
    pub sizes: Vec<u32>,
    /// Its numbers are assumed to be this large.
    pub numbers: u128,
}

/// How the states are arranged.
pub enum States {
    Path(Graph),
    Tree(StateTree),
}

/// For every state the numbers of mines of solutions on one side of it.
pub struct Reach {
    sets: Vec<MineSet>,
    /// Those of whole solutions.
    pub all: MineSet,
}

impl Swept {
    /// From the states and the cells of their blocks.
    pub fn new(states: States, cells: Vec<Vec<u32>>) -> Self {
        let sizes = cells.iter().map(|c| c.len() as u32).collect();
        Swept { states, cells, sizes, numbers: 0 }
    }

    /// The number of its cells.
    pub fn len(&self) -> usize {
        self.sizes.iter().map(|&size| size as usize).sum()
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        match &self.states {
            States::Path(graph) => graph.bytes(),
            States::Tree(tree) => tree.bytes(),
        }
    }

    /// The possible numbers of mines.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn reach(&self, control: &mut Control) -> Result<Reach, Stop> {
        let (sets, all) = match &self.states {
            States::Path(graph) => {
                let sets = feasible::to_come(graph, control)?;
                let all = sets.first().cloned();
                (sets, all)
            }
            States::Tree(tree) => {
                let sets = tree::inside_sets(tree, control)?;
                let all = sets.last().cloned();
                (sets, all)
            }
        };
        Ok(Reach { sets, all: all.unwrap_or_default() })
    }

    /// Of every block: can one of its cells be safe, can one be a mine? With `allowed` only solutions with these
    /// numbers of mines count; there must be one.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn can_be(
        &self,
        allowed: Option<(&MineSet, &Reach)>,
        control: &mut Control,
    ) -> Result<Vec<(bool, bool)>, Stop> {
        match &self.states {
            States::Path(graph) => feasible::can_be(graph, &self.sizes, allowed.map(|a| a.0), control),
            States::Tree(tree) => tree::can_be(tree, &self.sizes, allowed.map(|a| (a.0, &a.1.sets[..])), control),
        }
    }

    /// Mines on every block in some solution; with a goal in one of this many mines.
    pub fn solution(&self, goal: Option<(i64, &Reach)>) -> Vec<u32> {
        let goal = goal.map(|(mines, reach)| (mines, &reach.sets[..]));
        match &self.states {
            States::Path(graph) => feasible::path(graph, goal),
            States::Tree(tree) => tree::solution(tree, self.sizes.len(), goal),
        }
    }

    /// Solutions up to every state, or only of the whole; that one comes last.
    ///
    /// # Errors
    /// A limit ran out; `held` are the bytes of other tables.
    pub fn forward<C: Coefficient>(
        &self,
        degrees: Degrees,
        keep: bool,
        held: u64,
        control: &mut Control,
    ) -> Result<Vec<Layer<C>>, Stop> {
        match &self.states {
            States::Path(graph) => forward::sweep(graph, &self.sizes, degrees, keep, held, control),
            States::Tree(tree) => tree::inside(tree, &self.sizes, degrees, keep, held, control),
        }
    }

    /// A bound on the operations behind any number of [`Swept::forward`], and behind what
    /// [`Swept::mined_models`] adds to it.
    pub fn operations(&self, layers: &[Layer<Wide>]) -> u64 {
        match &self.states {
            // At most two operations per transition, and a transition has four bytes.
            States::Path(graph) => graph.bytes(),
            States::Tree(tree) => tree::operations(tree, layers),
        }
    }

    /// For every block the models with a mine on one given cell of it, where a solution with `lowest + i` mines stands
    /// for `context[i]` models; `layers` are those of [`Swept::forward`].
    ///
    /// # Errors
    /// A limit ran out.
    pub fn mined_models<C: Times<C>>(
        &self,
        layers: &[Layer<C>],
        degrees: Degrees,
        context: &[C],
        control: &mut Control,
    ) -> Result<Vec<C>, Stop> {
        match &self.states {
            States::Path(graph) => backward::mined_models(graph, &self.sizes, layers, degrees, context, control),
            States::Tree(tree) => tree::mined(tree, &self.sizes, layers, context, control),
        }
    }
}
