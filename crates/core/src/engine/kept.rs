//! What an engine keeps of one count for the next.

use std::any::Any;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Parts counted before, by whatever describes them fully. Counting a system that differs in a few
/// sums from one before makes only the parts that they touch again.
#[derive(Default)]
pub struct Kept {
    parts: FxHashMap<Box<[u32]>, Arc<dyn Any + Send + Sync>>,
}

impl Kept {
    /// The part of this key.
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

    /// True if nothing was kept yet.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}
