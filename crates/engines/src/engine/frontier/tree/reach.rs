//! Answers from a tree without counting: the possible numbers of mines, one solution, and the blocks that can hold a
//! mine or a safe cell.

use super::{Node, StateTree};
use crate::engine::{Control, Stop};
use crate::mines::MineSet;

/// For every state of every node the numbers of mines inside, node after node.
pub fn inside_sets(tree: &StateTree, control: &mut Control) -> Result<Vec<MineSet>, Stop> {
    let first = tree.first_states();
    let mut sets: Vec<MineSet> = Vec::with_capacity(first[tree.nodes.len()]);
    for (index, node) in tree.nodes.iter().enumerate() {
        match node {
            Node::Leaf { mines, .. } => {
                sets.extend(mines.iter().map(|&j| MineSet::interval(i64::from(j), i64::from(j))));
            }
            Node::Join(join) => {
                let mut here = vec![MineSet::default(); tree.sizes[index] as usize];
                let (a, b) = (first[join.left as usize], first[join.right as usize]);
                let mut stop = Ok(());
                join.pairs(|x, y, target| {
                    stop = if stop.is_ok() { control.tick() } else { return };
                    here[target].unite_sum(&sets[a + x], &sets[b + y]);
                });
                stop?;
                sets.append(&mut here);
            }
        }
    }
    Ok(sets)
}

/// Mines on every block in some solution; with the sets of [`inside_sets`] one that takes `goal`
/// mines, an element of the root's set.
pub fn solution(tree: &StateTree, blocks: usize, goal: Option<(i64, &[MineSet])>) -> Vec<u32> {
    let first = tree.first_states();
    let mut chosen = vec![0u32; blocks];
    // State and mines of every node; a parent decides for its children.
    let mut wanted = vec![(0usize, 0i64); tree.nodes.len()];
    if let (Some(root), Some((mines, _))) = (wanted.last_mut(), goal) {
        root.1 = mines;
    }
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let (state, mines) = wanted[index];
        match node {
            Node::Leaf { block, mines } => chosen[*block as usize] = mines[state],
            Node::Join(join) => {
                let mut found = None;
                join.pairs(|x, y, target| {
                    if target != state || found.is_some() {
                        return;
                    }
                    let split = match goal {
                        None => Some(0),
                        Some((_, sets)) => {
                            let left = &sets[first[join.left as usize] + x];
                            let right = &sets[first[join.right as usize] + y];
                            left.intersection(&right.reflected(mines)).bounds().map(|b| b.0)
                        }
                    };
                    found = split.map(|taken| (x, y, taken));
                });
                let (x, y, taken) = found.expect("every kept state comes from a pair");
                wanted[join.left as usize] = (x, taken);
                wanted[join.right as usize] = (y, mines - taken);
            }
        }
    }
    chosen
}

/// Of every block: can one of its cells be safe, can one be a mine? With `allowed` and the sets of [`inside_sets`] only
/// solutions with these numbers of mines count; there must be one.
pub fn can_be(
    tree: &StateTree,
    sizes: &[u32],
    allowed: Option<(&MineSet, &[MineSet])>,
    control: &mut Control,
) -> Result<Vec<(bool, bool)>, Stop> {
    let mut answer = vec![(false, false); sizes.len()];
    let mut note = |block: u32, mines: u32| {
        let can = &mut answer[block as usize];
        can.0 |= mines < sizes[block as usize];
        can.1 |= mines > 0;
    };
    let Some((allowed, sets)) = allowed else {
        for node in &tree.nodes {
            if let Node::Leaf { block, mines } = node {
                mines.iter().for_each(|&j| note(*block, j));
            }
        }
        return Ok(answer);
    };
    let first = tree.first_states();
    // For every state the numbers of mines inside it in allowed solutions.
    let mut fit = vec![MineSet::default(); sets.len()];
    if let (Some(root), Some(set)) = (fit.last_mut(), sets.last()) {
        *root = set.intersection(allowed);
    }
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        match node {
            Node::Leaf { block, mines } => {
                let fits = mines.iter().zip(&fit[first[index]..]).filter(|(_, fit)| !fit.is_empty());
                fits.for_each(|(&j, _)| note(*block, j));
            }
            Node::Join(join) => {
                let (a, b) = (first[join.left as usize], first[join.right as usize]);
                // Parents come after their children: all from here on is done.
                let here = fit.split_off(first[index]);
                let mut stop = Ok(());
                join.pairs(|x, y, target| {
                    stop = if stop.is_ok() { control.tick() } else { return };
                    let (left, right) = (&sets[a + x], &sets[b + y]);
                    let goal = &here[target];
                    // On one side: the goal less what the other side can take, as far as the state itself can take it.
                    fit[a + x].unite(&goal.plus(&right.reflected(0)).intersection(left), 0);
                    fit[b + y].unite(&goal.plus(&left.reflected(0)).intersection(right), 0);
                });
                stop?;
            }
        }
    }
    Ok(answer)
}

impl StateTree {
    /// Where every node's states start in a list of all, and their number.
    fn first_states(&self) -> Vec<usize> {
        let mut first = vec![0];
        for &size in &self.sizes {
            first.push(first[first.len() - 1] + size as usize);
        }
        first
    }
}
