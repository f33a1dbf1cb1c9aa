//! Search for tiles: given a footprint, ports and a truth table, a clue layout whose completions are that table, or the
//! proof that none exists.
//!
//! "There are clues such that for all mines ..." has two quantifiers; it is answered by counterexample-guided search
//! (Clarke et al. 2000; for quantified formulas Janota & Marques-Silva 2011). One SAT solver holds the layout and one
//! completion per row of the table (`model`). A proposed layout may have further completions; these are reached from
//! the wanted ones by small *moves*, sets of cells that change their mines and leave every clue satisfied (`moves`). A
//! move found once is forbidden everywhere, in every row, at every place and in every orientation, so few proposals are
//! needed.

mod flips;
pub mod map;
mod model;
pub mod problem;
pub mod search;
mod symmetry;
