//! `minesat report`: tables and plots from record files.

use std::collections::BTreeSet;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use comfy_table::{CellAlignment, ContentArrangement, presets};
use rustc_hash::FxHashMap;

use super::{CliError, Outcome};
use crate::bench::key::Key;
use crate::bench::record::{ClassStore, Disagreement, RecordFile, read_records};
use crate::lines::visible;
use crate::report::{self, Boards, Data, Options};

const AFTER_HELP: &str = "\
Examples:
  minesat report results/smoke/records.jsonl
  minesat report a.jsonl b.jsonl -o both --scatter frontier,sat";

/// Markdown, HTML and SVG plots from record files alone
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct ReportArgs {
    /// Record files of `minesat bench`, plain or compressed
    #[arg(required = true, value_parser = super::file_name())]
    records: Vec<String>,
    /// Folder of the report [default: that of the first record file]
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Two engines to plot against each other, `A,B`
    #[arg(long, value_name = "A,B", value_parser = pair)]
    scatter: Vec<(String, String)>,
}

/// Two engines. A part with `=` but no `:` belongs to the engine before it.
fn pair(text: &str) -> Result<(String, String), String> {
    match split_engines(text).as_slice() {
        [a, b] => Ok((a.clone(), b.clone())),
        _ => Err("two engines with a comma between them, such as frontier,sat".into()),
    }
}

/// Runs the command.
///
/// # Errors
/// A record file that cannot be read, or an engine that is in none of them.
pub fn run(args: &ReportArgs) -> Outcome {
    if let Some(twice) = (1..args.records.len()).find(|&i| args.records[..i].contains(&args.records[i])) {
        return Err(CliError::usage(format!("{} stands there twice", args.records[twice])));
    }
    let files = args.records.iter().map(|path| read_records(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some((one, other)) = of_other_limits(&files) {
        let _ = writeln!(
            stderr(),
            "{one} and {other} hold the same measurements under other limits: they count as repetitions, by the worst"
        );
    }
    for file in files.iter().filter(|file| file.is_cut) {
        let _ = writeln!(
            stderr(),
            "{}: the last line breaks off and is left out; `bench` goes on from there",
            visible(&file.path)
        );
    }
    for engine in args.scatter.iter().flat_map(|(a, b)| [a, b]) {
        if !files.iter().flat_map(|f| &f.records).any(|r| r.engine == *engine) {
            return Err(CliError::usage(format!("--scatter: no record of engine {engine:?}")));
        }
    }
    for (one, other) in &args.scatter {
        let of = |engine: &str| -> BTreeSet<(&str, &str)> {
            let own = files.iter().flat_map(|f| &f.records).filter(|r| r.engine == engine);
            own.map(|r| (r.board_sha256.as_str(), r.query.as_str())).collect()
        };
        if of(one).is_disjoint(&of(other)) {
            return Err(CliError::usage(format!("--scatter: no board was given to both {one} and {other}")));
        }
    }
    let beside = || crate::file_name::path(&args.records[0]).parent().unwrap_or(Path::new("")).to_path_buf();
    let disagreements = write(&files, &args.output.clone().unwrap_or_else(beside), &args.scatter)?;
    Ok(verdict(&disagreements))
}

/// The first two files that hold the same measurement under other limits.
fn of_other_limits(files: &[RecordFile]) -> Option<(&str, &str)> {
    let mut met: FxHashMap<Key, (&str, f64, u64)> = FxHashMap::default();
    let all = files.iter().flat_map(|file| file.records.iter().map(move |record| (file.path.as_str(), record)));
    all.filter_map(|(path, record)| {
        let own = (path, record.timeout_seconds, record.memory_bytes);
        let first = *met.entry(record.key()).or_insert(own);
        ((first.1, first.2) != (own.1, own.2)).then_some((first.0, path))
    })
    .next()
}

/// Makes the report of record files in a folder, and prints its main table and where it is.
///
/// # Errors
/// The folder cannot be written to.
pub fn write(files: &[RecordFile], folder: &Path, scatter: &[(String, String)]) -> Result<Vec<Disagreement>, CliError> {
    let store = ClassStore::beside(&crate::file_name::path(files.first().map_or("", |f| &f.path)));
    let data = Data::new(files, store.clone());
    let mut command = vec!["minesat".to_string(), "report".to_string()];
    command.extend(files.iter().map(|f| f.path.clone()));
    command.extend(scatter.iter().flat_map(|(a, b)| ["--scatter".to_string(), format!("{a},{b}")]));
    command.extend(["-o".to_string(), crate::file_name::text(folder)]);
    let boards = Boards::of(files);
    let options = Options { scatter: scatter.to_vec(), command: report::shell(&command), boards };
    let page = report::make(files, store, &options);
    report::write(&page, folder).map_err(|e| CliError::at(folder, &e))?;
    let mut out = stdout();
    for table in report::overview::tables(&data) {
        writeln!(out, "\n{}\n{}", visible(&table.title), terminal(&table))?;
    }
    writeln!(out, "\n{}", report::NODES_RANK)?;
    writeln!(out, "{}", folder.join("report.html").display())?;
    Ok(data.disagreements)
}

/// `a,b:x=1,y=2,c` is a, b:x=1,y=2 and c: a part with `=` but no `:` belongs to the one before it.
pub fn split_engines(text: &str) -> Vec<String> {
    let mut engines: Vec<String> = Vec::new();
    for part in text.split(',') {
        match engines.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => *last += &format!(",{part}"),
            _ => engines.push(part.to_string()),
        }
    }
    engines
}

/// Names every contradiction on standard error; the exit code that says whether there are any.
pub fn verdict(disagreements: &[Disagreement]) -> u8 {
    for found in disagreements {
        let _ = writeln!(stderr(), "disagreement: {}", visible(&found.to_string()));
    }
    if disagreements.is_empty() { super::DONE } else { super::DISAGREE }
}

/// A table for the terminal, without its empty columns.
fn terminal(table: &report::Table) -> comfy_table::Table {
    let says_something = |c: usize| table.rows.iter().any(|row| !matches!(row[c].text.as_str(), "" | "–"));
    let columns: Vec<usize> = (0..table.columns.len()).filter(|&c| says_something(c)).collect();
    let mut shown = comfy_table::Table::new();
    shown.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Disabled);
    shown.set_header(columns.iter().map(|&c| visible(&table.columns[c].name)));
    for row in &table.rows {
        shown.add_row(columns.iter().map(|&c| visible(&row[c].text)));
    }
    for (at, &column) in columns.iter().enumerate().filter(|(_, c)| table.columns[**c].number) {
        let _ = column;
        if let Some(column) = shown.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_split_between_their_options() {
        assert_eq!(split_engines("a,b:x=1,y=2,c:p,d"), ["a", "b:x=1,y=2", "c:p", "d"]);
    }
}
