//! Components solved so far.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Component, NoComponent, key};
use crate::play::tracker::Tracker;

/// One store is shared by all that looks at positions of one game: its clones are the same store.
#[derive(Clone, Debug, Default)]
pub struct Store(Rc<RefCell<Solved>>);

#[derive(Debug, Default)]
struct Solved {
    components: FxHashMap<Vec<u64>, Result<Rc<Component>, NoComponent>>,
    bytes: usize,
}

/// A store that has grown to as many bytes is emptied.
const MOST_BYTES: usize = 64 << 20;

/// What a component takes beside its arrangements, about.
const BYTES_EACH: usize = 1000;

impl Store {
    /// The component of some clues. Adds the steps of its enumeration, if there was one.
    ///
    /// # Errors
    /// Nothing satisfies the clues, or it is too large.
    pub fn component(&self, clues: &[u32], tracker: &Tracker, steps: &mut u64) -> Result<Rc<Component>, NoComponent> {
        let key = key(clues, tracker);
        if let Some(known) = self.0.borrow().components.get(&key) {
            return known.clone();
        }
        let found = Component::solve(clues, tracker).map(Rc::new);
        *steps += found.as_ref().map_or(1, |c| c.steps);
        let mut solved = self.0.borrow_mut();
        if solved.bytes >= MOST_BYTES {
            *solved = Solved::default();
        }
        solved.bytes += BYTES_EACH + found.as_ref().map_or(0, |c| c.rows.len() + c.len() * size_of::<(u128, u16)>());
        solved.components.insert(key, found.clone());
        found
    }
}
