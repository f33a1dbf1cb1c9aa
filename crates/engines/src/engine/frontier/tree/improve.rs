//! Local improvement of a tree: where ((A B) C) costs more than ((A C) B) or ((B C) A) it is rotated (nearest neighbour
//! interchange), until no rotation helps.

use std::collections::VecDeque;

use super::shape::{PredictedSizes, Shape, ShapeNode, Side, log_add};

/// No parent, no children.
const NONE: u32 = u32::MAX;
/// Least gain of a rotation in the logarithm, so that rounding cannot cause endless rotations.
const GAIN: f64 = 1e-6;
/// Most visits per node on average.
const VISITS: usize = 40;

/// A tree being improved.
pub struct Turning<'a> {
    sizes: &'a PredictedSizes<'a>,
    nodes: Vec<ShapeNode>,
    parent: Vec<u32>,
    sides: Vec<Side>,
    pairs: Vec<f64>,
}

/// The tree after all rotations that help.
pub fn improve(sizes: &PredictedSizes, shape: &Shape) -> Shape {
    let mut run = Turning::new(sizes, shape);
    run.turn_all();
    run.shape()
}

impl<'a> Turning<'a> {
    /// A tree that can be rotated.
    pub fn new(sizes: &'a PredictedSizes<'a>, shape: &Shape) -> Self {
        let count = shape.nodes.len();
        let mut run = Turning {
            sizes,
            nodes: shape.nodes.clone(),
            parent: vec![NONE; count],
            sides: Vec::with_capacity(count),
            pairs: vec![f64::NEG_INFINITY; count],
        };
        for (index, node) in shape.nodes.iter().enumerate() {
            let side = match node.children {
                None => sizes.leaf(node.block),
                Some(children) => {
                    children.iter().for_each(|&c| run.parent[c as usize] = index as u32);
                    let [a, b] = children.map(|c| &run.sides[c as usize]);
                    let (side, pairs) = sizes.merge(a, b);
                    run.pairs[index] = pairs;
                    side
                }
            };
            run.sides.push(side);
        }
        run
    }

    /// Nodes that are merges.
    pub fn joins(&self) -> Vec<u32> {
        (0..self.nodes.len() as u32).filter(|&n| self.nodes[n as usize].children.is_some()).collect()
    }

    /// The logarithm of the pairs of all merges.
    pub fn cost(&self) -> f64 {
        self.pairs.iter().filter(|p| p.is_finite()).fold(f64::NEG_INFINITY, |sum, &pairs| log_add(sum, pairs))
    }

    /// Makes all rotations that help.
    pub fn turn_all(&mut self) {
        let mut queue: VecDeque<u32> = self.joins().into();
        let mut queued = vec![true; self.nodes.len()];
        let mut visits = VISITS * self.nodes.len();
        while let Some(node) = queue.pop_front() {
            queued[node as usize] = false;
            if visits == 0 {
                return;
            }
            visits -= 1;
            let Some(turned) = self.turn(node) else { continue };
            let grandchildren = self.nodes[turned as usize].children.into_iter().flatten();
            let children = self.nodes[node as usize].children.into_iter().flatten();
            for near in grandchildren.chain(children).chain([node, self.parent[node as usize]]) {
                let joins = near != NONE && self.nodes[near as usize].children.is_some();
                if joins && !std::mem::replace(&mut queued[near as usize], true) {
                    queue.push_back(near);
                }
            }
        }
    }

    /// Makes the best rotation at a node, if one helps: the child that changed.
    fn turn(&mut self, top: u32) -> Option<u32> {
        let children = self.nodes[top as usize].children?;
        let side = |n: u32| &self.sides[n as usize];
        // (cost, changed child, its children, the other child)
        let mut best: Option<(f64, u32, [u32; 2], u32)> = None;
        for (inner, other) in [(children[0], children[1]), (children[1], children[0])] {
            let Some([a, b]) = self.nodes[inner as usize].children else { continue };
            let now = log_add(self.pairs[inner as usize], self.pairs[top as usize]);
            for (kept, out) in [(a, b), (b, a)] {
                let (below, first) = self.sizes.merge(side(kept), side(other));
                // A sum is at least its larger term: this merge alone costs as much already.
                if first >= best.as_ref().map_or(now, |b| b.0 + now) {
                    continue;
                }
                let (_, second) = self.sizes.cost(&below, side(out));
                let gain = log_add(first, second) - now;
                if gain < best.as_ref().map_or(-GAIN, |b| b.0) {
                    best = Some((gain, inner, [kept, other], out));
                }
            }
        }
        let (_, inner, [kept, other], out) = best?;
        self.place(top, inner, [kept, other], out);
        Some(inner)
    }

    /// Tries the rotation of a number below 4 at a node: it is made if `accept` is true for the change of the logarithm
    /// of both merges.
    pub fn try_turn(&mut self, top: u32, number: usize, accept: impl FnOnce(f64) -> bool) {
        let Some([first, second]) = self.nodes[top as usize].children else { return };
        let (inner, other) = if number & 1 == 0 { (first, second) } else { (second, first) };
        let Some([a, b]) = self.nodes[inner as usize].children else { return };
        let (kept, out) = if number & 2 == 0 { (a, b) } else { (b, a) };
        let side = |n: u32| &self.sides[n as usize];
        let now = log_add(self.pairs[inner as usize], self.pairs[top as usize]);
        let (below, pairs) = self.sizes.merge(side(kept), side(other));
        let (_, above) = self.sizes.cost(&below, side(out));
        if accept(log_add(pairs, above) - now) {
            self.place(top, inner, [kept, other], out);
        }
    }

    /// Makes `inner` the parent of `below` and `top` that of `inner` and `out`.
    fn place(&mut self, top: u32, inner: u32, below: [u32; 2], out: u32) {
        self.nodes[inner as usize].children = Some(below);
        self.nodes[top as usize].children = Some([inner, out]);
        below.iter().for_each(|&n| self.parent[n as usize] = inner);
        self.parent[out as usize] = top;
        for node in [inner, top] {
            let Some([a, b]) = self.nodes[node as usize].children else { continue };
            let (side, pairs) = self.sizes.merge(&self.sides[a as usize], &self.sides[b as usize]);
            self.sides[node as usize] = side;
            self.pairs[node as usize] = pairs;
        }
    }

    /// The tree in an order with children first.
    pub fn shape(&self) -> Shape {
        let root = (0..self.nodes.len()).find(|&n| self.parent[n] == NONE).unwrap_or(0) as u32;
        let mut before = Vec::with_capacity(self.nodes.len());
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            before.push(node);
            stack.extend(self.nodes[node as usize].children.into_iter().flatten());
        }
        let mut number = vec![NONE; self.nodes.len()];
        let mut nodes = Vec::with_capacity(before.len());
        for &node in before.iter().rev() {
            number[node as usize] = nodes.len() as u32;
            let ShapeNode { children, block } = self.nodes[node as usize];
            nodes.push(ShapeNode { children: children.map(|c| c.map(|n| number[n as usize])), block });
        }
        Shape { nodes }
    }
}
