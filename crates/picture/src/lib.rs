//! Minesweeper boards as SVG and PNG, plots as PDF.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod picture;

use minesat_compile::compile;
#[cfg(test)]
use minesat_core::rng;
use minesat_core::{board, engine, system};
