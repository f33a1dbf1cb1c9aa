//! Backward sweep, joined with the stored forward one: the counts of every block in one pass.

use super::coefficient::Coefficient;
use super::forward::Degrees;
use super::graph::Graph;
use super::polynomial::{Layer, add_scaled};
use super::weights::BlockWeights;
use crate::engine::{Control, Stop};

/// For the block of every step the solutions with a mine on one given cell of it, by mines of the
/// whole component from its fewest.
///
/// A state's completions with a mine there (C(k - 1, j - 1) of them per transition) times the ways to reach the state,
/// summed over the layer.
///
/// # Errors
/// A limit ran out.
pub fn mined_tallies<C: Coefficient>(
    graph: &Graph,
    sizes: &[u32],
    forward: &[Layer<C>],
    degrees: Degrees,
    control: &mut Control,
) -> Result<Vec<Vec<C>>, Stop> {
    let end = &forward[graph.steps()];
    let (lowest, highest) = end.window(0);
    let mut later = Layer::<C>::unit();
    let mut tallies = vec![Vec::new(); graph.steps()];
    let mut with_mine = Vec::new();
    for step in (0..graph.steps()).rev() {
        let weights = BlockWeights::<C>::new(sizes[step], graph.mines_range(step));
        let (here, base) = (graph.layer(step), graph.layer(step + 1).start);
        let windows = here.clone().map(|state| {
            graph.edges(state).fold((u32::MAX, 0), |window, (mines, next)| {
                let (low, high) = later.window(next - base);
                (window.0.min(low + degrees.of(mines)), window.1.max(high + degrees.of(mines)))
            })
        });
        let mut layer = Layer::zeros(windows);
        let mut mined = vec![C::default(); (highest - lowest) as usize + 1];
        for (i, state) in here.enumerate() {
            control.tick()?;
            let (at, all) = layer.get_mut(i);
            with_mine.clear();
            with_mine.resize(all.len(), C::default());
            for (mines, next) in graph.edges(state) {
                let (low, from) = later.get(next - base);
                let low = low + degrees.of(mines);
                add_scaled(all, at, from, low, (!weights.ones).then(|| weights.all(mines)));
                if mines > 0 {
                    add_scaled(&mut with_mine, at, from, low, (!weights.ones).then(|| weights.mined(mines)));
                }
            }
            let (low, ways) = forward[step].get(i);
            for (degree, ways) in (low + at - lowest..).zip(ways) {
                let to = &mut mined[degree as usize..];
                to.iter_mut().zip(&with_mine).for_each(|(t, m)| t.add_product(ways, m));
            }
        }
        tallies[step] = mined;
        later = layer;
    }
    Ok(tallies)
}

/// For the block of every step the models with a mine on one given cell of it, where a solution with `lowest + i` mines
/// stands for `context[i]` models.
///
/// The transposed sweep: a state carries, by mines so far, the models that it leads to. That costs the length of a
/// window, where the product of two windows costs its square, so it suits wide windows of large numbers.
///
/// # Errors
/// A limit ran out.
pub fn mined_models<C: Coefficient>(
    graph: &Graph,
    sizes: &[u32],
    forward: &[Layer<C>],
    degrees: Degrees,
    context: &[C],
    control: &mut Control,
) -> Result<Vec<C>, Stop> {
    let (lowest, _) = forward[graph.steps()].window(0);
    let mut later = Layer::single(lowest, context.to_vec());
    let mut models = vec![C::default(); graph.steps()];
    for step in (0..graph.steps()).rev() {
        let weights = BlockWeights::<C>::new(sizes[step], graph.mines_range(step));
        let (here, base) = (graph.layer(step), graph.layer(step + 1).start);
        let ways = &forward[step];
        let mut layer = Layer::<C>::zeros((0..here.len()).map(|i| ways.window(i)));
        for (i, state) in here.enumerate() {
            control.tick()?;
            let (low, ways) = ways.get(i);
            let (_, all) = layer.get_mut(i);
            for (mines, next) in graph.edges(state) {
                let (at, from) = later.get(next - base);
                let from = &from[(low + degrees.of(mines) - at) as usize..];
                let (whole, part) = (weights.all(mines), weights.mined(mines));
                for ((to, models_then), ways) in all.iter_mut().zip(from).zip(ways) {
                    match weights.ones {
                        true => to.add(models_then),
                        false => to.add_product(models_then, whole),
                    }
                    if mines > 0 {
                        let mut placed = C::default();
                        placed.add_product(ways, part);
                        models[step].add_product(&placed, models_then);
                    }
                }
            }
        }
        later = layer;
    }
    Ok(models)
}
