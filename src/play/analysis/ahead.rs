//! Positions a click ahead, counted anew: what would be known if a cell showed a number.

use std::rc::Rc;

use super::join::{Joined, ln_count};
use super::{Component, Position, Store, components};
use crate::play::tracker::{Known, Tracker};

/// Counts positions; components that they have in common are solved once.
#[derive(Default)]
pub struct Ahead {
    store: Store,
    /// Steps of enumerations.
    pub work: u64,
}

/// Unknown cells next to the same clues.
pub(super) struct Block {
    pub(super) component: usize,
    index: usize,
    /// Exactly 0 or 1 where certain.
    pub(super) safety: f64,
}

/// A position with the safety of every unknown cell. Unlike in [`super::Position`] nothing is
/// concluded: certain cells are still unknown, because what they would show is what counts here.
pub struct Counted {
    pub tracker: Tracker,
    pub(super) components: Vec<Rc<Component>>,
    pub(super) blocks: Vec<Block>,
    /// Index of the block of each cell, [`NO_BLOCK`] away from the clues.
    block_of: Vec<u32>,
    pub floating: Vec<u32>,
    /// Safety of a floating cell, 0 where there is none.
    pub floating_safety: f64,
    /// Number of models, rounded to a float.
    pub models: f64,
}

const NO_BLOCK: u32 = u32::MAX;

/// The best clicks of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Safety of the safest cell and of the second safest.
    pub safest: f64,
    pub second: f64,
    /// Certainly safe cells next to clues.
    pub certain: usize,
}

impl Ahead {
    /// With the components of the game of a position.
    pub fn new(position: &Position) -> Self {
        Ahead { store: position.store.clone(), work: 0 }
    }

    /// With the same components, and no work yet.
    pub fn another(&self) -> Self {
        Ahead { store: self.store.clone(), work: 0 }
    }

    /// The position of the tracker itself; None where a component is too large to enumerate or
    /// there is no model.
    pub fn count(&mut self, tracker: Tracker) -> Option<Counted> {
        let (clues, away) = components(&tracker);
        let mut component = |c: &Vec<u32>| self.store.component(c, &tracker, &mut self.work).ok();
        let solved = clues.iter().map(&mut component).collect::<Option<Vec<Rc<Component>>>>()?;
        let floating: Vec<u32> = tracker.unknown_cells().filter(|&c| away[c as usize]).collect();
        let joined = Joined::new(&solved, floating.len(), tracker.mines_left)?;
        let mut block_of = vec![NO_BLOCK; tracker.grid.len()];
        let mut blocks = Vec::new();
        for (i, component) in solved.iter().enumerate() {
            for (b, block) in component.blocks.iter().enumerate() {
                block.cells.iter().for_each(|&c| block_of[c as usize] = blocks.len() as u32);
                let safety = match joined.certain(i, component, b) {
                    Some(mine) => f64::from(u8::from(!mine)),
                    None => 1.0 - joined.mined(i, &component.in_block[b]) / block.cells.len() as f64,
                };
                blocks.push(Block { component: i, index: b, safety });
            }
        }
        let floating_safety = match joined.floating_certain {
            _ if floating.is_empty() => 0.0,
            Some(mine) => f64::from(u8::from(!mine)),
            None => 1.0 - joined.floating_risk,
        };
        let models = joined.models;
        Some(Counted { tracker, components: solved, blocks, block_of, floating, floating_safety, models })
    }
}

impl Counted {
    /// The positions after a click on a cell, with the probability of each: a number shown, or else a mine.
    pub fn after<'a>(&'a self, ahead: &'a mut Ahead, cell: u32) -> impl Iterator<Item = (f64, Counted)> + 'a {
        let known = self.tracker.around.of(cell).iter().filter(|&&n| self.tracker.known(n) == Known::Mine).count();
        let unknown = self.tracker.unknown_around(cell).count();
        (known..=known + unknown).filter_map(move |number| {
            let mut tracker = self.tracker.clone();
            tracker.reveal(cell, number as u8);
            let next = ahead.count(tracker)?;
            Some((next.share_of(self), next)).filter(|n| n.0 > 0.0)
        })
    }

    /// Share of the models of another position that are models of this one.
    fn share_of(&self, other: &Counted) -> f64 {
        if other.models.is_finite() { self.models / other.models } else { (self.ln_models() - other.ln_models()).exp() }
    }

    /// Natural logarithm of the number of models.
    pub fn ln_models(&self) -> f64 {
        if self.models.is_finite() {
            self.models.ln()
        } else {
            ln_count(&self.components, self.floating.len(), self.tracker.mines_left)
        }
    }

    pub(super) fn block(&self, cell: u32) -> Option<&Block> {
        self.blocks.get(self.block_of[cell as usize] as usize)
    }

    pub(super) fn cells(&self, block: &Block) -> &[u32] {
        &self.components[block.component].blocks[block.index].cells
    }

    /// Probability that an unknown cell is safe.
    pub fn safety(&self, cell: u32) -> f64 {
        self.block(cell).map_or(self.floating_safety, |b| b.safety)
    }

    /// Unknown cells next to clues.
    pub fn frontier(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().flat_map(|b| self.cells(b).iter().copied())
    }

    /// True where a cell next to clues shows the same number in all models in which it is safe, so
    /// that a click on it tells nothing else; as far as its component says.
    pub fn is_dead(&self, cell: u32) -> bool {
        let Some(own) = self.block(cell) else { return false };
        let component = &self.components[own.component];
        // Neighbours by block of the component.
        let mut around: [(usize, usize); 8] = [(0, 0); 8];
        let mut len = 0;
        for n in self.tracker.unknown_around(cell) {
            let Some(block) = self.block(n).filter(|b| b.component == own.component) else { return false };
            match around[..len].iter_mut().find(|a| a.0 == block.index) {
                Some(known) => known.1 += 1,
                None => {
                    around[len] = (block.index, 1);
                    len += 1;
                }
            }
        }
        let mut shown = None;
        for i in 0..component.len() {
            let row = component.row(i);
            if usize::from(row[own.index]) == component.blocks[own.index].cells.len() {
                continue;
            }
            let mut number = 0;
            for &(block, touched) in &around[..len] {
                let mines = usize::from(row[block]);
                let cells = component.blocks[block].cells.len() - usize::from(block == own.index);
                number += match mines {
                    0 => 0,
                    _ if touched == cells => mines,
                    _ if mines == cells => touched,
                    // Some of the mines may be among the neighbours or not.
                    _ => return false,
                };
            }
            if *shown.get_or_insert(number) != number {
                return false;
            }
        }
        shown.is_some()
    }

    /// The best clicks among the cells that are not dead.
    pub fn outlook(&self) -> Outlook {
        let mut best = Outlook { safest: self.floating_safety, second: self.floating_safety, certain: 0 };
        let mut order: Vec<&Block> = self.blocks.iter().filter(|b| b.safety > best.second || b.safety == 1.0).collect();
        order.sort_by(|a, b| b.safety.total_cmp(&a.safety));
        for block in order {
            if block.safety <= best.second && block.safety < 1.0 {
                break;
            }
            for _ in self.cells(block).iter().filter(|&&cell| !self.is_dead(cell)) {
                best.certain += usize::from(block.safety == 1.0);
                if block.safety > best.safest {
                    (best.safest, best.second) = (block.safety, best.safest);
                } else if block.safety > best.second {
                    best.second = block.safety;
                }
            }
        }
        best
    }
}
