//! Meets the total component by component: first the possible numbers of mines of each, then only models with numbers
//! that the others complete. No formula over the whole board is needed.
//!
//! "Exactly k mines" is one formula per component. A range of numbers is the same with as many floating cells as the
//! range is wide: they take up the difference.

use super::explore::Explored;
use super::options::SatOptions;
use super::parts::Parts;
use super::seen::SeenValues;
use super::session::Session;
use crate::encode::Lit;
use crate::engine::{Control, Stop};
use crate::mines::{Answered, MineBudget, MineCounts, Settlement, SolutionsByMines};
use crate::system::{Component, System};

/// The known numbers of mines of all components.
pub struct ByComponent<'a> {
    parts: &'a Parts<'a>,
    ranges: Vec<(i64, i64)>,
    counts: MineCounts<Vec<bool>>,
}

impl<'a> ByComponent<'a> {
    /// `ranges` are bounds on the mines of the components, `windows` what the total leaves of them.
    pub fn new(
        parts: &'a Parts,
        budget: MineBudget,
        ranges: Vec<(i64, i64)>,
        windows: Vec<(i64, i64)>,
        explored: &Explored,
    ) -> Self {
        let mut known = vec![SolutionsByMines::new(); parts.components.len()];
        for (component, values) in explored.solutions(&parts.components) {
            known[component].entry(values.iter().filter(|&&mine| mine).count() as i64).or_insert(values);
        }
        ByComponent { parts, ranges, counts: MineCounts::new(budget, windows, known) }
    }

    /// Asks for numbers of mines until the effect of the total is clear.
    fn settle(&mut self, options: &SatOptions, control: &mut Control) -> Result<Settlement, Stop> {
        let parts = self.parts;
        self.counts.settle(|component, mines, _| {
            let system = &parts.components[component].system;
            let exactly = System { total: Some(mines), ..system.clone() };
            let found = Session::new(&exactly, &options.setup, control)?.ask(&[], control)?;
            Ok(found.map_or(Answered::Nothing, Answered::Solution))
        })
    }

    /// A model; None if there is none.
    ///
    /// # Errors
    /// A limit ran out or the solver failed.
    pub fn model(&mut self, options: &SatOptions, control: &mut Control) -> Result<Option<Vec<bool>>, Stop> {
        self.settle(options, control)?;
        let Some(solutions) = self.counts.choose() else { return Ok(None) };
        let mut model = vec![false; self.parts.system.cells];
        for (component, values) in self.parts.components.iter().zip(solutions) {
            component.cells.iter().zip(values).for_each(|(&c, &mine)| model[c as usize] = mine);
        }
        self.parts.fill(&mut model);
        Ok(Some(model))
    }

    /// The values that cells take in models; None if there is none. `allowed` are those that the sums alone allow.
    ///
    /// # Errors
    /// A limit ran out or the solver failed.
    pub fn values(
        &mut self,
        allowed: &SeenValues,
        options: &SatOptions,
        control: &mut Control,
    ) -> Result<Option<SeenValues>, Stop> {
        let effect = self.settle(options, control)?.reached;
        let Some(floating) = effect.floating else { return Ok(None) };
        let mut seen = SeenValues::new(self.parts.system);
        self.parts.mark_floating(floating, &mut seen);
        for (index, completed) in effect.components.iter().enumerate() {
            let component = &self.parts.components[index];
            for &(from, to) in completed.runs() {
                if (from, to) == self.ranges[index] {
                    let values = component.cells.iter().flat_map(|&c| [(c, true), (c, false)]);
                    let values = values.filter(|&(c, mine)| allowed.has(allowed.block(c as usize), mine));
                    values.for_each(|(c, mine)| seen.mark(c as usize, mine));
                    continue;
                }
                for (_, known) in self.counts.known[index].range(from..=to) {
                    component.cells.iter().zip(known).for_each(|(&c, &mine)| seen.mark(c as usize, mine));
                }
                within(component, (from, to), allowed, &mut seen, options, control)?;
            }
        }
        Ok(Some(seen))
    }
}

/// Marks every value that the cells of a component take in solutions with `from..=to` mines.
fn within(
    component: &Component,
    (from, to): (i64, i64),
    allowed: &SeenValues,
    seen: &mut SeenValues,
    options: &SatOptions,
    control: &mut Control,
) -> Result<(), Stop> {
    let cells = component.cells.len();
    let ranged = System { cells: cells + (to - from) as usize, total: Some(to), ..component.system.clone() };
    let mut session = Session::new(&ranged, &options.setup, control)?;
    for (local, &cell) in component.cells.iter().enumerate() {
        let block = seen.block(cell as usize);
        if seen.cell(block) != cell as usize {
            continue;
        }
        for mine in [true, false] {
            if seen.has(block, mine) || !allowed.has(block, mine) {
                continue;
            }
            let literal = Lit::of_cell(local, mine);
            match session.ask(&[literal], control)? {
                Some(model) => component.cells.iter().zip(model).for_each(|(&c, mine)| seen.mark(c as usize, mine)),
                None => session.clause(&[!literal], control),
            }
        }
    }
    Ok(())
}
