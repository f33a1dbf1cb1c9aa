//! An answer as one line of JSON, written directly: building a tree of values for a grid of probabilities would cost
//! more than counting a small board.

use std::fmt::Write;

use serde::Serialize;

use super::{Answer, Found};
use crate::engine::Decision;

/// A value of a few fields, as serde writes it.
fn value(out: &mut String, value: &(impl Serialize + ?Sized)) {
    // Numbers, strings and maps of them cannot fail to serialise.
    out.push_str(&serde_json::to_string(value).unwrap_or_else(|_| "null".into()));
}

fn key(out: &mut String, name: &str) {
    out.push(if out.is_empty() { '{' } else { ',' });
    let _ = write!(out, "\"{name}\":");
}

fn field<T: Serialize + ?Sized>(out: &mut String, name: &str, what: &T) {
    key(out, name);
    value(out, what);
}

/// Pieces between brackets, separated by commas.
fn list<T>(out: &mut String, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut String, T)) {
    out.push('[');
    for (i, each) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        item(out, each);
    }
    out.push(']');
}

impl Answer {
    /// The answer as one JSON object; values not asked or not found are null. With `exact`, probabilities are reduced
    /// fractions as strings, where the count is exact.
    pub fn to_json(&self, instance: &str, engine: &str, exact: bool) -> String {
        let mut out = String::with_capacity(256 + 12 * self.map.grid.len());
        field(&mut out, "instance", instance);
        field(&mut out, "engine", engine);
        field(&mut out, "query", self.query.name());
        field(&mut out, "status", self.status());
        field(&mut out, "classes", &self.class_rows());
        field(&mut out, "models", &self.models().map(ToString::to_string));
        field(&mut out, "frontier_models", &self.frontier_models().map(|m| m.to_string()));
        key(&mut out, "tally");
        match self.tally() {
            None => out.push_str("null"),
            Some(tally) => {
                let _ = write!(out, "{{\"offset\":{},\"counts\":", tally.offset);
                list(&mut out, &tally.counts, |out, count| {
                    let _ = write!(out, "\"{count}\"");
                });
                out.push('}');
            }
        }
        key(&mut out, "probabilities");
        self.write_probabilities(&mut out, exact);
        field(&mut out, "stats", &self.stats);
        field(&mut out, "seconds", &self.seconds);
        if let Ok(Found::Decision(decision)) = &self.found {
            let word = match decision {
                Decision::Model(_) => "consistent",
                Decision::Inconsistent => "inconsistent",
                Decision::Unknown => "unknown",
            };
            field(&mut out, "decision", word);
            field(&mut out, "model", &self.model_rows());
        }
        if let Some(certified) = &self.certified {
            field(&mut out, "certificates", certified);
        }
        if let Err(stop) = &self.found {
            field(&mut out, "message", &stop.to_string());
        }
        out.push('}');
        out
    }

    /// The mine probability of every covered cell, null for other cells; null without models.
    fn write_probabilities(&self, out: &mut String, exact: bool) {
        let Some((values, index)) = self.chances() else { return out.push_str("null") };
        let texts: Vec<String> = match exact.then(|| self.fractions()).flatten() {
            Some(fractions) => fractions.iter().map(|fraction| format!("\"{fraction}\"")).collect(),
            None => values.iter().map(|p| serde_json::to_string(p).unwrap_or_else(|_| "null".into())).collect(),
        };
        let grid = self.map.grid;
        let mut covered = self.map.cells.iter().zip(index.iter()).peekable();
        list(out, 0..grid.rows, |out, row| {
            list(out, row * grid.cols..(row + 1) * grid.cols, |out, cell| {
                match covered.next_if(|(at, _)| **at as usize == cell) {
                    Some((_, &i)) => out.push_str(&texts[i as usize]),
                    None => out.push_str("null"),
                }
            });
        });
    }
}

/// The schema of [`Answer::to_json`], with the conditions that `count --given` adds.
#[cfg(feature = "schema")]
pub fn line_schema() -> schemars::Schema {
    use serde_json::json;

    let digits = || json!({ "type": ["string", "null"], "pattern": "^[0-9]+$" });
    let rows = |what: &str| json!({ "type": ["array", "null"], "items": { "type": "string" }, "description": what });
    // The certificates are a type of their own, whose schema is that of an object without others in it.
    let mut certificates = crate::schema::written::<super::Certified>();
    certificates.remove("$schema");
    crate::schema::object(
        json!({
            "instance": { "type": "string", "description": "Name of the instance." },
            "engine": { "type": "string", "description": "Engine specification." },
            "query": { "enum": ["decide", "classify", "models", "count"] },
            "status": { "enum": ["ok", "inconsistent", "timeout", "memory", "unsupported", "error"] },
            "classes": rows("A text per row: `s` safe, `m` mine, `o` open, `u` unknown, `.` not covered."),
            "models": digits(),
            "frontier_models": digits(),
            "tally": {
                "type": ["object", "null"],
                "description": "Solutions of the sums over the frontier cells by mines, the first with `offset` mines.",
                "properties": {
                    "offset": { "type": "integer", "minimum": 0 },
                    "counts": { "type": "array", "items": { "type": "string", "pattern": "^[0-9]+$" } },
                },
                "required": ["offset", "counts"],
                "additionalProperties": false,
            },
            "probabilities": {
                "type": ["array", "null"],
                "description": "Rows of mine probabilities, null where a cell is not covered; fractions with `--exact`.",
                "items": { "type": "array", "items": { "type": ["number", "string", "null"] } },
            },
            "stats": {
                "type": "object",
                "description": "Counters of the engine by name.",
                "additionalProperties": { "type": "integer", "minimum": 0 },
            },
            "seconds": { "type": "number", "description": "Wall time." },
            "decision": { "enum": ["consistent", "inconsistent", "unknown"] },
            "model": rows("A text per row: `*` mine, `-` no mine, `.` not covered."),
            "certificates": certificates,
            "message": { "type": "string", "description": "Why there is no answer." },
            "given": { "type": "array", "items": { "type": "string" } },
        }),
        &[
            "instance",
            "engine",
            "query",
            "status",
            "classes",
            "models",
            "frontier_models",
            "tally",
            "probabilities",
            "stats",
            "seconds",
        ],
    )
}
