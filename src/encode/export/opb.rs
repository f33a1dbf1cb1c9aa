//! OPB, the format of the pseudo-Boolean competitions: one line a sum.

use std::io::{self, Write};

use super::{Format, Problem};

/// Row in the table of formats.
pub const FORMAT: Format = Format { name: "opb", summary: "pseudo-Boolean competition format, one line a sum", write };

fn write(out: &mut dyn Write, problem: &Problem) -> io::Result<()> {
    // A sum of nothing still needs a term, and so a variable.
    let variables = problem.system.cells.max(usize::from(problem.sums().any(|(cells, _)| cells.is_empty())));
    writeln!(out, "* #variable= {variables} #constraint= {}", problem.sums().count())?;
    problem.head(out, "*")?;
    for (variables, count) in problem.sums() {
        variables.iter().try_for_each(|v| write!(out, "+1 x{v} "))?;
        if variables.is_empty() {
            write!(out, "+0 x1 ")?;
        }
        writeln!(out, "= {count} ;")?;
    }
    Ok(())
}
