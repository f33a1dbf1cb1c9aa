//! Components solved so far.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{EnumeratedComponent, NoComponent, Sums, with_need};

/// Components by their keys ([`Sums::key`]), those without solution or too large included.
#[derive(Debug, Default)]
pub struct ComponentStore {
    components: FxHashMap<Vec<u64>, Result<Arc<EnumeratedComponent>, NoComponent>>,
    bytes: usize,
    reused: u64,
}

/// A store of this many bytes is emptied.
const MOST_BYTES: usize = 64 << 20;

/// In a key, for every need of the sum: no clue has it.
const ANY: u8 = i8::MAX as u8;

/// Approximate bytes of a component beside its arrangements.
const BYTES_EACH: usize = 1000;

impl ComponentStore {
    /// How often a component was known.
    pub fn reused(&self) -> u64 {
        self.reused
    }

    /// The component of some sums. Adds the steps of its enumeration, if there was one.
    ///
    /// # Errors
    /// The sums are unsatisfiable, or the component is too large.
    pub fn component<S: Sums>(
        &mut self,
        sums: &[u32],
        given: &S,
        steps: &mut u64,
    ) -> Result<Arc<EnumeratedComponent>, NoComponent> {
        let key = given.key(sums);
        self.known(&key).unwrap_or_else(|| self.take_in(key, EnumeratedComponent::solve(sums, given, steps)))
    }

    /// As [`ComponentStore::component`], if the components for other needs of one of the sums will be needed as well: all are
    /// found at once.
    ///
    /// # Errors
    /// The sums are unsatisfiable, or the component is too large.
    pub fn component_shown<S: Sums>(
        &mut self,
        sums: &[u32],
        given: &S,
        shown: u32,
        steps: &mut u64,
    ) -> Result<Arc<EnumeratedComponent>, NoComponent> {
        let key = given.key(sums);
        if let Some(known) = self.known(&key) {
            return known;
        }
        let at = sums.iter().position(|&sum| sum == shown);
        let with = |need: u8| {
            let mut other = key.clone();
            at.into_iter().for_each(|at| other[at] = with_need(other[at], need));
            other
        };
        // One need with too many arrangements, or too many steps in all, says nothing about the others: this is
        // recorded, and each is found by itself.
        if self.known(&with(ANY)).is_none() {
            match EnumeratedComponent::solve_each(sums, given, Some(shown), steps) {
                Ok(each) => each.into_iter().zip(0..).for_each(|(found, need)| drop(self.take_in(with(need), found))),
                Err(too_large) => drop(self.take_in(with(ANY), Err(too_large))),
            }
        }
        self.known(&key).unwrap_or_else(|| self.take_in(key, EnumeratedComponent::solve(sums, given, steps)))
    }

    fn known(&mut self, key: &[u64]) -> Option<Result<Arc<EnumeratedComponent>, NoComponent>> {
        let known = self.components.get(key).cloned();
        self.reused += u64::from(known.is_some());
        known
    }

    fn take_in(
        &mut self,
        key: Vec<u64>,
        found: Result<EnumeratedComponent, NoComponent>,
    ) -> Result<Arc<EnumeratedComponent>, NoComponent> {
        let found = found.map(Arc::new);
        if self.bytes >= MOST_BYTES {
            *self = ComponentStore { reused: self.reused, ..ComponentStore::default() };
        }
        let bytes = BYTES_EACH + found.as_ref().map_or(0, |component| component.bytes());
        if self.components.insert(key, found.clone()).is_none() {
            self.bytes += bytes;
        }
        found
    }
}
