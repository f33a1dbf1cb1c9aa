//! The LP format of CPLEX, which most MIP solvers read.

use std::io::{self, Write};

use super::{ExportFormat, ExportProblem};

/// Row in the table of formats.
pub const FORMAT: ExportFormat =
    ExportFormat { name: "lp", summary: "CPLEX LP, binary variables, no objective", holds_board: false, write };

/// Terms per line: readers limit the length of lines.
const TERMS: usize = 20;

fn write(out: &mut dyn Write, problem: &ExportProblem) -> io::Result<()> {
    problem.head(out, "\\")?;
    // Readers know a variable from the rows and the objective; a variable without a row goes into the objective.
    let mut is_named = vec![false; problem.system.cells];
    problem.sums().flat_map(|(variables, _)| variables).for_each(|v| is_named[v - 1] = true);
    write!(out, "Minimize\n obj: 0 x1")?;
    for (i, v) in (2..=problem.system.cells).filter(|v| !is_named[v - 1]).enumerate() {
        write!(out, "{} + 0 x{v}", if i % TERMS == TERMS - 1 { "\n  " } else { "" })?;
    }
    writeln!(out, "\nSubject To")?;
    for ((variables, count), row) in problem.sums().zip(1..) {
        write!(out, " s{row}:")?;
        for (i, v) in variables.iter().enumerate() {
            if i > 0 && i % TERMS == 0 {
                write!(out, "\n  ")?;
            }
            write!(out, " + x{v}")?;
        }
        if variables.is_empty() {
            write!(out, " 0 x1")?;
        }
        writeln!(out, " = {count}")?;
    }
    // glpsol requires a row.
    if problem.sums().next().is_none() {
        writeln!(out, " s1: 0 x1 = 0")?;
    }
    writeln!(out, "Binary")?;
    (1..=problem.system.cells).try_for_each(|v| writeln!(out, " x{v}"))?;
    writeln!(out, "End")
}
