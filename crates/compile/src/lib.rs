//! Formulas and circuits compiled to Minesweeper boards and back; search for gadgets.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod compile;
pub mod gadget;

use minesat_core::{board, grid, input_error, lines, rng};
use minesat_encode::encode;
use minesat_engines::engine;
