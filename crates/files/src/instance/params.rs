//! The parameters of an instance line: a JSON object of moderate size without a key twice.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

use crate::input_error::json_message;
use crate::units::megabytes;

/// Most bytes of the parameters: parsed they take many times the memory.
const MOST_PARAM_BYTES: usize = 32_000_000;

struct Unique;

impl<'a> Visitor<'a> for Unique {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of parameters")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut from: A) -> Result<Self::Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = from.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate key {key:?} of params")));
            }
            map.insert(key, from.next_value()?);
        }
        Ok(map)
    }
}

/// Reads parameters; an error is a byte of the text and a message.
///
/// # Errors
/// Not a JSON object, a repeated key, or too long.
pub fn read(text: &str) -> Result<Map<String, Value>, (usize, String)> {
    if text.len() > MOST_PARAM_BYTES {
        return Err((0, format!("params hold more than {}", megabytes(MOST_PARAM_BYTES))));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.deserialize_map(Unique).map_err(|e| (e.column().saturating_sub(1), json_message(&e)))
}
