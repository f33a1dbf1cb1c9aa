//! Reductions that keep every model: trivial sums, duplicate sums, subset subtraction.
//!
//! Each step replaces the system by one with the same solution set, so an answer is lifted back by
//! adding the forced cells and renumbering.

use std::collections::VecDeque;

use super::{ComponentCount, Incidence, Sum, System, Tally};

/// Which reductions run; all do by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReduceOptions {
    /// A sum of 0 makes its cells safe, a sum of all makes them mines.
    pub trivial: bool,
    /// Of two sums over the same cells one is dropped.
    pub duplicates: bool,
    /// From A inside B follows a sum over B \ A, which replaces B.
    pub subsets: bool,
}

impl Default for ReduceOptions {
    fn default() -> Self {
        ReduceOptions { trivial: true, duplicates: true, subsets: true }
    }
}

/// The sums have no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// A smaller system with the same solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// Cells of the original system with one value in every solution.
    pub forced: Vec<(u32, bool)>,
    /// The rest, renumbered; its total is what the forced mines leave.
    pub system: System,
    /// Cell of the original system for every cell of the reduced one, ascending.
    pub cells: Vec<u32>,
}

impl Reduction {
    /// Number of forced mines.
    pub fn forced_mines(&self) -> usize {
        self.forced.iter().filter(|f| f.1).count()
    }

    /// Values per cell of the original system from values per cell of the reduced one.
    pub fn lift<T: Clone>(&self, reduced: &[T], forced: impl Fn(bool) -> T) -> Vec<T> {
        debug_assert_eq!(reduced.len(), self.cells.len());
        let mut all: Vec<Option<T>> = vec![None; self.cells.len() + self.forced.len()];
        for &(cell, mine) in &self.forced {
            all[cell as usize] = Some(forced(mine));
        }
        for (&cell, value) in self.cells.iter().zip(reduced) {
            all[cell as usize] = Some(value.clone());
        }
        all.into_iter().map(|v| v.expect("every cell is forced or kept")).collect()
    }

    /// A model of the original system from a model of the reduced one.
    pub fn lift_model(&self, model: &[bool]) -> Vec<bool> {
        self.lift(model, |mine| mine)
    }

    /// The forced cells as a component of one solution, cells numbered as in the original system.
    pub fn forced_component(&self) -> ComponentCount {
        let tally = Tally::one().shifted(self.forced_mines());
        ComponentCount {
            cells: self.forced.iter().map(|f| f.0).collect(),
            index: self.forced.iter().map(|f| u32::from(f.1)).collect(),
            mined: vec![Tally::default(), tally.clone()],
            tally,
        }
    }
}

/// The work under way: sums by index, cells already decided, and sums to look at again.
struct Work {
    options: ReduceOptions,
    sums: Vec<Option<Sum>>,
    /// Sums only lose cells, so this stays a superset of what holds.
    sums_of: Incidence,
    value: Vec<Option<bool>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// Room for [`Work::compare`].
    around: Vec<u32>,
}

/// `big` without the cells of `small`, if `small` is a subset.
fn difference(big: &[u32], small: &[u32]) -> Option<Vec<u32>> {
    let mut wanted = small.iter().peekable();
    let keep = |wanted: &mut std::iter::Peekable<std::slice::Iter<u32>>, cell: u32| wanted.next_if_eq(&&cell).is_none();
    let rest = big.len().checked_sub(small.len())?;
    // Most pairs are no subsets: they should cost no memory.
    if big.iter().filter(|&&cell| keep(&mut wanted, cell)).count() != rest {
        return None;
    }
    let mut wanted = small.iter().peekable();
    let mut cells = Vec::with_capacity(rest);
    cells.extend(big.iter().copied().filter(|&cell| keep(&mut wanted, cell)));
    Some(cells)
}

impl Work {
    fn enqueue(&mut self, index: u32) {
        if !std::mem::replace(&mut self.queued[index as usize], true) {
            self.queue.push_back(index);
        }
    }

    /// Decides a cell and takes it out of its sums.
    fn force(&mut self, cell: u32, mine: bool) {
        if self.value[cell as usize].replace(mine).is_some() {
            return;
        }
        for &index in self.sums_of.of(cell as usize) {
            if let Some(sum) = &mut self.sums[index as usize]
                && let Ok(at) = sum.cells.binary_search(&cell)
            {
                sum.cells.remove(at);
                sum.count -= i32::from(mine);
                if !std::mem::replace(&mut self.queued[index as usize], true) {
                    self.queue.push_back(index);
                }
            }
        }
    }

