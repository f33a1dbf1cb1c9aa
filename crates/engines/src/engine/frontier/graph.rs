//! The sweep's states and transitions as a layered graph. Every path from the root to the end is one distribution of
//! mines over blocks; all answers are read off this graph.

use super::key::{Boxed, Packed, StateKey};
use super::path_effort::PathEffort;
use super::plan::SweepPlan;
use super::shards::{NextLayer, next_layer};
use super::turns::Grown;
use crate::engine::{Control, Counter, Stop};
use rustc_hash::FxHashMap;

/// Marks a transition that leads to no solution.
const DEAD: u32 = u32::MAX;
/// States after which a layer under construction declares its memory.
const DECLARE_EVERY: usize = 1 << 14;

/// States numbered layer by layer, each with its transitions by ascending number of mines. Only
/// states that lie on a solution are kept.
#[derive(Debug, Default)]
pub struct Graph {
    /// First state of each layer, and the number of states: steps + 2 entries.
    layers: Vec<u32>,
    /// First transition of each state, and their number.
    first: Vec<u32>,
    /// Mines of the first transition of each state.
    lowest: Vec<u32>,
    /// State that each transition leads to.
    targets: Vec<u32>,
}

impl Graph {
    /// Runs the sweep from the root while its effort of about `most` states suffices ([`PathEffort`]).
    ///
    /// # Errors
    /// A limit ran out; `held` are the bytes of other tables.
    pub fn build(plan: &SweepPlan, most: u64, held: u64, control: &mut Control) -> Result<Grown<Graph>, Stop> {
        match plan.words {
            1 => expand::<Packed<1>>(plan, most, held, control),
            2 => expand::<Packed<2>>(plan, most, held, control),
            3 | 4 => expand::<Packed<4>>(plan, most, held, control),
            5..=8 => expand::<Packed<8>>(plan, most, held, control),
            _ => expand::<Boxed>(plan, most, held, control),
        }
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.layers.len() - 2
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.lowest.len()
    }

    /// States before step `step`; the last layer, `steps()`, is the one end state.
    pub fn layer(&self, step: usize) -> std::ops::Range<usize> {
        self.layers[step] as usize..self.layers[step + 1] as usize
    }

    /// (mines, next state) of every transition of a state.
    #[inline]
    pub fn edges(&self, state: usize) -> impl Iterator<Item = (u32, usize)> + '_ {
        let targets = &self.targets[self.first[state] as usize..self.first[state + 1] as usize];
        let lowest = self.lowest[state];
        (targets.iter().enumerate())
            .filter(|(_, target)| **target != DEAD)
            .map(move |(i, &target)| (lowest + i as u32, target as usize))
    }

    /// Fewest and most mines of the transitions of a layer.
    pub fn mines_range(&self, step: usize) -> (u32, u32) {
        let layer = self.layer(step);
        let most = layer.clone().map(|s| self.lowest[s] + (self.first[s + 1] - self.first[s]) - 1).max();
        (layer.map(|s| self.lowest[s]).min().unwrap_or(0), most.unwrap_or(0))
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        4 * (self.layers.len() + self.first.len() + self.lowest.len() + self.targets.len()) as u64
    }

    /// Drops the states and transitions that lead to no solution. The end must exist.
    fn prune(&mut self) {
        let states = self.states();
        let mut alive = vec![false; states];
        alive[states - 1] = true;
        for state in (0..states - 1).rev() {
            let edges = self.first[state] as usize..self.first[state + 1] as usize;
            alive[state] = self.targets[edges].iter().any(|&t| alive[t as usize]);
        }
        let mut number = vec![DEAD; states];
        let mut next = 0;
        for (state, _) in alive.iter().enumerate().filter(|(_, a)| **a) {
            number[state] = next;
            next += 1;
        }
        // Everything moves towards the front, so reading stays ahead of writing.
        let mut edge = 0;
        let (mut from, mut layer) = (self.first[0] as usize, 0);
        for state in 0..states {
            if self.layers[layer] as usize == state {
                self.layers[layer] = number[state..].iter().copied().find(|&n| n != DEAD).unwrap_or(next);
                layer += 1;
            }
            let to = self.first[state + 1] as usize;
            if alive[state] {
                let live = |&i: &usize| alive[self.targets[i] as usize];
                let begin = (from..to).find(live).unwrap_or(to);
                let end = (begin..to).rev().find(live).map_or(begin, |i| i + 1);
                let at = number[state] as usize;
                self.lowest[at] = self.lowest[state] + (begin - from) as u32;
                self.first[at] = edge as u32;
                for i in begin..end {
                    self.targets[edge] = number[self.targets[i] as usize];
                    edge += 1;
                }
            }
            from = to;
        }
        let kept = next as usize;
        *self.layers.last_mut().expect("a graph has layers") = next;
        self.first[kept] = edge as u32;
        self.first.truncate(kept + 1);
        self.lowest.truncate(kept);
        self.targets.truncate(edge);
        self.first.shrink_to_fit();
        self.lowest.shrink_to_fit();
        self.targets.shrink_to_fit();
    }
}

