//! JSON schemas (draft 2020-12) of the formats of files, made from the types that are written or read.

pub use schemars::{JsonSchema, Schema, json_schema};

use schemars::generate::SchemaSettings;

/// The schema of what a type is written as.
pub fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// The schema of what a type is read from.
pub fn read<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

/// The schema of a line that is one of two things, such as the head of a file or one of its rows.
pub fn either<A: JsonSchema, B: JsonSchema>() -> Schema {
    #[derive(JsonSchema)]
    #[schemars(untagged)]
    #[allow(dead_code)]
    enum Either<A, B> {
        /// The head of a file.
        Head(A),
        /// One of its rows.
        Row(B),
    }
    written::<Either<A, B>>()
}

/// The schema of an object with these properties, some of which are always there.
pub fn object(properties: serde_json::Value, required: &[&str]) -> Schema {
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
