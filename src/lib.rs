//! minesat: a laboratory for Minesweeper as a constraint problem.

pub mod allocator;
pub mod cli;

pub use minesat_compile::{compile, gadget};
pub use minesat_core::{board, certify, field, file_name, grid, input_error, lines, process, rng, system, units};
pub use minesat_encode::encode;
pub use minesat_engines::{answer, engine};
pub use minesat_explain::{explain, hierarchy};
pub use minesat_files::{formats, generate, instance, journal, packed, whole_file};
pub use minesat_lab::{bench, chains, experiment, report, solvable};
pub use minesat_picture::picture;
pub use minesat_play::play;
pub use minesat_serve::serve;

#[doc = include_str!("TUTORIAL.md")]
pub mod tutorial {}
