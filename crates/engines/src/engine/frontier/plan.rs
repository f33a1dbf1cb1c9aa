//! A sweep as a program: one step per block, each a few reads and one addition on packed states.
//!
//! Both forms of state compile to the same steps, so one loop runs them.

use super::key::Slot;

/// The constraint of one sum on the block of a step: with `r = constant + sign * (its fields)` mines still needed, the
/// block takes at most `r` and at least `r - rest` of them.
#[derive(Clone, Debug)]
pub struct Check {
    pub constant: i64,
    pub sign: i64,
    /// Range of [`Plan::slots`].
    pub from: u32,
    pub to: u32,
    /// Cells of the sum in later blocks.
    pub rest: i64,
}

/// How one word of the state changes: `(word + add + mines * per_mine) & keep`, modulo 2^64. The
/// fields of the result are in range, so carries between fields cancel.
#[derive(Clone, Debug)]
pub struct Update {
    pub word: u32,
    pub add: u64,
    pub per_mine: u64,
    pub keep: u64,
}

/// Assigns mines to one block.
#[derive(Clone, Debug)]
pub struct SweepStep {
    pub block: u32,
    /// Cells of the block.
    pub size: u32,
    /// End of this step's checks in [`Plan::checks`]; they start where the last step's end.
    pub checks: u32,
    /// End of this step's updates in [`Plan::updates`].
    pub updates: u32,
}

/// The steps of a sweep over one component.
#[derive(Clone, Debug, Default)]
pub struct SweepPlan {
    /// Words of a state.
    pub words: usize,
    /// Largest number of open sums or live cells between two steps.
    pub width: usize,
    pub steps: Vec<SweepStep>,
    pub checks: Vec<Check>,
    pub updates: Vec<Update>,
    pub slots: Vec<Slot>,
}

/// A step with its parts at hand.
pub struct StepView<'a> {
    size: i64,
    checks: &'a [Check],
    updates: &'a [Update],
    slots: &'a [Slot],
}

impl SweepPlan {
    /// Ends a step whose checks and updates were just added.
    pub fn finish_step(&mut self, block: u32, size: u32) {
        let (checks, updates) = (self.checks.len() as u32, self.updates.len() as u32);
        self.steps.push(SweepStep { block, size, checks, updates });
    }

    /// Adds to the update of a word in the step under way.
    pub fn update(&mut self, word: u32) -> &mut Update {
        let first = self.steps.last().map_or(0, |s| s.updates as usize);
        let at = match self.updates[first..].iter().position(|u| u.word == word) {
            Some(at) => first + at,
            None => {
                self.updates.push(Update { word, add: 0, per_mine: 0, keep: u64::MAX });
                self.updates.len() - 1
            }
        };
        &mut self.updates[at]
    }

    /// Step `index` with its parts.
    pub fn step(&self, index: usize) -> StepView<'_> {
        let step = &self.steps[index];
        let (checks, updates) = match index.checked_sub(1) {
            Some(before) => (self.steps[before].checks, self.steps[before].updates),
            None => (0, 0),
        };
        StepView {
            size: i64::from(step.size),
            checks: &self.checks[checks as usize..step.checks as usize],
            updates: &self.updates[updates as usize..step.updates as usize],
            slots: &self.slots,
        }
    }
}

impl StepView<'_> {
    /// Fewest and most mines that the block can take in this state, if any number fits.
    #[inline]
    pub fn range(&self, state: &[u64]) -> Option<(u32, u32)> {
        let (mut low, mut high) = (0, self.size);
        for check in self.checks {
            let fields = &self.slots[check.from as usize..check.to as usize];
            let needed = check.constant + check.sign * fields.iter().map(|slot| slot.read(state)).sum::<i64>();
            low = low.max(needed - check.rest);
            high = high.min(needed);
        }
        (low <= high).then_some((low as u32, high as u32))
    }

    /// Changes the state to the one after the block took `mines`.
    #[inline]
    pub fn apply(&self, state: &mut [u64], mines: u32) {
        for update in self.updates {
            let word = &mut state[update.word as usize];
            let sum = word.wrapping_add(update.add).wrapping_add(update.per_mine.wrapping_mul(u64::from(mines)));
            *word = sum & update.keep;
        }
    }
}
