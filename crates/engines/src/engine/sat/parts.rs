//! A reduced system in parts: the components, and the floating cells, which take up the rest of the total.

use super::seen::SeenValues;
use crate::encode::mine_bounds;
use crate::engine::{Control, Counter, Stop};
use crate::mines::MineBudget;
use crate::system::{Component, System, split};

/// The parts of a system.
pub struct Parts<'a> {
    pub system: &'a System,
    pub components: Vec<Component>,
    floating: Vec<u32>,
    /// None without a total.
    pub budget: Option<MineBudget>,
}

/// The mines on the `frontier` cells of a system that are in sums, by simple bounds.
fn range(system: &System, frontier: usize) -> (i64, i64) {
    let (least, most) = mine_bounds(system);
    (least.max(0), most.min(frontier as i64))
}

impl<'a> Parts<'a> {
    /// The parts, counted. None if a sum over no cells requires a mine.
    pub fn new(system: &'a System, control: &mut Control) -> Option<Self> {
        let parts = split(system);
        control.stats.set(Counter::Components, parts.components.len() as u64);
        let largest = parts.components.iter().map(|c| c.cells.len()).max().unwrap_or(0);
        control.stats.set(Counter::LargestComponent, largest as u64);
        let budget = MineBudget::new(system.total, system.cells, parts.floating.len());
        (!parts.contradiction).then_some(Parts {
            system,
            components: parts.components,
            floating: parts.floating,
            budget,
        })
    }

    /// The results of `work` on every component, in parallel ([`Control::in_parallel`]); None as soon as it gives None for one.
    ///
    /// # Errors
    /// The first of `work`.
    pub fn in_parallel<T: Send>(
        &self,
        control: &mut Control,
        work: impl Fn(&System, &mut Control) -> Result<Option<T>, Stop> + Sync,
    ) -> Result<Option<Vec<T>>, Stop> {
        control.in_parallel(
            self.components.iter().collect(),
            |component| component.cells.len(),
            (0, |_: &T| 0),
            |component, _, control| work(&component.system, control),
        )
    }

    /// False if simple bounds on the mines of the frontier rule the total out.
    pub fn is_possible(&self) -> bool {
        let range = range(self.system, self.system.cells - self.floating.len());
        range.0 <= range.1 && self.budget.is_none_or(|budget| budget.is_met_by(&[range]))
    }

    /// Simple bounds on the mines of every component.
    pub fn ranges(&self) -> Vec<(i64, i64)> {
        self.components.iter().map(|c| range(&c.system, c.cells.len())).collect()
    }

    /// Cells of the largest component whose mines these ranges leave open; 0 if there is none.
    pub fn largest_open(&self, ranges: &[(i64, i64)]) -> usize {
        let open = self.components.iter().zip(ranges).filter(|(_, (least, most))| least < most);
        open.map(|(c, _)| c.cells.len()).max().unwrap_or(0)
    }

    /// One of the floating cells.
    pub fn floating_cell(&self) -> Option<usize> {
        self.floating.first().map(|&c| c as usize)
    }

    /// Puts the rest of the mines on the floating cells; false if that is impossible.
    pub fn fill(&self, model: &mut [bool]) -> bool {
        self.floating.iter().for_each(|&c| model[c as usize] = false);
        let mines = model.iter().filter(|&&m| m).count() as i64;
        let rest = self.budget.map_or(Some(0), |budget| budget.rest(mines));
        self.floating[..rest.unwrap_or(0)].iter().for_each(|&c| model[c as usize] = true);
        rest.is_some()
    }

    /// Marks that (some floating cell can be safe, some can be a mine).
    pub fn mark_floating(&self, can: (bool, bool), seen: &mut SeenValues) {
        let Some(cell) = self.floating_cell() else { return };
        for (mine, can) in [(false, can.0), (true, can.1)] {
            if can {
                seen.mark(cell, mine);
            }
        }
    }
}
