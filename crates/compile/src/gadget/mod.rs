//! Search for tiles: given a footprint, ports and a truth table, a clue layout whose completions are that
//! table, or the proof that there is none.
//!
//! There exist clues such that for all mines: a question with two quantifiers, answered by counterexample-
//! guided search (Clarke et al. 2000; for quantified formulas Janota & Marques-Silva 2011). One SAT solver
//! holds the layout and one completion a row of the table (`model`). What it proposes may have more
//! completions; these are reached from the wanted ones by small *moves*, sets of cells that change their
//! mines and leave every clue satisfied (`moves`). A move that was found once is forbidden everywhere,
//! in every row, at every place and in every orientation, so few proposals are needed.

pub mod map;
pub mod map_report;
mod model;
mod moves;
pub mod problem;
pub mod search;
mod symmetry;
