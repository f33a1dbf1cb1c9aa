//! What a long run has done, kept as it goes, so that the same run goes on after a kill.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::input_error::InputError;

/// First line of the file.
#[derive(Serialize, Deserialize)]
struct Header {
    /// Whatever the parts depend on: only a run that was asked the same goes on.
    run: Vec<String>,
}

/// Parts of a run in a file: JSON Lines, the header and one part a line. It is there while the run is not finished.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What was in the file of a journal.
#[derive(Debug, PartialEq)]
pub enum Found<T> {
    /// No run.
    Nothing,
    /// A run that was asked something else; it is given up.
    Other,
    /// Parts of this run, in the order in which they were added.
    Parts(Vec<T>),
}

impl<T> Found<T> {
    /// The parts of this run.
    pub fn parts(self) -> Vec<T> {
        match self {
            Found::Parts(parts) => parts,
            Found::Nothing | Found::Other => Vec::new(),
        }
    }
}

impl Journal {
    /// Opens the file of a run or makes it. A line that a kill cut off is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, or a whole line of it is none.
    pub fn open<T: DeserializeOwned>(path: &Path, run: Vec<String>) -> Result<(Journal, Found<T>), InputError> {
        let name = path.to_string_lossy().into_owned();
        let failed = |e: io::Error| InputError::whole(&name, e.to_string());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        lock(&file, &name)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let whole = text.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let found = read(&name, InputError::utf8(&name, 1, &text[..whole])?, &run)?;
        let keeps = matches!(found, Found::Parts(_));
        file.set_len(if keeps { whole as u64 } else { 0 }).map_err(failed)?;
        let mut journal = Journal { path: path.to_path_buf(), file };
        if !keeps {
            journal.add(&Header { run }).map_err(failed)?;
        }
        Ok((journal, found))
    }

    /// Adds a part.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add<T: Serialize>(&mut self, part: &T) -> io::Result<()> {
        let mut line = serde_json::to_vec(part)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The run is finished: removes the file.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn finish(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// Keeps a file for this process as long as it is open: two runs that write the same one would repeat each other's parts.
///
/// # Errors
/// Another process has it.
pub fn lock(file: &File, name: &str) -> Result<(), InputError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(InputError::whole(name, "another run is writing this file")),
        Err(TryLockError::Error(e)) => Err(InputError::whole(name, format!("cannot be locked: {e}"))),
    }
}

/// Parts of whole lines.
fn read<T: DeserializeOwned>(name: &str, text: &str, run: &[String]) -> Result<Found<T>, InputError> {
    fn line<V: DeserializeOwned>(name: &str, number: usize, text: &str) -> Result<V, InputError> {
        let bad =
            |e: serde_json::Error| InputError::at(name, number, text, e.column().saturating_sub(1), e.to_string());
        serde_json::from_str(text).map_err(bad)
    }
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Found::Nothing) };
    let header: Header = line(name, 1, first)?;
    if header.run != run {
        return Ok(Found::Other);
    }
    lines.map(|(index, text)| line(name, index + 1, text)).collect::<Result<_, _>>().map(Found::Parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(word: &str) -> Vec<String> {
        vec!["count".into(), word.into()]
    }

    #[test]
    fn parts_are_found_again_until_the_run_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/run.jsonl");
        let (mut journal, found) = Journal::open::<u32>(&path, asked("a")).unwrap();
        assert_eq!(found, Found::Nothing);
        assert!(Journal::open::<u32>(&path, asked("a")).unwrap_err().message.contains("another run"));
        (1..=3u32).for_each(|n| journal.add(&n).unwrap());
        drop(journal);
        // Cut off anywhere, all whole lines are there, and what is added then is whole as well.
        let all = fs::read(&path).unwrap();
        for length in 0..=all.len() {
            fs::write(&path, &all[..length]).unwrap();
            let (mut journal, found) = Journal::open::<u32>(&path, asked("a")).unwrap();
            let lines = all[..length].iter().filter(|&&b| b == b'\n').count();
            let expected: Vec<u32> = (1..lines as u32).collect();
            assert_eq!(found, if lines == 0 { Found::Nothing } else { Found::Parts(expected.clone()) });
            journal.add(&9).unwrap();
            drop(journal);
            let again = Journal::open::<u32>(&path, asked("a")).unwrap().1;
            assert_eq!(again, Found::Parts([expected, vec![9]].concat()));
        }
        let (journal, found) = Journal::open::<u32>(&path, asked("b")).unwrap();
        assert_eq!(found, Found::Other);
        drop(journal);
        let (journal, found) = Journal::open::<u32>(&path, asked("b")).unwrap();
        assert_eq!(found, Found::Parts(Vec::new()));
        journal.finish().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_line_that_is_no_part_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.jsonl");
        let (mut journal, _) = Journal::open::<u32>(&path, asked("a")).unwrap();
        journal.add(&"seven").unwrap();
        drop(journal);
        let error = Journal::open::<u32>(&path, asked("a")).unwrap_err();
        assert_eq!(error.line, 2);
        assert!(Journal::open::<u32>(folder.path(), asked("a")).is_err());
    }
}
