//! Long commands that resume when they are given again after an interruption or a kill.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bench::record::sha256;
use crate::bench::{revision, this_machine};
use crate::cli::CliError;
use crate::cli::names::present_line;
use crate::journal::{Journal, Run};
use crate::report::shell;

/// Name of the journal in a folder of results.
pub const FILE: &str = "under-way.jsonl";

/// Name of the report there, which holds `Made by` and the command.
const REPORT: &str = "report.md";

/// A run in parts, in the order in which they are asked for; finished parts are in a journal.
pub struct UnderWay<T> {
    journal: Journal,
    kept: VecDeque<T>,
}

/// Before the folder in a command.
const OUTPUT: &str = " --output ";

/// The whole command that makes the report in a folder.
pub fn made_by(command: &str, folder: &Path) -> String {
    format!("{command}{OUTPUT}{}", shell(&[crate::file_name::text(folder)]))
}

/// Refuses a folder with a report of another command.
fn refuse_others(folder: &Path, command: &str) -> Result<(), CliError> {
    let path = folder.join(REPORT);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(CliError::at(&path, &e)),
    };
    let made = text.split_once("Made by `").and_then(|(_, rest)| Some(rest.split_once('`')?.0));
    // The results may have been moved since, and the command renamed.
    if made.is_some_and(|made| present_line(made.split_once(OUTPUT).map_or(made, |made| made.0)) == command) {
        return Ok(());
    }
    let made = made.map_or(String::new(), |made| format!(": {made}"));
    let there = format!("another command made the results in {}{made}", folder.display());
    Err(CliError::usage(format!("{there}\nchoose another folder, or move those results away")))
}

impl<T: Serialize + DeserializeOwned> UnderWay<T> {
    /// The run of a command that makes the report in a folder; refuses a folder with the report of another command, which
    /// would be lost.
    ///
    /// # Errors
    /// As [`UnderWay::open`]; also a report of another command.
    pub fn of_report(folder: &Path, command: String) -> Result<Self, CliError> {
        refuse_others(folder, &command)?;
        Self::open(&folder.join(FILE), command, &[])
    }

    /// The run of `command` by this program on this machine, with the parts that are finished. Different contents of the
    /// files that it `reads` make a different run; a different number of threads does not.
    ///
    /// # Errors
    /// The file is not a journal, cannot be written, or has parts of another run.
    pub fn open(path: &Path, command: String, reads: &[Vec<u8>]) -> Result<Self, CliError> {
        let mut made_by = vec![revision().to_string(), this_machine().cpu];
        if revision().ends_with("-modified") {
            // Programs with different uncommitted changes have the same revision.
            made_by.push(sha256(&std::fs::read(std::env::current_exe()?)?));
        }
        made_by.extend(reads.iter().map(|bytes| sha256(bytes)));
        let (journal, parts) = Journal::open(path, Run { command, made_by })?;
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
    pub fn next<E>(&mut self, make: impl FnOnce() -> Result<T, E>) -> Result<Result<T, E>, CliError> {
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
    pub fn add(&mut self, part: &T) -> Result<(), CliError> {
        self.journal.add(part).map_err(|e| CliError::at(self.journal.path(), &e))
    }

    /// Ends the run, whose results are written elsewhere.
    ///
    /// # Errors
    /// The journal cannot be removed.
    pub fn finish(self) -> Result<(), CliError> {
        self.finish_but(&[])
    }

    /// Ends the run but keeps the parts that are `left`.
    ///
    /// # Errors
    /// The journal cannot be removed or written.
    pub fn finish_but(self, left: &[T]) -> Result<(), CliError> {
        let path = self.journal.path().to_path_buf();
        self.journal.finish(left).map_err(|e| CliError::at(&path, &e))
    }
}
