//! The tally of a large tree with large numbers: the tree hangs from the edge that halves the cells, so that polynomials
//! have half the degree and half the digits of those at its root.

use num_bigint::BigUint;

use super::{Join, Node, StateTree};
use crate::engine::frontier::coefficient::Coefficient;
use crate::engine::frontier::dense_layer::{DenseLayer, DensePart, words_for};
use crate::engine::frontier::dense_path::{meet, polynomials};
use crate::engine::frontier::weights::BlockWeights;
use crate::engine::{Control, Stop};
use crate::poly::sums_of_products;
use crate::system::{Tally, Wide};
use crate::threads::{HaltCheck, in_parallel, threads};

/// What a point of a transform costs in words multiplied, for each polynomial and for each product.
const POINT: f64 = 30.0;
const POINT_OF_PAIR: f64 = 6.0;
/// Most points of all transforms of a merge, to bound their memory.
const MOST_POINTS: f64 = (1 << 24) as f64;

/// Words multiplied in a merge from which several threads are worth their start.
const WORTH_THREADS: f64 = if cfg!(test) { 0.0 } else { 1e6 };
/// Parts of the states per thread, since they do not take the same time.
const PARTS_PER_THREAD: usize = 4;
/// Products after which limits are checked.
const TERMS_PER_CHECK: usize = 1 << 10;

/// The polynomials of a node's states, and bounds on their values at 1.
#[derive(Clone, Default)]
struct Sums {
    counts: Vec<Wide>,
    layer: DenseLayer,
}

/// A node that takes part in a merge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Own,
}

/// Solutions by mines.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn tally(tree: &StateTree, sizes: &[u32], held: u64, control: &mut Control) -> Result<Tally, Stop> {
    let (path, last) = halving(tree, sizes);
    let mut inside: Vec<Sums> = tree.nodes.iter().map(|_| Sums::default()).collect();
    let mut is_above = vec![false; tree.nodes.len()];
    path.iter().for_each(|&index| is_above[index] = true);
    let mut bytes = held;
    for (index, node) in tree.nodes.iter().enumerate().filter(|(index, _)| !is_above[*index]) {
        inside[index] = match node {
            Node::Leaf { block, mines } => leaf(sizes[*block as usize], mines),
            Node::Join(join) => {
                let [a, b] = [join.left, join.right].map(|n| std::mem::take(&mut inside[n as usize]));
                let sums =
                    merge(join, [Side::Left, Side::Right, Side::Own], (&a, &b), tree.sizes[index], bytes, control)?;
                bytes -= a.layer.bytes() + b.layer.bytes();
                sums
            }
        };
        bytes += inside[index].layer.bytes();
    }
    let mut outside = Sums { counts: vec![Wide::ONE], layer: DenseLayer::unit() };
    for (&index, &child) in path.iter().zip(path.iter().skip(1).chain([&last])) {
        let Node::Join(join) = &tree.nodes[index] else { break };
        let is_left = join.left as usize == child;
        let (kept, other) = if is_left { (Side::Left, Side::Right) } else { (Side::Right, Side::Left) };
        let sibling = if is_left { join.right } else { join.left };
        let sibling = std::mem::take(&mut inside[sibling as usize]);
        outside = merge(join, [Side::Own, other, kept], (&outside, &sibling), tree.sizes[child], bytes, control)?;
        bytes -= sibling.layer.bytes();
    }
    let states = 0..tree.sizes[last] as usize;
    meet(&states.map(|state| (inside[last].layer.get(state), outside.layer.get(state))).collect::<Vec<_>>(), control)
}

/// The nodes from the root to the edge that is nearest to halving the cells, and the node below this edge.
fn halving(tree: &StateTree, sizes: &[u32]) -> (Vec<usize>, usize) {
    let mut cells = vec![0u64; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        cells[index] = match node {
            Node::Leaf { block, .. } => sizes[*block as usize].into(),
            Node::Join(join) => cells[join.left as usize] + cells[join.right as usize],
        };
    }
    let (mut path, mut here) = (Vec::new(), tree.nodes.len() - 1);
    let all = cells[here];
    while let Node::Join(join) = &tree.nodes[here] {
        let [left, right] = [join.left, join.right].map(|n| n as usize);
        let larger = if cells[left] >= cells[right] { left } else { right };
        if cells[here].abs_diff(all / 2) < cells[larger].abs_diff(all / 2) {
            break;
        }
        path.push(here);
        here = larger;
    }
    (path, here)
}

fn leaf(size: u32, mines: &[u32]) -> Sums {
    let ends = mines.first().zip(mines.last()).map_or((0, 0), |(&low, &high)| (low, high));
    let (wide, weights) = (BlockWeights::<Wide>::new(size, ends), BlockWeights::<BigUint>::new(size, ends));
    let terms: Vec<(u32, BigUint)> = mines.iter().map(|&j| (j, weights.all(j).clone())).collect();
    Sums { counts: mines.iter().map(|&j| *wide.all(j)).collect(), layer: DenseLayer::monomials(&terms) }
}

