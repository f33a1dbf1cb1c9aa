//! A component along a tree of its blocks: tables of states for sets of blocks, merged two by two.
//!
//! A state has the remaining count of each sum that is open above the set. A path sweep is the tree that adds one block
//! at a time; other trees are narrower where a component is wide in two dimensions (tree decomposition: Bertelé &
//! Brioschi 1972, Dechter 1999). All answers come from the stored pairs of states, upwards for numbers of solutions,
//! downwards for the counts of each block.

mod anneal;
pub mod dense;
mod eliminate;
mod expand;
mod fit;
mod hashed;
mod improve;
mod layout;
mod merge;
mod merge_input;
mod pairs;
mod plan;
mod prune;
mod reach;
mod shape;
mod single_pass;
mod streams;
mod values;

#[cfg(test)]
mod tests;

pub use expand::expand;
pub use layout::TreeLayout;
pub use plan::{annealed, plan, predicted, visits_of_annealing};
pub use reach::{can_be, inside_sets, solution};
pub use shape::{PredictedSizes, Shape};
pub use single_pass::{WORDS, number};
pub use values::{Times, inside, mined, operations};

/// No state.
const DEAD: u32 = u32::MAX;

/// A merge of two nodes.
#[derive(Debug, Default)]
pub struct Join {
    left: u32,
    right: u32,
    /// For every left state the group of right states that it is compared with.
    group: Vec<u32>,
    /// Where the groups start in `order`, and its length.
    starts: Vec<u32>,
    /// Right states by group.
    order: Vec<u32>,
    /// For every left state and every right state of its group the resulting state, or [`DEAD`].
    targets: Vec<u32>,
    /// The place of the first pair of some left states, at equal distances.
    marks: Vec<u64>,
}

#[derive(Debug)]
enum Node {
    /// One state for every number of mines of a block.
    Leaf {
        block: u32,
        mines: Vec<u32>,
    },
    Join(Join),
}

/// The states of every node and the pairs they come from. All states lie on a solution.
#[derive(Debug, Default)]
pub struct StateTree {
    /// Children first, the root, with one state, last.
    nodes: Vec<Node>,
    /// Number of states of every node.
    sizes: Vec<u32>,
}

impl Join {
    /// The right states of a group.
    fn members(&self, group: u32) -> &[u32] {
        &self.order[self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize]
    }

    fn bytes(&self) -> u64 {
        4 * (self.group.len() + self.starts.len() + self.order.len() + self.targets.len() + 2 * self.marks.len()) as u64
    }
}

impl StateTree {
    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|node| match node {
                Node::Leaf { mines, .. } => 4 * mines.len() as u64,
                Node::Join(join) => join.bytes(),
            })
            .sum()
    }
}
