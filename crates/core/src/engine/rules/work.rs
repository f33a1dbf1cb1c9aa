//! State of the deduction: decided cells, sums left, and the queue of changed sums.

use std::collections::{BTreeMap, VecDeque};

use super::trace::{Deductions, Level, SumTerm};
use super::{RULES, RuleSet};
use crate::engine::{Control, Stop};
use crate::system::System;

/// Why the loop ended early.
pub(super) enum Halt {
    Contradiction,
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

/// A sum over undecided cells; a sum without cells is finished.
pub(super) struct Known {
    pub cells: Vec<u32>,
    pub count: i64,
    /// None: given.
    derived: Option<Derived>,
}

/// Where a sum comes from: sum `of` minus sum `less`.
#[derive(Clone, Copy)]
struct Derived {
    of: u32,
    less: u32,
    by: Level,
}

impl Known {
    pub fn len(&self) -> i64 {
        self.cells.len() as i64
    }
}

/// State of one run. Sums are numbered: the given ones, then the total (without cells until a rule writes it out), then
/// derived ones.
pub(super) struct Work {
    method: RuleSet,
    /// The rule at work.
    rule: Level,
    pub sums: Vec<Known>,
    /// The sums left that contain an undecided cell.
    pub sums_of: Vec<Vec<u32>>,
    value: Vec<Option<bool>>,
    /// Number of the total, which is also the number of given sums.
    pub total: u32,
    /// The total minus the decided mines: the mines among the undecided cells.
    pub mines_left: Option<i64>,
    pub cells_left: i64,
    /// Length of the longest given sum.
    pub longest: i64,
    /// For each rule the changed sums that it has not looked at; `queued` holds one bit per rule.
    queues: Vec<VecDeque<u32>>,
    queued: Vec<u8>,
    /// Decisions and new sums so far.
    pub changes: u64,
    pub total_written: bool,
    found: Deductions,
    /// Scratch of `overlaps`, all zero between calls.
    shared: Vec<u32>,
}

/// The members of `a` that are not in `b`; both ascending.
pub(super) fn without(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut rest = Vec::with_capacity(a.len());
    let mut others = b.iter().peekable();
    for &cell in a {
        while others.next_if(|&&other| other < cell).is_some() {}
        if others.peek() != Some(&&cell) {
            rest.push(cell);
        }
    }
    rest
}

impl Work {
    pub fn new(system: &System, method: RuleSet) -> Self {
        let given = system.sums.len();
        let mut sums: Vec<Known> = Vec::with_capacity(given + 1);
        sums.extend(system.sums.iter().map(|sum| Known {
            cells: sum.cells.to_vec(),
            count: i64::from(sum.count),
            derived: None,
        }));
        sums.push(Known { cells: Vec::new(), count: 0, derived: None });
        let rules = usize::from(method.level.0) + 1;
        Work {
            method,
            rule: Level(0),
            longest: sums.iter().map(Known::len).max().unwrap_or(0),
            sums,
            sums_of: system.sums_of_cells(),
            value: vec![None; system.cells],
            total: given as u32,
            mines_left: system.total,
            cells_left: system.cells as i64,
            queues: vec![(0..given as u32).collect(); rules],
            queued: [vec![((1u16 << rules) - 1) as u8; given], vec![0]].concat(),
            changes: 0,
            total_written: false,
            found: Deductions::new(system.cells),
            shared: vec![0; given + 1],
        }
    }

    /// Applies the rules to a fixed point: always the cheapest rule with a changed sum in its queue; when all queues
    /// are empty, the total.
    pub fn run(&mut self, control: &mut Control) -> Result<(), Halt> {
        loop {
            control.tick()?;
            if let Some(sum) = self.next() {
                (RULES[usize::from(self.rule.0)].sum)(self, sum, control)?;
                continue;
            }
            if !self.method.total || self.mines_left.is_none() {
                return Ok(());
            }
            let before = self.changes;
            for (rule, row) in RULES.iter().enumerate().take(self.queues.len()) {
                self.rule = Level(rule as u8);
                (row.total)(self, control)?;
                if self.changes > before {
                    break;
                }
            }
            if self.changes == before {
                return Ok(());
            }
        }
    }

    /// The next changed sum, for the rule that is set with it.
    fn next(&mut self) -> Option<u32> {
        for rule in 0..self.queues.len() {
            self.rule = Level(rule as u8);
            while let Some(sum) = self.queues[rule].pop_front() {
                if self.unqueue(sum) {
                    return Some(sum);
                }
            }
        }
        None
    }

    /// Takes a sum off the present rule's queue; false if it was not there.
    pub fn unqueue(&mut self, sum: u32) -> bool {
        let bit = 1 << self.rule.0;
        let was = self.queued[sum as usize] & bit != 0;
        self.queued[sum as usize] &= !bit;
        was
    }

    /// Puts a sum back on the present rule's queue.
    pub fn look_again(&mut self, sum: u32) {
        self.enqueue_for(usize::from(self.rule.0), sum);
    }

    fn enqueue_for(&mut self, rule: usize, sum: u32) {
        if self.queued[sum as usize] & 1 << rule == 0 {
            self.queued[sum as usize] |= 1 << rule;
            self.queues[rule].push_back(sum);
        }
    }

    /// Puts a changed sum on every rule's queue.
    fn enqueue(&mut self, sum: u32) {
        (0..self.queues.len()).for_each(|rule| self.enqueue_for(rule, sum));
    }

