//! Counts along a tree: upwards the solutions inside every state, downwards their multiplicities from outside.

use num_bigint::BigUint;

use super::{Node, StateTree};
use crate::engine::frontier::coefficient::Coefficient;
use crate::engine::frontier::forward::Degrees;
use crate::engine::frontier::polynomial::Layer;
use crate::engine::frontier::weights::BlockWeights;
use crate::engine::{Control, Stop};
use crate::system::Wide;

/// A number type that multiplies with counts of another type.
pub trait Times<C>: Coefficient {
    /// `self += x * by`.
    fn add_times(&mut self, x: &Self, by: &C);
}

macro_rules! same {
    ($($number:ty),*) => {$(
        impl Times<$number> for $number {
            #[inline]
            fn add_times(&mut self, x: &Self, by: &$number) {
                self.add_product(x, by);
            }
        }
    )*};
}

same!(u64, u128, BigUint, Wide);

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Times<$word> for BigUint {
            fn add_times(&mut self, x: &Self, by: &$word) {
                *self += x * *by;
            }
        }
    )*};
}

word!(u64, u128);

/// Solutions inside every state of every node, or only of the root, by mines.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn inside<C: Coefficient>(
    tree: &StateTree,
    sizes: &[u32],
    degrees: Degrees,
    keep: bool,
    held: u64,
    control: &mut Control,
) -> Result<Vec<Layer<C>>, Stop> {
    let mut layers: Vec<Layer<C>> = Vec::with_capacity(tree.nodes.len());
    let mut bytes = held;
    for (node, &states) in tree.nodes.iter().zip(&tree.sizes) {
        let layer = match node {
            Node::Leaf { block, mines } => {
                let weights = weights::<C>(sizes[*block as usize], mines);
                let mut layer = Layer::zeros(mines.iter().map(|&j| (degrees.of(j), degrees.of(j))));
                for (state, &j) in mines.iter().enumerate() {
                    layer.get_mut(state).1[0] = weights.all(j).clone();
                }
                layer
            }
            Node::Join(join) => {
                let [a, b] = [join.left, join.right].map(|n| std::mem::take(&mut layers[n as usize]));
                // Windows first, so that every row of numbers is allocated once and is no longer than needed.
                let mut windows = vec![(0, 0); states as usize];
                if degrees == Degrees::Mines {
                    windows.fill((u32::MAX, 0));
                    join.pairs(|x, y, target| {
                        let ((low, high), (low2, high2)) = (a.window(x), b.window(y));
                        let window: &mut (u32, u32) = &mut windows[target];
                        *window = (window.0.min(low + low2), window.1.max(high + high2));
                    });
                }
                let zeros = || Layer::<C>::zeros(windows.iter().copied());
                let parts = join.fold(
                    a.mean_len() * b.mean_len(),
                    |ranges| ranges.iter().map(drop).collect(),
                    zeros,
                    |(), layer, (x, y, target)| {
                        let ((low, x), (low2, y)) = (a.get(x), b.get(y));
                        let (at, to) = layer.get_mut(target);
                        let to = &mut to[(low + low2 - at) as usize..];
                        // The shorter one outside.
                        let (x, y) = if x.len() < y.len() { (x, y) } else { (y, x) };
                        for (i, x) in x.iter().enumerate() {
                            to[i..].iter_mut().zip(y).for_each(|(to, y)| to.add_product(y, x));
                        }
                    },
                    control,
                )?;
                let layer = sum(parts);
                control.memory(bytes + layer.bytes())?;
                match keep {
                    true => {
                        layers[join.left as usize] = a;
                        layers[join.right as usize] = b;
                    }
                    false => bytes -= a.bytes() + b.bytes(),
                }
                layer
            }
        };
        bytes += layer.bytes();
        layers.push(layer);
    }
    control.memory(bytes)?;
    if !keep {
        layers.drain(..layers.len() - 1);
    }
    Ok(layers)
}

/// The sum of polynomials of the same windows, one layer at least.
fn sum<C: Coefficient>(layers: Vec<Layer<C>>) -> Layer<C> {
    let add = |mut all: Layer<C>, part: Layer<C>| {
        all.add(&part);
        all
    };
    layers.into_iter().reduce(add).unwrap_or_default()
}

