//! The known answer of an instance.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::board::Grid;

/// The known answer of an instance. Every key is optional; those present are checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expected {
    /// `ok` or `inconsistent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Number of models over all covered cells, decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<String>,
    /// SHA-256 of `models` in hexadecimal, where the number itself would be too long to store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models_sha256: Option<String>,
    /// Rows of `s` safe, `m` mine, `o` open, `.` not covered, `u` unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<String>>,
    /// SHA-256 of the rows of `classes` joined by newlines, for boards too large to store them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes_sha256: Option<String>,
    /// Engines that agreed on this answer.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub engines: Vec<String>,
    /// Other keys of the file.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Why an answer cannot be that of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExpectedError {
    /// A status that there is none of.
    #[error("a status is \"ok\" or \"inconsistent\", not {0:?}")]
    Status(String),
    /// A number of models that is not digits alone.
    #[error("models are a whole number as a string, not {0:?}")]
    Models(String),
    /// A hash that is none.
    #[error("a SHA-256 has 64 hexadecimal digits, not {0:?}")]
    Hash(String),
    /// More or fewer rows of classes than the board has.
    #[error("classes have {rows} rows, the board {}", grid.rows)]
    Rows {
        /// Rows of the classes.
        rows: usize,
        /// Size of the board.
        grid: Grid,
    },
    /// A row of classes that is none.
    #[error("{row:?} is not a row of {} letters s, m, o, . or u", grid.cols)]
    Row {
        /// As written.
        row: String,
        /// Size of the board.
        grid: Grid,
    },
}

impl Expected {
    /// Checks that the answer is possible for a board of this size.
    ///
    /// # Errors
    /// An impossible status, number, hash or row; the key and the mistake.
    pub fn check(&self, grid: Grid) -> Result<(), (&'static str, ExpectedError)> {
        if let Some(status) = self.status.as_deref().filter(|s| !["ok", "inconsistent"].contains(s)) {
            return Err(("status", ExpectedError::Status(status.into())));
        }
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if let Some(models) = self.models.as_deref().filter(|m| !is_number(m)) {
            return Err(("models", ExpectedError::Models(models.into())));
        }
        for (key, hash) in [("models_sha256", &self.models_sha256), ("classes_sha256", &self.classes_sha256)] {
            let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
            if let Some(hash) = hash.as_deref().filter(|h| !is_hash(h)) {
                return Err((key, ExpectedError::Hash(hash.into())));
            }
        }
        let is_row = |row: &String| row.len() == grid.cols && row.bytes().all(|b| b"smo.u".contains(&b));
        match &self.classes {
            Some(rows) if rows.len() != grid.rows => Err(("classes", ExpectedError::Rows { rows: rows.len(), grid })),
            Some(rows) => match rows.iter().find(|row| !is_row(row)) {
                Some(row) => Err(("classes", ExpectedError::Row { row: row.clone(), grid })),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }
}
