//! Experiments on whole games: a plan names points of a parameter, players and reported figures of others; every player
//! plays the same boards at every point; the report is made from the text of the plan and the rows alone.
//!
//! A row keeps which games were won, one bit each, so that players can be compared in pairs even if they played on
//! different days.

pub mod answers;
pub mod boards;
pub mod charts;
mod contrast;
mod control;
pub mod error;
pub mod kinds;
mod made;
mod pairs;
pub mod plan;
pub mod report;
pub mod row;
pub mod run;
pub mod session;
pub mod settings;
pub mod store;
pub mod tasks;
pub mod timed;

pub use error::ExperimentError;
pub use plan::{ExperimentPlan, read_plan};
pub use row::PointRow;
pub use session::Experiment;
pub use tasks::Asked;
