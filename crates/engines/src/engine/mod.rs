//! Engines: very different methods behind one object-safe trait, chosen by name.

pub mod backtrack;
mod certificates;
pub mod frontier;
pub mod incremental;
pub mod likelihood;
#[cfg(feature = "lp")]
pub mod lp;
#[cfg(feature = "sat")]
pub mod sat;
mod search;
mod singleton;
mod spec;

pub use minesat_core::engine::*;

pub use certificates::certificates;
pub use search::tree_width;
pub use spec::{FAMILIES, build, parse};
