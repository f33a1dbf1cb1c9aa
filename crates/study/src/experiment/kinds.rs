//! The words of a plan for what is made of its rows, beside the measures.

/// Kinds of answers that the rows give.
pub const ANSWER_KINDS: [&str; 4] = ["half", "exponent", "ends", "each"];

/// Charts that are not of one measure.
pub const OTHER_CHARTS: [&str; 3] = ["cumulative", "turns", "moves"];
