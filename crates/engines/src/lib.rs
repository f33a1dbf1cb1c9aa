//! Engines that classify, count and decide Minesweeper systems: frontier dynamic programming, search, SAT, LP.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod answer;
pub mod engine;

#[cfg(test)]
use minesat_core::field;
use minesat_core::process;
#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, certify, mines, poly, rng, spec, system, threads};
#[cfg(feature = "sat")]
use minesat_encode::encode;
