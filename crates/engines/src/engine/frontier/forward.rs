//! Forward sweep of counts: for every state the ways to reach it, by mines so far.

use super::coefficient::Coefficient;
use super::graph::Graph;
use super::polynomial::{Layer, add_scaled};
use super::weights::BlockWeights;
use crate::engine::{Control, Stop};

/// Whether counts are kept by mines. If the mine count does not matter all mines have degree 0, and every window is one
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degrees {
    Mines,
    None,
}

impl Degrees {
    /// Degree of a transition with this many mines.
    #[inline]
    pub fn of(self, mines: u32) -> u32 {
        match self {
            Degrees::Mines => mines,
            Degrees::None => 0,
        }
    }
}

/// The polynomials of layers, all of them or only that of the end.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn sweep<C: Coefficient>(
    graph: &Graph,
    sizes: &[u32],
    degrees: Degrees,
    keep: bool,
    held: u64,
    control: &mut Control,
) -> Result<Vec<Layer<C>>, Stop> {
    let mut layers = vec![Layer::unit()];
    let mut bytes = held;
    for (step, &size) in sizes.iter().enumerate() {
        let layer = &layers[layers.len() - 1];
        let weights = BlockWeights::<C>::new(size, graph.mines_range(step));
        let (here, there) = (graph.layer(step), graph.layer(step + 1));
        let mut windows = vec![(u32::MAX, 0); there.len()];
        for (i, state) in here.clone().enumerate() {
            let (low, high) = layer.window(i);
            for (mines, next) in graph.edges(state) {
                let degree = degrees.of(mines);
                let window: &mut (u32, u32) = &mut windows[next - there.start];
                *window = (window.0.min(low + degree), window.1.max(high + degree));
            }
        }
        let mut after = Layer::zeros(windows.into_iter());
        for (i, state) in here.enumerate() {
            control.tick()?;
            let (low, from) = layer.get(i);
            for (mines, next) in graph.edges(state) {
                let (at, to) = after.get_mut(next - there.start);
                let weight = (!weights.ones).then(|| weights.all(mines));
                add_scaled(to, at, from, low + degrees.of(mines), weight);
            }
        }
        let size = after.bytes();
        if keep {
            bytes += size;
            layers.push(after);
        } else {
            layers[0] = after;
        }
        control.memory(bytes + size)?;
    }
    Ok(layers)
}
