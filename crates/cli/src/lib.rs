//! The command line of minesat.

#![deny(missing_docs)]

mod cli;

pub use cli::{main, run};

#[cfg(feature = "extras")]
use minesat_compile::{compile, gadget};
#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, certify, file_name, input_error, lines, process, rng, spec, system, threads, units};
#[cfg(feature = "extras")]
use minesat_core::{field, grid};
use minesat_encode::encode;
use minesat_engines::{answer, engine};
#[cfg(feature = "extras")]
use minesat_explain::{explain, hierarchy};
#[cfg(feature = "schema")]
use minesat_files::journal;
use minesat_files::{atomic_file, compression, formats, generate, instance};
use minesat_lab::{bench, report, suite};
#[cfg(any(feature = "extras", feature = "pdf"))]
use minesat_picture::picture;
#[cfg(feature = "extras")]
use minesat_play::play;
#[cfg(feature = "page")]
use minesat_serve::serve;
#[cfg(feature = "extras")]
use minesat_study::{chains, experiment, hardest, results, solvable, study};
