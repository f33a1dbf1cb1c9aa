//! Reads record files, plain or compressed.

use std::fs::File;
use std::io::{BufRead, Read};

use serde_json::Value;

use super::{Header, Record, SCHEMA};
use crate::input_error::InputError;
use crate::packed::unpacked;

/// A record file in memory.
#[derive(Clone, Debug)]
pub struct RecordFile {
    pub path: String,
    pub header: Header,
    pub records: Vec<Record>,
    /// Length in bytes of the complete lines of the (unpacked) file: what follows is a line that an
    /// interrupted run left behind.
    pub complete_bytes: u64,
    /// Such a line is there.
    pub is_cut: bool,
}

/// Reads a record file. A last line without an end is what a killed run leaves: it is not a record.
///
/// # Errors
/// The file cannot be read, is no record file, or has a damaged line before its end.
pub fn read_records(path: &str) -> Result<RecordFile, InputError> {
    let file = File::open(path).map_err(|e| InputError::whole(path, format!("cannot be read: {e}")))?;
    parse_records(path, file)
}

/// The same from any source; `path` names it in errors.
///
/// # Errors
/// As [`read_records`].
pub fn parse_records(path: &str, source: impl Read + Send) -> Result<RecordFile, InputError> {
    let fail = |e: std::io::Error| InputError::whole(path, format!("cannot be read: {e}"));
    lines(path, unpacked(source).map_err(fail)?)
}

fn lines(path: &str, mut input: impl BufRead) -> Result<RecordFile, InputError> {
    let mut line = Vec::new();
    let (mut number, mut complete_bytes) = (0, 0);
    let (mut header, mut records) = (None, Vec::new());
    let is_cut = loop {
        line.clear();
        number += 1;
        let got = input.read_until(b'\n', &mut line);
        let got = got.map_err(|e| InputError::whole(path, format!("cannot be read: {e}")))?;
        if got == 0 || line.last() != Some(&b'\n') {
            break got > 0;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        let fail = |e: serde_json::Error| InputError::json(path, number, text, &e);
        match &header {
            None => header = Some(read_header(path, text).map_err(|e| e.unwrap_or_else(&fail))?),
            Some(_) => records.push(serde_json::from_str(text).map_err(fail)?),
        }
        complete_bytes += got as u64;
    };
    let nothing =
        if is_cut { "its first line, the header, breaks off" } else { "is empty: no header line of a record file" };
    let header = header.ok_or_else(|| InputError::whole(path, nothing))?;
    Ok(RecordFile { path: path.into(), header, records, complete_bytes, is_cut })
}

/// Either our own message or, as the inner error, what the JSON reader says.
fn read_header(path: &str, text: &str) -> Result<Header, HeaderError> {
    let value: Value = serde_json::from_str(text).map_err(HeaderError::Json)?;
    let own = |message: String| HeaderError::Own(InputError::at(path, 1, text, 0, message));
    match value.get("minesat_records").and_then(Value::as_u64) {
        None => Err(own("not a record file: its first line has no \"minesat_records\"".into())),
        Some(n) if n > u64::from(SCHEMA) => {
            Err(own(format!("records of version {n}; this program reads up to {SCHEMA}")))
        }
        Some(_) => serde_json::from_value(value).map_err(|e| own(format!("header: {e}"))),
    }
}

enum HeaderError {
    Own(InputError),
    Json(serde_json::Error),
}

impl HeaderError {
    fn unwrap_or_else(self, json: &dyn Fn(serde_json::Error) -> InputError) -> InputError {
        match self {
            HeaderError::Own(error) => error,
            HeaderError::Json(error) => json(error),
        }
    }
}
