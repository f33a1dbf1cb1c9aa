//! Propagation of every sum by its bounds, with a trail for undoing it.

use crate::engine::{Control, Stop};
use crate::system::{Incidence, System};

/// No value fits.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// The rest of one sum: mines to place and cells without a value.
#[derive(Clone, Copy)]
struct Rest {
    mines: i64,
    cells: i64,
}

impl Rest {
    fn is_possible(self) -> bool {
        (0..=self.cells).contains(&self.mines)
    }

    /// The value that all cells left must take, if there is one.
    fn forced(self) -> Option<bool> {
        match self.mines {
            0 => Some(false),
            n if n == self.cells => Some(true),
            _ => None,
        }
    }
}

/// A system under partial assignment.
pub(super) struct Propagator<'a> {
    system: &'a System,
    sums_of: Incidence,
    rest: Vec<Rest>,
    /// Sums that still need a mine, and sums that still have room for a safe cell: what the total needs of them.
    asking: usize,
    leaving: usize,
    /// The rest of the total, and the cells left on the whole.
    total: Option<i64>,
    cells: i64,
    pub values: Vec<Option<bool>>,
    trail: Vec<u32>,
    /// Sums in the propagation queue.
    queue: Vec<u32>,
}

impl<'a> Propagator<'a> {
    pub fn new(system: &'a System) -> Self {
        let rest: Vec<Rest> =
            (system.sums.iter()).map(|s| Rest { mines: s.count.into(), cells: s.len() as i64 }).collect();
        Propagator {
            asking: rest.iter().filter(|r| r.mines > 0).count(),
            leaving: rest.iter().filter(|r| r.mines < r.cells).count(),
            queue: (0..rest.len() as u32).rev().collect(),
            rest,
            sums_of: system.incidence(),
            total: system.total,
            cells: system.cells as i64,
            values: vec![None; system.cells],
            trail: Vec::new(),
            system,
        }
    }

    /// Number of cells with a value.
    pub fn depth(&self) -> usize {
        self.trail.len()
    }

    /// Changes the rest of a sum by these numbers of mines and cells.
    fn change(&mut self, sum: u32, mines: i64, cells: i64) {
        let rest = &mut self.rest[sum as usize];
        let before = (rest.mines > 0, rest.mines < rest.cells);
        rest.mines += mines;
        rest.cells += cells;
        self.asking = self.asking + usize::from(rest.mines > 0) - usize::from(before.0);
        self.leaving = self.leaving + usize::from(rest.mines < rest.cells) - usize::from(before.1);
    }

    /// Assigns a cell without a value.
    pub fn set(&mut self, cell: u32, mine: bool) {
        debug_assert!(self.values[cell as usize].is_none());
        self.values[cell as usize] = Some(mine);
        self.trail.push(cell);
        self.cells -= 1;
        if let Some(total) = &mut self.total {
            *total = total.saturating_sub(i64::from(mine));
        }
        for at in 0..self.sums_of.of(cell as usize).len() {
            let sum = self.sums_of.of(cell as usize)[at];
            self.change(sum, -i64::from(mine), -1);
            self.queue.push(sum);
        }
    }

    /// Undoes assignments until `depth` cells have a value.
    pub fn undo(&mut self, depth: usize) {
        self.queue.clear();
        while self.trail.len() > depth {
            let cell = self.trail.pop().expect("longer than depth");
            let mine = self.values[cell as usize].take() == Some(true);
            self.cells += 1;
            if let Some(total) = &mut self.total {
                *total += i64::from(mine);
            }
            for at in 0..self.sums_of.of(cell as usize).len() {
                let sum = self.sums_of.of(cell as usize)[at];
                self.change(sum, i64::from(mine), 1);
            }
        }
    }

    /// Propagates to a fixed point. The total is only checked: its effect on all cells left at once ends in a conflict
    /// if and only if a sum requires the opposite.
    pub fn run(&mut self, control: &mut Control) -> Result<Result<(), Conflict>, Stop> {
        while let Some(sum) = self.queue.pop() {
            control.tick()?;
            let rest = self.rest[sum as usize];
            if !rest.is_possible() {
                return Ok(Err(Conflict));
            }
            let Some(mine) = rest.forced().filter(|_| rest.cells > 0) else { continue };
            let system = self.system;
            for &cell in &system.sums[sum as usize].cells {
                if self.values[cell as usize].is_none() {
                    self.set(cell, mine);
                }
            }
        }
        let Some(total) = self.total else { return Ok(Ok(())) };
        let rest = Rest { mines: total, cells: self.cells };
        let is_met = match rest.forced() {
            _ if !rest.is_possible() => false,
            // No cell left: both are satisfied, since no sum needs a mine.
            _ if rest.cells == 0 => true,
            Some(false) => self.asking == 0,
            Some(true) => self.leaving == 0,
            None => true,
        };
        Ok(if is_met { Ok(()) } else { Err(Conflict) })
    }

    /// After [`Propagator::run`]: the cells left, with the value that the total forces on them.
    pub fn by_total(&self) -> Option<(Vec<u32>, bool)> {
        let mine = Rest { mines: self.total?, cells: self.cells }.forced()?;
        Some(((0..self.values.len() as u32).filter(|&c| self.values[c as usize].is_none()).collect(), mine))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::Sum;

    /// The rest of every sum and the counts over them, from the values alone.
    fn recount(p: &Propagator) -> (Vec<(i64, i64)>, usize, usize, i64) {
        let rest = |sum: &Sum| {
            let of = |v| sum.cells.iter().filter(|&&c| p.values[c as usize] == v).count() as i64;
            (i64::from(sum.count) - of(Some(true)), of(None))
        };
        let all: Vec<(i64, i64)> = p.system.sums.iter().map(rest).collect();
        let (asking, leaving) = (all.iter().filter(|r| r.0 > 0).count(), all.iter().filter(|r| r.0 < r.1).count());
        (all, asking, leaving, p.values.iter().filter(|v| v.is_none()).count() as i64)
    }

    #[test]
    fn undoing_restores_everything() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let cells = 2 + rng.index(10);
            let sums = (0..rng.index(8)).map(|_| {
                let of: Vec<u32> = (0..cells as u32).filter(|_| rng.chance(0.4)).collect();
                let count = rng.index(of.len() + 1) as i32;
                Sum::new(of, count)
            });
            let system = System { cells, sums: sums.collect(), total: rng.chance(0.5).then_some(3) };
            let mut p = Propagator::new(&system);
            let mut control = Control::default();
            if p.run(&mut control).unwrap().is_err() {
                continue;
            }
            let (before, depth, total) = (p.values.clone(), p.depth(), p.total);
            for _ in 0..6 {
                let Some(cell) = (0..cells).find(|&c| p.values[c].is_none() && rng.chance(0.6)) else { continue };
                p.set(cell as u32, rng.chance(0.5));
                let _ = p.run(&mut control).unwrap();
                let kept = (p.rest.iter().map(|r| (r.mines, r.cells)).collect(), p.asking, p.leaving, p.cells);
                assert_eq!(kept, recount(&p));
            }
            p.undo(depth);
            assert_eq!((&p.values, p.total), (&before, total));
            let kept = (p.rest.iter().map(|r| (r.mines, r.cells)).collect(), p.asking, p.leaving, p.cells);
            assert_eq!(kept, recount(&p));
        }
    }
}
