//! Statistics of comparisons: intervals, tests and ranks. Everything is deterministic: resampling has a fixed seed.

pub mod bootstrap;
mod cliques;
mod contribution;
mod holm;
mod ranks;
mod trend;
pub mod wilcoxon;

pub use bootstrap::Estimate;
pub use cliques::cliques;
pub use contribution::{marginal, virtual_best};
pub use holm::holm;
pub use ranks::mean_ranks;
pub use trend::{Slope, rank_correlation, slope};
