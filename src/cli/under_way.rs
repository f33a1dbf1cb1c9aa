//! Long commands that go on where they were stopped or killed when the same command line is given again.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::CliError;
use crate::bench::record::sha256;
use crate::bench::{revision, this_machine};
use crate::journal::{Found, Journal};

/// Name of the journal in a folder of results.
pub const FILE: &str = "under-way.jsonl";

/// Parts of a run in the order in which they are asked for.
pub struct UnderWay<T> {
    journal: Journal,
    kept: VecDeque<T>,
}

impl<T: Serialize + DeserializeOwned> UnderWay<T> {
    /// What this command line, of this program on this machine and with these contents of `files`, has done.
    ///
    /// # Errors
    /// A file cannot be read, the journal is none or cannot be written.
    pub fn open(path: &Path, files: &[&Path]) -> Result<Self, CliError> {
        let mut run: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
        run.extend([revision().to_string(), this_machine().cpu]);
        for file in files {
            run.push(sha256(&std::fs::read(file).map_err(|e| CliError::at(file, &e))?));
        }
        let (journal, found) = Journal::open(path, run)?;
        let told = match &found {
            Found::Nothing => None,
            Found::Other => Some("a run of another command or program was stopped here; this one begins anew".into()),
            Found::Parts(parts) => Some(format!("goes on after {} parts of the run that was stopped", parts.len())),
        };
        if let Some(told) = told {
            let _ = writeln!(io::stderr(), "{}: {told}", path.display());
        }
        Ok(UnderWay { journal, kept: found.parts().into() })
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
        let path = self.journal.path().to_path_buf();
        self.journal.finish().map_err(|e| CliError::at(&path, &e))
    }
}
