//! The parameters and the features of an instance line: JSON objects of moderate size without a key twice.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

use crate::input_error::json_message;
use crate::units::megabytes;

/// Most bytes of an object: parsed it takes many times the memory.
const MOST_PARAM_BYTES: usize = 32_000_000;

/// An object of that name.
struct Unique<'n>(&'n str);

impl<'a> Visitor<'a> for Unique<'_> {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "an object of {}", self.0)
    }

    fn visit_map<A: MapAccess<'a>>(self, mut from: A) -> Result<Self::Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = from.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate key {key:?} of {}", self.0)));
            }
            map.insert(key, from.next_value()?);
        }
        Ok(map)
    }
}

/// Reads the object that `what` names; an error is a byte of the text and a message.
///
/// # Errors
/// Not a JSON object, a repeated key, or too long.
pub fn read(text: &str, what: &str) -> Result<Map<String, Value>, (usize, String)> {
    if text.len() > MOST_PARAM_BYTES {
        return Err((0, format!("{what} hold more than {}", megabytes(MOST_PARAM_BYTES))));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.deserialize_map(Unique(what)).map_err(|e| (e.column().saturating_sub(1), json_message(&e)))
}
