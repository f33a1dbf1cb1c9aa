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
mod improve;
mod layout;
mod merge;
mod plan;
mod reach;
mod shape;
mod streams;
mod values;

#[cfg(test)]
mod tests;

pub use expand::expand;
pub use layout::TreeLayout;
pub use plan::{annealed, path_cost, plan, predicted, visits_of_annealing};
pub use reach::{can_be, inside_sets, solution};
pub use shape::{PredictedSizes, Shape};
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

    /// Calls `visit(left state, right state, state)` for every pair.
    #[inline]
    fn pairs(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let mut at = 0;
        for (left, &group) in self.group.iter().enumerate() {
            if group == DEAD {
                continue;
            }
            let order = self.members(group);
            for (&right, &target) in order.iter().zip(&self.targets[at..]) {
                if target != DEAD {
                    visit(left, right as usize, target as usize);
                }
            }
            at += order.len();
        }
    }

    fn bytes(&self) -> u64 {
        4 * (self.group.len() + self.starts.len() + self.order.len() + self.targets.len()) as u64
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

    /// Drops the states and pairs that lead to no solution.
    fn prune(&mut self) {
        let mut alive: Vec<Vec<bool>> = self.sizes.iter().map(|&n| vec![false; n as usize]).collect();
        // Downwards: a state is alive if one of its pairs leads to a live state above.
        if let Some(root) = alive.last_mut() {
            root[0] = true;
        }
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let Node::Join(join) = node else { continue };
            let here = std::mem::take(&mut alive[index]);
            let [mut left, mut right] = [join.left, join.right].map(|n| std::mem::take(&mut alive[n as usize]));
            join.pairs(|a, b, target| {
                left[a] |= here[target];
                right[b] |= here[target];
            });
            alive[index] = here;
            alive[join.left as usize] = left;
            alive[join.right as usize] = right;
        }
        let mut numbers: Vec<Vec<u32>> = Vec::with_capacity(alive.len());
        for (size, alive) in self.sizes.iter_mut().zip(&alive) {
            let mut next = 0;
            let mut number = |&is_alive: &bool| {
                if !is_alive {
                    return DEAD;
                }
                next += 1;
                next - 1
            };
            numbers.push(alive.iter().map(&mut number).collect());
            *size = next;
        }
        for (index, node) in self.nodes.iter_mut().enumerate() {
            match node {
                Node::Leaf { mines, .. } => {
                    let mut alive = alive[index].iter();
                    mines.retain(|_| alive.next() == Some(&true));
                }
                Node::Join(join) => {
                    let [left, right] = [join.left, join.right].map(|n| &numbers[n as usize]);
                    join.keep(left, right, &numbers[index]);
                }
            }
        }
    }
}

impl Join {
    /// Renumbers left, right and own states; [`DEAD`] ones are removed.
    fn keep(&mut self, left: &[u32], right: &[u32], own: &[u32]) {
        // In place: every write lies at or before the place that is read.
        let (mut at, mut to, mut kept) = (0, 0, 0);
        for (state, &new) in left.iter().enumerate() {
            let group = self.group[state];
            if group == DEAD {
                continue;
            }
            let range = self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize;
            for (i, &b) in self.order[range.clone()].iter().enumerate() {
                if new != DEAD && right[b as usize] != DEAD {
                    let target = self.targets[at + i];
                    self.targets[to] = if target == DEAD { DEAD } else { own[target as usize] };
                    to += 1;
                }
            }
            at += range.len();
            if new != DEAD {
                self.group[kept] = group;
                kept += 1;
            }
        }
        self.group.truncate(kept);
        self.targets.truncate(to);
        let mut end = 0;
        for group in 0..self.starts.len() - 1 {
            let range = self.starts[group] as usize..self.starts[group + 1] as usize;
            self.starts[group] = end as u32;
            for i in range {
                if right[self.order[i] as usize] != DEAD {
                    self.order[end] = right[self.order[i] as usize];
                    end += 1;
                }
            }
        }
        self.order.truncate(end);
        if let Some(last) = self.starts.last_mut() {
            *last = end as u32;
        }
        self.group.shrink_to_fit();
        self.targets.shrink_to_fit();
    }
}
