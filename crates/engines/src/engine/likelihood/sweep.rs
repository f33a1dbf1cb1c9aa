//! Forward and backward sweep over one component, cell by cell; the state is the number of mines
//! so far around every open clue, and in all.

use rustc_hash::FxHashMap;

use super::{Likelihoods, Weight};
use crate::engine::{Control, Stop};

/// Clues that may be open at once: four bits each.
pub const MOST_OPEN: usize = 64;

/// Cells of a clue: their mines stand in its four bits.
const MOST_CELLS: usize = 15;

/// Mines so far: around open clues by slot, and in all.
type State = ([u128; 2], u32);

/// A clue of a component.
struct Clue {
    /// Positions of its cells in the order, the last one.
    last: usize,
    slot: usize,
    ways: Vec<u32>,
}

/// A component: its cells in visiting order and the clues of each step.
pub struct LikelihoodComponent {
    pub order: Vec<u32>,
    clues: Vec<Clue>,
    /// Clues of each cell of the order.
    of: Vec<Vec<usize>>,
    width: usize,
}

/// Result of the forward sweep.
pub struct ForwardSweep<W> {
    layers: Vec<FxHashMap<State, W>>,
    /// Weight by mines, from 0 on.
    pub tally: Vec<W>,
}

impl LikelihoodComponent {
    /// The components, each in an order that closes the clue with the fewest open cells next.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn split(given: &Likelihoods, control: &mut Control) -> Result<Vec<LikelihoodComponent>, Stop> {
        let mut of_cell: Vec<Vec<usize>> = vec![Vec::new(); given.cells];
        for (i, clue) in given.clues.iter().enumerate() {
            clue.cells.iter().for_each(|&c| of_cell[c as usize].push(i));
        }
        let mut placed = vec![false; given.cells];
        let mut done = vec![false; given.clues.len()];
        let mut parts = Vec::new();
        for start in 0..given.clues.len() {
            if done[start] || given.clues[start].cells.is_empty() {
                continue;
            }
            let mut order: Vec<u32> = Vec::new();
            let mut reached = vec![start];
            let mut clues = Vec::new();
            while !reached.is_empty() {
                control.tick()?;
                let open = |&&clue: &&usize| given.clues[clue].cells.iter().filter(|&&c| !placed[c as usize]).count();
                let Some(&next) = reached.iter().min_by_key(|clue| (open(clue), **clue)) else { break };
                reached.retain(|&clue| clue != next);
                done[next] = true;
                clues.push(next);
                for &cell in &given.clues[next].cells {
                    if !std::mem::replace(&mut placed[cell as usize], true) {
                        order.push(cell);
                        for &other in &of_cell[cell as usize] {
                            if !done[other] && !reached.contains(&other) {
                                reached.push(other);
                            }
                        }
                    }
                }
            }
            parts.push(LikelihoodComponent::new(given, order, &clues));
        }
        Ok(parts)
    }

    fn new(given: &Likelihoods, order: Vec<u32>, clues: &[usize]) -> LikelihoodComponent {
        let at: FxHashMap<u32, usize> = order.iter().enumerate().map(|(i, &c)| (c, i)).collect();
        let mut made: Vec<(usize, Clue)> = clues
            .iter()
            .map(|&c| {
                let places = || given.clues[c].cells.iter().map(|cell| at[cell]);
                let first = places().min().unwrap_or(0);
                (first, Clue { last: places().max().unwrap_or(0), slot: 0, ways: given.clues[c].ways.clone() })
            })
            .collect();
        made.sort_by_key(|c| c.0);
        // A slot is free again once its clue is closed.
        let mut until: Vec<usize> = Vec::new();
        for (first, clue) in &mut made {
            clue.slot = until.iter().position(|&end| end < *first).unwrap_or_else(|| {
                until.push(0);
                until.len() - 1
            });
            until[clue.slot] = clue.last;
        }
        // The clues changed places: find each cell's clues again by their owner.
        let mut by_clue: Vec<usize> = (0..clues.len()).collect();
        let firsts: Vec<usize> =
            clues.iter().map(|&c| given.clues[c].cells.iter().map(|cell| at[cell]).min().unwrap_or(0)).collect();
        by_clue.sort_by_key(|&i| firsts[i]);
        let mut of = vec![Vec::new(); order.len()];
        for (new, &old) in by_clue.iter().enumerate() {
            given.clues[clues[old]].cells.iter().for_each(|cell| of[at[cell]].push(new));
        }
        LikelihoodComponent { order, clues: made.into_iter().map(|c| c.1).collect(), of, width: until.len() }
    }

    /// The state after cell `at` is safe or a mine, and the weight of the clues closed by it; None if that is 0.
    fn step<W: Weight>(&self, at: usize, state: State, mine: bool, odds: &W) -> Option<(State, W)> {
        let (mut slots, mines) = state;
        let mut weight = if mine { odds.clone() } else { W::one() };
        for &c in &self.of[at] {
            let clue = &self.clues[c];
            let (word, shift) = (clue.slot / 32, clue.slot % 32 * 4);
            slots[word] += u128::from(mine) << shift;
            if clue.last == at {
                let around = (slots[word] >> shift & 15) as usize;
                if clue.ways[around] == 0 {
                    return None;
                }
                weight = weight * &W::of(clue.ways[around]);
                slots[word] &= !(15 << shift);
            }
        }
        Some(((slots, mines + u32::from(mine)), weight))
    }

    /// Weights of all states, layer by layer; `odds` is the factor of every mine. Each layer has a factor of its own
    /// ([`Weight::factor`]), which cancels in a share of the layer.
    ///
    /// # Errors
    /// A limit ran out, or more than [`MOST_OPEN`] clues are open at once, or one has more than [`MOST_CELLS`] cells.
    pub fn forward<W: Weight>(&self, odds: &W, control: &mut Control) -> Result<ForwardSweep<W>, Stop> {
        if self.width > MOST_OPEN {
            let why = format!("{} clues are open at once, and a state holds {MOST_OPEN}", self.width);
            return Err(Stop::unsupported(why));
        }
        if let Some(clue) = self.clues.iter().find(|clue| clue.ways.len() > MOST_CELLS + 1) {
            let why = format!("a clue has {} cells, and a state holds {MOST_CELLS}", clue.ways.len() - 1);
            return Err(Stop::unsupported(why));
        }
        let mut layers: Vec<FxHashMap<State, W>> = vec![FxHashMap::default()];
        layers[0].insert(([0; 2], 0), W::one());
        let mut bytes = 0;
        for at in 0..self.order.len() {
            let mut next: FxHashMap<State, W> = FxHashMap::default();
            for (&state, weight) in &layers[at] {
                control.node()?;
                for mine in [false, true] {
                    if let Some((after, by)) = self.step(at, state, mine, odds) {
                        *next.entry(after).or_insert_with(W::zero) += &(by * weight);
                    }
                }
            }
            let factor = W::factor(next.values());
            W::scale(next.values_mut(), factor);
            bytes += next.values().map(|weight| size_of::<State>() as u64 + weight.bytes()).sum::<u64>();
            control.memory(bytes)?;
            layers.push(next);
        }
        let mut tally = vec![W::zero(); self.order.len() + 1];
        for (state, weight) in &layers[self.order.len()] {
            tally[state.1 as usize] += weight;
        }
        let factor = W::factor(tally.iter());
        W::scale(tally.iter_mut(), factor);
        Ok(ForwardSweep { layers, tally })
    }

    /// For each cell of the order, the weight of the models with a mine there and that of all models, in one unit per cell, where
    /// `context` is the weight of everything else by mines of this component and `odds` is that of [`Self::forward`].
    ///
    /// # Errors
    /// The time ran out.
    pub fn backward<W: Weight>(
        &self,
        sweep: &ForwardSweep<W>,
        context: &[W],
        odds: &W,
        control: &mut Control,
    ) -> Result<Vec<(W, W)>, Stop> {
        let mut mined = vec![(W::zero(), W::zero()); self.order.len()];
        let mut after: FxHashMap<State, W> =
            sweep.layers[self.order.len()].keys().map(|&s| (s, context[s.1 as usize].clone())).collect();
        for at in (0..self.order.len()).rev() {
            let mut before: FxHashMap<State, W> = FxHashMap::default();
            for (&state, weight) in &sweep.layers[at] {
                control.tick()?;
                let mut sum = W::zero();
                for mine in [false, true] {
                    let Some((next, by)) = self.step(at, state, mine, odds) else { continue };
                    let Some(beyond) = after.get(&next) else { continue };
                    let rest = by * beyond;
                    let models = rest.clone() * weight;
                    if mine {
                        mined[at].0 += &models;
                    }
                    mined[at].1 += &models;
                    sum += &rest;
                }
                before.insert(state, sum);
            }
            let factor = W::factor(before.values());
            W::scale(before.values_mut(), factor);
            after = before;
        }
        Ok(mined)
    }

    /// One solution with this number of mines, by the order of the cells; the tally is not 0 there.
    pub fn solution<W: Weight>(&self, sweep: &ForwardSweep<W>, mines: usize) -> Vec<bool> {
        let mut model = vec![false; self.order.len()];
        // Every state held has a weight, and so a way from the start to it.
        let last = sweep.layers[model.len()].keys().find(|state| state.1 as usize == mines);
        let mut after = *last.expect("the tally is not 0");
        for at in (0..model.len()).rev() {
            let leads =
                |&&state: &&State, mine: bool| self.step(at, state, mine, &W::one()).is_some_and(|s| s.0 == after);
            let by = |mine: bool| sweep.layers[at].keys().find(|state| leads(state, mine)).map(|&state| (state, mine));
            (after, model[at]) = by(false).or_else(|| by(true)).expect("a state comes from one before it");
        }
        model
    }
}
