//! Minesweeper boards as SVG and PNG.

pub mod picture;

use minesat_compile::compile;
use minesat_core::{board, engine, system};
#[cfg(test)]
use minesat_core::rng;
