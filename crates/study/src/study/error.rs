//! Why a study, or another long run, ended without its results.

use std::io;
use std::path::Path;

use crate::engine::Stop;
use crate::file_name;
use crate::input_error::InputError;

/// Why a long run ended without its results.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A file that is read, or the journal, is not what it should be.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Reading or writing a file failed.
    #[error("{path}: {error}")]
    File {
        /// Its path as text.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The results of another command are in the folder and would be lost.
    #[error("another command made the results in {folder}{made}\nchoose another folder, or move those results away")]
    Others {
        /// The folder as text.
        folder: String,
        /// A colon and the command, if the report names it.
        made: String,
    },
    /// A limit ran out at a point, or an engine failed there.
    #[error("{name}: {stop}; no report is written")]
    Stopped {
        /// Name of the point.
        name: String,
        /// What stopped it.
        stop: Stop,
    },
}

impl StudyError {
    /// A failed write or read of `path`.
    pub fn at(path: &Path, error: io::Error) -> Self {
        StudyError::File { path: file_name::text(path), error }
    }
}
