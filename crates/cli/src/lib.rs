//! The command line of minesat.

#![deny(missing_docs)]

mod cli;

pub use cli::{main, run};

use minesat_compile::{compile, gadget};
#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{
    board, certify, field, file_name, grid, input_error, lines, process, rng, spec, system, threads, units,
};
use minesat_encode::encode;
use minesat_engines::{answer, engine};
use minesat_explain::{explain, hierarchy};
#[cfg(feature = "schema")]
use minesat_files::journal;
use minesat_files::{atomic_file, compression, formats, generate, instance};
use minesat_lab::{bench, chains, experiment, hardest, report, results, solvable, study, suite};
use minesat_picture::picture;
use minesat_play::play;
#[cfg(feature = "page")]
use minesat_serve::serve;
