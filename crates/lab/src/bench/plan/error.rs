//! What is wrong with a plan.

use super::{LEAST_MEMORY, WALL_FACTOR};
use crate::spec::SpecError;

/// What is wrong with a plan, in one line.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// No such engine, or a wrong option of one.
    #[error("{0}")]
    Engine(#[from] SpecError),
    /// A family without presets.
    #[error("engine {0} has no presets")]
    NoPresets(String),
    /// No restriction of instances.
    #[error("--only takes family=, tier=, name=, split=, band=, least_sat=, most_covered= or first=, not {0:?}")]
    Only(String),
    /// A restriction that takes a number.
    #[error("--only {0}= takes a whole number, not {1:?}")]
    OnlyNumber(String, String),
    /// Too little memory for a measurement.
    #[error("a measurement needs at least {} MiB of memory", LEAST_MEMORY >> 20)]
    Memory,
    /// No time for a measurement.
    #[error("the time limit must be above 0 seconds")]
    NoTime,
    /// A wall limit that could decide a status before the time limit does.
    #[error("the wall limit must be at least {WALL_FACTOR} times the time limit, {0} s here")]
    Wall(f64),
    /// No repetition.
    #[error("runs must be 1 or more")]
    NoRuns,
    /// Nothing to measure.
    #[error("a plan needs at least one engine and one query")]
    Nothing,
    /// A query that is listed twice.
    #[error("query {0} is listed twice")]
    QueryTwice(&'static str),
    /// An instance file that is listed twice.
    #[error("instance file {0} is listed twice")]
    FileTwice(String),
    /// Standard input, which cannot be read again.
    #[error("{0}: a bench reads its instances from files, not from standard input")]
    StandardInput(String),
    /// The plan in a header has another form.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The time limit in a header is none.
    #[error("{0}")]
    Timeout(#[from] std::time::TryFromFloatSecsError),
}
