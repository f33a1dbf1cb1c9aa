//! Reads record files, plain or compressed, and the facts of their run beside them.

use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::{Record, RecordHeader, SCHEMA};
use crate::bench::key::MeasurementKey;
use crate::compression;
use crate::file_name;
use crate::input_error::{InputError, json_message};
use crate::lines::Line;

/// A record file in memory.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// Path as given, for messages and reports.
    pub path: String,
    /// The facts of the run.
    pub header: RecordHeader,
    /// One per measurement, in the order of the file: of a measurement that was made again, the last.
    pub records: Vec<Record>,
    /// Length in bytes of the complete lines of the (decompressed) file; the rest is a line that an interrupted run
    /// left.
    pub complete_bytes: u64,
    /// There is such a rest.
    pub is_cut: bool,
}

/// The file with the facts of the run of a record file: `run.json` beside `records.jsonl`, `X.run.json` beside `X.jsonl`,
/// whatever its compression.
pub fn run_file(records: &Path) -> PathBuf {
    let name = file_name::text(Path::new(records.file_name().unwrap_or_default()));
    let plain = compression::plain(&name);
    let stem = plain.strip_suffix(".jsonl").unwrap_or(plain);
    let name = if stem == "records" { "run.json".to_string() } else { format!("{stem}.run.json") };
    records.with_file_name(file_name::path(&name))
}

/// Reads a record file, with the facts of its run beside it. A last line without an end, left by a killed run, is not a
/// record.
///
/// # Errors
/// A file cannot be read, is not a record file, or has a damaged line before its end.
pub fn read_records(path: &str) -> Result<RecordFile, InputError> {
    let file = File::open(file_name::path(path)).map_err(|e| compression::unreadable(path, &e))?;
    let run = run_file(&file_name::path(path));
    let header = match run.exists() {
        true => Some(read_run(&run)?),
        false => None,
    };
    parse_records(path, header, file)
}

/// The facts of a run.
fn read_run(path: &Path) -> Result<RecordHeader, InputError> {
    let (name, text) = (file_name::text(path), compression::text_of(path)?);
    let fail = |e: serde_json::Error| {
        InputError::json(&name, e.line().max(1), text.lines().nth(e.line().max(1) - 1).unwrap_or(""), &e)
    };
    let version: Version = serde_json::from_str(&text).map_err(fail)?;
    match version.minesat_records {
        None => Err(InputError::whole(&name, "is not the run of records: it has no \"minesat_records\"")),
        Some(n) if n > u64::from(SCHEMA) => Err(InputError::whole(&name, later(n))),
        Some(_) => serde_json::from_str(&text).map_err(fail),
    }
}

/// What a file of a later version gets.
fn later(version: u64) -> String {
    format!("records of version {version}; this program reads up to {SCHEMA}")
}

/// The same from any source; `path` names it in errors. Without the facts of the run they are expected in its first line,
/// as in version 1.
///
/// # Errors
/// As [`read_records`].
pub fn parse_records(
    path: &str,
    mut header: Option<RecordHeader>,
    source: impl Read + Send,
) -> Result<RecordFile, InputError> {
    let mut lines = compression::line_reader(path, Ok(source))?.that_may_break_off();
    let (mut complete_bytes, mut is_first) = (0, true);
    let mut records: Vec<Record> = Vec::new();
    let mut places: FxHashMap<MeasurementKey, usize> = FxHashMap::default();
    let is_cut = loop {
        let Some(Line { number, text, is_whole }) = lines.next_line()? else { break false };
        if !is_whole {
            break true;
        }
        let text = text.trim_end();
        let fail = |e: serde_json::Error| InputError::json(path, number, text, &e);
        if std::mem::take(&mut is_first) && (header.is_none() || text.starts_with("{\"minesat_records\"")) {
            header = Some(read_header(path, number, text)?);
        } else {
            let record: Record = serde_json::from_str(text).map_err(fail)?;
            record.check().map_err(|e| InputError::at(path, number, text, 0, e.to_string()))?;
            match places.entry(record.key()) {
                Entry::Occupied(place) => records[*place.get()] = record,
                Entry::Vacant(place) => {
                    place.insert(records.len());
                    records.push(record);
                }
            }
        }
        complete_bytes = lines.offset();
    };
    let nothing =
        if is_cut { "its first line, the header, breaks off" } else { "is empty, and has no run.json beside it" };
    let header = header.ok_or_else(|| InputError::whole(path, nothing))?;
    Ok(RecordFile { path: path.into(), header, records, complete_bytes, is_cut })
}

/// The common beginning of the facts of every run; the rest is parsed only if it matches.
#[derive(Deserialize)]
struct Version {
    minesat_records: Option<u64>,
}

fn read_header(path: &str, number: usize, text: &str) -> Result<RecordHeader, InputError> {
    let own = |message: String| InputError::at(path, number, text, 0, message);
    let json = |e: serde_json::Error| InputError::json(path, number, text, &e);
    let version = match serde_json::from_str::<Version>(text) {
        _ if !text.starts_with('{') => None,
        Ok(version) => version.minesat_records,
        Err(e) if e.is_data() => None,
        Err(e) => return Err(json(e)),
    };
    match version {
        None => {
            Err(own("not a record file: no run.json beside it, and no \"minesat_records\" in its first line".into()))
        }
        Some(n) if n > u64::from(SCHEMA) => Err(own(later(n))),
        Some(_) => serde_json::from_str(text).map_err(|e| own(format!("header: {}", json_message(&e)))),
    }
}
