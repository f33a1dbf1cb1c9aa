//! Why a cell is safe or a mine: smallest sets of clues, steps of deduction, the hierarchy of methods.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod explain;
pub mod hierarchy;

use minesat_core::{board, grid, rng, system};
use minesat_encode::encode;
use minesat_engines::engine;
