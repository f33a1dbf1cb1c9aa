//! Minesweeper games: players, game trees, exactly optimal play, no-guess boards.

#![deny(missing_docs)]

pub mod play;

use minesat_core::{board, field, file_name, grid, input_error, lines, process, rng, system};
use minesat_engines::{answer, engine};
use minesat_files::packed;
