//! Reductions that keep every model: trivial sums, duplicate sums, subset subtraction, splitting of overlapping sums.
//!
//! Each step gives a system with the same solution set, so an answer is lifted back by adding the forced cells and
//! renumbering.

use std::collections::VecDeque;

use super::single_sums::single_sums;
use super::{ComponentCount, Contradiction, Incidence, Sum, System, Tally};

/// Which reductions run; all do by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReduceOptions {
    /// A sum of 0 makes its cells safe, a sum of all makes them mines.
    pub trivial: bool,
    /// Of two sums over the same cells one is dropped.
    pub duplicates: bool,
    /// A inside B implies a sum over B \ A, which replaces B.
    pub subsets: bool,
    /// Where two sums force the number of mines on their common cells, each splits into these and the rest; one of the
    /// three parts is then all safe or all mines, and forced.
    pub split: bool,
}

impl ReduceOptions {
    /// All of them.
    pub const ALL: ReduceOptions = ReduceOptions { trivial: true, duplicates: true, subsets: true, split: true };
    /// None of them.
    pub const NONE: ReduceOptions = ReduceOptions { trivial: false, duplicates: false, subsets: false, split: false };

    /// True if sums are compared with each other.
    fn compares(self) -> bool {
        self.duplicates || self.subsets || self.split
    }
}

impl Default for ReduceOptions {
    fn default() -> Self {
        ReduceOptions::ALL
    }
}

/// A smaller system with the same solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// Cells of the original system with one value in every solution.
    pub forced: Vec<(u32, bool)>,
    /// The rest, renumbered; its total is reduced by the forced mines.
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

/// State of the reduction. Sums only lose cells, so all of them stay in one array, and the incidence built at the start
/// stays a superset of the true one.
struct Work {
    options: ReduceOptions,
    cells: Vec<u32>,
    sums: Vec<Range>,
    sums_of: Incidence,
    value: Vec<Option<bool>>,
    /// Sums that changed.
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// Sums to compare with their neighbours, once no changed one is left: the consequences of single sums make fewer
    /// and shorter ones to compare.
    due: Vec<bool>,
    /// Of those below `seen`, which have been compared before, the ones that are due again.
    later: VecDeque<u32>,
    seen: u32,
    /// For every sum the last one that listed it as a neighbour.
    met: Vec<u32>,
}

/// Number of cells in both of two ascending lists.
fn shared(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        both += u32::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    both
}

impl Work {
    /// What single sums leave, with its tables.
    fn new(system: &System, options: ReduceOptions) -> Result<Work, Contradiction> {
        let (value, left) = if options.trivial {
            single_sums(system)?
        } else {
            (vec![None; system.cells], (0..system.sums.len() as u32).collect())
        };
        let mut cells = Vec::with_capacity(left.iter().map(|&index| system.sums[index as usize].len()).sum());
        let open = |index: u32| {
            let Sum { cells: members, count } = &system.sums[index as usize];
            let (start, mut count) = (cells.len() as u32, *count);
            cells.extend(members.iter().copied().filter(|&cell| match value[cell as usize] {
                Some(mine) => {
                    count = count.saturating_sub(i32::from(mine));
                    false
                }
                None => true,
            }));
            Range { start, len: cells.len() as u32 - start, count, dropped: false }
        };
        let sums: Vec<Range> = left.into_iter().map(open).collect();
        let members = |sum: &Range| cells[sum.start as usize..][..sum.len as usize].iter().map(|&cell| cell as usize);
        let sums_of = Incidence::new(system.cells, sums.iter().map(members));
        Ok(Work {
            options,
            queue: VecDeque::new(),
            queued: vec![true; sums.len()],
            due: vec![false; sums.len()],
            later: VecDeque::new(),
            seen: 0,
            met: vec![u32::MAX; sums.len()],
            cells,
            sums,
            sums_of,
            value,
        })
    }

    fn enqueue(&mut self, index: u32) {
        if !std::mem::replace(&mut self.queued[index as usize], true) {
            self.queue.push_back(index);
        }
    }

    fn cells(&self, index: u32) -> &[u32] {
        let sum = self.sums[index as usize];
        &self.cells[sum.start as usize..][..sum.len as usize]
    }

    /// Takes the cells for which `out` is true out of a sum.
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

    /// Other sums that share a cell with sum `index`, or did.
    fn neighbours(&mut self, index: u32, around: &mut Vec<u32>) {
        around.clear();
        let sum = self.sums[index as usize];
        self.met[index as usize] = index;
        for &cell in &self.cells[sum.start as usize..][..sum.len as usize] {
            for &other in self.sums_of.of(cell as usize) {
                if std::mem::replace(&mut self.met[other as usize], index) != index {
                    around.push(other);
                }
            }
        }
        // The marks of this call must not hide neighbours from the next one for the same sum.
        around.iter().for_each(|&other| self.met[other as usize] = u32::MAX);
    }

    fn run(&mut self) -> Result<(), Contradiction> {
        let (mut cells, mut around) = (Vec::new(), Vec::new());
        for index in 0..self.sums.len() as u32 {
            self.queued[index as usize] = false;
            self.look(index, &mut cells)?;
        }
        loop {
            while let Some(index) = self.queue.pop_front() {
                self.queued[index as usize] = false;
                self.look(index, &mut cells)?;
            }
            let index = if (self.seen as usize) < self.sums.len() {
                self.seen += 1;
                self.seen - 1
            } else {
                let Some(index) = self.later.pop_front() else { return Ok(()) };
                index
            };
            if std::mem::take(&mut self.due[index as usize]) && !self.sums[index as usize].dropped {
                self.neighbours(index, &mut around);
                self.compare(index, &around)?;
            }
        }
    }

