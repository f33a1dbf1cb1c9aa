//! How a system becomes clauses, and the solver that gets them: what a session needs of the options.

use super::backend::Solver;
use crate::encode::Encoding;

/// Encodings and solver.
pub struct Setup {
    /// Encoding of the clues' sums.
    pub local: &'static dyn Encoding,
    /// Encoding of the total, where it is written.
    pub total: &'static dyn Encoding,
    /// Row of the solver.
    pub solver: &'static Solver,
    /// Command line of an external solver.
    pub command: String,
    /// Whether equal and complementary cells share a variable.
    pub collapse: bool,
    /// Whether variables are eliminated where no cell is asked about.
    pub simplify: SimplifyChoice,
}

/// Which formulas are simplified.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SimplifyChoice {
    /// Those with far fewer variables than cells.
    Auto,
    On,
    Off,
}
