//! Reasons: every deduction as an integer combination of the given sums.

use std::collections::BTreeMap;
use std::ops::Range;

use num_integer::Integer;

use super::{NAMES, RULES};
use crate::certify::{Certificate, CertificateNode, CertificateTree, Justification};
use crate::system::System;

/// A rule, and the level at which it is the strongest one; ordered by strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub(super) u8);

impl Default for Level {
    /// The strongest.
    fn default() -> Self {
        Level(RULES.len() as u8 - 1)
    }
}

impl Level {
    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (0..RULES.len() as u8).map(Level)
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::all().find(|level| level.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }
}

/// `times` times the given sum number `sum`; the number after the last sum stands for the total
/// over all cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumTerm {
    /// Index of the sum in the system; the number of sums stands for the total.
    pub sum: u32,
    /// Multiplier, negative where the sum is subtracted.
    pub times: i64,
}

/// One use of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleStep {
    /// The rule that applied, as the level at which it is the strongest.
    pub rule: Level,
    terms: Range<usize>,
    cells: Range<usize>,
}

/// A decided cell with its reason: add up the terms, substitute the values of the cells deduced in earlier steps, and
/// the cell has only one value left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduction<'a> {
    /// Variable of the system.
    pub cell: u32,
    /// Its value: true for a mine, false for safe.
    pub mine: bool,
    /// The rule that decided it, as the level at which it is the strongest.
    pub rule: Level,
    /// Sums with their multipliers, shared by all cells of the step.
    pub terms: &'a [SumTerm],
}

/// Everything the rules found, in the order of discovery. Cells that one step decides share its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deductions {
    steps: Vec<RuleStep>,
    terms: Vec<SumTerm>,
    cells: Vec<(u32, bool)>,
    contradiction: bool,
    decided: Vec<bool>,
    derived: u64,
}

impl Deductions {
    pub(super) fn new(cells: usize) -> Self {
        Deductions { decided: vec![false; cells], ..Deductions::default() }
    }

    pub(super) fn push(&mut self, rule: Level, terms: &[SumTerm], cells: &[(u32, bool)]) {
        let (terms_before, cells_before) = (self.terms.len(), self.cells.len());
        self.terms.extend(terms);
        self.cells.extend(cells);
        cells.iter().for_each(|&(cell, _)| self.decided[cell as usize] = true);
        self.steps.push(RuleStep {
            rule,
            terms: terms_before..self.terms.len(),
            cells: cells_before..self.cells.len(),
        });
    }

    pub(super) fn push_contradiction(&mut self, rule: Level, terms: &[SumTerm]) {
        self.push(rule, terms, &[]);
        self.contradiction = true;
    }

    pub(super) fn count_derived(&mut self) {
        self.derived += 1;
    }

    /// Number of decided cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// True if no cell was decided.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The steps in order; a contradiction is the last one.
    pub fn steps(&self) -> &[RuleStep] {
        &self.steps
    }

    /// Sums that were derived on the way.
    pub fn derived(&self) -> u64 {
        self.derived
    }

    /// The terms of a step.
    pub fn terms(&self, step: &RuleStep) -> &[SumTerm] {
        &self.terms[step.terms.clone()]
    }

    /// The cells that a step decided, true = mine.
    pub fn cells(&self, step: &RuleStep) -> &[(u32, bool)] {
        &self.cells[step.cells.clone()]
    }

    /// Every decided cell with its reason.
    pub fn iter(&self) -> impl Iterator<Item = Deduction<'_>> {
        self.steps.iter().flat_map(move |step| {
            let terms = self.terms(step);
            self.cells(step).iter().map(move |&(cell, mine)| Deduction { cell, mine, rule: step.rule, terms })
        })
    }

    /// The step that showed that there is no model, if there was one: after the earlier steps its terms add up to a
    /// value that their cells cannot take.
    pub fn contradiction(&self) -> Option<&RuleStep> {
        self.steps.last().filter(|_| self.contradiction)
    }

    /// Whether a cell was decided.
    pub fn is_decided(&self, cell: u32) -> bool {
        self.decided[cell as usize]
    }

    /// The values of all `cells` cells, None where undecided.
    pub fn values(&self, cells: usize) -> Vec<Option<bool>> {
        let mut values = vec![None; cells];
        self.cells.iter().for_each(|&(cell, mine)| values[cell as usize] = Some(mine));
        values
    }

    /// Every step as a certificate: its terms, which use the cells of the steps before.
    pub fn certificates(&self) -> Vec<Certificate> {
        let certificate = |step: &RuleStep| {
            let terms = self.terms(step).iter().map(|t| (t.sum, t.times).into()).collect();
            let reason = Justification::Tree(CertificateTree(vec![CertificateNode::Leaf(terms)]));
            Certificate { claims: self.cells(step).to_vec(), reason }
        };
        self.steps.iter().map(certificate).collect()
    }

    /// Checks every step by adding up its terms anew, without any rule.
    ///
    /// # Errors
    /// The number of the first step that does not follow.
    pub fn check(&self, system: &System) -> Result<(), usize> {
        let mut values = vec![None; system.cells];
        for (number, step) in self.steps.iter().enumerate() {
            let last = self.contradiction && number + 1 == self.steps.len();
            if !self.follows(system, step, last, &values) {
                return Err(number);
            }
            self.cells(step).iter().for_each(|&(cell, mine)| values[cell as usize] = Some(mine));
        }
        Ok(())
    }

    fn follows(&self, system: &System, step: &RuleStep, contradiction: bool, values: &[Option<bool>]) -> bool {
        let mut row: BTreeMap<u32, i128> = BTreeMap::new();
        let mut value = 0i128;
        for term in self.terms(step) {
            let times = i128::from(term.times);
            let mut add = |cell: u32| match values[cell as usize] {
                Some(mine) => value -= if mine { times } else { 0 },
                None => *row.entry(cell).or_insert(0) += times,
            };
            let count = match (system.sums.get(term.sum as usize), system.total) {
                (Some(sum), _) => {
                    sum.cells.iter().for_each(|&cell| add(cell));
                    i64::from(sum.count)
                }
                (None, Some(total)) => {
                    (0..system.cells as u32).for_each(add);
                    total
                }
                (None, None) => return false,
            };
            value += times * i128::from(count);
        }
        let least: i128 = row.values().filter(|c| **c < 0).sum();
        let most: i128 = row.values().filter(|c| **c > 0).sum();
        if contradiction {
            let common = row.values().fold(0, |gcd, c| c.gcd(&gcd));
            return value < least || value > most || common != 0 && value % common != 0;
        }
        self.cells(step).iter().all(|&(cell, mine)| {
            let Some(&times) = row.get(&cell) else { return false };
            // The other value must put the rest of the row out of range.
            let taken = if mine { 0 } else { times };
            let (below, above) = (least - times.min(0), most - times.max(0));
            value - taken < below || value - taken > above
        })
    }
}
