//! The result of a click and the knowledge after it, by reweighting the arrangements, without a new solve.

use rustc_hash::FxHashMap;

use super::Position;
use super::join::JoinedComponents;
use crate::engine::incremental::{BINOMIAL, EnumeratedComponent};
use crate::play::tracker::Tracker;

/// Most combinations of arrangements examined for a click; clicks beyond it are skipped.
const MOST_COMBINATIONS: usize = 20_000;

/// One number that a click can show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownNumber {
    /// The number.
    pub number: u8,
    /// Probability of the number, given that the cell is safe.
    pub share: f64,
    /// Cells certainly safe then, among those that the click has information on.
    pub certain: usize,
}

/// The possible results of a click.
#[derive(Clone, Debug, PartialEq)]
pub struct AfterClick {
    /// Possible numbers only.
    pub numbers: Vec<ShownNumber>,
}

impl AfterClick {
    /// Probability that some cell is certainly safe after the click.
    pub fn progress(&self) -> f64 {
        self.numbers.iter().filter(|n| n.certain > 0).map(|n| n.share).sum()
    }

    /// Expected number of cells certainly safe after the click.
    pub fn expected_certain(&self) -> f64 {
        self.numbers.iter().map(|n| n.share * n.certain as f64).sum()
    }

    /// Entropy of the number shown, in bits.
    pub fn entropy(&self) -> f64 {
        -self.numbers.iter().map(|n| n.share * n.share.log2()).sum::<f64>()
    }
}

/// Unknown cells that are equivalent for one click: the part of a block that it touches, or the rest.
struct Part {
    cells: usize,
}

/// Examines clicks in one position.
pub struct Clicker<'a> {
    pub(super) position: &'a Position,
    pub(super) joined: &'a JoinedComponents,
    pub(super) tracker: &'a Tracker,
    /// Component and block of every unknown cell next to a clue.
    pub(super) place: FxHashMap<u32, (u32, u32)>,
    /// Equivalent clicks have equal signatures.
    seen: FxHashMap<Vec<u32>, Option<AfterClick>>,
    /// Combinations examined so far.
    pub work: u64,
}

const FLOATING: u32 = u32::MAX;

impl<'a> Clicker<'a> {
    pub(super) fn new(position: &'a Position, joined: &'a JoinedComponents, tracker: &'a Tracker) -> Self {
        let mut place = FxHashMap::default();
        for (i, component) in position.components.iter().enumerate() {
            for (b, block) in component.blocks.iter().enumerate() {
                place.extend(block.cells.iter().map(|&c| (c, (i as u32, b as u32))));
            }
        }
        Clicker { position, joined, tracker, place, seen: FxHashMap::default(), work: 0 }
    }

    /// The result of a click on an unknown cell if the cell is safe; None if that is too much work or the position was
    /// not enumerated.
    pub fn click(&mut self, cell: u32) -> Option<AfterClick> {
        if !self.position.enumerated {
            return None;
        }
        let own = self.place.get(&cell).copied().unwrap_or((FLOATING, 0));
        let mut touched: Vec<(u32, u32)> =
            self.tracker.unknown_around(cell).map(|n| self.place.get(&n).copied().unwrap_or((FLOATING, 0))).collect();
        touched.sort_unstable();
        let signature: Vec<u32> = [own].iter().chain(&touched).flat_map(|&(i, b)| [i, b]).collect();
        if let Some(known) = self.seen.get(&signature) {
            return known.clone();
        }
        let found = self.weigh(own, &touched);
        self.seen.insert(signature, found.clone());
        found
    }