    /// The other sums that share a cell with a sum, each with the number of shared cells.
    pub fn overlaps(&mut self, sum: u32) -> Vec<(u32, i64)> {
        let mut around = Vec::new();
        for &cell in &self.sums[sum as usize].cells {
            for &other in &self.sums_of[cell as usize] {
                if self.shared[other as usize] == 0 {
                    around.push((other, 0));
                }
                self.shared[other as usize] += 1;
            }
        }
        for (other, shared) in &mut around {
            *shared = i64::from(std::mem::take(&mut self.shared[*other as usize]));
        }
        around.retain(|&(other, _)| other != sum);
        around
    }

    /// All undecided cells.
    pub fn undecided(&self) -> Vec<u32> {
        (0..self.value.len() as u32).filter(|&cell| self.value[cell as usize].is_none()).collect()
    }

    /// `cells` have these values, for the reason `terms` (any sums, with multipliers). If a cell has the other value
    /// already, the same terms show a contradiction.
    pub fn conclude(&mut self, terms: &[(u32, i64)], mut cells: Vec<(u32, bool)>) -> Result<(), Halt> {
        if cells.iter().any(|&(cell, mine)| self.value[cell as usize] == Some(!mine)) {
            return self.contradict(terms);
        }
        cells.retain(|&(cell, _)| self.value[cell as usize].is_none());
        if cells.is_empty() {
            return Ok(());
        }
        let rule = self.strongest(terms);
        let Some(terms) = self.given_terms(terms) else { return Ok(()) };
        self.found.push(rule, &terms, &cells);
        cells.into_iter().for_each(|(cell, mine)| self.set(cell, mine));
        Ok(())
    }

    /// The terms add up to a value that their cells cannot take.
    pub fn contradict(&mut self, terms: &[(u32, i64)]) -> Result<(), Halt> {
        let rule = self.strongest(terms);
        let Some(terms) = self.given_terms(terms) else { return Ok(()) };
        self.found.push_contradiction(rule, &terms);
        Err(Halt::Contradiction)
    }

    /// The rule at work, or the stronger one that derived a sum that it uses.
    fn strongest(&self, terms: &[(u32, i64)]) -> Level {
        let derived_by = |&(sum, _): &(u32, i64)| Some(self.sums[sum as usize].derived?.by);
        terms.iter().filter_map(derived_by).fold(self.rule, Level::max)
    }

    /// Replaces derived sums by the given sums behind them. None, and no deduction, in the unlikely case that a
    /// multiplier leaves 64 bits.
    fn given_terms(&self, terms: &[(u32, i64)]) -> Option<Vec<SumTerm>> {
        if let [(sum, times)] = *terms
            && sum <= self.total
        {
            return Some(vec![SumTerm { sum, times }]);
        }
        let mut all: BTreeMap<u32, i64> = BTreeMap::new();
        let add = |all: &mut BTreeMap<u32, i64>, sum, times: i64| {
            let entry = all.entry(sum).or_insert(0);
            *entry = entry.checked_add(times)?;
            Some(())
        };
        for &(sum, times) in terms {
            add(&mut all, sum, times)?;
        }
        // Parents have smaller numbers, so the largest number is complete when it is taken.
        let mut given = Vec::new();
        while let Some((sum, times)) = all.pop_last() {
            match self.sums[sum as usize].derived {
                _ if times == 0 => {}
                None => given.push(SumTerm { sum, times }),
                Some(Derived { of, less, .. }) => {
                    add(&mut all, of, times)?;
                    add(&mut all, less, times.checked_neg()?)?;
                }
            }
        }
        given.reverse();
        Some(given)
    }

    fn set(&mut self, cell: u32, mine: bool) {
        self.value[cell as usize] = Some(mine);
        self.changes += 1;
        self.cells_left -= 1;
        if let Some(left) = &mut self.mines_left {
            *left = left.saturating_sub(i64::from(mine));
        }
        for index in std::mem::take(&mut self.sums_of[cell as usize]) {
            let sum = &mut self.sums[index as usize];
            if let Ok(at) = sum.cells.binary_search(&cell) {
                sum.cells.remove(at);
                sum.count -= i64::from(mine);
                self.enqueue(index);
            }
        }
    }

    /// Adds a sum derived as `of` minus `less`.
    pub fn add(&mut self, cells: Vec<u32>, of: u32, less: u32) {
        let index = self.sums.len() as u32;
        let count = self.sums[of as usize].count - self.sums[less as usize].count;
        let derived = Some(Derived { of, less, by: self.rule });
        self.sums.push(Known { cells: Vec::new(), count: 0, derived });
        self.queued.push(0);
        self.shared.push(0);
        self.found.count_derived();
        self.write_out(index, cells, count);
    }

    /// Gives a sum without cells its cells: a new one, or the total.
    pub fn write_out(&mut self, index: u32, cells: Vec<u32>, count: i64) {
        for &cell in &cells {
            self.sums_of[cell as usize].push(index);
        }
        let sum = &mut self.sums[index as usize];
        (sum.cells, sum.count) = (cells, count);
        self.changes += 1;
        self.enqueue(index);
    }

    /// Removes a sum that duplicates another one.
    pub fn remove(&mut self, index: u32) {
        let sum = &mut self.sums[index as usize];
        sum.count = 0;
        for cell in std::mem::take(&mut sum.cells) {
            self.sums_of[cell as usize].retain(|&other| other != index);
        }
    }

    pub fn finish(self) -> Deductions {
        self.found
    }
}
