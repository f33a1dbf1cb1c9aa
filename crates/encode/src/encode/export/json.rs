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
