//! minesat: a laboratory for Minesweeper as a constraint problem.

pub mod answer;
pub mod board;
pub mod cli;
pub mod encode;
pub mod engine;
pub mod field;
pub mod generate;
pub mod grid;
pub mod input_error;
pub mod instance;
pub mod rng;
pub mod system;
