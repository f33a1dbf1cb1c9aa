//! The constraint system of a Minesweeper board: boards, sums, reductions, verdicts, certificates and their check.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod board;
pub mod certify;
pub mod engine;
pub mod field;
pub mod file_name;
pub mod grid;
pub mod input_error;
pub mod lines;
pub mod mines;
pub mod poly;
pub mod process;
pub mod rng;
#[cfg(feature = "schema")]
pub mod schema;
pub mod spec;
pub mod system;
pub mod threads;
pub mod units;
