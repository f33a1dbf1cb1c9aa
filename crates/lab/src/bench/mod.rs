//! Measurements: a plan (instance files x engines x queries), a child process for each measurement, and one record per
//! measurement, appended to a file as it is made.

mod expected;
pub mod key;
mod log;
mod machine;
pub mod measure;
pub mod merge;
pub mod plan;
mod progress;
pub mod record;
mod row;
mod runner;
pub mod settle;
pub mod shard;
mod subject;
mod survey;

pub use log::{OnExisting, write_run};
pub use machine::{built_from, revision, this_machine};
pub use measure::STALLED;
pub use progress::{Progress, Unwatched};
pub use runner::{RunOptions, Summary, run};
pub use shard::Shard;
pub use survey::sha256_of_file;
