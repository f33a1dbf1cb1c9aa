//! The LP format of CPLEX, which most MIP solvers read.

use std::io::{self, Write};

use super::{Format, Problem};

/// Row in the table of formats.
pub const FORMAT: Format = Format { name: "lp", summary: "CPLEX LP, binary variables, no objective", write };

/// Terms on a line: readers limit the length of lines.
const TERMS: usize = 20;

fn write(out: &mut dyn Write, problem: &Problem) -> io::Result<()> {
    problem.head(out, "\\")?;
    writeln!(out, "Minimize\n obj: 0 x1\nSubject To")?;
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
    writeln!(out, "Binary")?;
    (1..=problem.system.cells).try_for_each(|v| writeln!(out, " x{v}"))?;
    writeln!(out, "End")
}
