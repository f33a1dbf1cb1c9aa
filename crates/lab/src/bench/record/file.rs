//! Reads record files, plain or compressed.

use std::fs::File;
use std::io::Read;

use serde::Deserialize;

use super::{Record, RecordHeader, SCHEMA};
use crate::file_name;
use crate::input_error::{InputError, json_message};
use crate::lines::Line;
use crate::packed;

/// A record file in memory.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// Path as given, for messages and reports.
    pub path: String,
    /// The first line.
    pub header: RecordHeader,
    /// One per complete line after the header, in the order of the file.
    pub records: Vec<Record>,
    /// Length in bytes of the complete lines of the (decompressed) file; the rest is a line that an interrupted run
    /// left.
    pub complete_bytes: u64,
    /// There is such a rest.
    pub is_cut: bool,
}

/// Reads a record file. A last line without an end, left by a killed run, is not a record.
///
/// # Errors
/// The file cannot be read, is not a record file, or has a damaged line before its end.
pub fn read_records(path: &str) -> Result<RecordFile, InputError> {
    let file = File::open(file_name::path(path)).map_err(|e| packed::unreadable(path, &e))?;
    parse_records(path, file)
}

/// The same from any source; `path` names it in errors.
///
/// # Errors
/// As [`read_records`].
pub fn parse_records(path: &str, source: impl Read + Send) -> Result<RecordFile, InputError> {
    let mut lines = packed::line_reader(path, Ok(source))?.that_may_break_off();
    let mut complete_bytes = 0;
    let (mut header, mut records) = (None, Vec::new());
    let is_cut = loop {
        let Some(Line { number, text, is_whole }) = lines.next_line()? else { break false };
        if !is_whole {
            break true;
        }
        let text = text.trim_end();
        let fail = |e: serde_json::Error| InputError::json(path, number, text, &e);
        match &header {
            None => header = Some(read_header(path, number, text)?),
            Some(_) => {
                let record: Record = serde_json::from_str(text).map_err(fail)?;
                record.check().map_err(|e| InputError::at(path, number, text, 0, e.to_string()))?;
                records.push(record);
            }
        }
        complete_bytes = lines.offset();
    };
    let nothing =
        if is_cut { "its first line, the header, breaks off" } else { "is empty: no header line of a record file" };
    let header = header.ok_or_else(|| InputError::whole(path, nothing))?;
    Ok(RecordFile { path: path.into(), header, records, complete_bytes, is_cut })
}

/// The common beginning of every header; the rest is parsed only if it matches.
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
        None => Err(own("not a record file: its first line has no \"minesat_records\"".into())),
        Some(n) if n > u64::from(SCHEMA) => {
            Err(own(format!("records of version {n}; this program reads up to {SCHEMA}")))
        }
        Some(_) => serde_json::from_str(text).map_err(|e| own(format!("header: {}", json_message(&e)))),
    }
}
