//! OPB, the format of the pseudo-Boolean competitions: one line per sum.

use std::io::{self, Write};

use super::{ExportFormat, ExportProblem};

/// Row in the table of formats.
pub const FORMAT: ExportFormat = ExportFormat {
    name: "opb",
    summary: "pseudo-Boolean competition format, one line per sum",
    holds_board: true,
    write,
};

fn write(out: &mut dyn Write, problem: &ExportProblem) -> io::Result<()> {
    // An empty sum equal to 0 is no constraint. Any other empty sum is unsatisfiable and still needs a term, so a
    // variable.
    let sums = || problem.sums().filter(|(cells, count)| !cells.is_empty() || *count != 0);
    let variables = problem.system.cells.max(usize::from(sums().any(|(cells, _)| cells.is_empty())));
    writeln!(out, "* #variable= {variables} #constraint= {}", sums().count())?;
    problem.head(out, "*")?;
    for (variables, count) in sums() {
        variables.iter().try_for_each(|v| write!(out, "+1 x{v} "))?;
        if variables.is_empty() {
            write!(out, "+0 x1 ")?;
        }
        writeln!(out, "= {count} ;")?;
    }
    Ok(())
}
