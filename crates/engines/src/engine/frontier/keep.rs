//! The count of a whole system, component by component, reusing components of an earlier count.

use std::sync::Arc;

use num_bigint::BigUint;

use super::Frontier;
use super::count::CountedComponent;
use super::prepare::Prepared;
use crate::engine::{Control, CountCache, Counter, Stop};
use crate::system::{Component, ComponentCount, Context, Count, JoinPart, System, Values, join, join_with};

/// A counted component that can stand in for an equal one of another system.
struct Held {
    count: Arc<CountedComponent>,
    /// Cells, numbered as in the whole system, and the block of each.
    part: JoinPart,
}

impl Frontier {
    /// Counts a system; kept components are reused, new ones are kept.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn count_keeping(
        &self,
        system: &System,
        mut kept: Option<&mut CountCache>,
        control: &mut Control,
    ) -> Result<Count, Stop> {
        let none = || join(system.cells, &[ComponentCount::default()], system.total);
        let Some(prepared) = self.prepare(system, control) else { return Ok(none()) };
        let by_mines = system.total.is_some();
        let mut parts: Vec<JoinPart> = Vec::with_capacity(prepared.components.len());
        let mut counted: Vec<Arc<CountedComponent>> = Vec::with_capacity(prepared.components.len());
        let mut held = 0;
        for component in &prepared.components {
            let key = kept.as_ref().map(|_| key(component, &prepared, by_mines));
            if let Some(before) = key.as_ref().and_then(|key| kept.as_ref()?.get::<Held>(key)) {
                control.stats.add(Counter::Reused, 1);
                held += before.count.bytes();
                parts.push(before.part.clone());
                counted.push(Arc::clone(&before.count));
                continue;
            }
            let Some((part, count)) = self.component(component, &prepared, by_mines, held, control)? else {
                return Ok(none());
            };
            let count = Arc::new(count);
            if let (Some(kept), Some(key)) = (&mut kept, key) {
                kept.put(key, Arc::new(Held { count: Arc::clone(&count), part: part.clone() }));
            }
            held += count.bytes();
            parts.push(part);
            counted.push(count);
        }
        let forced = prepared.reduction.forced_component();
        join_with(system.cells, &forced, parts, system.total, &mut Counts { counted: &counted, control })
    }

    /// None if the component has no solution.
    fn component(
        &self,
        component: &Component,
        prepared: &Prepared,
        by_mines: bool,
        held: u64,
        control: &mut Control,
    ) -> Result<Option<(JoinPart, CountedComponent)>, Stop> {
        let Some(swept) = self.sweep(component, held, control)? else { return Ok(None) };
        let (mut cells, mut index) = (Vec::new(), Vec::new());
        for (block, members) in swept.cells.iter().enumerate() {
            cells.extend(members.iter().map(|&cell| prepared.reduction.cells[cell as usize]));
            index.resize(cells.len(), block as u32);
        }
        let count = CountedComponent::new(swept, by_mines, held, control)?;
        let part = JoinPart { cells, index, tally: count.tally.clone() };
        Ok(Some((part, count)))
    }
}

/// The interface of counted components to the join.
struct Counts<'a> {
    counted: &'a [Arc<CountedComponent>],
    control: &'a mut Control,
}

impl Values for Counts<'_> {
    type Stop = Stop;

    fn check(&self) -> Result<(), Stop> {
        self.control.check()
    }

    fn mined(&mut self, part: usize, context: Context) -> Result<Vec<BigUint>, Stop> {
        self.counted[part].mined(&context, self.control)
    }
}

/// The key of a component: its cells in the whole system, its sums, and whether counts are kept by mines; it determines
/// the count.
fn key(component: &Component, prepared: &Prepared, by_mines: bool) -> Box<[u32]> {
    let mut key = vec![u32::from(by_mines), component.cells.len() as u32];
    key.extend(component.cells.iter().map(|&cell| prepared.reduction.cells[cell as usize]));
    for sum in &component.system.sums {
        key.extend([sum.cells.len() as u32, sum.count as u32]);
        key.extend(&sum.cells);
    }
    key.into()
}
