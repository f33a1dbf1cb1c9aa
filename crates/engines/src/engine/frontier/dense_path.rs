//! The tally of a long path with large numbers: sweeps from both ends meet in the middle, where polynomials have half the
//! degree and half the digits of a sweep's last ones.

use num_bigint::BigUint;

use super::coefficient::Coefficient;
use super::dense_layer::{DenseLayer, DenseView, words_for};
use super::graph::Graph;
use super::weights::BlockWeights;
use crate::engine::{Control, Stop};
use crate::poly::{DensePolynomial, sums_of_products};
use crate::system::{Tally, Wide};
use crate::threads::{HaltCheck, in_parallel};

/// States whose products a thread adds up at a time, so that their polynomials are few in memory.
const STATES_PER_PART: usize = 1 << 14;

/// Solutions by mines.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn tally(graph: &Graph, sizes: &[u32], held: u64, control: &mut Control) -> Result<Tally, Stop> {
    let cells: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
    let mut half = 0;
    let middle = sizes.iter().take_while(|&&size| {
        half += u64::from(size);
        2 * half <= cells
    });
    let middle = middle.count();
    let (mut counts, mut layer) = (vec![Wide::ONE], DenseLayer::unit());
    for (step, &size) in sizes.iter().enumerate().take(middle) {
        (counts, layer) = advance(graph, step, size, true, (&counts, &layer), held, control)?;
    }
    let (mut counts, mut later) = (vec![Wide::ONE], DenseLayer::unit());
    for (step, &size) in sizes.iter().enumerate().skip(middle).rev() {
        (counts, later) = advance(graph, step, size, false, (&counts, &later), held + layer.bytes(), control)?;
    }
    let states = 0..graph.layer(middle).len();
    meet(&states.map(|state| (layer.get(state), later.get(state))).collect::<Vec<_>>(), control)
}

/// The polynomials on the other side of a step, and bounds on their values at 1.
fn advance(
    graph: &Graph,
    step: usize,
    size: u32,
    is_forward: bool,
    (counts, layer): (&[Wide], &DenseLayer),
    held: u64,
    control: &mut Control,
) -> Result<(Vec<Wide>, DenseLayer), Stop> {
    let (here, there) = (graph.layer(step), graph.layer(step + 1));
    let (from, to) = if is_forward { (&here, &there) } else { (&there, &here) };
    // Every transition as (state of the layer, state of the next, mines).
    let edges = || {
        here.clone().flat_map(|state| graph.edges(state).map(move |(mines, next)| (state, next, mines))).map(
            |(state, next, mines)| match is_forward {
                true => (state - from.start, next - to.start, mines),
                false => (next - from.start, state - to.start, mines),
            },
        )
    };
    let range = graph.mines_range(step);
    let (wide, weights) = (BlockWeights::<Wide>::new(size, range), BlockWeights::<BigUint>::new(size, range));
    let mut windows = vec![(u32::MAX, 0); to.len()];
    let mut sums = vec![Wide::ZERO; to.len()];
    for (a, b, mines) in edges() {
        let (low, high) = layer.window(a);
        windows[b] = (windows[b].0.min(low + mines), windows[b].1.max(high + mines));
        sums[b].add_product(&counts[a], wide.all(mines));
    }
    let width = words_for(&sums);
    let mut after = DenseLayer::zeros(width, &windows);
    control.memory(held + layer.bytes() + after.bytes())?;
    let terms: Vec<(u32, BigUint)> = (range.0..=range.1).map(|mines| (mines, weights.all(mines).clone())).collect();
    let terms = DenseLayer::monomials(&terms);
    let layer = layer.widened(width);
    let mut whole = after.whole();
    for (a, b, mines) in edges() {
        control.tick()?;
        whole.add_product(b, terms.get((mines - range.0) as usize), layer.get(a));
    }
    Ok((sums, after))
}

/// The sum of products of polynomials on both sides of states.
///
/// # Errors
/// A limit ran out.
pub fn meet(states: &[(DenseView, DenseView)], control: &mut Control) -> Result<Tally, Stop> {
    let part = |states: &[(DenseView, DenseView)], (): &mut (), check: &mut HaltCheck| {
        let (lowest, first) = polynomials(states.iter().map(|state| state.0));
        let (lowest2, second) = polynomials(states.iter().map(|state| state.1));
        let terms: Vec<(u32, u32, u32)> = (0..first.len() as u32).map(|state| (state, state, 0)).collect();
        let sum = sums_of_products(&first, &second, &terms, 1, check)?.swap_remove(0);
        Ok(Tally::new(lowest + lowest2, sum.to_big()))
    };
    let parts = in_parallel(states.chunks(STATES_PER_PART).collect(), || (), part, &mut || control.check())?;
    let mut all = Tally::default();
    for part in parts {
        (part.offset..).zip(&part.counts).for_each(|(mines, count)| all.add(mines, count));
    }
    Ok(all)
}

/// Polynomials with their degrees above the lowest, and that.
pub fn polynomials<'a>(views: impl Iterator<Item = DenseView<'a>> + Clone) -> (usize, Vec<(usize, DensePolynomial)>) {
    let lowest = views.clone().map(|view| view.lowest).min().unwrap_or(0);
    let of = |view: DenseView| ((view.lowest - lowest) as usize, view.polynomial());
    (lowest as usize, views.map(of).collect())
}
