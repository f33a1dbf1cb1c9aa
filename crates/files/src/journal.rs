//! Journals of long runs: finished parts are kept, so that the same run resumes after a kill.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::atomic_file::write_whole;
use crate::file_name;
use crate::input_error::InputError;
use crate::lines;

/// Everything the parts depend on: only an equal run resumes. First line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunIdentity {
    /// Subcommand and options that decide the result.
    pub command: String,
    /// Program, machine, inputs.
    pub made_by: Vec<String>,
}

/// Parts of a run in a file: JSON Lines, first the run, then one part per line. The file exists until the run is
/// finished.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    run: RunIdentity,
}

impl Journal {
    /// Opens or creates the file of a run and returns the parts added so far, in their order. Drops a line that a kill
    /// cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, another process is writing it, it has parts of another run, or a complete
    /// line of it is not a part.
    pub fn open<T: DeserializeOwned>(path: &Path, run: RunIdentity) -> Result<(Journal, Vec<T>), InputError> {
        let name = file_name::text(path);
        let failed = |e: io::Error| InputError::whole(&name, e.to_string());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut file = locked(path, &name)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let whole = text.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let parts: Vec<T> = read(&name, lines::text(&name, &text[..whole])?, &run)?;
        file.set_len(if parts.is_empty() { 0 } else { whole as u64 }).map_err(failed)?;
        if parts.is_empty() {
            file.write_all(&line(&run).map_err(failed)?).map_err(failed)?;
        }
        Ok((Journal { path: path.to_path_buf(), file, run }, parts))
    }

    /// Adds a part.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add<T: Serialize>(&mut self, part: &T) -> io::Result<()> {
        self.file.write_all(&line(part)?)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ends the run with the parts `left` to do; without any the file is removed.
    ///
    /// # Errors
    /// The file cannot be removed or written.
    pub fn finish<T: Serialize>(self, left: &[T]) -> io::Result<()> {
        if left.is_empty() {
            return fs::remove_file(self.path);
        }
        let mut text = line(&self.run)?;
        for part in left {
            text.extend(line(part)?);
        }
        write_whole(&self.path, &text)
    }
}

/// Opens a file for this process alone, at its end.
fn locked(path: &Path, name: &str) -> Result<File, InputError> {
    let failed = |e: io::Error| InputError::whole(name, e.to_string());
    loop {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        lock(&file, name)?;
        // The previous run may have finished in between, and removed or replaced it.
        let own = file.metadata().map_err(failed)?;
        if fs::metadata(path).is_ok_and(|there| (there.dev(), there.ino()) == (own.dev(), own.ino())) {
            return Ok(file);
        }
    }
}

/// How long to wait for a lock. A killed run keeps its lock until the system has cleaned up the process, and until the
/// children that it was starting have closed its files, which they do when their program begins.
const PATIENCE: Duration = Duration::from_secs(1);

/// Locks a file for this process as long as it is open: two runs that write the same one would repeat each other's
/// parts.
///
/// # Errors
/// Another process has it.
pub fn lock(file: &File, name: &str) -> Result<(), InputError> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
            Err(TryLockError::WouldBlock) => return Err(InputError::whole(name, "another run is writing this file")),
            Err(TryLockError::Error(e)) => return Err(InputError::whole(name, format!("cannot be locked: {e}"))),
        }
    }
}

/// JSON with an end of line.
fn line<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    Ok((lines::json_line(value)? + "\n").into_bytes())
}

/// Parts from whole lines.
fn read<T: DeserializeOwned>(name: &str, text: &str, run: &RunIdentity) -> Result<Vec<T>, InputError> {
    let mut lines = lines::lines(text);
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let other: RunIdentity = value(name, 1, first)?;
    let has_parts = text.len() > first.len() + 1;
    if other != *run && has_parts {
        let RunIdentity { command, made_by } = other;
        let message = format!("has parts of another run, `{command}` ({})", made_by.join(", "));
        return Err(InputError::whole(name, message + ": finish that one, or remove this file"));
    }
    lines.map(|(number, text)| value(name, number, text)).collect()
}

fn value<T: DeserializeOwned>(name: &str, number: usize, text: &str) -> Result<T, InputError> {
    serde_json::from_str(text).map_err(|e| {
        let error = InputError::json(name, number, text, &e);
        InputError {
            message: format!("{}; without this file the run starts from the beginning", error.message),
            ..error
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(word: &str) -> RunIdentity {
        RunIdentity { command: format!("count {word}"), made_by: vec!["rev".into()] }
    }

    #[test]
    fn parts_are_found_again_until_the_run_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/run.jsonl");
        let open = |word: &str| Journal::open::<u32>(&path, run(word));
        let (mut journal, found) = open("a").unwrap();
        assert!(found.is_empty());
        assert!(open("a").unwrap_err().message.contains("another run is writing"));
        (1..=3u32).for_each(|n| journal.add(&n).unwrap());
        drop(journal);
        // Cut off anywhere, all complete lines are kept, and a line added then is complete as well.
        let all = fs::read(&path).unwrap();
        for length in 0..=all.len() {
            fs::write(&path, &all[..length]).unwrap();
            let (mut journal, found) = open("a").unwrap();
            let lines = all[..length].iter().filter(|&&b| b == b'\n').count();
            let expected: Vec<u32> = (1..lines as u32).collect();
            assert_eq!(found, expected);
            journal.add(&9).unwrap();
            drop(journal);
            assert_eq!(open("a").unwrap().1, [expected, vec![9]].concat());
        }
    }

    #[test]
    fn parts_are_not_lost_to_another_run_or_to_one_that_did_not_want_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.jsonl");
        let open = |word: &str| Journal::open::<u32>(&path, run(word));
        let (mut journal, _) = open("a").unwrap();
        drop(open("b"));
        journal.add(&1).unwrap();
        drop(journal);
        let before = fs::read(&path).unwrap();
        let error = open("b").unwrap_err();
        assert!(error.message.contains("`count a` (rev)") && fs::read(&path).unwrap() == before, "{error}");
        let (journal, _) = open("a").unwrap();
        journal.finish(&[4, 5]).unwrap();
        let (journal, found) = open("a").unwrap();
        assert_eq!(found, [4, 5]);
        journal.finish::<u32>(&[]).unwrap();
        assert!(!path.exists());
        // A journal without parts is taken over by another run.
        drop(open("a").unwrap());
        assert!(open("b").unwrap().1.is_empty());
    }

    #[test]
    fn a_line_that_is_no_part_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.jsonl");
        let (mut journal, _) = Journal::open::<u32>(&path, run("a")).unwrap();
        journal.add(&"seven").unwrap();
        drop(journal);
        let error = Journal::open::<u32>(&path, run("a")).unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.message.contains("starts from the beginning") && !error.message.contains(" at line "), "{error}");
        assert!(Journal::open::<u32>(folder.path(), run("a")).is_err());
    }
}