    /// Other sums that share a cell with sum `index`.
    fn neighbours(&self, index: u32, sum: &Sum, around: &mut Vec<u32>) {
        around.clear();
        let meeting = sum.cells.iter().flat_map(|&c| self.sums_of.of(c as usize)).copied();
        around.extend(meeting.filter(|&i| i != index && self.sums[i as usize].is_some()));
        around.sort_unstable();
        around.dedup();
    }

    fn run(&mut self) -> Result<(), Contradiction> {
        while let Some(index) = self.queue.pop_front() {
            self.queued[index as usize] = false;
            let Some(sum) = self.sums[index as usize].take() else { continue };
            if !sum.is_possible() {
                return Err(Contradiction);
            }
            if sum.is_empty() {
            } else if self.options.trivial && (sum.count == 0 || sum.count as usize == sum.len()) {
                sum.cells.iter().for_each(|&cell| self.force(cell, sum.count > 0));
            } else {
                let mut around = std::mem::take(&mut self.around);
                let sum = self.compare(index, sum, &mut around)?;
                (self.sums[index as usize], self.around) = (Some(sum), around);
            }
        }
        Ok(())
    }

    /// Duplicate and subset steps of one sum against its neighbours; what is left of it.
    fn compare(&mut self, index: u32, mut sum: Sum, around: &mut Vec<u32>) -> Result<Sum, Contradiction> {
        self.neighbours(index, &sum, around);
        for &other_index in around.iter() {
            let Some(other) = &self.sums[other_index as usize] else { continue };
            if other.cells == sum.cells {
                if other.count != sum.count {
                    return Err(Contradiction);
                }
                if self.options.duplicates {
                    self.sums[other_index as usize] = None;
                }
            } else if !self.options.subsets {
            } else if let Some(rest) = difference(&other.cells, &sum.cells) {
                let count = other.count - sum.count;
                self.sums[other_index as usize] = Some(Sum { cells: rest, count });
                self.enqueue(other_index);
            } else if let Some(rest) = difference(&sum.cells, &other.cells) {
                sum = Sum { cells: rest, count: sum.count - other.count };
                self.enqueue(index);
            }
        }
        Ok(sum)
    }
}

/// Runs the chosen reductions to a fixed point. Time linear in the number of sums for local sums.
///
/// # Errors
/// [`Contradiction`] if the sums are found to have no solution (the total is not looked at).
pub fn reduce(system: &System, options: ReduceOptions) -> Result<Reduction, Contradiction> {
    let mut work = Work {
        options,
        sums: system.sums.iter().cloned().map(Some).collect(),
        sums_of: system.incidence(),
        value: vec![None; system.cells],
        queue: (0..system.sums.len() as u32).collect(),
        queued: vec![true; system.sums.len()],
        around: Vec::new(),
    };
    work.run()?;
    let mut new_of = vec![u32::MAX; system.cells];
    let mut cells = Vec::new();
    let mut forced = Vec::new();
    for cell in 0..system.cells as u32 {
        match work.value[cell as usize] {
            Some(mine) => forced.push((cell, mine)),
            None => {
                new_of[cell as usize] = cells.len() as u32;
                cells.push(cell);
            }
        }
    }
    let renumber = |mut sum: Sum| {
        sum.cells.iter_mut().for_each(|c| *c = new_of[*c as usize]);
        sum
    };
    let sums = work.sums.into_iter().flatten().map(renumber).collect();
    let mines = forced.iter().filter(|f| f.1).count() as i64;
    let system = System { cells: cells.len(), sums, total: system.total.map(|t| t.saturating_sub(mines)) };
    Ok(Reduction { forced, system, cells })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subset_subtraction_forces_and_renumbers() {
        // x+y = 1, x+y+z = 1, z+w = 1: z is safe, w a mine, x and y stay.
        let sums = vec![Sum::new(vec![0, 1], 1), Sum::new(vec![0, 1, 2], 1), Sum::new(vec![2, 3], 1)];
        let done = reduce(&System { cells: 5, sums, total: Some(3) }, ReduceOptions::default()).unwrap();
        assert_eq!(done.forced, [(2, false), (3, true)]);
        assert_eq!(done.system, System { cells: 3, sums: vec![Sum::new(vec![0, 1], 1)], total: Some(2) });
        assert_eq!(done.cells, [0, 1, 4]);
        assert_eq!(done.lift_model(&[true, false, true]), [true, false, false, true, true]);
    }

    #[test]
    fn contradictions_are_found() {
        let two = |a, b| System { cells: 2, sums: vec![Sum::new(vec![0, 1], a), Sum::new(vec![0, 1], b)], total: None };
        assert_eq!(reduce(&two(1, 0), ReduceOptions::default()), Err(Contradiction));
        assert_eq!(reduce(&two(3, 3), ReduceOptions::default()), Err(Contradiction));
        assert!(reduce(&two(1, 1), ReduceOptions::default()).is_ok());
    }
}
