//! The order in which a sweep visits cells.

/// When a cell is visited, and how wide the frontier is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Step within its component, from 1; twin cells are visited in one step.
    pub step: usize,
    /// Open sums after the step: those with cells visited and cells yet to come.
    pub width: usize,
}
