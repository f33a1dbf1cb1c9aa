//! `minesat report`: tables and plots of record files.

use std::collections::BTreeSet;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

use clap::Args;
use rustc_hash::FxHashMap;

use super::shared::reported::{verdict, write};
use super::{CliError, CommandResult};
use crate::bench::key::MeasurementKey;
use crate::bench::plan::split;
use crate::bench::record::{RecordFile, read_records};
use crate::lines::visible;

const AFTER_HELP: &str = "\
Examples:
  minesat report minesat-results/records.jsonl
  minesat report a.jsonl b.jsonl -o both --scatter frontier,sat";

/// Write tables, plots and an HTML report from record files
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct ReportArgs {
    /// Record files of `minesat bench`, plain or compressed
    #[arg(required = true, value_parser = super::file_name())]
    records: Vec<String>,
    /// Folder of the report [default: that of the first record file]
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Plot the times of these two engines against each other
    #[arg(long, value_name = "A,B", value_parser = pair)]
    scatter: Vec<(String, String)>,
}

/// Two engines.
fn pair(text: &str) -> Result<(String, String), String> {
    match split(text).as_slice() {
        [a, b] => Ok((a.clone(), b.clone())),
        _ => Err("two engines with a comma between them, such as frontier,sat".into()),
    }
}

/// Runs the command.
///
/// # Errors
/// A record file that cannot be read, or an engine without a record.
pub fn run(args: &ReportArgs) -> CommandResult {
    if let Some(twice) = (1..args.records.len()).find(|&i| args.records[..i].contains(&args.records[i])) {
        return Err(CliError::usage(format!("{} is given twice", args.records[twice])));
    }
    let files = args.records.iter().map(|path| read_records(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some((one, other)) = of_other_limits(&files) {
        let _ = writeln!(
            stderr(),
            "{one} and {other} hold the same measurements under different limits: they count as repetitions, and the worst decides"
        );
    }
    for file in files.iter().filter(|file| file.is_cut) {
        let _ = writeln!(
            stderr(),
            "{}: the last line is incomplete and left out; `bench` resumes there",
            visible(&file.path)
        );
    }
    for engine in args.scatter.iter().flat_map(|(a, b)| [a, b]) {
        if !files.iter().flat_map(|f| &f.records).any(|r| r.engine == *engine) {
            let engines: BTreeSet<&str> = files.iter().flat_map(|f| &f.records).map(|r| r.engine.as_str()).collect();
            let engines = engines.into_iter().collect::<Vec<_>>().join(" ");
            return Err(CliError::usage(format!("--scatter: no record of engine {engine:?}; there are {engines}")));
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

/// The first two files that hold the same measurement under different limits.
fn of_other_limits(files: &[RecordFile]) -> Option<(&str, &str)> {
    let mut met: FxHashMap<MeasurementKey, (&str, f64, u64)> = FxHashMap::default();
    let mut all = files.iter().flat_map(|file| file.records.iter().map(move |record| (file.path.as_str(), record)));
    all.find_map(|(path, record)| {
        let own = (path, record.timeout_seconds, record.memory_bytes);
        let first = *met.entry(record.key()).or_insert(own);
        ((first.1, first.2) != (own.1, own.2)).then_some((first.0, path))
    })
}
