//! The known answer of an instance.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::board::Grid;

/// The known answer of an instance. Every key is optional; those present are checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

impl Expected {
    /// Checks that the answer is possible for a board of this size.
    ///
    /// # Errors
    /// An impossible status, number, hash or row; the key and a message.
    pub fn check(&self, grid: Grid) -> Result<(), (&'static str, String)> {
        if let Some(status) = self.status.as_deref().filter(|s| !["ok", "inconsistent"].contains(s)) {
            return Err(("status", format!("a status is \"ok\" or \"inconsistent\", not {status:?}")));
        }
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if let Some(models) = self.models.as_deref().filter(|m| !is_number(m)) {
            return Err(("models", format!("models are a whole number as a string, not {models:?}")));
        }
        for (key, hash) in [("models_sha256", &self.models_sha256), ("classes_sha256", &self.classes_sha256)] {
            let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
            if let Some(hash) = hash.as_deref().filter(|h| !is_hash(h)) {
                return Err((key, format!("a SHA-256 has 64 hexadecimal digits, not {hash:?}")));
            }
        }
        let is_row = |row: &String| row.len() == grid.cols && row.bytes().all(|b| b"smo.u".contains(&b));
        match &self.classes {
            Some(rows) if rows.len() != grid.rows => {
                Err(("classes", format!("classes have {} rows, the board {}", rows.len(), grid.rows)))
            }
            Some(rows) => match rows.iter().find(|row| !is_row(row)) {
                Some(row) => Err(("classes", format!("{row:?} is not a row of {} letters s, m, o, . or u", grid.cols))),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }
}
