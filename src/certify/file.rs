//! Certificates as JSON Lines: one certificate a line, with the name of its instance.

use serde::{Deserialize, Serialize};

use super::Certificate;
use crate::input_error::InputError;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub instance: String,
    #[serde(flatten)]
    pub certificate: Certificate,
}

/// Reads line number `line` (from 1) of `file`.
///
/// # Errors
/// It is no certificate; told with its place.
pub fn read_entry(file: &str, line: usize, text: &str) -> Result<Entry, InputError> {
    serde_json::from_str(text).map_err(|e| InputError::json(file, line, text, &e))
}
