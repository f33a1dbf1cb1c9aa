//! What commands that compare engines print of their records: the report, the disagreements, the command line.

use std::io::{Write, stderr, stdout};
use std::path::Path;

use comfy_table::{CellAlignment, ContentArrangement, presets};

use crate::bench::record::{ClassStore, Disagreement, RecordFile};
use crate::cli::{CliError, DISAGREE, DONE};
use crate::lines::visible;
use crate::process::arguments;
use crate::report::{self, BoardRows, ReportOptions, ReportPage};

/// Writes the report of record files to a folder; prints its tables of engines, the answer, and where the report is. The page
/// comes back.
///
/// # Errors
/// The folder cannot be written to.
pub fn write(files: &[RecordFile], folder: &Path, scatter: &[(String, String)]) -> Result<ReportPage, CliError> {
    let store = ClassStore::beside(&crate::file_name::path(files.first().map_or("", |f| &f.path)));
    let mut command = vec!["minesat".to_string(), "report".to_string()];
    command.extend(files.iter().map(|f| f.path.clone()));
    command.extend(scatter.iter().flat_map(|(a, b)| ["--scatter".to_string(), format!("{a},{b}")]));
    command.extend(["-o".to_string(), crate::file_name::text(folder)]);
    let boards = BoardRows::of(files);
    let options = ReportOptions { scatter: scatter.to_vec(), command: report::shell(&command), boards };
    let page = report::make(files, store, &options);
    report::write(&page, folder).map_err(|e| CliError::at(folder, &e))?;
    let mut out = stdout();
    for table in page.front.tables.iter().take(page.front.comparisons) {
        writeln!(out, "\n{}\n{}", visible(&table.title), terminal(table))?;
    }
    writeln!(out, "\n{}\n\n{}", report::NODES_RANK, visible(&page.front.question))?;
    page.front.answer.iter().try_for_each(|line| writeln!(out, "- {}", visible(line)))?;
    writeln!(out, "Report: {}", folder.join("report.html").display())?;
    Ok(page)
}

/// Prints every disagreement on standard error; the exit code that says whether there are any.
pub fn verdict(disagreements: &[Disagreement]) -> u8 {
    for found in disagreements {
        let _ = writeln!(stderr(), "disagreement: {}", visible(&found.to_string()));
    }
    if disagreements.is_empty() { DONE } else { DISAGREE }
}

/// The command line as typed, with the program's plain name.
pub fn command_line() -> Vec<String> {
    std::iter::once("minesat".to_string()).chain(arguments().into_iter().map(crate::file_name::text)).collect()
}

/// A table for the terminal, without its empty columns.
pub fn terminal(table: &report::ReportTable) -> comfy_table::Table {
    let says_something = |c: usize| table.rows.iter().any(|row| !matches!(row[c].text.as_str(), "" | "–"));
    let columns: Vec<usize> = (0..table.columns.len()).filter(|&c| says_something(c)).collect();
    let mut shown = comfy_table::Table::new();
    shown.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Disabled);
    shown.set_header(columns.iter().map(|&c| visible(&table.columns[c].name)));
    for row in &table.rows {
        shown.add_row(columns.iter().map(|&c| visible(&row[c].text)));
    }
    for (at, _) in columns.iter().enumerate().filter(|(_, c)| table.columns[**c].number) {
        if let Some(column) = shown.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    shown
}
