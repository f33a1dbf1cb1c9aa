//! The record file of a run, append-only, one line per measurement, so that a killed run loses at most the line it was
//! writing; the facts of the run are in a file beside it.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::key::MeasurementKey;
use super::machine::differences;
use super::record::{Record, RecordFile, RecordHeader, read_records, run_file};
use crate::atomic_file::write_whole;
use crate::compression;
use crate::file_name;
use crate::input_error::InputError;
use crate::journal::lock;
use crate::lines::json_line;

/// What to do with an existing record file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnExisting {
    /// Resume it; refuse if its header does not fit.
    Resume,
    /// Resume it if its header fits and it is not complete, else start afresh.
    ResumeOrRestart,
    /// Start afresh.
    Restart,
}

/// An open record file.
pub struct Log {
    file: File,
    path: PathBuf,
    done: BTreeSet<MeasurementKey>,
}

impl Log {
    /// Opens or creates the record file for `header`. Returns the records already in it: none unless an interrupted run
    /// is resumed. `measurements` is the number of them in all.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or has a header that does not fit.
    pub fn open(
        path: &Path,
        header: &RecordHeader,
        start: OnExisting,
        measurements: u64,
    ) -> Result<(Log, RecordFile), InputError> {
        let name = file_name::text(path);
        let fail = |e: io::Error| InputError::whole(&name, format!("cannot be written: {e}"));
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|e| InputError::whole(&file_name::text(folder), e.to_string()))?;
        }
        let fresh = || RecordFile {
            path: name.clone(),
            header: header.clone(),
            records: Vec::new(),
            complete_bytes: 0,
            is_cut: false,
        };
        packed_before(path, start)?;
        let earlier = match continued(path, header, start, measurements)? {
            Some(earlier) => earlier,
            None => {
                // Do not replace a file in use: first take the lock on the old file.
                if let Ok(old) = File::open(path) {
                    lock(&old, &name)?;
                }
                // Empty records before new facts: a run that is killed in between has lost nothing and claims nothing.
                write_whole(path, b"").map_err(fail)?;
                write_run(path, header)?;
                fresh()
            }
        };
        let file = OpenOptions::new().append(true).open(path).map_err(fail)?;
        lock(&file, &name)?;
        // The incomplete line that a killed run left.
        file.set_len(earlier.complete_bytes).map_err(fail)?;
        let done = earlier.records.iter().map(Record::key).collect();
        Ok((Log { file, path: path.into(), done }, earlier))
    }

    /// True if the measurement has been made.
    pub fn has(&self, key: &MeasurementKey) -> bool {
        self.done.contains(key)
    }

    /// Appends a record, in one write.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn append(&mut self, record: &Record) -> Result<(), InputError> {
        let fail = |e: io::Error| InputError::whole(&file_name::text(&self.path), format!("cannot be written: {e}"));
        let line = json_line(record).map_err(|e| fail(e.into()))? + "\n";
        self.file.write_all(line.as_bytes()).map_err(fail)?;
        self.done.insert(record.key());
        Ok(())
    }

    /// Flushes everything to the disk.
    ///
    /// # Errors
    /// The flush fails.
    pub fn finish(&mut self) -> Result<(), InputError> {
        let fail = |e: io::Error| InputError::whole(&file_name::text(&self.path), format!("cannot be written: {e}"));
        self.file.sync_all().map_err(fail)
    }
}

/// Refuses to begin beside the packed records of a finished run, whose facts would be replaced; to start afresh removes them.
fn packed_before(path: &Path, start: OnExisting) -> Result<(), InputError> {
    for ending in ["zst", "gz"] {
        let packed = file_name::path(&format!("{}.{ending}", file_name::text(path)));
        if path.exists() || !packed.exists() {
            continue;
        }
        let name = file_name::text(&packed);
        if start != OnExisting::Restart {
            return Err(InputError::whole(
                &name,
                "has the records of a finished run: --restart discards them, -o writes elsewhere",
            ));
        }
        fs::remove_file(&packed).map_err(|e| InputError::whole(&name, format!("cannot be removed: {e}")))?;
    }
    Ok(())
}

/// Writes the facts of a run beside its records.
///
/// # Errors
/// The file cannot be written.
pub fn write_run(records: &Path, header: &RecordHeader) -> Result<(), InputError> {
    let path = run_file(records);
    let fail = |e: io::Error| InputError::whole(&file_name::text(&path), format!("cannot be written: {e}"));
    let text = serde_json::to_string_pretty(header).map_err(|e| fail(e.into()))? + "\n";
    write_whole(&path, text.as_bytes()).map_err(fail)
}

/// True if the file contains nothing but records: it is empty, or its first line is a record or the header of version 1.
fn is_record_file(path: &Path) -> bool {
    let lines = compression::line_reader("", File::open(path));
    let read = lines.and_then(|lines| lines.that_may_break_off().next_line());
    match read {
        Ok(None) => true,
        Ok(Some(line)) => serde_json::from_str::<Value>(&line.text).is_ok_and(|v| {
            v.get("minesat_records").is_some() || ["instance", "engine", "query"].iter().all(|key| v.get(key).is_some())
        }),
        Err(_) => false,
    }
}

/// The earlier records to resume from, if any.
fn continued(
    path: &Path,
    header: &RecordHeader,
    start: OnExisting,
    measurements: u64,
) -> Result<Option<RecordFile>, InputError> {
    let name = file_name::text(path);
    if !path.exists() {
        return Ok(None);
    }
    if !is_record_file(path) {
        return Err(InputError::whole(&name, "is not a record file; it is left unchanged"));
    }
    if start == OnExisting::Restart {
        return Ok(None);
    }
    let earlier = match read_records(&name) {
        Ok(earlier) => earlier,
        Err(_) if start == OnExisting::ResumeOrRestart => return Ok(None),
        Err(error) => return Err(error),
    };
    let differences = differences(&earlier.header, header);
    let complete = earlier.records.len() as u64 >= measurements;
    match start {
        OnExisting::ResumeOrRestart if complete || !differences.is_empty() => Ok(None),
        OnExisting::Resume if !differences.is_empty() => {
            let what = differences.join("; ");
            let message = format!(
                "records of another run, which cannot be resumed: {what}. --restart starts afresh, -o writes elsewhere"
            );
            Err(InputError::whole(&name, message))
        }
        _ => Ok(Some(earlier)),
    }
}
