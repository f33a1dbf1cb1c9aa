//! `minesat report`: tables and plots of record files.

mod exports;

use std::collections::BTreeSet;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use rustc_hash::FxHashMap;

use super::shared::reported::{terminal, verdict, write};
use super::{CliError, CommandResult};
use crate::atomic_file::write_whole;
use crate::bench::key::MeasurementKey;
use crate::bench::plan::split;
use crate::bench::record::{RecordFile, RecordHeader, read_records};
use crate::lines::visible;
use crate::report::export::TableSet;
use crate::report::{self, LEAST_NOISE};

const AFTER_HELP: &str = "\
Examples:
  minesat report minesat-results/records.jsonl
  minesat report a.jsonl b.jsonl -o both --scatter frontier,sat
  minesat report --compare before/records.jsonl after/records.jsonl
  minesat report minesat-results/records.jsonl --to csv,latex --plots pdf -o paper

--compare ends with 1 if an answer contradicts the earlier one, an answer is lost, or an engine is slower beyond noise.";

/// Write tables, plots and an HTML report from record files
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct ReportArgs {
    /// Record files of `minesat bench` from one revision and machine, plain or compressed
    #[arg(required_unless_present = "compare", value_parser = super::file_name())]
    records: Vec<String>,
    /// Show what changed from one record file to another instead: answers, statuses, times beyond noise
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with_all = ["records", "scatter"],
        value_parser = super::file_name())]
    compare: Vec<String>,
    /// With --compare: least ratio of times that is not noise
    #[arg(long, value_name = "RATIO", default_value_t = LEAST_NOISE, requires = "compare", value_parser = ratio)]
    noise: f64,
    /// Folder of the report [default: that of the first record file; with --compare tables go beside the later one]
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Plot the times of these two engines against each other
    #[arg(long, value_name = "A,B", value_parser = pair)]
    scatter: Vec<(String, String)>,
    #[command(flatten)]
    exports: exports::ExportArgs,
}

/// Two engines.
fn pair(text: &str) -> Result<(String, String), String> {
    match split(text).as_slice() {
        [a, b] => Ok((a.clone(), b.clone())),
        _ => Err("two engines with a comma between them, such as frontier,sat".into()),
    }
}

/// A ratio of at least 1.
fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().ok().filter(|ratio: &f64| ratio.is_finite() && *ratio >= 1.0);
    ratio.ok_or_else(|| "a number of at least 1, such as 1.05".into())
}

/// Runs the command.
///
/// # Errors
/// A record file that cannot be read, records that cannot be joined, or an engine without a record.
pub fn run(args: &ReportArgs) -> CommandResult {
    args.exports.check()?;
    if let [old, new] = args.compare.as_slice() {
        return compared(&read(old)?, &read(new)?, args);
    }
    if let Some(twice) = (1..args.records.len()).find(|&i| args.records[..i].contains(&args.records[i])) {
        return Err(CliError::usage(format!("{} is given twice", args.records[twice])));
    }
    let files = args.records.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(why) = files.iter().skip(1).find_map(|file| apart(&files[0], file)) {
        return Err(CliError::usage(why));
    }
    if let Some((one, other)) = of_other_limits(&files) {
        let _ = writeln!(
            stderr(),
            "{one} and {other} hold the same measurements under different limits: they count as repetitions, and the worst decides"
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
    let folder = args.output.clone().unwrap_or_else(|| beside(&args.records[0]));
    let page = write(&files, &folder, &args.scatter)?;
    args.exports.write_plots(&page, &folder)?;
    args.exports.write_tables(&TableSet::of_page(&page), &files.iter().collect::<Vec<_>>(), &folder)?;
    Ok(verdict(&page.disagreements))
}

/// The folder of a record file.
fn beside(records: &str) -> PathBuf {
    crate::file_name::path(records).parent().unwrap_or(Path::new("")).to_path_buf()
}

/// A record file, with a warning if it is cut.
fn read(path: &str) -> Result<RecordFile, CliError> {
    let file = read_records(path)?;
    if file.is_cut {
        let name = visible(&file.path);
        let _ = writeln!(stderr(), "{name}: the last line is incomplete and left out; `bench` resumes there");
    }
    Ok(file)
}

/// Why the records of two files cannot be joined to one report, if so.
fn apart(one: &RecordFile, other: &RecordFile) -> Option<String> {
    let of = |file: &RecordFile| {
        let RecordHeader { git, version, profile, machine, minesat_records, .. } = &file.header;
        let clock = if *minesat_records < 2 { "wall time" } else { "processor time" };
        let suites: BTreeSet<&str> = file.header.files.iter().filter_map(|f| f.suite.as_deref()).collect();
        let suites = suites.into_iter().collect::<Vec<_>>().join(" ");
        let (program, cpu) = (format!("minesat {version} ({profile})"), machine.cpu.clone());
        [
            ("revisions", git.clone()),
            ("programs", program),
            ("processors", cpu),
            ("clocks", clock.into()),
            ("suites", suites),
        ]
    };
    let (ours, theirs) = (of(one), of(other));
    let (what, a, b) = (ours.iter().zip(&theirs))
        .find(|(a, b)| a.1 != b.1 && (a.0 != "suites" || !a.1.is_empty() && !b.1.is_empty()))
        .map(|(a, b)| (a.0, &a.1, &b.1))?;
    let (first, second) = (visible(&one.path), visible(&other.path));
    Some(format!(
        "{first} and {second} come from different {what} ({}, {}) and cannot be joined; `minesat report --compare {first} \
         {second}` shows what changed",
        visible(a),
        visible(b)
    ))
}

/// Prints what changed, and writes it to the folder if one is named; tables for a paper also beside the later records.
fn compared(old: &RecordFile, new: &RecordFile, args: &ReportArgs) -> CommandResult {
    let found = report::compare(old, new, args.noise);
    let mut out = stdout();
    found.findings.iter().try_for_each(|line| writeln!(out, "{}", visible(line)))?;
    for table in &found.tables {
        writeln!(out, "\n{}\n{}", visible(&table.title), terminal(table))?;
    }
    let title = format!("{} against {}", visible(&new.path), visible(&old.path));
    if let Some(folder) = &args.output {
        let title = format!("# {title}\n\n");
        let lines: String = found.findings.iter().map(|line| format!("- {line}\n")).collect();
        let tables: String = found.tables.iter().map(report::markdown_table).collect();
        std::fs::create_dir_all(folder).map_err(|e| CliError::at(folder, &e))?;
        let file = folder.join("compare.md");
        write_whole(&file, (title + &lines + &tables).as_bytes()).map_err(|e| CliError::at(&file, &e))?;
    }
    if args.exports.has_tables() {
        let folder = args.output.clone().unwrap_or_else(|| beside(&new.path));
        let words = ["minesat", "report", "--compare", &old.path, &new.path].map(String::from);
        let set = TableSet::of_regression(&found, title, report::shell(&words));
        args.exports.write_tables(&set, &[old, new], &folder)?;
    }
    Ok(if found.is_worse { super::DISAGREE } else { super::DONE })
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
