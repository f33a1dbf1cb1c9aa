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
    meet((0..graph.layer(middle).len()).map(|state| (layer.get(state), later.get(state))), control)
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
    for (a, b, mines) in edges() {
        control.tick()?;
        after.add_product(b, terms.get((mines - range.0) as usize), layer.get(a));
    }
    Ok((sums, after))
}

/// The sum of products of polynomials on both sides of states.
///
/// # Errors
/// A limit ran out.
pub fn meet<'a>(
    states: impl Iterator<Item = (DenseView<'a>, DenseView<'a>)>,
    control: &mut Control,
) -> Result<Tally, Stop> {
    let (first, second): (Vec<DenseView>, Vec<DenseView>) = states.unzip();
    let (lowest, first) = polynomials(&first);
    let (lowest2, second) = polynomials(&second);
    let terms: Vec<(u32, u32, u32)> = (0..first.len() as u32).map(|state| (state, state, 0)).collect();
    let mut sum = sums_of_products(&first, &second, &terms, 1, &mut || control.check())?;
    Ok(Tally::new(lowest + lowest2, sum.swap_remove(0).to_big()))
}

/// Polynomials with their degrees above the lowest, and that.
pub fn polynomials(views: &[DenseView]) -> (usize, Vec<(usize, DensePolynomial)>) {
    let lowest = views.iter().map(|view| view.lowest).min().unwrap_or(0);
    let of = |view: &DenseView| ((view.lowest - lowest) as usize, view.polynomial());
    (lowest as usize, views.iter().map(of).collect())
}
