//! An instance prepared for measurements.

use super::record::sha256;
use crate::board::Cell;
use crate::instance::Instance;

/// An instance with the data that all its measurements share.
pub struct Subject {
    pub instance: Instance,
    pub file: String,
    pub file_sha256: String,
    pub suite: Option<String>,
    pub board_sha256: String,
    pub covered: usize,
    /// The instance as JSON without the expected answer: the input of a child.
    pub line: String,
}

impl Subject {
    /// Prepares an instance of a file.
    pub fn new(instance: Instance, file: &str, file_sha256: &str, suite: Option<String>) -> Self {
        let mut bare = instance.clone();
        bare.expected = None;
        // What engines needed before is no part of the question.
        bare.features.clear();
        Subject {
            file: file.into(),
            file_sha256: file_sha256.into(),
            suite,
            board_sha256: sha256(instance.board.to_string().as_bytes()),
            covered: covered(&instance),
            line: bare.to_json().to_string() + "\n",
            instance,
        }
    }
}

/// Number of covered cells.
pub fn covered(instance: &Instance) -> usize {
    instance.board.cells().iter().filter(|&&c| c == Cell::Covered).count()
}
