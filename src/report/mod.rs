//! Reports: tables and plots from record files alone, so that a report can be remade from results
//! of any age. Equal records give equal bytes.

mod data;
mod format;
mod html;
mod markdown;
mod page;
pub mod plots;
mod score;
mod sections;
mod table;

use std::io;
use std::path::Path;

use crate::bench::record::{ClassStore, RecordFile};
use crate::whole_file::write_whole;

pub use data::Data;
pub use page::{Block, Page, Plot, Section, shell};
pub use sections::overview;
pub use table::{Column, Table};

/// Stands under every table that shows nodes.
pub const NODES_RANK: &str =
    "Nodes rank within a family; across families only time, solved counts and answers compare.";

/// What a report can be told besides the records.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Pairs of engines for scatter plots, beside those that are chosen by themselves.
    pub scatter: Vec<(String, String)>,
    /// The command that makes this report.
    pub command: String,
}

/// Makes a report. `store` has the verdicts of boards too large for their records.
pub fn make(files: &[RecordFile], store: ClassStore, options: &Options) -> Page {
    let data = Data::new(files, store);
    let sections = sections::SECTIONS.iter().filter_map(|section| section(&data, options)).collect();
    Page::new(files, options, sections)
}

/// Writes `report.md`, `report.html` and the plots as SVG files.
///
/// # Errors
/// The folder cannot be written to.
pub fn write(page: &Page, folder: &Path) -> io::Result<()> {
    let plots = folder.join("plots");
    std::fs::create_dir_all(&plots)?;
    for plot in page.plots() {
        write_whole(&plots.join(format!("{}.svg", plot.name)), plot.svg.as_bytes())?;
    }
    write_whole(&folder.join("report.md"), markdown::render(page).as_bytes())?;
    write_whole(&folder.join("report.html"), html::render(page).as_bytes())
}
