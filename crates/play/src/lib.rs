//! Minesweeper games: players, game trees, exactly optimal play, no-guess boards.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod play;

#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, field, file_name, grid, input_error, lines, process, rng, spec, system, units};
use minesat_engines::{answer, engine};
use minesat_files::compression;
