//! The sums as JSON, for scripts.

use std::io::{self, Write};

use serde_json::json;

use super::{ExportFormat, ExportProblem};

/// Row in the table of formats.
pub const FORMAT: ExportFormat =
    ExportFormat { name: "json", summary: "sums, total and cell map as one JSON object", holds_board: true, write };

fn write(out: &mut dyn Write, problem: &ExportProblem) -> io::Result<()> {
    let sum = |s: &crate::system::Sum| json!({ "variables": s.cells.iter().map(|c| c + 1).collect::<Vec<_>>(), "count": s.count });
    let object = json!({
        "comments": problem.comments,
        "variables": problem.system.cells,
        "cells": problem.cells.iter().map(|(v, row, col)| [v, row, col]).collect::<Vec<_>>(),
        "sums": problem.system.sums.iter().map(sum).collect::<Vec<_>>(),
        "total": problem.system.total,
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

/// The schema of the object.
#[cfg(feature = "schema")]
pub fn schema() -> schemars::Schema {
    let number = || json!({ "type": "integer", "minimum": 1 });
    crate::schema::object(
        json!({
            "comments": { "type": "array", "items": { "type": "string" } },
            "variables": { "type": "integer", "minimum": 0, "description": "Number of variables; they are 1, 2, ..." },
            "cells": {
                "type": "array",
                "description": "Variable, row and column of its cell, from 0.",
                "items": { "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 3, "maxItems": 3 },
            },
            "sums": { "type": "array", "items": {
                "type": "object",
                "properties": { "variables": { "type": "array", "items": number() }, "count": { "type": "integer" } },
                "required": ["variables", "count"],
                "additionalProperties": false,
            } },
            "total": { "type": ["integer", "null"], "description": "Mines among all variables." },
        }),
        &["comments", "variables", "cells", "sums", "total"],
    )
}
