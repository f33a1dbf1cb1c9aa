//! Long commands that go on where they were stopped or killed when the same is asked again.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::CliError;
use crate::bench::record::sha256;
use crate::bench::{revision, this_machine};
use crate::journal::{Journal, Run};
use crate::report::shell;

/// Name of the journal in a folder of results.
pub const FILE: &str = "under-way.jsonl";

/// Name of the report there, which says `Made by` and the command.
const REPORT: &str = "report.md";

/// Parts of a run in the order in which they are asked for.
pub struct UnderWay<T> {
    journal: Journal,
    kept: VecDeque<T>,
}

/// Before the folder in a command.
const OUTPUT: &str = " --output ";

/// The whole command that makes the report of a folder.
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
    // Where the results were written to, they may have been moved from.
    if made.is_some_and(|made| made.split_once(OUTPUT).map_or(made, |made| made.0) == command) {
        return Ok(());
    }
    let made = made.map_or(String::new(), |made| format!(": {made}"));
    let there = format!("the results in {} are of another command{made}", folder.display());
    Err(CliError::usage(format!("{there}\ngive another folder, or move those away")))
}

impl<T: Serialize + DeserializeOwned> UnderWay<T> {
    /// The run of a command that makes the report of a folder, which another command must not have made: its results
    /// would be lost.
    ///
    /// # Errors
    /// As [`UnderWay::open`]; also a report of another command.
    pub fn of_report(folder: &Path, command: String) -> Result<Self, CliError> {
        refuse_others(folder, &command)?;
        Self::open(&folder.join(FILE), command, &[])
    }

    /// What this program has done on this machine of what `command` asks for. What it `reads` decides as well; how many
    /// threads there are does not.
    ///
    /// # Errors
    /// The journal is none, cannot be written, or has parts of another run.
    pub fn open(path: &Path, command: String, reads: &[Vec<u8>]) -> Result<Self, CliError> {
        let mut made_by = vec![revision().to_string(), this_machine().cpu];
        if revision().ends_with("-modified") {
            // Programs of different changes have the same name.
            made_by.push(sha256(&std::fs::read(std::env::current_exe()?)?));
        }
        made_by.extend(reads.iter().map(|bytes| sha256(bytes)));
        let (journal, parts) = Journal::open(path, Run { command, made_by })?;
        if !parts.is_empty() {
            let _ = writeln!(io::stderr(), "goes on after {} parts in {}", parts.len(), path.display());
        }
        Ok(UnderWay { journal, kept: parts.into() })
    }

    /// All parts that the run had when it was stopped and that nothing took yet.
    pub fn kept(&mut self) -> VecDeque<T> {
        std::mem::take(&mut self.kept)
    }

    /// The next part: the one that was kept, else it is made and kept.
    ///
    /// # Errors
    /// The part cannot be kept; what `make` says, within.
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

    /// All is done and written elsewhere.
    ///
    /// # Errors
    /// The journal cannot be removed.
    pub fn finish(self) -> Result<(), CliError> {
        self.finish_but(&[])
    }

    /// The same but for the parts that are `left`.
    ///
    /// # Errors
    /// The journal cannot be removed or written.
    pub fn finish_but(self, left: &[T]) -> Result<(), CliError> {
        let path = self.journal.path().to_path_buf();
        self.journal.finish(left).map_err(|e| CliError::at(&path, &e))
    }
}
