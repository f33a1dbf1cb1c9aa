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

/// A sum under way; its cells are a range of [`Work::cells`].
#[derive(Clone, Copy)]
struct Range {
    start: u32,
    len: u32,
    count: i32,
    dropped: bool,
}

/// The work under way. Sums only lose cells, so all of them stay in one array, and the incidence
/// made at the start stays a superset of what holds.
struct Work {
    options: ReduceOptions,
    cells: Vec<u32>,
    sums: Vec<Range>,
    sums_of: Incidence,
    value: Vec<Option<bool>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
}

/// True if `small` is a subset of `big`.
fn is_subset(small: &[u32], big: &[u32]) -> bool {
    let mut rest = big.iter();
    small.len() <= big.len() && small.iter().all(|cell| rest.by_ref().any(|other| other == cell))
}

impl Work {
    fn enqueue(&mut self, index: u32) {
        if !std::mem::replace(&mut self.queued[index as usize], true) {
            self.queue.push_back(index);
        }
    }

    fn cells(&self, index: u32) -> &[u32] {
        let sum = self.sums[index as usize];
        &self.cells[sum.start as usize..][..sum.len as usize]
    }

    /// Takes cells out of a sum, those for which `out` says so.
    fn remove(&mut self, index: u32, out: impl Fn(u32) -> bool) {
        let sum = &mut self.sums[index as usize];
        let cells = &mut self.cells[sum.start as usize..][..sum.len as usize];
        let mut kept = 0;
        for i in 0..cells.len() {
            if !out(cells[i]) {
                cells[kept] = cells[i];
                kept += 1;
            }
        }
        sum.len = kept as u32;
    }

    /// Decides a cell and takes it out of its sums.
    fn force(&mut self, cell: u32, mine: bool) {
        if self.value[cell as usize].replace(mine).is_some() {
            return;
        }
        for at in 0..self.sums_of.of(cell as usize).len() {
            let index = self.sums_of.of(cell as usize)[at];
            if !self.sums[index as usize].dropped && self.cells(index).contains(&cell) {
                self.remove(index, |c| c == cell);
                self.sums[index as usize].count -= i32::from(mine);
                self.enqueue(index);
            }
        }
    }

    /// Other sums that share a cell with sum `index`.
    fn neighbours(&self, index: u32, around: &mut Vec<u32>) {
        around.clear();
        let meeting = self.cells(index).iter().flat_map(|&c| self.sums_of.of(c as usize)).copied();
        around.extend(meeting.filter(|&i| i != index && !self.sums[i as usize].dropped));
        around.sort_unstable();
        around.dedup();
    }

    fn run(&mut self) -> Result<(), Contradiction> {
        let (mut cells, mut around) = (Vec::new(), Vec::new());
        while let Some(index) = self.queue.pop_front() {
            self.queued[index as usize] = false;
            let Range { len, count, dropped, .. } = self.sums[index as usize];
            if dropped {
                continue;
            }
            if count < 0 || count as u32 > len {
                return Err(Contradiction);
            }
            if len == 0 {
                self.sums[index as usize].dropped = true;
            } else if self.options.trivial && (count == 0 || count as u32 == len) {
                self.sums[index as usize].dropped = true;
                cells.clear();
                cells.extend_from_slice(self.cells(index));
                cells.iter().for_each(|&cell| self.force(cell, count > 0));
            } else {
                self.neighbours(index, &mut around);
                self.compare(index, &around)?;
            }
        }
        Ok(())
    }

    /// Duplicate and subset steps of one sum against its neighbours.
    fn compare(&mut self, index: u32, around: &[u32]) -> Result<(), Contradiction> {
        for &other in around {
            let (here, there) = (self.sums[index as usize], self.sums[other as usize]);
            if there.dropped {
                continue;
            }
            if self.cells(other) == self.cells(index) {
                if there.count != here.count {
                    return Err(Contradiction);
                }
                self.sums[other as usize].dropped = self.options.duplicates;
            } else if !self.options.subsets {
            } else if is_subset(self.cells(index), self.cells(other)) {
                self.subtract(index, other);
            } else if is_subset(self.cells(other), self.cells(index)) {
                self.subtract(other, index);
            }
        }
        Ok(())
    }

    /// Replaces sum `big` by its difference to sum `small`, a subset.
    fn subtract(&mut self, small: u32, big: u32) {
        // Two sums are two ranges, so the smaller one can be read while the larger one shrinks.
        let (less, sum) = (self.sums[small as usize], self.sums[big as usize]);
        let mut kept = 0;
        for i in 0..sum.len {
            let cell = self.cells[(sum.start + i) as usize];
            if self.cells[less.start as usize..][..less.len as usize].binary_search(&cell).is_err() {
                self.cells[(sum.start + kept) as usize] = cell;
                kept += 1;
            }
        }
        self.sums[big as usize] = Range { len: kept, count: sum.count - less.count, ..sum };
        self.enqueue(big);
    }
}

/// Runs the chosen reductions to a fixed point. Time linear in the number of sums for local sums.
///
/// # Errors
/// [`Contradiction`] if the sums are found to have no solution (the total is not looked at).
pub fn reduce(system: &System, options: ReduceOptions) -> Result<Reduction, Contradiction> {
    let mut cells = Vec::with_capacity(system.sums.iter().map(Sum::len).sum());
    let sums = system.sums.iter().map(|sum| {
        let start = cells.len() as u32;
        cells.extend_from_slice(&sum.cells);
        Range { start, len: sum.len() as u32, count: sum.count, dropped: false }
    });
    let sums = sums.collect();
    let mut work = Work {
        options,
        cells,
        sums,
        sums_of: system.incidence(),
        value: vec![None; system.cells],
        queue: (0..system.sums.len() as u32).collect(),
        queued: vec![true; system.sums.len()],
    };
    work.run()?;
    let mut new_of = vec![u32::MAX; system.cells];
    let mut cells = Vec::with_capacity(system.cells);
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
    let live = (0..work.sums.len() as u32).filter(|&i| !work.sums[i as usize].dropped);
    let renumber = |i: u32| work.cells(i).iter().map(|&c| new_of[c as usize]).collect();
    let sums = live.map(|i| Sum { cells: renumber(i), count: work.sums[i as usize].count }).collect();
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