/// The sums of products over the pairs of a merge, for the states of the third side from those of the first two.
fn merge(
    join: &Join,
    sides: [Side; 3],
    (a, b): (&Sums, &Sums),
    states: u32,
    held: u64,
    control: &mut Control,
) -> Result<Sums, Stop> {
    let of = |side: Side, x: usize, y: usize, target: usize| match side {
        Side::Left => x,
        Side::Right => y,
        Side::Own => target,
    };
    let mut windows = vec![(u32::MAX, 0); states as usize];
    let mut counts = vec![Wide::ZERO; states as usize];
    // Words multiplied pair by pair.
    let (mut direct, mut pairs) = (0.0, 0usize);
    join.pairs(|x, y, target| {
        let [one, two, to] = sides.map(|side| of(side, x, y, target));
        let ((low, high), (low2, high2)) = (a.layer.window(one), b.layer.window(two));
        windows[to] = (windows[to].0.min(low + low2), windows[to].1.max(high + high2));
        counts[to].add_product(&a.counts[one], &b.counts[two]);
        direct += a.layer.get(one).words.len() as f64 * b.layer.get(two).words.len() as f64;
        pairs += 1;
    });
    let width = words_for(&counts);
    let mut layer = DenseLayer::zeros(width, &windows);
    control.memory(held + a.layer.bytes() + b.layer.bytes() + layer.bytes())?;
    // Points of transforms of all states, with those of the products.
    let span = |layer: &DenseLayer| {
        let windows = (0..layer.len()).map(|state| layer.window(state));
        windows.fold((u32::MAX, 0), |span, window| (span.0.min(window.0), span.1.max(window.1)))
    };
    let len: u32 = [&a.layer, &b.layer].map(span).iter().map(|span| span.1 - span.0 + 1).sum();
    let points = f64::from(len) * (a.layer.width() + b.layer.width()) as f64;
    let transforms = a.counts.len() + b.counts.len() + states as usize;
    let by_values = points * (POINT * transforms as f64 + POINT_OF_PAIR * pairs as f64);
    if by_values < direct && points * transforms as f64 <= MOST_POINTS {
        let rooms = (32.0 * points) as u64 * transforms as u64 + 12 * pairs as u64;
        control.memory(held + a.layer.bytes() + b.layer.bytes() + layer.bytes() + rooms)?;
        let mut terms = Vec::with_capacity(pairs);
        join.pairs(|x, y, target| terms.push(sides.map(|side| of(side, x, y, target) as u32).into()));
        let (lowest, left) = polynomials(a.layer.views());
        let (lowest2, right) = polynomials(b.layer.views());
        let made = sums_of_products(&left, &right, &terms, states as usize, &mut || control.check())?;
        made.iter().enumerate().for_each(|(state, sum)| layer.set(state, lowest + lowest2, sum));
        return Ok(Sums { counts, layer });
    }
    // The longer polynomials inside, so that they are added in one piece.
    let is_first_long = a.layer.coefficients() * b.counts.len() >= b.layer.coefficients() * a.counts.len();
    let long = if is_first_long { &a.layer } else { &b.layer }.widened(width);
    control.memory(held + a.layer.bytes() + b.layer.bytes() + layer.bytes() + 12 * pairs as u64)?;
    let parts = layer.parts(if direct < WORTH_THREADS { 1 } else { PARTS_PER_THREAD * threads() });
    let ends: Vec<usize> = parts.iter().map(DensePart::end).collect();
    // By parts, which each thread then has to itself.
    let mut terms: Vec<Vec<[u32; 3]>> = parts.iter().map(|_| Vec::with_capacity(pairs / ends.len())).collect();
    join.pairs(|x, y, target| {
        let term = sides.map(|side| of(side, x, y, target) as u32);
        terms[ends.partition_point(|&end| end <= term[2] as usize)].push(term);
    });
    let add = |(mut part, terms): (DensePart, Vec<[u32; 3]>), (): &mut (), check: &mut HaltCheck| {
        for terms in terms.chunks(TERMS_PER_CHECK) {
            check()?;
            for [one, two, to] in terms.iter().map(|term| term.map(|state| state as usize)) {
                match is_first_long {
                    true => part.add_product(to, b.layer.get(two), long.get(one)),
                    false => part.add_product(to, a.layer.get(one), long.get(two)),
                }
            }
        }
        Ok(())
    };
    in_parallel(parts.into_iter().zip(terms).collect(), || (), add, &mut || control.check())?;
    Ok(Sums { counts, layer })
}
