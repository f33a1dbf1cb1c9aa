//! Layout of a tree's states: one field per open sum with its remaining count, below a guard bit that is zero.
//!
//! The larger child of a merge lends its fields to the parent, so only the smaller one's states are rewritten. The
//! mines used on the smaller side are subtracted from the remaining counts of the larger side; with the guards set a
//! field that would fall below zero clears its own guard and no other field.

use super::shape::{PredictedSizes, Shape, ShapeNode, Side};
use crate::engine::frontier::key::{Slot, Slots, StateKey};

/// A field of the smaller child, read as the mines used by the child: `count` minus its remaining count.
#[derive(Clone, Copy, Debug)]
pub struct ChildField {
    pub count: u64,
    pub from: Slot,
    pub to: Slot,
}

/// The mines that a state of the smaller child uses, in the parent's fields.
pub fn mines_used<K: StateKey>(moves: &[ChildField], state: &K) -> K {
    let mut used = K::zero(state.words().len());
    for m in moves {
        let mines = m.count - m.from.read(state.words()) as u64;
        used.words_mut()[m.to.word as usize] |= mines << m.to.shift;
    }
    used
}

/// How a node's states are made.
#[derive(Clone, Debug)]
pub enum NodeRule {
    /// A block takes from `low` to `high` mines; with j of them the fields hold `base - j * each`.
    Leaf { block: u32, low: u32, high: u32, base: Vec<u64>, each: Vec<u64> },
    /// States of two nodes are merged.
    Join { left: u32, right: u32, masks: JoinMasks, moves: Vec<ChildField> },
}

/// Words of what a merge does to all fields at once.
#[derive(Clone, Debug, Default)]
pub struct JoinMasks {
    /// Added to the left state: the remaining counts of sums that only the right one has.
    pub fresh: Vec<u64>,
    /// Fields of closing sums: the remaining and the used number must be equal.
    pub closed: Vec<u64>,
    /// Guards of the sums that both sides have and that stay open.
    pub guards: Vec<u64>,
    /// Upper bounds of the remaining counts of those, with the guards set; all ones elsewhere.
    pub most: Vec<u64>,
}

/// A tree ready to be run.
#[derive(Clone, Debug, Default)]
pub struct TreeLayout {
    pub rules: Vec<NodeRule>,
    /// Words of a state.
    pub words: usize,
    /// Largest number of open sums above a node.
    pub width: usize,
}

/// The fields of one node's states.
#[derive(Default)]
struct Fields {
    side: Side,
    /// One per open sum, in the same order.
    slots: Vec<Slot>,
    free: Slots,
}

/// Bits of `mask` over several words.
fn set(words: &mut Vec<u64>, slot: Slot, value: u64) {
    let word = slot.word as usize;
    words.resize(words.len().max(word + 1), 0);
    words[word] |= value << slot.shift;
}

impl Fields {
    fn take(free: &mut Slots, count: i32) -> Slot {
        let bits = i32::BITS - count.leading_zeros();
        // One bit more than the count has: the guard.
        let slot = free.take(u32::MAX >> (31 - bits));
        Slot { mask: slot.mask >> 1, ..slot }
    }

    fn free(&mut self, slot: Slot) {
        self.free.free(Slot { mask: slot.mask << 1 | 1, ..slot });
    }
}

impl TreeLayout {
    /// Fields and rules of a tree; the counts of its sums are possible.
    pub fn new(sizes: &PredictedSizes, shape: &Shape) -> TreeLayout {
        let mut layout = TreeLayout { words: 1, ..TreeLayout::default() };
        let mut fields: Vec<Fields> = Vec::with_capacity(shape.nodes.len());
        for &ShapeNode { children, block } in &shape.nodes {
            let (rule, node) = match children {
                None => leaf(sizes, block),
                Some([a, b]) => {
                    let states = |n: u32| fields[n as usize].side.states;
                    let (left, right) = if states(a) < states(b) { (b, a) } else { (a, b) };
                    let [big, small] = [left, right].map(|n| std::mem::take(&mut fields[n as usize]));
                    join(sizes, left, right, big, small)
                }
            };
            layout.words = layout.words.max(node.free.words());
            layout.width = layout.width.max(node.side.open.len());
            layout.rules.push(rule);
            fields.push(node);
        }
        for rule in &mut layout.rules {
            let words = match rule {
                NodeRule::Leaf { base, each, .. } => vec![base, each],
                NodeRule::Join { masks, .. } => {
                    masks.most.resize(layout.words, u64::MAX);
                    vec![&mut masks.fresh, &mut masks.closed, &mut masks.guards]
                }
            };
            words.into_iter().for_each(|w| w.resize(layout.words, 0));
        }
        layout
    }
}