/// The forward sweep: layer after layer, equal states merged by a hash table of one layer.
fn expand<K: StateKey>(plan: &SweepPlan, most: u64, held: u64, control: &mut Control) -> Result<Grown<Graph>, Stop> {
    let mut graph = Graph { layers: vec![0, 1], first: vec![0], ..Graph::default() };
    let mut layer = vec![K::zero(plan.words)];
    let mut next: Vec<K> = Vec::new();
    let mut index: FxHashMap<K, u32> = FxHashMap::default();
    let mut effort = PathEffort::new(most);
    control.stats.max(Counter::PeakStates, 1);
    for step in 0..plan.steps.len() {
        let view = plan.step(step);
        let base = graph.layers[graph.layers.len() - 1];
        let wide = match control.node_limit() {
            Some(_) => None,
            None => {
                let bytes = |states| held + bytes(&graph, &layer, states, plan.words);
                let fits = |most: u64| most.saturating_sub(bytes(0)) / (bytes(1) - bytes(0));
                let room = control.memory_limit().map_or(usize::MAX, |most| fits(most) as usize);
                next_layer(&view, &layer, room, control)?
            }
        };
        let one_by_one = if wide.is_some() { &[] } else { &layer[..] };
        if let Some(NextLayer { lowest, ends, targets, states }) = wide {
            control.add_nodes(layer.len())?;
            let before = graph.targets.len();
            u32::try_from(before + targets.len()).map_err(|_| Stop::Memory)?;
            graph.first.extend(ends.into_iter().map(|end| before as u32 + end));
            graph.lowest.extend(lowest);
            graph.targets.extend(targets.into_iter().map(|target| base + target));
            next = states;
        }
        for state in one_by_one {
            control.node()?;
            let range = view.range(state.words());
            graph.lowest.push(range.map_or(0, |r| r.0));
            for mines in range.map_or(0..0, |(low, high)| low..high + 1) {
                let mut after = state.clone();
                view.apply(after.words_mut(), mines);
                let id = *index.entry(after).or_insert_with_key(|key| {
                    next.push(key.clone());
                    base + (next.len() - 1) as u32
                });
                graph.targets.push(id);
                if graph.targets.len().is_multiple_of(DECLARE_EVERY) {
                    control.tick()?;
                    control.memory(held + bytes(&graph, &layer, next.len(), plan.words))?;
                }
            }
            graph.first.push(u32::try_from(graph.targets.len()).map_err(|_| Stop::Memory)?);
        }
        control.stats.max(Counter::PeakStates, next.len() as u64);
        control.memory(held + bytes(&graph, &layer, next.len(), plan.words))?;
        if next.is_empty() {
            return Ok(Grown::NoSolution);
        }
        let states = base as usize + next.len();
        graph.layers.push(u32::try_from(states).ok().filter(|&s| s < DEAD).ok_or(Stop::Memory)?);
        if !effort.suffices(next.len(), plan.steps.len() - step) {
            return Ok(Grown::TooLarge);
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
        // Clearing costs the table's capacity, so one wide layer must not slow many narrow ones.
        match index.capacity() > 16 * layer.len() + 1024 {
            true => index = FxHashMap::default(),
            false => index.clear(),
        }
    }
    debug_assert_eq!(layer.len(), 1, "with every sum closed one state is left");
    graph.lowest.push(0);
    graph.first.push(graph.targets.len() as u32);
    graph.prune();
    Ok(Grown::Whole(graph))
}

/// Bytes of the graph so far, of its last layer, and of a next one with `next` states, which are in a hash table too.
fn bytes<K: StateKey>(graph: &Graph, layer: &[K], next: usize, words: usize) -> u64 {
    let vectors = 4 * (graph.first.len() + graph.lowest.len() + graph.targets.len());
    let key = size_of::<K>().max(8 * words);
    // A hash table is half full, in the mean.
    (vectors + key * (layer.len() + next) + 2 * (key + 5) * next) as u64
}
