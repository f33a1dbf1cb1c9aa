//! Experiments with games, studies, chains, no-guess analysis, and the state of published results.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod chains;
pub mod experiment;
pub mod hardest;
pub mod results;
pub mod solvable;
pub mod study;

use minesat_compile::{compile, gadget};
#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, field, file_name, grid, input_error, lines, process, rng, spec, system};
use minesat_engines::{answer, engine};
use minesat_explain::explain;
use minesat_files::{compression, generate, instance, journal};
use minesat_lab::{bench, report, suite};
use minesat_picture::picture;
use minesat_play::play;
