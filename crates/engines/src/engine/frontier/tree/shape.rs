//! Binary trees over the blocks of a component, with predicted costs of their merges.

use crate::system::BlockSystem;

/// A sum that is open above a set of blocks, and the number of its cells in the set.
pub type Open = (u32, u32);

/// A node: a leaf has no children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeNode {
    pub children: Option<[u32; 2]>,
    /// The block of a leaf.
    pub block: u32,
}

/// A tree, children before their parents, the root last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub nodes: Vec<ShapeNode>,
}

impl Shape {
    /// A leaf for every block.
    pub fn leaves(system: &BlockSystem) -> Shape {
        let nodes = (0..system.blocks.len() as u32).map(|block| ShapeNode { children: None, block });
        Shape { nodes: nodes.collect() }
    }

    /// Adds a parent of two nodes that have none.
    pub fn join(&mut self, left: u32, right: u32) -> u32 {
        self.nodes.push(ShapeNode { children: Some([left, right]), block: u32::MAX });
        self.nodes.len() as u32 - 1
    }

    /// The blocks one by one, as in a path sweep.
    pub fn path(system: &BlockSystem, order: &[u32]) -> Shape {
        let mut shape = Shape::leaves(system);
        if let Some((&first, rest)) = order.split_first() {
            rest.iter().fold(first, |left, &right| shape.join(left, right));
        }
        shape
    }
}

/// Ranges of the mines in sums, and from them predicted sizes, all as binary logarithms.
pub struct PredictedSizes<'a> {
    pub system: &'a BlockSystem,
    /// Cells of every sum.
    pub cells: Vec<u32>,
}

/// Share of the bits that sums take together, of those that they would take separately, since they have common cells.
/// Measured on lattices and scattered boards.
const SHARE: f64 = 0.75;

/// The open sums above a set of blocks, and an upper bound of the number of tables' states.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Ascending by sum.
    pub open: Vec<Open>,
    /// Logarithm of the number of states.
    pub states: f64,
}

impl<'a> PredictedSizes<'a> {
    /// Of one component.
    pub fn new(system: &'a BlockSystem) -> Self {
        let size = |&b: &u32| system.blocks[b as usize].cells.len() as u32;
        PredictedSizes { system, cells: system.sums.iter().map(|s| s.blocks.iter().map(size).sum()).collect() }
    }

    /// Fewest and most mines that `seen` cells of a sum can hold.
    fn range(&self, sum: u32, seen: u32) -> (i64, i64) {
        let count = i64::from(self.system.sums[sum as usize].count);
        let rest = i64::from(self.cells[sum as usize] - seen);
        ((count - rest).max(0), count.min(i64::from(seen)))
    }

    /// The side of one block.
    pub fn leaf(&self, block: u32) -> Side {
        let of = &self.system.blocks[block as usize];
        let size = of.cells.len() as u32;
        let open = of.sums.iter().map(|&s| (s, size)).filter(|&(s, _)| self.cells[s as usize] > size);
        let fits = of.sums.iter().map(|&s| self.range(s, size));
        let (low, high) = fits.fold((0, i64::from(size)), |a, b| (a.0.max(b.0), a.1.min(b.1)));
        Side { open: open.collect(), states: ((high - low + 1).max(1) as f64).log2() }
    }

    /// The side of two sets together, and the logarithm of the compatible pairs of states.
    pub fn merge(&self, a: &Side, b: &Side) -> (Side, f64) {
        let mut open = Vec::with_capacity(a.open.len() + b.open.len());
        let (states, pairs) = self.walk(a, b, |sum, seen| open.push((sum, seen)));
        (Side { open, states }, pairs)
    }

    /// The logarithms of states and pairs of a merge.
    pub fn cost(&self, a: &Side, b: &Side) -> (f64, f64) {
        self.walk(a, b, |_, _| ())
    }

    /// The logarithm of the states that open sums allow.
    pub fn product(&self, open: &[Open]) -> f64 {
        let mut product = Product::default();
        for &(sum, seen) in open {
            let (low, high) = self.range(sum, seen);
            product.times(high - low + 1);
        }
        product.log2()
    }

