//! The tables of a report as files for a paper: CSV, LaTeX and JSON, and the records themselves as CSV. A format is one file
//! and one row in the table.

mod csv;
mod json;
mod latex;
mod plain;
mod records;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::{PageBlock, Regression, ReportPage, ReportTable};
use crate::file_name;

#[cfg(feature = "schema")]
pub use json::schema as tables_schema;
pub use records::{RECORD_ROWS, record_rows};

/// A format for tables.
pub struct TableFormat {
    /// Its word on the command line.
    pub name: &'static str,
    /// What it writes, in a few words.
    pub summary: &'static str,
    /// Whether the records themselves have this format too ([`record_rows`]).
    pub has_records: bool,
    /// Path in the folder of the report, and text.
    pub files: fn(&TableSet) -> Vec<(String, String)>,
}

/// All formats.
pub const TABLE_FORMATS: &[&TableFormat] = &[&csv::FORMAT, &latex::FORMAT, &json::FORMAT];

/// The tables of a page, each with a name of its own.
pub struct TableSet<'a> {
    /// Title of the page.
    pub title: String,
    /// The command that makes it.
    pub command: String,
    /// In the order of the page.
    pub tables: Vec<NamedTable<'a>>,
}

/// A table with the name of its file.
pub struct NamedTable<'a> {
    /// Letters and digits of ASCII, `-` and `_` in lower case; unique in its set.
    pub name: String,
    /// The table.
    pub table: &'a ReportTable,
}

impl<'a> TableSet<'a> {
    /// The tables of a report: those of the front page, then those of the sections.
    pub fn of_page(page: &'a ReportPage) -> TableSet<'a> {
        let front = page.front.tables.iter().map(|table| ("front", table));
        let sections = page.sections.iter().flat_map(|section| {
            section.blocks.iter().filter_map(|block| match block {
                PageBlock::Table(table) => Some((section.id, table)),
                PageBlock::Plot(_) => None,
            })
        });
        TableSet::new(page.title.clone(), page.command.clone(), front.chain(sections))
    }

    /// The tables of a comparison of two runs.
    pub fn of_regression(found: &'a Regression, title: String, command: String) -> TableSet<'a> {
        TableSet::new(title, command, found.tables.iter().map(|table| ("compare", table)))
    }

    fn new(title: String, command: String, tables: impl Iterator<Item = (&'a str, &'a ReportTable)>) -> Self {
        let mut taken = BTreeSet::new();
        let named = |(part, table): (&str, &'a ReportTable)| {
            let name = file_name::unique(&format!("{part}-{}", words(&table.title)), &mut taken);
            NamedTable { name, table }
        };
        TableSet { title, command, tables: tables.map(named).collect() }
    }
}

/// The words of a title, joined by `-`.
fn words(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// Path of a table in the folder of the report.
fn path(name: &str, ending: &str) -> String {
    format!("tables/{name}.{ending}")
}
