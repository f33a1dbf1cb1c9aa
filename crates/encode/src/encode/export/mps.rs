//! Free MPS, the oldest format of linear programming: column by column.

use std::io::{self, Write};

use super::{ExportFormat, ExportProblem};

/// Row in the table of formats.
pub const FORMAT: ExportFormat =
    ExportFormat { name: "mps", summary: "free MPS, binary variables, no objective", holds_board: false, write };

fn write(out: &mut dyn Write, problem: &ExportProblem) -> io::Result<()> {
    problem.head(out, "*")?;
    writeln!(out, "NAME minesat\nROWS\n N obj")?;
    let mut rows_of = vec![Vec::new(); problem.system.cells];
    let mut counts = Vec::new();
    for ((variables, count), row) in problem.sums().zip(1usize..) {
        writeln!(out, " E s{row}")?;
        variables.iter().for_each(|v| rows_of[v - 1].push(row));
        counts.push(count);
    }
    writeln!(out, "COLUMNS\n    MARKER 'MARKER' 'INTORG'")?;
    // Readers require a column, as in LP and OPB.
    if rows_of.is_empty() {
        writeln!(out, "    x1 obj 0")?;
    }
    for (rows, v) in rows_of.iter().zip(1..) {
        // A column without a row is declared by a zero of the objective.
        if rows.is_empty() {
            writeln!(out, "    x{v} obj 0")?;
        }
        rows.iter().try_for_each(|row| writeln!(out, "    x{v} s{row} 1"))?;
    }
    writeln!(out, "    MARKER 'MARKER' 'INTEND'\nRHS")?;
    for (count, row) in counts.iter().zip(1..).filter(|(c, _)| **c != 0) {
        writeln!(out, "    RHS s{row} {count}")?;
    }
    writeln!(out, "BOUNDS")?;
    (1..=problem.system.cells).try_for_each(|v| writeln!(out, " UP BND x{v} 1"))?;
    writeln!(out, "ENDATA")
}
