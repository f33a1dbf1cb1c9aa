//! Benchmarks, statistics, plots and reports for Minesweeper engines.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod bench;
pub mod report;
pub mod suite;

#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, file_name, input_error, lines, process, rng, spec, system, units};
use minesat_encode::encode;
use minesat_engines::{answer, engine};
use minesat_files::{atomic_file, compression, generate, instance, journal};
