//! The number of threads of a command.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::cli::CliError;

/// Reads a number of threads. More than the most do not help and may take a machine down.
pub fn number() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1024)
}

/// The threads of a command that plays or counts.
#[derive(Args, Clone, Copy)]
pub struct JobsArgs {
    /// Threads [default: all]
    #[arg(short, long, value_name = "N", value_parser = number())]
    jobs: Option<usize>,
}

impl JobsArgs {
    /// The threads.
    ///
    /// # Errors
    /// The system cannot start that number of threads.
    pub fn pool(self) -> Result<ThreadPool, CliError> {
        let pool = ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0)).build();
        pool.map_err(|e| CliError::usage(e.to_string()))
    }
}
