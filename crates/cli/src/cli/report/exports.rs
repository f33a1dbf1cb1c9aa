//! What a report leaves for a paper beside its pages: tables in other formats, plots as PDF.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::atomic_file::write_whole;
use crate::bench::record::RecordFile;
use crate::cli::CliError;
use crate::report::ReportPage;
use crate::report::export::{RECORD_ROWS, TABLE_FORMATS, TableFormat, TableSet, record_rows};

/// Files for a paper.
#[derive(Args)]
pub struct ExportArgs {
    /// Also write every table: csv (with all measurements in rows.csv), latex (for the package booktabs) or json (one file)
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', value_parser = format)]
    to: Vec<&'static TableFormat>,
    /// Files of the plots: svg, or pdf beside it
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = PlotFormat::Svg, conflicts_with = "compare")]
    plots: PlotFormat,
}

/// Formats of plots.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlotFormat {
    Svg,
    Pdf,
}

fn format(name: &str) -> Result<&'static TableFormat, String> {
    let found = TABLE_FORMATS.iter().find(|format| format.name == name).copied();
    found.ok_or_else(|| {
        let all: Vec<String> = TABLE_FORMATS.iter().map(|f| format!("{} ({})", f.name, f.summary)).collect();
        format!("tables are written to {}", all.join("; "))
    })
}

impl ExportArgs {
    /// Whether tables are written.
    pub fn has_tables(&self) -> bool {
        !self.to.is_empty()
    }

    /// Refuses what this program cannot do.
    ///
    /// # Errors
    /// PDF without its feature.
    pub fn check(&self) -> Result<(), CliError> {
        if self.plots == PlotFormat::Pdf && !cfg!(feature = "pdf") {
            let message = "this program was built without plots as PDF: build it with the feature `pdf`, which is one of the \
                           default ones, or convert the SVG files";
            return Err(CliError::usage(message));
        }
        Ok(())
    }

    /// Writes tables, and the records where the format has them; prints the paths.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn write_tables(&self, set: &TableSet, files: &[&RecordFile], folder: &Path) -> Result<(), CliError> {
        for format in &self.to {
            let mut all = (format.files)(set);
            if format.has_records {
                all.push((RECORD_ROWS.into(), record_rows(files)));
            }
            for (name, text) in all {
                written(folder.join(name), text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Writes the plots of a page in their further format; prints the paths.
    ///
    /// # Errors
    /// The folder cannot be written to, or a plot not drawn.
    pub fn write_plots(&self, page: &ReportPage, folder: &Path) -> Result<(), CliError> {
        if self.plots == PlotFormat::Svg {
            return Ok(());
        }
        for plot in page.plot_files() {
            let path = folder.join("plots").join(format!("{}.pdf", plot.name));
            written(path, &pdf(&plot.svg)?)?;
        }
        Ok(())
    }
}

#[cfg(feature = "pdf")]
fn pdf(svg: &str) -> Result<Vec<u8>, CliError> {
    crate::picture::pdf(svg).map_err(|e| CliError::usage(format!("a plot as PDF: {e}")))
}

#[cfg(not(feature = "pdf"))]
fn pdf(_: &str) -> Result<Vec<u8>, CliError> {
    Err(CliError::usage("this program was built without plots as PDF (feature `pdf`)"))
}

/// Writes a file and prints its path.
fn written(path: PathBuf, bytes: &[u8]) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|e| CliError::at(folder, &e))?;
    }
    write_whole(&path, bytes).map_err(|e| CliError::at(&path, &e))?;
    writeln!(stdout(), "{}", path.display())?;
    Ok(())
}
