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
pub mod spec;

pub use minesat_core::engine::*;

pub use certificates::certificates;
#[cfg(feature = "sat")]
pub use sat::{SOLVER_NAMES, satisfy};
pub use spec::{FAMILIES, build};
