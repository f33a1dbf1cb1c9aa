//! Cardinality constraints as clauses: a family of encodings, and DIMACS, OPB, LP and MPS files.

pub mod encode;

use minesat_core::{board, system};
#[cfg(test)]
use minesat_core::rng;
