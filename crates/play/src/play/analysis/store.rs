//! Components solved so far.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Component, NoComponent, key, with_need};
use crate::play::tracker::Tracker;

/// One store is shared by all analyses of positions of one game: its clones are the same store.
#[derive(Clone, Debug, Default)]
pub struct Store(Rc<RefCell<Solved>>);

#[derive(Debug, Default)]
struct Solved {
    components: FxHashMap<Vec<u64>, Result<Rc<Component>, NoComponent>>,
    bytes: usize,
}

/// A store of this many bytes is emptied.
const MOST_BYTES: usize = 64 << 20;

/// In a key, for every count of the clue: no clue has it.
const ANY: u8 = i8::MAX as u8;

/// Approximate bytes of a component beside its arrangements.
const BYTES_EACH: usize = 1000;

impl Store {
    /// The component of some clues. Adds the steps of its enumeration, if there was one.
    ///
    /// # Errors
    /// The clues are unsatisfiable, or the component is too large.
    pub fn component(&self, clues: &[u32], tracker: &Tracker, steps: &mut u64) -> Result<Rc<Component>, NoComponent> {
        let key = key(clues, tracker);
        self.known(&key).unwrap_or_else(|| self.take_in(key, Component::solve(clues, tracker, steps)))
    }

    /// As [`Store::component`], if the components for other numbers at one of the clues will be needed as well: all are
    /// found at once.
    ///
    /// # Errors
    /// The clues are unsatisfiable, or the component is too large.
    pub fn component_shown(
        &self,
        clues: &[u32],
        tracker: &Tracker,
        shown: u32,
        steps: &mut u64,
    ) -> Result<Rc<Component>, NoComponent> {
        let key = key(clues, tracker);
        if let Some(known) = self.known(&key) {
            return known;
        }
        let with = |need: u8| {
            let own = |(&clue, &word): (&u32, &u64)| if clue == shown { with_need(word, need) } else { word };
            clues.iter().zip(&key).map(own).collect::<Vec<u64>>()
        };
        // One number with too many arrangements, or too many steps in all, says nothing about the others: this is
        // recorded, and each is found by itself.
        if self.known(&with(ANY)).is_none() {
            match Component::solve_each(clues, tracker, Some(shown), steps) {
                Ok(each) => each.into_iter().zip(0..).for_each(|(found, need)| drop(self.take_in(with(need), found))),
                Err(too_large) => drop(self.take_in(with(ANY), Err(too_large))),
            }
        }
        self.known(&key).unwrap_or_else(|| self.take_in(key, Component::solve(clues, tracker, steps)))
    }

    fn known(&self, key: &[u64]) -> Option<Result<Rc<Component>, NoComponent>> {
        self.0.borrow().components.get(key).cloned()
    }

    fn take_in(&self, key: Vec<u64>, found: Result<Component, NoComponent>) -> Result<Rc<Component>, NoComponent> {
        let found = found.map(Rc::new);
        let mut solved = self.0.borrow_mut();
        if solved.bytes >= MOST_BYTES {
            *solved = Solved::default();
        }
        let bytes = BYTES_EACH + found.as_ref().map_or(0, |c| c.rows.len() + c.len() * size_of::<(u128, u16)>());
        if solved.components.insert(key, found.clone()).is_none() {
            solved.bytes += bytes;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Grid;
    use crate::play::analysis::components;
    use crate::play::tracker::{Neighbours, Pairs};

    /// Three rows: in the middle one every other cell is a clue of 3.
    fn strip(cols: usize) -> Tracker {
        let grid = Grid { rows: 3, cols };
        let mut tracker = Tracker::new(grid, Arc::new(Neighbours::new(grid)), Pairs::All);
        (0..cols).step_by(2).for_each(|col| tracker.reveal(grid.at(1, col) as u32, 3));
        tracker
    }

    /// Components found for all numbers at once equal those found by themselves, also if all together are too many.
    #[test]
    fn components_of_all_numbers_are_those_of_each() {
        let (mut found, mut too_large) = (0, 0);
        for cols in [5, 9, 23] {
            let mut tracker = strip(cols);
            let (clues, _) = components(&tracker);
            assert_eq!(clues.len(), 1);
            for &shown in &clues[0] {
                let store = Store::default();
                too_large += usize::from(Component::solve_each(&clues[0], &tracker, Some(shown), &mut 0).is_err());
                for number in 0..=8 {
                    tracker.reveal(shown, number);
                    let own = store.component_shown(&clues[0], &tracker, shown, &mut 0);
                    match (own, Component::solve(&clues[0], &tracker, &mut 0)) {
                        (Ok(own), Ok(alone)) => {
                            assert_eq!(
                                (&own.rows, &own.mines, &own.weights),
                                (&alone.rows, &alone.mines, &alone.weights)
                            );
                            assert_eq!((own.least, &own.tally), (alone.least, &alone.tally));
                            assert!((0..own.blocks.len()).all(|b| own.in_block(b).eq(alone.in_block(b))));
                            found += 1;
                        }
                        (own, alone) => assert_eq!(own.err(), alone.err()),
                    }
                }
                tracker.reveal(shown, 3);
            }
        }
        assert!(found > 50 && too_large > 3, "{found} {too_large}");
    }
}
