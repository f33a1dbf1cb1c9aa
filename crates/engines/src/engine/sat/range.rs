//! The total as a range of mines on the frontier; the floating cells take up the rest.

use super::seen::Seen;
use crate::encode::mine_bounds;
use crate::system::{Split, System};

/// The range of mines on the frontier.
pub struct Range<'a> {
    total: Option<i64>,
    floating: &'a [u32],
    pub least: i64,
    pub most: i64,
}

impl<'a> Range<'a> {
    /// Without a total, any number.
    pub fn new(system: &System, parts: &'a Split) -> Self {
        let floating = &parts.floating;
        let frontier = (system.cells - floating.len()) as i64;
        let (least, most) = match system.total {
            None => (0, frontier),
            // Clipped to possible counts, one beyond to keep impossible totals impossible.
            Some(total) => {
                let total = total.clamp(-1, system.cells as i64 + 1);
                ((total - floating.len() as i64).max(0), total.min(frontier))
            }
        };
        Range { total: system.total, floating, least, most }
    }

    /// True without a total.
    pub fn is_free(&self) -> bool {
        self.total.is_none()
    }

    /// False if simple bounds on the mines of the frontier rule the total out.
    pub fn is_possible(&self, system: &System) -> bool {
        let (least, most) = mine_bounds(system);
        self.least <= self.most && self.least <= most && least <= self.most
    }

    /// One of the floating cells.
    pub fn floating_cell(&self) -> Option<usize> {
        self.floating.first().map(|&c| c as usize)
    }

    /// Puts the rest of the mines on the floating cells; false if that is impossible.
    pub fn fill(&self, model: &mut [bool]) -> bool {
        self.floating.iter().for_each(|&c| model[c as usize] = false);
        let mines = model.iter().filter(|&&m| m).count() as i64;
        let rest = self.total.map_or(0, |t| t - mines);
        let possible = (self.least..=self.most).contains(&mines);
        if possible {
            self.floating.iter().take(rest as usize).for_each(|&c| model[c as usize] = true);
        }
        possible
    }

    /// Marks the values of floating cells in a model with this many mines on the frontier.
    pub fn mark_floating(&self, mines: i64, seen: &mut Seen) {
        let (Some(total), Some(&cell)) = (self.total, self.floating.first()) else { return };
        let rest = total - mines;
        if rest > 0 {
            seen.mark(cell as usize, true);
        }
        if rest < self.floating.len() as i64 {
            seen.mark(cell as usize, false);
        }
    }
}
