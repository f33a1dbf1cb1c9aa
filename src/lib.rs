//! minesat: a laboratory for Minesweeper as a constraint problem.

pub mod allocator;
pub mod answer;
pub mod bench;
pub mod board;
pub mod certify;
pub mod chains;
pub mod cli;
pub mod compile;
pub mod encode;
pub mod engine;
pub mod experiment;
pub mod explain;
pub mod field;
pub mod file_name;
pub mod formats;
pub mod gadget;
pub mod generate;
pub mod grid;
pub mod hierarchy;
pub mod input_error;
pub mod instance;
pub mod journal;
pub mod lines;
pub mod packed;
pub mod picture;
pub mod play;
mod process;
pub mod report;
pub mod rng;
pub mod serve;
pub mod solvable;
pub mod system;
pub mod units;
pub mod whole_file;

#[doc = include_str!("TUTORIAL.md")]
pub mod tutorial {}
