//! Why a search for hard boards ended without its result.

use std::io;
use std::path::Path;

use crate::file_name;
use crate::generate::GenerateError;
use crate::input_error::InputError;
use crate::spec::SpecError;
use crate::study::StudyError;

/// Why a search for hard boards ended without its result.
#[derive(Debug, thiserror::Error)]
pub enum HardestError {
    /// No such engine, or an option does not fit.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// No board can be drawn from these parameters.
    #[error(transparent)]
    Draw(#[from] GenerateError),
    /// The journal or the file of an earlier run is not what it should be.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The journal cannot be kept.
    #[error(transparent)]
    Journal(#[from] StudyError),
    /// The system refuses a copy of the process.
    #[error("cannot copy this process: {0}")]
    Copy(#[source] io::Error),
    /// The objective compares two engines and there is one.
    #[error("the objective `{0}` compares two engines: name the other with --against")]
    NoOther(&'static str),
    /// `smallest` without its factor, another objective with one, or a factor that is none.
    #[error(
        "the objective `smallest` takes a factor of at least 1, with --smallest FACTOR, and no other objective takes one"
    )]
    Factor,
    /// No drawn board can be a start.
    #[error("none of {drawn} drawn boards can be a start: {why}")]
    NoStart {
        /// Boards drawn.
        drawn: u64,
        /// What became of them.
        why: String,
    },
    /// An engine failed or contradicted what is known; the text names the engine and has the board.
    #[error("{0}")]
    Fault(String),
    /// The file has boards of another run.
    #[error("{path} holds {what}; choose another file, or move that one away")]
    Others {
        /// The file as text.
        path: String,
        /// What it holds.
        what: String,
    },
}

impl HardestError {
    /// The file at `path` would be lost.
    pub(super) fn others(path: &Path, what: impl Into<String>) -> Self {
        HardestError::Others { path: file_name::text(path), what: what.into() }
    }
}
