//! The error of everything that may find out that there is no solution.

/// The sums have no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;
