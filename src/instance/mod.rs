//! A board with a name, where it came from, and what is known about its answer.

mod input;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::board::Board;

pub use input::Input;
pub use read::{InstanceReader, read_all};
pub use write::{Compression, InstanceWriter};

/// One line of an instance file.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Unique in its file.
    pub name: String,
    /// The family of the generator, or the source.
    pub family: String,
    /// `smoke`, `easy`, `medium`, `hard`, `large`, or empty.
    pub tier: String,
    pub board: Board,
    /// Seed of the generator, where there was one.
    pub seed: Option<u64>,
    /// Parameters of the generator.
    pub params: Map<String, Value>,
    /// The command or the source it came from.
    pub origin: String,
    pub expected: Option<Expected>,
}

/// The known answer of an instance. Everything is optional; what is there is checked.
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
    /// Anything else that the file says.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl Instance {
    /// An instance that is a board and a name and nothing else.
    pub fn bare(name: &str, board: Board) -> Self {
        Instance {
            name: name.to_string(),
            family: String::new(),
            tier: String::new(),
            board,
            seed: None,
            params: Map::new(),
            origin: String::new(),
            expected: None,
        }
    }
}
