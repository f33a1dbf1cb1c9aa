//! A page to paint Minesweeper boards and ask engines, and its JSON interface.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod serve;

use minesat_core::{board, field, input_error, process, spec, system};
use minesat_engines::{answer, engine};
use minesat_explain::explain;
use minesat_files::{compression, formats, generate, instance};
use minesat_play::play;
