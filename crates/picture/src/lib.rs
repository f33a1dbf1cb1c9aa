//! Minesweeper boards as SVG and PNG.

#![warn(missing_docs)]

pub mod picture;

use minesat_compile::compile;
#[cfg(test)]
use minesat_core::rng;
use minesat_core::{board, engine, system};
