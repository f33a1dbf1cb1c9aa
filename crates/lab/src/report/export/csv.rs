//! Tables as CSV (RFC 4180): a head with units, plain numbers, nothing where there is no value.

use super::plain::{PlainTable, PlainValue};
use super::{TableFormat, TableSet, path};

/// Row in the table of formats.
pub const FORMAT: TableFormat = TableFormat {
    name: "csv",
    summary: "a file per table, and every measurement in rows.csv",
    has_records: true,
    files,
};

fn files(set: &TableSet) -> Vec<(String, String)> {
    set.tables
        .iter()
        .map(|named| {
            let table = PlainTable::of(named);
            let rows = table.rows.iter().map(|row| line(row.iter().map(value)));
            (path(&named.name, "csv"), std::iter::once(line(table.columns.iter().cloned())).chain(rows).collect())
        })
        .collect()
}

fn value(value: &PlainValue) -> String {
    match value {
        PlainValue::Missing => String::new(),
        PlainValue::Number(number) => number.to_string(),
        PlainValue::Text(text) => text.clone(),
    }
}

/// One line with its end.
pub fn line(values: impl Iterator<Item = String>) -> String {
    values.map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

/// A value, between quotation marks where it needs them.
fn quoted(value: String) -> String {
    let is_plain = !value.contains([',', '"', '\r', '\n']) && value.trim() == value;
    if is_plain { value } else { format!("\"{}\"", value.replace('"', "\"\"")) }
}
