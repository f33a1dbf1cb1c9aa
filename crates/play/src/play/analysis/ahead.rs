//! Positions one click ahead, counted afresh: the knowledge after a cell shows a number.

use std::rc::Rc;
use std::sync::Arc;

use super::join::{JoinedComponents, ln_count, ln_weight};
use super::{Position, Store};
use crate::engine::incremental::{EnumeratedComponent, components};
use crate::play::tracker::Tracker;

/// Counts positions; components that they share are solved once.
#[derive(Default)]
pub struct Ahead {
    store: Store,
    /// Steps of enumerations, and blocks of the positions counted.
    pub work: u64,
}

/// Data common to positions with the same shown cells: their components have the same blocks for all values of the
/// clues.
#[derive(Clone)]
pub(super) struct Outline {
    floating: Rc<[u32]>,
    /// Index of the block of each cell, [`NO_BLOCK`] away from the clues.
    block_of: Rc<[u32]>,
}

/// Unknown cells next to the same clues.
pub(super) struct AheadBlock {
    pub(super) component: usize,
    index: usize,
    /// Exactly 0 or 1 where certain.
    pub(super) safety: f64,
}

/// A position with the safety of every unknown cell. Unlike in [`super::Position`] nothing is concluded: certain cells
/// are still unknown, because the numbers that they would show matter here.
pub struct CountedPosition {
    /// The tracker shared by the positions that differ by the number in `shown`: for clues ask [`CountedPosition::open_clue`].
    pub tracker: Rc<Tracker>,
    /// The cell shown last and its number; None for the tracker's own position.
    pub(super) shown: Option<(u32, u8)>,
    pub(super) components: Vec<Arc<EnumeratedComponent>>,
    pub(super) blocks: Vec<AheadBlock>,
    block_of: Rc<[u32]>,
    /// Unknown cells away from the clues, ascending.
    pub floating: Rc<[u32]>,
    /// Safety of a floating cell, 0 if there is none.
    pub floating_safety: f64,
    /// Number of models, rounded to a float.
    pub models: f64,
}

const NO_BLOCK: u32 = u32::MAX;

/// The best clicks of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Safety of the safest cell.
    pub safest: f64,
    /// Safety of the second safest; all floating cells are alike, and a single one counts as both.
    pub second: f64,
    /// Certainly safe cells next to clues that are not dead.
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

    /// The position of the tracker itself; None if a component is too large to enumerate or there is no model.
    pub fn count(&mut self, tracker: Tracker) -> Option<CountedPosition> {
        let (clues, away) = components(&tracker);
        let solved = clues.iter().map(|c| self.component(c, &tracker)).collect::<Option<Vec<_>>>()?;
        let outline = Outline::new(&away, &solved, &tracker);
        let counted = CountedPosition::new(Rc::new(tracker), None, solved, &outline)?;
        self.work += counted.blocks.len() as u64;
        Some(counted)
    }

    /// The component of some clues; None if it is too large or unsatisfiable.
    pub(super) fn component(&mut self, clues: &[u32], tracker: &Tracker) -> Option<Arc<EnumeratedComponent>> {
        self.store.borrow_mut().component(clues, tracker, &mut self.work).ok()
    }

    /// As [`Ahead::component`], if each number at one of the clues will be examined.
    pub(super) fn component_shown(
        &mut self,
        clues: &[u32],
        tracker: &Tracker,
        shown: u32,
    ) -> Option<Arc<EnumeratedComponent>> {
        self.store.borrow_mut().component_shown(clues, tracker, shown, &mut self.work).ok()
    }
}

impl Outline {
    /// `away` is by cell whether it is unknown and away from the clues.
    pub(super) fn new(away: &[bool], solved: &[Arc<EnumeratedComponent>], tracker: &Tracker) -> Self {
        let mut block_of = vec![NO_BLOCK; tracker.grid.len()];
        for (index, block) in solved.iter().flat_map(|component| component.blocks.iter()).enumerate() {
            block.cells.iter().for_each(|&cell| block_of[cell as usize] = index as u32);
        }
        let floating = tracker.unknown_cells().filter(|&cell| away[cell as usize]).collect();
        Outline { floating, block_of: block_of.into() }
    }
}

impl CountedPosition {
    /// None without a model.
    pub(super) fn new(
        tracker: Rc<Tracker>,
        shown: Option<(u32, u8)>,
        components: Vec<Arc<EnumeratedComponent>>,
        outline: &Outline,
    ) -> Option<CountedPosition> {
        let Outline { floating, block_of } = outline.clone();
        let joined =
            JoinedComponents::new(&components, floating.len(), tracker.mines()).filter(|joined| joined.sound)?;
        let mut blocks = Vec::with_capacity(components.iter().map(|component| component.blocks.len()).sum());
        for (i, component) in components.iter().enumerate() {
            for (b, block) in component.blocks.iter().enumerate() {
                let safety = match joined.certain(i, component, b) {
                    Some(mine) => f64::from(u8::from(!mine)),
                    None => 1.0 - joined.mined(i, component, b) / block.cells.len() as f64,
                };
                blocks.push(AheadBlock { component: i, index: b, safety });
            }
        }
        let floating_safety = match joined.floating_certain {
            _ if floating.is_empty() => 0.0,
            Some(mine) => f64::from(u8::from(!mine)),
            None => 1.0 - joined.floating_risk,
        };
        let models = joined.models;
        Some(CountedPosition { tracker, shown, components, blocks, block_of, floating, floating_safety, models })
    }

    /// As [`Tracker::open_clue`].
    pub fn open_clue(&self, cell: u32) -> Option<(i8, u8)> {
        let (need, unknown) = self.tracker.open_clue(cell)?;
        let number = self.shown.filter(|shown| shown.0 == cell).map(|shown| shown.1);
        Some((number.map_or(need, |number| number as i8 - self.tracker.mines_around(cell) as i8), unknown))
    }

    /// Share of the models of another position that are models of this one.
    pub(super) fn share_of(&self, other: &CountedPosition) -> f64 {
        if other.models.is_finite() && self.tracker.mines().is_flat() {
            return self.models / other.models;
        }
        (self.ln_weight() - other.ln_weight()).exp()
    }

    /// Natural logarithm of the number of models.
    pub fn ln_models(&self) -> f64 {
        if self.models.is_finite() {
            self.models.ln()
        } else {
            ln_count(&self.components, self.floating.len(), self.tracker.mines_left)
        }
    }

    /// Natural logarithm of the total weight of the models.
    fn ln_weight(&self) -> f64 {
        ln_weight(&self.components, self.floating.len(), self.tracker.mines())
    }

    pub(super) fn block(&self, cell: u32) -> Option<&AheadBlock> {
        self.blocks.get(self.block_of[cell as usize] as usize)
    }

    pub(super) fn cells(&self, block: &AheadBlock) -> &[u32] {
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

    /// True if a cell next to clues shows the same number in all models in which it is safe, so that a click on it has
    /// no other information; as far as its component decides this.
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
        let mut order: Vec<&AheadBlock> =
            self.blocks.iter().filter(|b| b.safety > best.second || b.safety == 1.0).collect();
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
