//! Runs a tree from the leaves up: the states of every node, and for every merge the compatible pairs of states with
//! their result.

use super::layout::{NodeRule, TreeLayout};
use super::merge::Merge;
use super::{Node, StateTree};
use crate::engine::frontier::key::{Boxed, Packed, StateKey};
use crate::engine::frontier::turns::Grown;
use crate::engine::{Control, Counter, Stop};

/// The tree's states and pairs, without those in no solution, if there are at most about `most` pairs.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn expand(layout: &TreeLayout, most: u64, held: u64, control: &mut Control) -> Result<Grown<StateTree>, Stop> {
    match layout.words {
        1 => run::<Packed<1>>(layout, most, held, control),
        2 => run::<Packed<2>>(layout, most, held, control),
        3 | 4 => run::<Packed<4>>(layout, most, held, control),
        5..=8 => run::<Packed<8>>(layout, most, held, control),
        _ => run::<Boxed>(layout, most, held, control),
    }
}

fn run<K: StateKey>(
    layout: &TreeLayout,
    most: u64,
    held: u64,
    control: &mut Control,
) -> Result<Grown<StateTree>, Stop> {
    let mut tree = StateTree::default();
    // States of the nodes without a parent so far.
    let mut tables: Vec<Vec<K>> = Vec::with_capacity(layout.rules.len());
    let mut merge = Merge::new(held, layout.words);
    let (mut waiting, mut pairs) = (0u64, 0u64);
    for rule in &layout.rules {
        let (node, table) = match rule {
            NodeRule::Leaf { block, low, high, base, each } => {
                let mines: Vec<u32> = (*low..=*high).collect();
                let state = |&j: &u32| {
                    let mut key = K::zero(layout.words);
                    let words = key.words_mut().iter_mut().zip(base).zip(each);
                    // No field borrows from the next: `high` is at most the count of every sum.
                    words.for_each(|((word, base), each)| *word = base - u64::from(j) * each);
                    key
                };
                let table = mines.iter().map(state).collect();
                (Node::Leaf { block: *block, mines }, table)
            }
            NodeRule::Join { left, right, .. } => {
                let [a, b] = [left, right].map(|&n| std::mem::take(&mut tables[n as usize]));
                let Some((join, table)) = merge.join(rule, (&a, &b), most - pairs, control)? else {
                    return Ok(Grown::TooLarge);
                };
                waiting -= (a.len() + b.len()) as u64;
                pairs += join.targets.len() as u64;
                merge.held += join.bytes();
                (Node::Join(join), table)
            }
        };
        if table.is_empty() {
            return Ok(Grown::NoSolution);
        }
        waiting += table.len() as u64;
        control.stats.max(Counter::PeakStates, waiting);
        tree.sizes.push(table.len() as u32);
        tree.nodes.push(node);
        tables.push(table);
    }
    control.stats.add(Counter::Pairs, pairs);
    tree.prune(control)?;
    Ok(Grown::Whole(tree))
}
