//! Tables as one JSON file: a list of tables, each with its rows as objects by column.

use serde_json::{Map, Value, json};

use super::plain::{PlainTable, PlainValue};
use super::{TableFormat, TableSet};

/// Row in the table of formats.
pub const FORMAT: TableFormat =
    TableFormat { name: "json", summary: "one file with all tables", has_records: false, files };

/// Name of the file.
const FILE: &str = "tables.json";

/// Integers up to here are the same as floats.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

fn files(set: &TableSet) -> Vec<(String, String)> {
    let tables: Vec<Value> = (set.tables.iter())
        .map(|named| {
            let plain = PlainTable::of(named);
            let row = |row: &Vec<PlainValue>| {
                Value::Object(plain.columns.iter().cloned().zip(row.iter().map(value)).collect::<Map<_, _>>())
            };
            let rows: Vec<Value> = plain.rows.iter().map(row).collect();
            let table = named.table;
            json!({
                "name": named.name, "title": table.title, "columns": plain.columns, "rows": rows, "notes": table.notes,
            })
        })
        .collect();
    let whole = json!({ "title": set.title, "command": set.command, "tables": tables });
    // Numbers, strings and lists of them cannot fail to serialise.
    vec![(FILE.into(), serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n")]
}

fn value(value: &PlainValue) -> Value {
    match value {
        PlainValue::Missing => Value::Null,
        PlainValue::Number(number) if number.fract() == 0.0 && number.abs() < MOST_EXACT => (*number as i64).into(),
        PlainValue::Number(number) => (*number).into(),
        PlainValue::Text(text) => text.as_str().into(),
    }
}

/// The schema of the file.
#[cfg(feature = "schema")]
pub fn schema() -> schemars::Schema {
    let text = || json!({ "type": "string" });
    let texts = || json!({ "type": "array", "items": text() });
    let table = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "description": "Unique in the file; the name of its file in other formats." },
            "title": text(),
            "columns": {
                "type": "array",
                "items": text(),
                "description": "Keys of the rows from left to right, units in brackets.",
            },
            "rows": { "type": "array", "items": {
                "type": "object",
                "additionalProperties": { "type": ["number", "string", "null"] },
            } },
            "notes": texts(),
        },
        "required": ["name", "title", "columns", "rows", "notes"],
        "additionalProperties": false,
    });
    crate::schema::object(
        json!({
            "title": { "type": "string", "description": "Title of the report." },
            "command": { "type": "string", "description": "The command that makes it." },
            "tables": { "type": "array", "items": table },
        }),
        &["title", "command", "tables"],
    )
}
