//! Benchmarks, experiments, statistics, plots and reports for Minesweeper engines.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod bench;
pub mod chains;
pub mod experiment;
pub mod hardest;
pub mod report;
pub mod results;
pub mod solvable;
pub mod study;
pub mod suite;

use minesat_compile::{compile, gadget};
#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, field, file_name, grid, input_error, lines, process, rng, spec, system, units};
use minesat_encode::encode;
use minesat_engines::{answer, engine};
use minesat_explain::explain;
use minesat_files::{atomic_file, compression, generate, instance, journal};
use minesat_picture::picture;
use minesat_play::play;
