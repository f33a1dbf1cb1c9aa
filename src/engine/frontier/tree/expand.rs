//! Runs a tree from the leaves up: the states of every node, and for every merge which pairs of
//! states fit and what state they give.

use rustc_hash::FxHashMap;

use super::layout::{Layout, Rule};
use super::{DEAD, Join, Node, Tree};
use crate::engine::frontier::key::{Boxed, Key, Packed};
use crate::engine::{Control, Counter, Stop};

/// Pairs after which a node under construction declares its memory.
const DECLARE_EVERY: usize = 1 << 14;

/// The tree's states and pairs, those left out that are in no solution. None without solutions.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn expand(layout: &Layout, held: u64, control: &mut Control) -> Result<Option<Tree>, Stop> {
    match layout.words {
        1 => run::<Packed<1>>(layout, held, control),
        2 => run::<Packed<2>>(layout, held, control),
        3 | 4 => run::<Packed<4>>(layout, held, control),
        5..=8 => run::<Packed<8>>(layout, held, control),
        _ => run::<Boxed>(layout, held, control),
    }
}

fn run<K: Key>(layout: &Layout, held: u64, control: &mut Control) -> Result<Option<Tree>, Stop> {
    let mut tree = Tree::default();
    // States of the nodes without a parent so far.
    let mut tables: Vec<Vec<K>> = Vec::with_capacity(layout.rules.len());
    let mut merge = Merge { index: FxHashMap::default(), held, words: layout.words };
    let (mut waiting, mut pairs) = (0u64, 0u64);
    for rule in &layout.rules {
        let (node, table) = match rule {
            Rule::Leaf { block, low, high, base, each } => {
                let mines: Vec<u32> = (*low..=*high).collect();
                let state = |&j: &u32| {
                    let mut key = K::zero(layout.words);
                    let words = key.words_mut().iter_mut().zip(base).zip(each);
                    words.for_each(|((word, base), each)| *word = base - u64::from(j) * each);
                    key
                };
                let table = mines.iter().map(state).collect();
                (Node::Leaf { block: *block, mines }, table)
            }
            Rule::Join { left, right, .. } => {
                let [a, b] = [left, right].map(|&n| std::mem::take(&mut tables[n as usize]));
                let (join, table) = merge.join(rule, (&a, &b), control)?;
                waiting -= (a.len() + b.len()) as u64;
                pairs += join.targets.len() as u64;
                merge.held += join.bytes();
                (Node::Join(join), table)
            }
        };
        if table.is_empty() {
            return Ok(None);
        }
        waiting += table.len() as u64;
        control.stats.max(Counter::PeakStates, waiting);
        tree.sizes.push(table.len() as u32);
        tree.nodes.push(node);
        tables.push(table);
    }
    control.stats.add(Counter::Pairs, pairs);
    tree.prune();
    Ok(Some(tree))
}

/// What merges share.
struct Merge<K> {
    index: FxHashMap<K, u32>,
    held: u64,
    words: usize,
}

impl<K: Key> Merge<K> {
    fn join(
        &mut self,
        rule: &Rule,
        (lefts, rights): (&[K], &[K]),
        control: &mut Control,
    ) -> Result<(Join, Vec<K>), Stop> {
        let Rule::Join { left, right, fresh, closed, guards, most, moves } = rule else {
            return Err(Stop::Failed("a leaf is not merged".into()));
        };
        let mut used: Vec<K> = Vec::with_capacity(rights.len());
        for state in rights {
            let mut key = K::zero(self.words);
            for m in moves {
                let used = m.count - m.from.read(state.words()) as u64;
                key.words_mut()[m.to.word as usize] |= used << m.to.shift;
            }
            used.push(key);
        }
        // The smaller side's states, those together that use the same of the closing sums.
        let closing = |state: &K| {
            let mut key = state.clone();
            key.words_mut().iter_mut().zip(closed).for_each(|(word, mask)| *word &= mask);
            key
        };
        let mut order: Vec<u32> = (0..used.len() as u32).collect();
        order.sort_by(|&a, &b| closing(&used[a as usize]).words().cmp(closing(&used[b as usize]).words()));
        let used: Vec<K> = order.iter().map(|&i| used[i as usize].clone()).collect();
        let mut groups: FxHashMap<K, u32> = FxHashMap::default();
        let mut starts = Vec::new();
        for (at, state) in used.iter().enumerate() {
            groups.entry(closing(state)).or_insert_with(|| {
                starts.push(at as u32);
                starts.len() as u32 - 1
            });
        }
        starts.push(used.len() as u32);

        let mut join =
            Join { left: *left, right: *right, group: Vec::with_capacity(lefts.len()), starts, order, targets: vec![] };
        let mut table: Vec<K> = Vec::new();
        // Clearing costs the table's capacity, so one wide node must not slow many narrow ones.
        match self.index.capacity() > 16 * lefts.len() + 1024 {
            true => self.index = FxHashMap::default(),
            false => self.index.clear(),
        }
        let mut declared = 0;
        for state in lefts {
            control.node()?;
            let mut state = state.clone();
            state.words_mut().iter_mut().zip(fresh).for_each(|(word, add)| *word += add);
            let Some(&group) = groups.get(&closing(&state)) else {
                join.group.push(DEAD);
                continue;
            };
            join.group.push(group);
            state.words_mut().iter_mut().zip(guards).for_each(|(word, guard)| *word |= guard);
            let range = join.starts[group as usize] as usize..join.starts[group as usize + 1] as usize;
            for used in &used[range] {
                let mut key = state.clone();
                let mut fits = true;
                let masks = guards.iter().zip(most).zip(used.words());
                for (word, ((guard, most), used)) in key.words_mut().iter_mut().zip(masks) {
                    *word -= used;
                    // The guard of a field that fell below zero is gone; most - needed keeps the
                    // guard where no more is needed than the rest can hold.
                    fits &= *word & guard == *guard;
                    *word &= !guard;
                    fits &= most.wrapping_sub(*word) & guard == *guard;
                }
                let target = match fits {
                    false => DEAD,
                    true => *self.index.entry(key).or_insert_with_key(|key| {
                        table.push(key.clone());
                        table.len() as u32 - 1
                    }),
                };
                join.targets.push(target);
            }
            if join.targets.len() >= declared + DECLARE_EVERY {
                declared = join.targets.len();
                if table.len() >= DEAD as usize {
                    return Err(Stop::Memory);
                }
                let words = size_of::<K>() + if self.words > 8 { 8 * self.words } else { 0 };
                let states = words * (lefts.len() + 2 * rights.len() + table.len());
                let index = self.index.capacity() * (size_of::<(K, u32)>() + 1);
                control.check()?;
                control.memory(self.held + join.bytes() + (states + index) as u64)?;
            }
        }
        Ok((join, table))
    }
}
