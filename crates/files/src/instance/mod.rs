//! A board with a name, its origin, and its known answer.

mod builtin;
mod expected;
mod input;
mod params;
mod read;
mod rows;
mod write;

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::board::Board;
use crate::lines::visible;

pub use builtin::builtin;
pub use expected::{Expected, ExpectedError};
pub use input::Input;
pub use read::{InstanceReader, read_all};
pub use write::InstanceWriter;
#[cfg(feature = "schema")]
pub use write::line_schema;

/// One line of an instance file.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Unique in its file.
    pub name: String,
    /// The family of the generator, or the source.
    pub family: String,
    /// `smoke`, `easy`, `medium`, `hard`, `large`, or empty.
    pub tier: String,
    /// With its total where the instance gives one.
    pub board: Board,
    /// Seed of the generator, where there was one.
    pub seed: Option<u64>,
    /// Parameters of the generator.
    pub params: Map<String, Value>,
    /// The command or the source of the board.
    pub origin: String,
    /// What was measured on the board, such as its components and the effort of engines; empty where nothing was.
    pub features: Map<String, Value>,
    /// None where the answer is not known.
    pub expected: Option<Expected>,
}

impl Instance {
    /// The name as text for people, with control characters escaped.
    pub fn shown(&self) -> Cow<'_, str> {
        visible(&self.name)
    }

    /// True if the board is of a formula with hidden variables (`params.hidden`), whose models are counted over the others.
    pub fn is_projected(&self) -> bool {
        self.params.get("hidden").and_then(Value::as_array).is_some_and(|hidden| !hidden.is_empty())
    }

    /// An instance with a board and a name and no other data.
    pub fn bare(name: &str, board: Board) -> Self {
        Instance {
            name: name.to_string(),
            family: String::new(),
            tier: String::new(),
            board,
            seed: None,
            params: Map::new(),
            origin: String::new(),
            features: Map::new(),
            expected: None,
        }
    }
}
