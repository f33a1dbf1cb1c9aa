//! Preparation of the search: extracts the frontier, propagates at the root, splits.

use super::check::propagate;
use super::interval::{Bounds, Interval};
use super::problem::Problem;
use super::state::{BOTH, MINE, State};
use crate::engine::{Control, Counter};
use crate::system::{Component, ComponentCount, Reduction, Sum, System, split};

/// The rest to search.
pub(super) struct Plan {
    /// Independent parts, cells numbered as in the whole system; one part without `split`.
    pub parts: Vec<Component>,
    /// Frontier cells that root propagation decided.
    pub forced: Vec<(u32, bool)>,
    /// Mines that the total allows on all parts together.
    pub interval: Interval,
}

impl Plan {
    /// None if there is no solution. The total takes part where `restricted` is set.
    pub fn new(system: &System, restricted: bool, root: bool, parts: bool, control: &mut Control) -> Option<Plan> {
        let mut whole = frontier(system);
        let mut interval = match system.total {
            Some(total) if restricted => {
                let floating = (system.cells - whole.cells.len()) as i64;
                Interval { least: total.saturating_sub(floating), most: total }
            }
            _ => Interval::FREE,
        };
        let mut forced = Vec::new();
        if root {
            (whole, forced) = propagated(whole, interval)?;
            control.stats.set(Counter::Forced, forced.len() as u64);
            interval = interval.less(forced.iter().filter(|f| f.1).count() as i64);
        }
        let parts = if parts { split_up(whole, control)? } else { vec![whole] };
        Some(Plan { parts, forced, interval })
    }

    /// The mines that the total allows each part before anything is known of the others.
    pub fn bounds(&self) -> Bounds {
        Bounds::new(self.interval, self.parts.iter().map(|part| part.cells.len()))
    }

    /// The forced cells as a component of one solution.
    pub fn forced_component(&self) -> ComponentCount {
        let (forced, system, cells) = (self.forced.clone(), System::default(), Vec::new());
        Reduction { forced, system, cells }.forced_component()
    }
}

/// The frontier cells as one component; empty sums stay in it, so that they are tested.
fn frontier(system: &System) -> Component {
    let on = system.is_frontier();
    let cells = (0..system.cells as u32).filter(|&c| on[c as usize]).collect();
    restrict(cells, system.cells, &system.sums)
}

/// The sums over a selection of cells (ascending) that contains all cells of these sums.
fn restrict(cells: Vec<u32>, of: usize, sums: &[Sum]) -> Component {
    let mut local = vec![u32::MAX; of];
    for (index, &cell) in cells.iter().enumerate() {
        local[cell as usize] = index as u32;
    }
    let renumber = |sum: &Sum| Sum { cells: sum.cells.iter().map(|&c| local[c as usize]).collect(), count: sum.count };
    let system = System { cells: cells.len(), sums: sums.iter().map(renumber).collect(), total: None };
    Component { system, cells }
}

/// Instantiates cells with one value left to a fixed point and takes them out of the sums. None on an empty domain.
fn propagated(whole: Component, interval: Interval) -> Option<(Component, Vec<(u32, bool)>)> {
    let problem = Problem::new(&whole.system);
    let mut state = State::new(&problem, interval);
    if !propagate(&mut state) {
        return None;
    }
    let mut forced = Vec::with_capacity(state.trail().len());
    let mut left = Vec::with_capacity(problem.cells - state.trail().len());
    for (cell, &value) in state.values().iter().enumerate() {
        match value {
            BOTH => left.push(cell as u32),
            _ => forced.push((whole.cells[cell], value == MINE)),
        }
    }
    let open = |sum: usize| problem.cells_of(sum).iter().copied().filter(|&c| state.is_open(c)).collect();
    let sums: Vec<Sum> = (0..problem.sums())
        .filter(|&sum| state.rest(sum).1 > 0)
        .map(|sum| Sum { cells: open(sum), count: state.rest(sum).0 })
        .collect();
    let mut rest = restrict(left, problem.cells, &sums);
    rest.cells.iter_mut().for_each(|cell| *cell = whole.cells[*cell as usize]);
    Some((rest, forced))
}

/// Connected components. None if an empty sum requires a mine.
fn split_up(whole: Component, control: &mut Control) -> Option<Vec<Component>> {
    let parts = split(&whole.system);
    let largest = parts.components.iter().map(|c| c.cells.len()).max().unwrap_or(0);
    control.stats.set(Counter::Components, parts.components.len() as u64);
    control.stats.set(Counter::LargestComponent, largest as u64);
    let original = |mut part: Component| {
        part.cells.iter_mut().for_each(|cell| *cell = whole.cells[*cell as usize]);
        part
    };
    (!parts.contradiction).then(|| parts.components.into_iter().map(original).collect())
}
