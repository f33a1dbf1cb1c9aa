//! Models by rank: the stored forward sweeps count the ways to every state, so the k-th model is
//! found by walking back, and a random rank gives a uniformly random model.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::forward::{self, Degrees};
use super::graph::Graph;
use super::polynomial::Layer;
use super::prepare::Prepared;
use super::swept::{States, Swept};
use super::{Feasible, Frontier};
use crate::engine::{Control, Stop};
use crate::system::{Tally, binomial, binomial_row};

/// One component with its forward sweep.
struct Piece {
    graph: Graph,
    cells: Vec<Vec<u32>>,
    forward: Vec<Layer<BigUint>>,
    tally: Tally,
}

impl Frontier {
    /// Passes the models of the ranks that `next` names to `take`, as [`Engine::models_at_ranks`](crate::engine::Engine::models_at_ranks).
    ///
    /// # Errors
    /// As of [`Engine::models_at_ranks`](crate::engine::Engine::models_at_ranks).
    pub fn models_of_rank(
        &self,
        prepared: &Prepared,
        feasible: Feasible,
        next: &mut dyn FnMut(&BigUint) -> Option<BigUint>,
        take: &mut dyn FnMut(BigUint, Vec<bool>) -> Result<(), Stop>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let (mut pieces, mut held) = (Vec::with_capacity(feasible.swept.len()), 0);
        for Swept { states, cells, sizes, .. } in feasible.swept {
            let States::Path(graph) = states else {
                return Err(Stop::Failed("models are ranked along a path".into()));
            };
            let forward = forward::sweep::<BigUint>(&graph, &sizes, Degrees::Mines, true, held, control)?;
            held += graph.bytes() + forward.iter().map(Layer::bytes).sum::<u64>();
            let tally = forward[graph.steps()].tally(0);
            pieces.push(Piece { graph, cells, forward, tally });
        }
        let rests = rests(&pieces, prepared.floating.len(), prepared.reduction.system.total, control)?;
        let models = &rests[0][0];
        if models.is_zero() {
            return Ok(());
        }
        while let Some(rank) = next(models) {
            control.check()?;
            if rank < *models {
                let model = model(&pieces, &rests, prepared, rank.clone());
                take(rank, prepared.reduction.lift_model(&model))?;
            }
        }
        Ok(())
    }
}

/// `rests[i][u]`: models of the components from i on and of the floating cells when those before took u mines more than
/// their fewest. `rests[0][0]` are all models.
fn rests(
    pieces: &[Piece],
    floating: usize,
    total: Option<i64>,
    control: &mut Control,
) -> Result<Vec<Vec<BigUint>>, Stop> {
    let fewest: usize = pieces.iter().map(|p| p.tally.offset).sum();
    let span: usize = pieces.iter().map(|p| p.tally.counts.len() - 1).sum::<usize>() + 1;
    let last = match total {
        None => vec![BigUint::one() << floating; span],
        Some(total) => {
            let most = total.saturating_sub(fewest as i64).clamp(-1, (floating + span) as i64);
            let mut row = binomial_row(floating, most - span as i64 + 1, span);
            row.reverse();
            row
        }
    };
    let mut rests = vec![last];
    for piece in pieces.iter().rev() {
        control.check()?;
        let after = &rests[rests.len() - 1];
        let counts = &piece.tally.counts;
        let rest = after.windows(counts.len()).map(|w| w.iter().zip(counts).map(|(a, b)| a * b).sum());
        rests.push(rest.collect());
    }
    rests.reverse();
    Ok(rests)
}

/// The model of a rank below the number of models, over the reduced system.
fn model(pieces: &[Piece], rests: &[Vec<BigUint>], prepared: &Prepared, mut rank: BigUint) -> Vec<bool> {
    let mut model = vec![false; prepared.reduction.system.cells];
    let (mut more, mut mines) = (0, 0);
    for (piece, rests) in pieces.iter().zip(&rests[1..]) {
        // Models by the mines of this component, then by its solution, then by the rest.
        let (taken, count) = (piece.tally.counts.iter().enumerate())
            .find(|(taken, count)| {
                let models = *count * &rests[more + taken];
                let here = rank < models;
                if !here {
                    rank -= models;
                }
                here
            })
            .expect("ranks below the number of models");
        debug_assert!(!count.is_zero());
        let (solution, rest) = rank.div_rem(&rests[more + taken]);
        piece.place(piece.tally.offset + taken, solution, &mut model);
        rank = rest;
        more += taken;
        mines += piece.tally.offset + taken;
    }
    match prepared.reduction.system.total {
        // A number of models is not 0, so the mines left fit on the floating cells.
        Some(total) => combination(&prepared.floating, (total - mines as i64) as usize, rank, &mut model),
        None => {
            let bits = (0..).zip(&prepared.floating).filter(|(bit, _)| rank.bit(*bit));
            bits.for_each(|(_, &cell)| model[cell as usize] = true);
        }
    }
    model
}

impl Piece {
    /// Places the solution of a rank among those with this many mines: from the end back to the root, at every step by
    /// the state before, the mines of the block, and their places.
    fn place(&self, mut mines: usize, mut rank: BigUint, model: &mut [bool]) {
        let mut state = self.graph.layer(self.graph.steps()).start;
        for step in (0..self.graph.steps()).rev() {
            let cells = &self.cells[step];
            let layer = self.graph.layer(step);
            let first = layer.start;
            let into =
                layer.flat_map(|s| self.graph.edges(s).filter(|e| e.1 == state).map(move |(m, _)| (s, m as usize)));
            for (before, here) in into {
                let (low, ways) = self.forward[step].get(before - first);
                let Some(ways) = mines.checked_sub(here + low as usize).and_then(|degree| ways.get(degree)) else {
                    continue;
                };
                let places = binomial(cells.len(), here);
                let all = ways * &places;
                if rank < all {
                    let (rest, place) = rank.div_rem(&places);
                    combination(cells, here, place, model);
                    (rank, state, mines) = (rest, before, mines - here);
                    break;
                }
                rank -= all;
            }
        }
    }
}

/// Marks the combination of a rank: `mines` of `cells`, those with the first cell first.
fn combination(cells: &[u32], mines: usize, mut rank: BigUint, model: &mut [bool]) {
    let (mut left, mut mines) = (cells.len(), mines);
    // Ways to spread the mines over the cells left.
    let mut ways = binomial(left, mines);
    for &cell in cells {
        if mines == 0 {
            return;
        }
        let with = &ways * mines / left;
        left -= 1;
        if rank < with {
            model[cell as usize] = true;
            mines -= 1;
            ways = with;
        } else {
            rank -= &with;
            ways -= with;
        }
    }
}
