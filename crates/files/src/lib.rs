//! Boards and instances in files: formats, generators, compression, journals.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod atomic_file;
pub mod compression;
pub mod formats;
pub mod generate;
pub mod instance;
pub mod journal;

#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, field, file_name, grid, input_error, lines, rng, units};
use minesat_encode::encode;