fn leaf(sizes: &PredictedSizes, block: u32) -> (NodeRule, Fields) {
    let side = sizes.leaf(block);
    let of = &sizes.system.blocks[block as usize];
    let size = of.cells.len() as i64;
    let (mut low, mut high) = (0, size);
    for &sum in &of.sums {
        let count = i64::from(sizes.system.sums[sum as usize].count);
        low = low.max(count - (i64::from(sizes.cells[sum as usize]) - size));
        high = high.min(count);
    }
    let (mut base, mut each, mut free, mut slots) = (Vec::new(), Vec::new(), Slots::default(), Vec::new());
    for &(sum, _) in &side.open {
        let count = sizes.system.sums[sum as usize].count;
        let slot = Fields::take(&mut free, count);
        set(&mut base, slot, count as u64);
        // A field that is always 0 is never subtracted from: high is 0.
        set(&mut each, slot, 1);
        slots.push(slot);
    }
    // Without a possible number the leaf has no state: high below low.
    let (low, high) = if low <= high { (low as u32, high as u32) } else { (1, 0) };
    (NodeRule::Leaf { block, low, high, base, each }, Fields { side, slots, free })
}

fn join(sizes: &PredictedSizes, left: u32, right: u32, big: Fields, small: Fields) -> (NodeRule, Fields) {
    let (side, _) = sizes.merge(&big.side, &small.side);
    let mut fields = Fields { side: Side::default(), slots: Vec::with_capacity(side.open.len()), free: big.free };
    let mut masks = JoinMasks::default();
    let mut moves = Vec::with_capacity(small.slots.len());
    let mut closing = Vec::new();
    let slot_in = |open: &[(u32, u32)], slots: &[Slot], sum: u32| {
        open.binary_search_by_key(&sum, |o| o.0).ok().map(|at| slots[at])
    };
    for (&(sum, _), &from) in small.side.open.iter().zip(&small.slots) {
        let count = sizes.system.sums[sum as usize].count;
        let to = match slot_in(&big.side.open, &big.slots, sum) {
            Some(slot) => {
                match side.open.binary_search_by_key(&sum, |o| o.0) {
                    Ok(at) => {
                        // The cells outside hold no more mines than there are cells.
                        let rest = u64::from(sizes.cells[sum as usize] - side.open[at].1).min(slot.mask);
                        let guard = slot.mask + 1;
                        set(&mut masks.guards, slot, guard);
                        let word = slot.word as usize;
                        masks.most.resize(masks.most.len().max(word + 1), u64::MAX);
                        masks.most[word] &= !((slot.mask << 1 | 1) << slot.shift) | (guard | rest) << slot.shift;
                    }
                    Err(_) => {
                        set(&mut masks.closed, slot, slot.mask);
                        closing.push(slot);
                    }
                }
                slot
            }
            None => {
                let slot = Fields::take(&mut fields.free, count);
                set(&mut masks.fresh, slot, count as u64);
                slot
            }
        };
        moves.push(ChildField { count: count as u64, from, to });
    }
    let place = |sum: u32| {
        let old = slot_in(&big.side.open, &big.slots, sum);
        old.or_else(|| small.side.open.binary_search_by_key(&sum, |o| o.0).ok().map(|at| moves[at].to))
    };
    fields.slots.extend(side.open.iter().filter_map(|&(sum, _)| place(sum)));
    fields.side = side;
    // Allocated late, so that a sum opened here does not share a field with one closed here.
    closing.into_iter().for_each(|slot| fields.free(slot));
    (NodeRule::Join { left, right, masks, moves }, fields)
}
