//! Parts of a count that an engine keeps for the next count.

use std::any::Any;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Counted parts, by a key that describes them fully. A system that differs from an earlier one in a few sums recounts
/// only the parts that these touch.
#[derive(Default)]
pub struct CountCache {
    parts: FxHashMap<Box<[u32]>, Arc<dyn Any + Send + Sync>>,
}

impl CountCache {
    /// The part with this key.
    pub fn get<T: Any + Send + Sync>(&self, key: &[u32]) -> Option<Arc<T>> {
        Arc::clone(self.parts.get(key)?).downcast().ok()
    }

    /// Keeps a part.
    pub fn put<T: Any + Send + Sync>(&mut self, key: Box<[u32]>, part: Arc<T>) {
        self.parts.insert(key, part);
    }

    /// Number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// True before the first part is kept.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}
