//! Cardinality constraints as clauses: a family of encodings, and DIMACS, OPB, LP and MPS files.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod encode;

#[cfg(test)]
use minesat_core::rng;
#[cfg(feature = "schema")]
use minesat_core::schema;
use minesat_core::{board, system};
