//! Plots as SVG.

mod axis;
mod chart;

pub use axis::Axis;
pub use chart::{Chart, PointMark};
