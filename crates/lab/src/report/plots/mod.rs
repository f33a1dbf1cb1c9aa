//! Plots as SVG.

mod axis;
mod chart;
mod dots;
mod ranking;

pub use axis::Axis;
pub use chart::{Chart, PointMark, escape};
pub use ranking::{RankedEntry, ranking};