    fn weigh(&mut self, own: (u32, u32), touched: &[(u32, u32)]) -> Option<AfterClick> {
        let mut involved: Vec<usize> =
            touched.iter().chain([&own]).map(|p| p.0).filter(|&i| i != FLOATING).map(|i| i as usize).collect();
        involved.sort_unstable();
        involved.dedup();
        let components: Vec<&EnumeratedComponent> = involved.iter().map(|&i| &*self.position.components[i]).collect();
        let combinations = components.iter().try_fold(1usize, |n, c| n.checked_mul(c.len()))?;
        if combinations > MOST_COMBINATIONS {
            return None;
        }
        self.work += combinations as u64;
        let count = |place: (u32, u32)| touched.iter().filter(|&&p| p == place).count();
        let mut parts = Vec::new();
        // Places of a block's two parts: (touched part or none, other part or none).
        let mut of_block: Vec<Vec<[Option<usize>; 2]>> = Vec::new();
        for (slot, component) in components.iter().enumerate() {
            let mut at = Vec::with_capacity(component.blocks.len());
            for (b, block) in component.blocks.iter().enumerate() {
                let place = (involved[slot] as u32, b as u32);
                let inside = count(place);
                let outside = block.cells.len() - inside - usize::from(own == place);
                let mut add = |cells: usize| {
                    (cells > 0).then(|| {
                        parts.push(Part { cells });
                        parts.len() - 1
                    })
                };
                at.push([add(inside), add(outside)]);
            }
            of_block.push(at);
        }
        let near = count((FLOATING, 0));
        let far = self.joined.floating - near - usize::from(own.0 == FLOATING);
        let (near_part, far_part) = (parts.len(), parts.len() + 1);
        parts.push(Part { cells: near });
        parts.push(Part { cells: far });

        let (least, weights, far_mines) = self.rest(&involved, &components, near, far);
        let mut share = [0.0f64; 9];
        let mut mined = vec![[0.0f64; 9]; parts.len()];
        let mut at = vec![0usize; components.len()];
        // Splits of blocks that the click touches in part: (inside part, outside part, mines).
        let mut splits: Vec<(usize, usize, usize)> = Vec::new();
        let mut fixed: Vec<(usize, usize)> = Vec::new();
        'combinations: loop {
            let mut weight = 1.0;
            let (mut mines, mut base) = (0, 0);
            splits.clear();
            fixed.clear();
            for (slot, component) in components.iter().enumerate() {
                weight *= component.weights[at[slot]] as f64;
                mines += usize::from(component.mines[at[slot]]);
                for (b, &value) in component.row(at[slot]).iter().enumerate().filter(|(_, v)| **v > 0) {
                    let value = usize::from(value);
                    let size = component.blocks[b].cells.len();
                    if own == (involved[slot] as u32, b as u32) {
                        weight *= (size - value) as f64 / size as f64;
                    }
                    match of_block[slot][b] {
                        [Some(inside), Some(outside)] => splits.push((inside, outside, value)),
                        [Some(inside), None] => {
                            base += value;
                            fixed.push((inside, value));
                        }
                        [None, Some(outside)] => fixed.push((outside, value)),
                        // The block is the clicked cell alone: the weight is 0.
                        [None, None] => {}
                    }
                }
            }
            if weight > 0.0 {
                let bounds = |&(inside, outside, value): &(usize, usize, usize)| {
                    (value.saturating_sub(parts[outside].cells), value.min(parts[inside].cells))
                };
                let mut chosen: Vec<usize> = splits.iter().map(|s| bounds(s).0).collect();
                'splits: loop {
                    let mut w = weight;
                    let mut number = base;
                    for (&(inside, outside, value), &j) in splits.iter().zip(&chosen) {
                        let (n, m) = (parts[inside].cells, parts[outside].cells);
                        w *= f64::from(BINOMIAL[n][j]) * f64::from(BINOMIAL[m][value - j])
                            / f64::from(BINOMIAL[n + m][value]);
                        number += j;
                    }
                    for (f, &ways) in BINOMIAL[near][..=near].iter().enumerate() {
                        let k = mines + f - least;
                        let w = w * f64::from(ways) * weights[k];
                        if w <= 0.0 {
                            continue;
                        }
                        let number = number + f;
                        share[number] += w;
                        fixed.iter().for_each(|&(part, value)| mined[part][number] += w * value as f64);
                        for (&(inside, outside, value), &j) in splits.iter().zip(&chosen) {
                            mined[inside][number] += w * j as f64;
                            mined[outside][number] += w * (value - j) as f64;
                        }
                        mined[near_part][number] += w * f as f64;
                        mined[far_part][number] += w * far_mines[k];
                    }
                    for (s, split) in splits.iter().enumerate() {
                        let (low, high) = bounds(split);
                        if chosen[s] < high {
                            chosen[s] += 1;
                            continue 'splits;
                        }
                        chosen[s] = low;
                    }
                    break;
                }
            }
            for (slot, component) in components.iter().enumerate() {
                at[slot] += 1;
                if at[slot] < component.len() {
                    continue 'combinations;
                }
                at[slot] = 0;
            }
            break;
        }
        Some(summary(&parts, &share, &mined))
    }

    /// For k = mines on the involved components and the touched floating cells, from the least on: the weight of
    /// everything else, and the expected mines on the far floating cells.
    fn rest(
        &self,
        involved: &[usize],
        components: &[&EnumeratedComponent],
        near: usize,
        far: usize,
    ) -> (usize, Vec<f64>, Vec<f64>) {
        let least: usize = components.iter().map(|c| c.least).sum();
        let len = components.iter().map(|c| c.tally.len() - 1).sum::<usize>() + near + 1;
        let mut others = vec![1.0];
        let mut others_least = 0;
        for (i, component) in self.position.components.iter().enumerate() {
            if involved.contains(&i) {
                continue;
            }
            others_least += component.least;
            let mut next = vec![0.0; others.len() + component.tally.len() - 1];
            for (a, x) in others.iter().enumerate() {
                for (b, &y) in component.tally.iter().enumerate() {
                    next[a + b] += x * y as f64;
                }
            }
            let largest = next.iter().fold(0.0f64, |m, &x| m.max(x));
            next.iter_mut().for_each(|x| *x /= largest);
            others = next;
        }
        // All but the far cells: k = least + i mines on those involved, others_least + j on the others.
        let span = len + others.len() - 1;
        let cells = self.joined.cells + self.joined.floating - far;
        let (mines, both) = (self.joined.mines, least + others_least);
        let (row, _) = mines.row(cells, far, both, span);
        let (mut weights, mut far_mines) = (vec![0.0; len], vec![0.0; len]);
        for i in 0..len {
            for (j, x) in others.iter().enumerate() {
                let w = x * row[i + j];
                weights[i] += w;
                far_mines[i] += w * mines.floating(cells, far, both + i + j);
            }
            if weights[i] > 0.0 {
                far_mines[i] /= weights[i];
            }
        }
        (least, weights, far_mines)
    }
}

fn summary(parts: &[Part], share: &[f64; 9], mined: &[[f64; 9]]) -> AfterClick {
    let all: f64 = share.iter().sum();
    let certain = |number: usize| {
        let safe = parts.iter().zip(mined).filter(|(_, mined)| mined[number] == 0.0);
        safe.map(|(part, _)| part.cells).sum()
    };
    let numbers = (0..9).filter(|&n| share[n] > 0.0);
    let shown = |n: usize| ShownNumber { number: n as u8, share: share[n] / all, certain: certain(n) };
    AfterClick { numbers: numbers.map(shown).collect() }
}
