//! What the states of a merge are made of.

use super::Join;
use super::fit::MergedState;

/// Size from which tables of merges are in order; in tests a small one, to cover it on small systems.
pub const ORDERED: usize = if cfg!(test) { 4 } else { 1 << 12 };
/// Pairs or states after which a merge looks at its limits.
pub const BETWEEN: usize = 1 << 14;

/// What resulting states are made of.
pub struct MergeInput<'a, K> {
    pub join: &'a Join,
    pub fit: &'a MergedState<K>,
    /// The left table.
    pub lefts: &'a [K],
    /// The mines used by the right states, by group.
    pub used: &'a [K],
    /// The number of pairs.
    pub pairs: usize,
}