    /// Applies a single sum; if it stays, it is to be compared.
    fn look(&mut self, index: u32, cells: &mut Vec<u32>) -> Result<(), Contradiction> {
        let Range { len, count, dropped, .. } = self.sums[index as usize];
        if dropped {
            return Ok(());
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
        } else if self.options.compares()
            && !std::mem::replace(&mut self.due[index as usize], true)
            && index < self.seen
        {
            self.later.push_back(index);
        }
        Ok(())
    }

    /// Duplicate, subset and split steps of one sum against its neighbours.
    fn compare(&mut self, index: u32, around: &[u32]) -> Result<(), Contradiction> {
        for &other in around {
            let (here, there) = (self.sums[index as usize], self.sums[other as usize]);
            if there.dropped || here.dropped {
                continue;
            }
            let both = shared(self.cells(index), self.cells(other));
            if both == here.len && both == there.len {
                if there.count != here.count {
                    return Err(Contradiction);
                }
                self.sums[other as usize].dropped = self.options.duplicates;
            } else if both == here.len && self.options.subsets {
                self.subtract(index, other);
            } else if both == there.len && self.options.subsets {
                self.subtract(other, index);
            } else if both > 0 && self.options.split {
                self.part(index, other, both)?;
            }
        }
        Ok(())
    }

    /// Where two overlapping sums force the number of mines on their `both` common cells, decides the part that this
    /// determines.
    fn part(&mut self, one: u32, other: u32, both: u32) -> Result<(), Contradiction> {
        let (a, b) = (self.sums[one as usize], self.sums[other as usize]);
        // Cells that each sum has for itself.
        let alone = |sum: Range| (sum.len - both) as i32;
        let (a_alone, b_alone) = (alone(a), alone(b));
        let fewest = (a.count.saturating_sub(a_alone)).max(b.count.saturating_sub(b_alone)).max(0);
        let most = a.count.min(b.count).min(both as i32);
        if fewest > most {
            return Err(Contradiction);
        }
        if fewest < most {
            return Ok(());
        }
        let decided = |sum: Range, alone: i32| alone > 0 && (sum.count == fewest || sum.count - fewest == alone);
        let (index, keep_out, mine) = if decided(a, a_alone) {
            (one, Some(other), a.count > fewest)
        } else if decided(b, b_alone) {
            (other, Some(one), b.count > fewest)
        } else if fewest == 0 || fewest == both as i32 {
            (one, None, fewest > 0)
        } else {
            // One sum inside the other.
            return Ok(());
        };
        // The cells of the decided part: those of one sum alone, or the shared ones.
        let second = self.cells(keep_out.unwrap_or(other)).to_vec();
        let inside = |cell: &u32| second.binary_search(cell).is_ok() != keep_out.is_some();
        let cells: Vec<u32> = self.cells(index).iter().copied().filter(inside).collect();
        cells.into_iter().for_each(|cell| self.force(cell, mine));
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
/// [`Contradiction`] if the sums are found to have no solution (the total is ignored).
pub fn reduce(system: &System, options: ReduceOptions) -> Result<Reduction, Contradiction> {
    let mut work = Work::new(system, options)?;
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
    fn overlapping_sums_split_where_one_number_is_left_to_share() {
        // 1-2 pattern: a+b+c = 1 and b+c+d = 2 imply b+c = 1, so a is safe and d a mine.
        let sums = vec![Sum::new(vec![0, 1, 2], 1), Sum::new(vec![1, 2, 3], 2)];
        let system = System { cells: 4, sums, total: None };
        let done = reduce(&system, ReduceOptions::default()).unwrap();
        assert_eq!(done.forced, [(0, false), (3, true)]);
        assert_eq!(done.system.sums, [Sum::new(vec![0, 1], 1)]);
        let without = reduce(&system, ReduceOptions { split: false, ..ReduceOptions::ALL }).unwrap();
        assert_eq!(without.system, system);
        // Alone it decides cells, and the remaining sums stay.
        let alone = reduce(&system, ReduceOptions { split: true, ..ReduceOptions::NONE }).unwrap();
        assert_eq!(alone.forced, [(0, false), (3, true)]);
    }

    #[test]
    fn nothing_may_be_left() {
        let decided = System { cells: 2, sums: vec![Sum::new([0], 1), Sum::new([0, 1], 1)], total: Some(1) };
        for system in [decided, System { cells: 2, sums: Vec::new(), total: Some(1) }] {
            let done = reduce(&system, ReduceOptions::default()).unwrap();
            assert_eq!(done.system.sums, []);
            assert_eq!(done.forced.len() + done.cells.len(), 2);
        }
    }

    #[test]
    fn contradictions_are_found() {
        let two = |a, b| System { cells: 2, sums: vec![Sum::new(vec![0, 1], a), Sum::new(vec![0, 1], b)], total: None };
        assert_eq!(reduce(&two(1, 0), ReduceOptions::default()), Err(Contradiction));
        assert_eq!(reduce(&two(3, 3), ReduceOptions::default()), Err(Contradiction));
        assert!(reduce(&two(1, 1), ReduceOptions::default()).is_ok());
    }
}
