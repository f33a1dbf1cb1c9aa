//! Trees from elimination orders: sum after sum, the parts that a sum still joins are merged, until one is left. The
//! orders differ in the choice of the next sum; all are greedy, as the best order is as hard to find as treewidth
//! (Bodlaender & Koster 2010 compare them).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::shape::{PredictedSizes, Shape, Side};

/// The criterion of the next sum, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EliminationRule {
    /// The number of sums that stay open around it.
    Degree,
    /// The number of pairs of those that no part joins yet.
    Fill,
    /// The predicted number of states around it.
    States,
}

/// All rules.
pub const RULES: [EliminationRule; 3] = [EliminationRule::States, EliminationRule::Fill, EliminationRule::Degree];

/// Above this many parts at one sum they are merged smallest first, without comparing all pairs.
const COMPARED: usize = 10;

struct Elimination<'a> {
    sizes: &'a PredictedSizes<'a>,
    rule: EliminationRule,
    shape: Shape,
    sides: Vec<Side>,
    /// Parts at every sum that is not closed.
    parts: Vec<Vec<u32>>,
    scores: Vec<u64>,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    /// Sums around one sum: a buffer.
    around: Vec<(u32, u32)>,
}

/// The tree of the order that a rule gives.
pub fn eliminate(sizes: &PredictedSizes, rule: EliminationRule) -> Shape {
    let sums = sizes.system.sums.len();
    let mut run = Elimination {
        sizes,
        rule,
        shape: Shape::leaves(sizes.system),
        sides: (0..sizes.system.blocks.len() as u32).map(|b| sizes.leaf(b)).collect(),
        parts: sizes.system.sums.iter().map(|s| s.blocks.clone()).collect(),
        scores: vec![0; sums],
        heap: BinaryHeap::with_capacity(sums),
        around: Vec::new(),
    };
    (0..sums as u32).for_each(|sum| run.score(sum));
    while let Some(Reverse((score, sum))) = run.heap.pop() {
        // Outdated entries stay in the heap and are skipped.
        if run.scores[sum as usize] == score && run.parts[sum as usize].len() > 1 {
            run.close(sum);
        }
    }
    run.shape
}

impl Elimination<'_> {
    /// Recomputes the score of a sum.
    fn score(&mut self, sum: u32) {
        let parts = &self.parts[sum as usize];
        if parts.len() <= 1 {
            return;
        }
        let around = &mut self.around;
        around.clear();
        parts.iter().for_each(|&p| around.extend_from_slice(&self.sides[p as usize].open));
        around.sort_unstable();
        around.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        around.retain(|&(s, _)| s != sum);
        let score = match self.rule {
            EliminationRule::Degree => around.len() as f64,
            EliminationRule::States => self.sizes.product(around),
            EliminationRule::Fill => {
                let joined = |a: u32, b: u32| {
                    let holds = |&p: &u32| self.sides[p as usize].open.binary_search_by_key(&b, |o| o.0).is_ok();
                    self.parts[a as usize].iter().any(holds)
                };
                let pairs = |i: usize| around[..i].iter().filter(|b| !joined(around[i].0, b.0)).count();
                (0..around.len()).map(pairs).sum::<usize>() as f64
            }
        };
        // Scores are not negative, so their bits are in order.
        let score = score.to_bits();
        self.scores[sum as usize] = score;
        self.heap.push(Reverse((score, sum)));
    }

    /// Merges all parts at a sum, which closes it.
    fn close(&mut self, sum: u32) {
        let mut parts = std::mem::take(&mut self.parts[sum as usize]);
        // Of very many the last two, which are the smallest, are merged.
        let states = |run: &Self, part: u32| run.sides[part as usize].states;
        let many = parts.len() > COMPARED;
        if many {
            parts.sort_by(|&a, &b| states(self, b).total_cmp(&states(self, a)));
        }
        while parts.len() > 1 {
            let (i, j) = if many { (parts.len() - 2, parts.len() - 1) } else { self.cheapest(&parts) };
            let b = parts.swap_remove(j);
            let a = parts.swap_remove(i);
            let (side, _) = self.sizes.merge(&self.sides[a as usize], &self.sides[b as usize]);
            let merged = self.shape.join(a, b);
            for part in [a, b] {
                for (s, _) in std::mem::take(&mut self.sides[part as usize].open) {
                    self.parts[s as usize].retain(|&p| p != part);
                }
            }
            side.open.iter().for_each(|&(s, _)| self.parts[s as usize].push(merged));
            self.sides.push(side);
            let at = parts.partition_point(|&p| many && states(self, p) > states(self, merged));
            parts.insert(at, merged);
        }
        let last = parts[0];
        self.parts[sum as usize].clear();
        // By `Fill` scores farther away can be out of date now. They only guide the choice; any order gives a tree.
        for i in 0..self.sides[last as usize].open.len() {
            self.score(self.sides[last as usize].open[i].0);
        }
    }

    /// The places of the two parts to merge first, the lower one first.
    fn cheapest(&self, parts: &[u32]) -> (usize, usize) {
        let mut best = (f64::INFINITY, f64::INFINITY, 0, 1);
        for j in 1..parts.len() {
            for i in 0..j {
                let (states, pairs) = self.sizes.cost(&self.sides[parts[i] as usize], &self.sides[parts[j] as usize]);
                if (states, pairs) < (best.0, best.1) {
                    best = (states, pairs, i, j);
                }
            }
        }
        (best.2, best.3)
    }
}
