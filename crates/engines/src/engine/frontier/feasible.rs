//! Answers from a graph without counting: the possible numbers of mines, one model, and the blocks that can hold a mine
//! or a safe cell.

use super::graph::Graph;
use crate::engine::{Control, Stop};
use crate::mines::MineSet;

/// For every state the possible numbers of mines after it.
pub fn to_come(graph: &Graph, control: &mut Control) -> Result<Vec<MineSet>, Stop> {
    backward(graph, MineSet::interval(0, 0), 1, control)
}

/// Sets of all states from that of the end, moved by `sign` times the mines of each transition.
fn backward(graph: &Graph, end: MineSet, sign: i64, control: &mut Control) -> Result<Vec<MineSet>, Stop> {
    let mut sets = vec![MineSet::default(); graph.states()];
    sets[graph.states() - 1] = end;
    for state in (0..graph.states() - 1).rev() {
        control.tick()?;
        let mut set = MineSet::default();
        graph.edges(state).for_each(|(mines, next)| set.unite(&sets[next], sign * i64::from(mines)));
        sets[state] = set;
    }
    Ok(sets)
}

/// Mines on the block of every step along some path; with `sets` of [`to_come`], a path that takes
/// `goal` mines, an element of the root's set.
pub fn path(graph: &Graph, goal: Option<(i64, &[MineSet])>) -> Vec<u32> {
    let mut state = 0;
    let mut left = goal.map_or(0, |g| g.0);
    let mut path = Vec::with_capacity(graph.steps());
    for _ in 0..graph.steps() {
        let fits =
            |&(mines, next): &(u32, usize)| goal.is_none_or(|(_, sets)| sets[next].contains(left - i64::from(mines)));
        let (mines, next) = graph.edges(state).find(fits).expect("every kept state leads to the end");
        left -= i64::from(mines);
        state = next;
        path.push(mines);
    }
    path
}

/// Of the block of every step: can one of its cells be safe, can one be a mine? `sizes` are the cells of the blocks.
/// With `allowed` only solutions with these numbers of mines count; there must be one.
pub fn can_be(
    graph: &Graph,
    sizes: &[u32],
    allowed: Option<&MineSet>,
    control: &mut Control,
) -> Result<Vec<(bool, bool)>, Stop> {
    let ends = match allowed {
        Some(allowed) => Some(backward(graph, allowed.clone(), -1, control)?),
        None => None,
    };
    let mut so_far = vec![MineSet::default(); if ends.is_some() { graph.states() } else { 0 }];
    if let Some(root) = so_far.first_mut() {
        *root = MineSet::interval(0, 0);
    }
    let mut answer = vec![(false, false); graph.steps()];
    for (step, can) in answer.iter_mut().enumerate() {
        for state in graph.layer(step) {
            control.tick()?;
            let here = so_far.get_mut(state).map(std::mem::take);
            for (mines, next) in graph.edges(state) {
                if let (Some(here), Some(ends)) = (&here, &ends) {
                    if !here.meets(i64::from(mines), &ends[next]) {
                        continue;
                    }
                    so_far[next].unite(here, i64::from(mines));
                }
                can.0 |= mines < sizes[step];
                can.1 |= mines > 0;
            }
        }
    }
    Ok(answer)
}
