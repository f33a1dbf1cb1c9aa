//! Meets the total component by component: first the possible numbers of mines of each, then only models with numbers
//! that the others complete. No formula over the whole board is needed.
//!
//! "Exactly k mines" is one formula per component. A range of numbers is the same with as many floating cells as the
//! range is wide: they take up the difference.

use super::options::Options;
use super::range::Range;
use super::seen::Seen;
use super::session::Session;
use crate::encode::{Lit, mine_bounds};
use crate::engine::lp::{Counts, Found, Known, Total};
use crate::engine::{Control, Stop};
use crate::system::{Component, Split, System};

/// By default, components of more cells are not asked for every possible number of mines.
pub const WORTH_IT: usize = 300;

/// The known numbers of mines of all components.
pub struct ByComponent<'a> {
    parts: &'a Split,
    ranges: Vec<(i64, i64)>,
    counts: Counts,
}

/// Effect of a total on components with known bounds.
pub enum Bounds<'a> {
    /// It cannot be met.
    Impossible,
    /// It restricts nothing.
    Loose,
    /// It may restrict something.
    Binding(ByComponent<'a>),
}

/// Compares the total with the bounds of the components. `solutions` are known solutions of one
/// component each, as (component, values of its cells).
pub fn bounds<'a>(
    system: &System,
    parts: &'a Split,
    solutions: impl Iterator<Item = (usize, Vec<bool>)>,
    largest: usize,
) -> Option<Bounds<'a>> {
    let mines = system.total?.clamp(-1, system.cells as i64 + 1);
    let total = Total { mines, floating: parts.floating.len() as i64 };
    let within = |c: &Component| {
        let (least, most) = mine_bounds(&c.system);
        (least.max(0), most.min(c.cells.len() as i64))
    };
    let ranges: Vec<(i64, i64)> = parts.components.iter().map(within).collect();
    if ranges.iter().any(|(least, most)| least > most) {
        return Some(Bounds::Impossible);
    }
    let Some(windows) = total.narrow(&ranges) else { return Some(Bounds::Impossible) };
    if total.is_loose(&ranges) {
        return Some(Bounds::Loose);
    }
    let mut sizes = parts.components.iter().zip(&ranges);
    if !sizes.all(|(c, (least, most))| least == most || c.cells.len() <= largest) {
        return None;
    }
    let mut known = vec![Known::new(); parts.components.len()];
    for (component, values) in solutions {
        let values: Vec<i64> = values.into_iter().map(i64::from).collect();
        known[component].entry(values.iter().sum()).or_insert(values);
    }
    Some(Bounds::Binding(ByComponent { parts, ranges, counts: Counts::new(total, windows, known) }))
}

impl ByComponent<'_> {
    /// Asks for numbers of mines until the effect of the total is clear.
    fn settle(&mut self, options: &Options, control: &mut Control) -> Result<(), Stop> {
        let parts = self.parts;
        self.counts.settle(&mut |component, mines, _| {
            let system = &parts.components[component].system;
            let exactly = System { total: Some(mines), ..system.clone() };
            Ok(match Session::new(&exactly, &options.setup, control)?.ask(&[], control)? {
                Some(model) => Found::Solution(model.into_iter().map(i64::from).collect()),
                None => Found::Nothing,
            })
        })
    }

    /// A model of the components that the floating cells complete; None if there is none.
    ///
    /// # Errors
    /// A limit ran out or the solver failed.
    pub fn model(
        &mut self,
        system: &System,
        options: &Options,
        control: &mut Control,
    ) -> Result<Option<Vec<bool>>, Stop> {
        self.settle(options, control)?;
        let Some(solutions) = self.counts.choose() else { return Ok(None) };
        let mut model = vec![false; system.cells];
        for (component, values) in self.parts.components.iter().zip(solutions) {
            component.cells.iter().zip(values).for_each(|(&c, &mine)| model[c as usize] = mine == 1);
        }
        Ok(Some(model))
    }

    /// The values that cells take in models; None if there is none. `allowed` are those that the sums alone allow.
    ///
    /// # Errors
    /// A limit ran out or the solver failed.
    pub fn values(
        &mut self,
        system: &System,
        range: &Range,
        allowed: &Seen,
        options: &Options,
        control: &mut Control,
    ) -> Result<Option<Seen>, Stop> {
        self.settle(options, control)?;
        let mut seen = Seen::new(system);
        if self.counts.choose().is_none() {
            return Ok(None);
        }
        let reached = self.counts.reached();
        let floating = self.counts.total.on_floating(&reached);
        for rest in floating.least().into_iter().chain(floating.most()) {
            range.mark_floating(self.counts.total.mines - rest, &mut seen);
        }
        for (index, completed) in self.counts.completed(&reached).iter().enumerate() {
            let component = &self.parts.components[index];
            for &(from, to) in completed.spans() {
                if (from, to) == self.ranges[index] {
                    let values = component.cells.iter().flat_map(|&c| [(c, true), (c, false)]);
                    let values = values.filter(|&(c, mine)| allowed.has(allowed.block(c as usize), mine));
                    values.for_each(|(c, mine)| seen.mark(c as usize, mine));
                    continue;
                }
                for (_, known) in self.counts.known[index].range(from..=to) {
                    component.cells.iter().zip(known).for_each(|(&c, &mine)| seen.mark(c as usize, mine == 1));
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
    allowed: &Seen,
    seen: &mut Seen,
    options: &Options,
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
