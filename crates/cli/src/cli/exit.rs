//! How a command ends: its exit code, or the error that it reports.

use std::io::{self, Write};

use crate::input_error::InputError;
use crate::lines::visible_lines;
use crate::spec::SpecError;

/// Done.
pub const DONE: u8 = 0;
/// Answers disagree, or an engine failed.
pub const DISAGREE: u8 = 1;
/// Bad input or usage.
pub const BAD_INPUT: u8 = 2;
/// The board has no solution, or the formula no model.
pub const INCONSISTENT: u8 = 20;
/// A limit ran out.
pub const LIMIT: u8 = 124;
/// Stopped by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// What ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// An error in the input, with file, line, column and caret; exit 2.
    #[error(transparent)]
    Input(#[from] InputError),
    /// No such engine or player; exit 2.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Options that do not fit; exit 2.
    #[error("{0}")]
    Usage(String),
    /// Reading or writing failed; exit 2.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl CliError {
    /// An error about the use of the command.
    pub fn usage(message: impl std::fmt::Display) -> Self {
        CliError::Usage(message.to_string())
    }

    /// A failed write or read of `path`.
    pub fn at(path: &std::path::Path, error: &io::Error) -> Self {
        CliError::Usage(format!("{}: {error}", crate::file_name::text(path)))
    }
}

/// How a command ends: its exit code.
pub type CommandResult = Result<u8, CliError>;

/// The exit code of this process; an error is reported on standard error.
pub fn code(outcome: CommandResult) -> u8 {
    match outcome {
        Ok(code) => code,
        // The reader of our output went away (`minesat ... | head`): there is nobody to write to.
        Err(CliError::Io(e)) if e.kind() == io::ErrorKind::BrokenPipe => DONE,
        Err(error) => failed(&error),
    }
}

/// Reports an error.
pub fn failed(error: &CliError) -> u8 {
    let text = match error {
        CliError::Input(input) => input.render(),
        other => format!("error: {}", visible_lines(&other.to_string())),
    };
    let _ = writeln!(io::stderr(), "{text}");
    BAD_INPUT
}