    fn walk(&self, a: &Side, b: &Side, mut keep: impl FnMut(u32, u32)) -> (f64, f64) {
        let (mut i, mut j) = (0, 0);
        // Products of small numbers, folded into the logarithm before they overflow.
        let (mut states, mut pairs) = (Product::default(), Product::default());
        loop {
            let (x, y) = (a.open.get(i), b.open.get(j));
            let (sum, seen, both) = match (x, y) {
                (Some(&x), Some(&y)) if x.0 == y.0 => (x.0, x.1 + y.1, Some((x.1, y.1))),
                (Some(&x), y) if y.is_none_or(|y| x.0 < y.0) => (x.0, x.1, None),
                (_, Some(&y)) => (y.0, y.1, None),
                (_, None) => break,
            };
            i += usize::from(x.is_some_and(|x| x.0 == sum));
            j += usize::from(y.is_some_and(|y| y.0 == sum));
            let (low, high) = self.range(sum, seen);
            if seen < self.cells[sum as usize] {
                keep(sum, seen);
                states.times(high - low + 1);
            }
            pairs.times(match both {
                None => high - low + 1,
                Some((x, y)) => pairs_within(self.range(sum, x), self.range(sum, y), (low, high)),
            });
        }
        let pairs = (SHARE * pairs.log2()).min(a.states + b.states);
        // A state costs about as much as a pair.
        let cost = log_add(pairs, log_add(a.states, b.states));
        ((SHARE * states.log2()).min(pairs), cost)
    }
}

/// The number of x in `a` and y in `b` with a sum in `within`.
fn pairs_within(a: (i64, i64), b: (i64, i64), within: (i64, i64)) -> i64 {
    let (p, q) = (a.1 - a.0, b.1 - b.0);
    // Pairs from 0..=p and 0..=q with a sum of x at most: a triangle less those beyond the corners.
    let triangle = |x: i64| if x < 0 { 0 } else { (x + 1).saturating_mul(x + 2) / 2 };
    let most = |x: i64| triangle(x) - triangle(x - p - 1) - triangle(x - q - 1) + triangle(x - p - q - 2);
    let base = a.0 + b.0;
    most(within.1 - base) - most(within.0 - base - 1)
}

#[derive(Clone, Copy)]
struct Product {
    log: f64,
    value: f64,
}

impl Default for Product {
    fn default() -> Self {
        Product { log: 0.0, value: 1.0 }
    }
}

impl Product {
    fn times(&mut self, by: i64) {
        self.value *= by.max(1) as f64;
        if self.value > 1e200 {
            self.log += self.value.log2();
            self.value = 1.0;
        }
    }

    fn log2(self) -> f64 {
        self.log + self.value.log2()
    }
}

/// The logarithm of the sum of two numbers given by theirs.
pub fn log_add(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high + (low - high).exp2().ln_1p() / std::f64::consts::LN_2
}

/// The predicted cost of a tree: the logarithm of the pairs of all its merges.
pub fn predicted_cost(sizes: &PredictedSizes, shape: &Shape) -> f64 {
    let mut sides: Vec<Option<Side>> = Vec::with_capacity(shape.nodes.len());
    let mut total = 0.0;
    for node in &shape.nodes {
        let side = match node.children {
            None => sizes.leaf(node.block),
            Some(children) => {
                let [a, b] = children.map(|c| sides[c as usize].take().unwrap_or_default());
                let (side, pairs) = sizes.merge(&a, &b);
                total = log_add(total, pairs);
                side
            }
        };
        sides.push(Some(side));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_as_one_by_one() {
        for (a, b) in [((0, 3), (0, 2)), ((1, 4), (2, 2)), ((0, 0), (0, 5)), ((2, 6), (1, 3))] {
            for low in 0..12 {
                for high in low..12 {
                    let right = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| x + y));
                    let right = right.filter(|sum| (low..=high).contains(sum)).count();
                    assert_eq!(pairs_within(a, b, (low, high)), right as i64, "{a:?} {b:?} {low} {high}");
                }
            }
        }
    }
}
