//! Sub-commands of `generate` that are no families.

use clap::{ArgMatches, Command};

use crate::cli::CliError;
use crate::instance::Instance;

/// Takes an instance.
pub type Write1<'a> = &'a mut dyn FnMut(Instance) -> Result<(), CliError>;

/// Instances that come from elsewhere than the families.
pub trait Source {
    /// Makes them, in their order.
    ///
    /// # Errors
    /// Parameters that do not fit together, and the errors of `write`.
    fn each(&self, write: Write1) -> Result<(), CliError>;
}

/// A sub-command that is no family.
pub struct OtherSource {
    pub name: &'static str,
    pub arguments: fn(Command) -> Command,
    pub read: fn(&ArgMatches) -> Result<Box<dyn Source>, clap::Error>,
}
