//! Formulas and circuits as boards: formula -> tiles -> placement -> board, and solutions back.
//!
//! Solutions of a compiled board and models of its formula correspond one to one, by the composition rule:
//! every tile allows exactly the rows of its table, each in one way, and tiles meet at ports only.

pub mod assemble;
pub mod circuit;
pub mod cnf;
pub mod detect;
pub mod dimacs;
pub mod error;
pub mod family;
mod files;
mod gates;
pub mod layout;
pub mod library;
mod order;
pub mod problem;
pub mod tile;
pub mod verify;
