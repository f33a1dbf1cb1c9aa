//! Long runs that resume when they are given again after an interruption or a kill.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{OUTPUT, StudyError, StudyPlace};
use crate::bench::record::sha256;
use crate::bench::{revision, this_machine};
use crate::journal::{Journal, RunIdentity};
use crate::process::own_file;
use crate::report::REPORT;

/// Name of the journal in a folder of results.
pub const FILE: &str = "under-way.jsonl";

/// A run in parts, in the order in which they are asked for; finished parts are in a journal.
pub struct UnderWay<T> {
    journal: Journal,
    kept: VecDeque<T>,
}

/// True if results that name this command are those of `command`: they may have been moved since, and the command renamed.
pub(super) fn is_of(place: StudyPlace, made: &str, command: &str) -> bool {
    let present = (place.present)(made);
    present.split_once(OUTPUT).map_or(present.as_str(), |made| made.0) == command
}

/// Refuses a folder with a report of another command.
fn refuse_others(place: StudyPlace, command: &str) -> Result<(), StudyError> {
    let path = place.folder.join(REPORT);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(StudyError::at(&path, e)),
    };
    let made = text.split_once("Made by `").and_then(|(_, rest)| Some(rest.split_once('`')?.0));
    if made.is_some_and(|made| is_of(place, made, command)) {
        return Ok(());
    }
    let made = made.map_or(String::new(), |made| format!(": {made}"));
    Err(StudyError::Others { folder: place.folder.display().to_string(), made })
}

impl<T: Serialize + DeserializeOwned> UnderWay<T> {
    /// The run of a command that makes the report in a folder; refuses a folder with the report of another command, which
    /// would be lost.
    ///
    /// # Errors
    /// As [`UnderWay::open`]; also a report of another command.
    pub fn of_report(place: StudyPlace, command: &str) -> Result<Self, StudyError> {
        refuse_others(place, command)?;
        Self::open(&place.folder.join(FILE), command.into(), &[])
    }

    /// The run of `command` by this program on this machine, with the parts that are finished. Different contents of the
    /// files that it `reads` make a different run; a different number of threads does not.
    ///
    /// # Errors
    /// The file is not a journal, cannot be written, or has parts of another run.
    pub fn open(path: &Path, command: String, reads: &[Vec<u8>]) -> Result<Self, StudyError> {
        let mut made_by = vec![revision().to_string(), this_machine().cpu];
        if revision().ends_with("-modified") {
            // Programs with different uncommitted changes have the same revision.
            made_by.push(sha256(&std::fs::read(own_file()?)?));
        }
        made_by.extend(reads.iter().map(|bytes| sha256(bytes)));
        let (journal, parts) = Journal::open(path, RunIdentity { command, made_by })?;
        if !parts.is_empty() {
            let _ = writeln!(io::stderr(), "resumes after {} parts in {}", parts.len(), path.display());
        }
        Ok(UnderWay { journal, kept: parts.into() })
    }

    /// All parts from before the interruption that were not taken yet.
    pub fn kept(&mut self) -> VecDeque<T> {
        std::mem::take(&mut self.kept)
    }

    /// The next part: the kept one, else one that is made and kept.
    ///
    /// # Errors
    /// The part cannot be kept; inside, the errors of `make`.
    pub fn next<E>(&mut self, make: impl FnOnce() -> Result<T, E>) -> Result<Result<T, E>, StudyError> {
        if let Some(part) = self.kept.pop_front() {
            return Ok(Ok(part));
        }
        let part = make();
        part.iter().try_for_each(|part| self.add(part))?;
        Ok(part)
    }

    /// Keeps a part.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn add(&mut self, part: &T) -> Result<(), StudyError> {
        self.journal.add(part).map_err(|e| StudyError::at(self.journal.path(), e))
    }

    /// Ends the run, whose results are written elsewhere.
    ///
    /// # Errors
    /// The journal cannot be removed.
    pub fn finish(self) -> Result<(), StudyError> {
        self.finish_but(&[])
    }

    /// Ends the run but keeps the parts that are `left`.
    ///
    /// # Errors
    /// The journal cannot be removed or written.
    pub fn finish_but(self, left: &[T]) -> Result<(), StudyError> {
        let path = self.journal.path().to_path_buf();
        self.journal.finish(left).map_err(|e| StudyError::at(&path, e))
    }
}