/// Binomials for the numbers of mines of a leaf, ascending.
fn weights<C: Coefficient>(size: u32, mines: &[u32]) -> BlockWeights<C> {
    let ends = mines.first().zip(mines.last());
    BlockWeights::new(size, ends.map_or((0, 0), |(&low, &high)| (low, high)))
}

/// For every block the models with a mine on one given cell of it, where a solution with
/// `lowest + i` mines stands for `context[i]` models and `layers` are those of [`inside`].
///
/// # Errors
/// A limit ran out.
pub fn mined<C: Coefficient, O: Times<C>>(
    tree: &StateTree,
    sizes: &[u32],
    layers: &[Layer<C>],
    context: &[O],
    control: &mut Control,
) -> Result<Vec<O>, Stop> {
    // The multiplicity of a state is the derivative of the root's count by the state's (Darwiche 2003), so one pass
    // downwards gives those of all blocks.
    let mut outside: Vec<Layer<O>> = layers.iter().map(|_| Layer::default()).collect();
    let mut models = vec![O::default(); sizes.len()];
    if let (Some(root), Some(layer)) = (outside.last_mut(), layers.last()) {
        *root = Layer::single(layer.window(0).0, context.to_vec());
    }
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let here = std::mem::take(&mut outside[index]);
        match node {
            Node::Leaf { block, mines } => {
                let weights = weights::<O>(sizes[*block as usize], mines);
                for (state, &j) in mines.iter().enumerate().filter(|(_, j)| **j > 0) {
                    models[*block as usize].add_product(&here.get(state).1[0], weights.mined(j));
                }
            }
            Node::Join(join) => {
                let [a, b] = [join.left, join.right].map(|n| &layers[n as usize]);
                let zeros = |layer: &Layer<C>, n: u32| {
                    Layer::<O>::zeros((0..tree.sizes[n as usize] as usize).map(|state| layer.window(state)))
                };
                let mut left = zeros(a, join.left);
                let right = join.fold(
                    a.mean_len() * b.mean_len(),
                    |ranges| left.split(ranges.iter().map(|range| range.lefts.len())),
                    || zeros(b, join.right),
                    |left, right, (x, y, target)| {
                        let (at, from) = here.get(target);
                        let ((low, to_x), (low2, to_y)) = (left.get_mut(x), right.get_mut(y));
                        let from = &from[(low + low2 - at) as usize..];
                        let (by_x, by_y) = (a.get(x).1, b.get(y).1);
                        for (i, (to_x, by_x)) in to_x.iter_mut().zip(by_x).enumerate() {
                            for ((to_y, by_y), from) in to_y.iter_mut().zip(by_y).zip(&from[i..]) {
                                to_x.add_times(from, by_y);
                                to_y.add_times(from, by_x);
                            }
                        }
                    },
                    control,
                )?;
                let right = sum(right);
                outside[join.left as usize] = left;
                outside[join.right as usize] = right;
            }
        }
        control.check()?;
    }
    Ok(models)
}

/// A bound on the operations behind any number of [`inside`], and on those that [`mined`] adds.
///
/// The operations behind a product are those behind both factors, the operations behind a sum those behind the longer
/// of its terms: so no number has more than all merges on the way together. A pair is a product, a sum, and at most one more
/// sum where threads add up theirs.
pub fn operations<C: Coefficient>(tree: &StateTree, layers: &[Layer<C>]) -> u64 {
    let longest = |node: u32| {
        let states = 0..tree.sizes[node as usize] as usize;
        states.map(|state| layers[node as usize].get(state).1.len() as u64).max().unwrap_or(0)
    };
    let of = |node: &Node| match node {
        Node::Leaf { .. } => 1,
        Node::Join(join) => {
            (3 * join.targets.len() as u64 + 1).saturating_mul(longest(join.left)).saturating_mul(longest(join.right))
        }
    };
    tree.nodes.iter().map(of).fold(0, u64::saturating_add)
}
