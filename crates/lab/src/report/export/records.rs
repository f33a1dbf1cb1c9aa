//! Records as CSV: a line per measurement, fixed columns first, then the options of the engines and their counters.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::csv::line;
use crate::bench::record::RecordFile;

/// Name of the file.
pub const RECORD_ROWS: &str = "rows.csv";

/// Before the name of an engine's option in records.
const OPTION: &str = "option_";

/// The column with the path of the record file.
const SOURCE: &str = "records";

/// Columns that every such file has, in the order of the fields of a record.
pub(super) const FIXED: &[&str] = &[
    "file",
    "file_sha256",
    "suite",
    "instance",
    "board_sha256",
    "family",
    "tier",
    "rows",
    "cols",
    "covered",
    "mines",
    "engine",
    "complete",
    "query",
    "run",
    "timeout_seconds",
    "wall_limit_seconds",
    "memory_bytes",
    "status",
    "category",
    "message",
    "conflict",
    "decision",
    "safe_cells",
    "mine_cells",
    "open_cells",
    "unknown_cells",
    "models",
    "models_digits",
    "models_sha256",
    "frontier_models",
    "frontier_models_digits",
    "frontier_models_sha256",
    "classes",
    "classes_sha256",
    "effort",
    "effort_unit",
    "cpu_seconds",
    "samples",
    "seconds",
    "wall_seconds",
    "cpu_user_seconds",
    "cpu_sys_seconds",
    "involuntary_switches",
    "load",
    "core",
    "starved",
    "attempts_before",
    "max_rss_kib",
];

/// Every record as a line of CSV under a head. Absent values are empty, except for `starved` and `attempts_before`, whose
/// absence means no; values of a list have a blank between them.
pub fn record_rows(files: &[&RecordFile]) -> String {
    let known: BTreeSet<&str> = FIXED.iter().copied().collect();
    let more: BTreeSet<&str> = (files.iter().flat_map(|file| &file.records))
        .flat_map(|record| record.counters.keys().map(String::as_str))
        .filter(|name| !known.contains(name) && *name != SOURCE)
        .collect();
    // Options before counters, each in the order of the alphabet.
    let (options, counters): (Vec<&str>, Vec<&str>) = more.into_iter().partition(|name| name.starts_with(OPTION));
    let columns: Vec<&str> = FIXED.iter().copied().chain(options).chain(counters).collect();
    let mut text = line(std::iter::once(SOURCE).chain(columns.iter().copied()).map(String::from));
    let absent = BTreeMap::from([("starved", "false"), ("attempts_before", "0")]);
    for file in files {
        for record in &file.records {
            let fields: Map<String, Value> = match serde_json::to_value(record) {
                Ok(Value::Object(fields)) => fields,
                _ => Map::new(),
            };
            let of = |name: &&str| match fields.get(*name) {
                None => absent.get(name).copied().unwrap_or_default().to_string(),
                Some(value) => plain(value),
            };
            text += &line(std::iter::once(file.path.clone()).chain(columns.iter().map(of)));
        }
    }
    text
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
