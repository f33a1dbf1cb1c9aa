//! A partial assignment with its domains, kept up to date by a trail.

use super::interval::Interval;
use super::problem::Problem;

/// Domain of a cell: safe only, mine only, or both.
pub(super) const SAFE: u8 = 0;
pub(super) const MINE: u8 = 1;
pub(super) const BOTH: u8 = 2;

/// Remaining requirements of a sum on its cells with both values left.
#[derive(Clone, Copy)]
struct Rest {
    need: i32,
    open: i32,
}

/// Domains of all cells and the derived state of the sums. A domain of a 0/1 cell shrinks once at most, so the trail is
/// the list of cells with one value left, oldest first, and undoing is popping.
pub(super) struct State<'p> {
    pub problem: &'p Problem,
    interval: Interval,
    value: Vec<u8>,
    rest: Vec<Rest>,
    trail: Vec<u32>,
    mines: i64,
}

impl<'p> State<'p> {
    pub fn new(problem: &'p Problem, interval: Interval) -> Self {
        let rest = |sum| Rest { need: problem.count[sum], open: problem.cells_of(sum).len() as i32 };
        State {
            problem,
            interval,
            value: vec![BOTH; problem.cells],
            rest: (0..problem.sums()).map(rest).collect(),
            trail: Vec::with_capacity(problem.cells),
            mines: 0,
        }
    }

    /// One domain per cell; at a leaf [`SAFE`] and [`MINE`] only.
    pub fn values(&self) -> &[u8] {
        &self.value
    }

    pub fn is_open(&self, cell: u32) -> bool {
        self.value[cell as usize] == BOTH
    }

    /// Cells with one value left, in the order of reduction.
    pub fn trail(&self) -> &[u32] {
        &self.trail
    }

    /// Mines so far.
    pub fn mines(&self) -> i64 {
        self.mines
    }

    /// (mines still needed, open cells) of a sum.
    pub fn rest(&self, sum: usize) -> (i32, i32) {
        (self.rest[sum].need, self.rest[sum].open)
    }

    /// Reduces the domain of an open cell to one value.
    pub fn fix(&mut self, cell: u32, value: u8) {
        debug_assert!(self.is_open(cell) && value != BOTH);
        self.value[cell as usize] = value;
        self.trail.push(cell);
        self.mines += i64::from(value);
        for &sum in self.problem.sums_of(cell as usize) {
            let rest = &mut self.rest[sum as usize];
            rest.need -= i32::from(value);
            rest.open -= 1;
        }
    }

    /// Undoes everything beyond the first `mark` cells of the trail.
    pub fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark
            && let Some(cell) = self.trail.pop()
        {
            let value = std::mem::replace(&mut self.value[cell as usize], BOTH);
            self.mines -= i64::from(value);
            for &sum in self.problem.sums_of(cell as usize) {
                let rest = &mut self.rest[sum as usize];
                rest.need += i32::from(value);
                rest.open += 1;
            }
        }
    }

    /// True if the bounds of a sum still contain its count.
    pub fn test(&self, sum: usize) -> bool {
        let Rest { need, open } = self.rest[sum];
        0 <= need && need <= open
    }

    /// The same of the total.
    pub fn test_total(&self) -> bool {
        self.mines <= self.interval.most && self.interval.least <= self.mines + self.open()
    }

    /// Makes a sum bounds consistent, which for 0/1 cells is (generalised) arc consistency: with no mine left to place
    /// its open cells are safe, with as many as open cells they are mines. False on an empty domain.
    pub fn filter(&mut self, sum: usize) -> bool {
        let Rest { need, open } = self.rest[sum];
        if need < 0 || need > open {
            return false;
        }
        if open > 0 && (need == 0 || need == open) {
            let value = if need == 0 { SAFE } else { MINE };
            let problem = self.problem;
            for &cell in problem.cells_of(sum) {
                if self.is_open(cell) {
                    self.fix(cell, value);
                }
            }
        }
        true
    }

    /// The cells that a sum decides by itself, with their values.
    pub fn left(&self, sum: usize) -> Vec<(u32, u8)> {
        let Rest { need, open } = self.rest[sum];
        if open == 0 || (need != 0 && need != open) {
            return Vec::new();
        }
        let value = if need == 0 { SAFE } else { MINE };
        self.problem.cells_of(sum).iter().filter(|&&cell| self.is_open(cell)).map(|&cell| (cell, value)).collect()
    }

    /// Reduces a domain to one value; false if that is not in it.
    pub fn agree(&mut self, cell: u32, value: u8) -> bool {
        if self.is_open(cell) {
            self.fix(cell, value);
        }
        self.value[cell as usize] == value
    }

    /// The same for the total.
    pub fn filter_total(&mut self) -> bool {
        if !self.test_total() {
            return false;
        }
        let value = if self.mines == self.interval.most {
            SAFE
        } else if self.interval.least == self.mines + self.open() {
            MINE
        } else {
            return true;
        };
        if self.open() > 0 {
            for cell in 0..self.problem.cells as u32 {
                if self.is_open(cell) {
                    self.fix(cell, value);
                }
            }
        }
        true
    }

    /// Number of cells with both values left.
    fn open(&self) -> i64 {
        (self.problem.cells - self.trail.len()) as i64
    }
}
