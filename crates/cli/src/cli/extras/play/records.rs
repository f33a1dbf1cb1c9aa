//! Files of `minesat play`: the records of games, and the journal of a command that was killed.

use std::fs;
use std::io::{self, BufRead};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::bench::{revision, this_machine};
use crate::cli::CliError;
use crate::compression::{self, write_packed};
use crate::input_error::InputError;
use crate::lines::{LineReader, json_line};
use crate::play::boards_file;
use crate::play::record::GameRecord;
use crate::play::rules::Rules;
use crate::play::series::{BoardSource, Series};
use crate::process::watch::memory_limit;
use crate::study::UnderWay;

/// Opens the journal of this command.
///
/// # Errors
/// The journal of another command, or of one that is running.
pub fn open_run(
    players: &str,
    seed: u64,
    series: &Series,
    games: Range<u64>,
    output: &Path,
) -> Result<UnderWay<Vec<GameRecord>>, CliError> {
    let mut command = format!("minesat play {players}, games {games:?} of seed {seed}, {:?}", series.rules);
    if series.time.is_some() || memory_limit().is_some() {
        command += &format!(", limits {:?} {:?}", series.time, memory_limit());
    }
    let mut boards = Vec::new();
    if let BoardSource::Given(fields, _) = &series.boards {
        let Rules { grid, mines, start, .. } = series.rules;
        boards_file::write(&mut boards, grid, mines, start, fields)?;
    }
    Ok(UnderWay::open(&beside(output), command, &[boards])?)
}

/// Whether a journal is kept: not beside a pipe or a device.
pub fn is_kept(output: &Path) -> bool {
    output.metadata().map_or(true, |there| there.is_file())
}

/// The path of the journal: beside the file that links lead to.
pub fn beside(output: &Path) -> PathBuf {
    let mut path = output.canonicalize().unwrap_or_else(|_| output.into()).into_os_string();
    path.push(".under-way");
    path.into()
}

/// A game with its rules, and the revision and processor that its time belongs to.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Line<'a> {
    #[serde(flatten)]
    record: &'a GameRecord,
    rules: &'a str,
    git: &'a str,
    cpu: &'a str,
}

/// How every record begins.
const BEGIN: &str = "{\"player\":";

/// Refuses a file that holds anything but records of games, which would be lost.
///
/// # Errors
/// Such a file, or one that cannot be read.
pub fn is_ours(path: &Path) -> Result<(), CliError> {
    holds("records of games", |lines| Ok(lines.next_line()?.is_none_or(|line| line.text.starts_with(BEGIN))), path)
}

/// Refuses a file that holds anything but boards of games.
///
/// # Errors
/// As [`is_ours`].
pub fn is_of_boards(path: &Path) -> Result<(), CliError> {
    holds("boards of games", |lines| boards_file::parse_lines(lines, "").map(|_| true), path)
}

type Lines = LineReader<Box<dyn BufRead + Send>>;

fn holds(what: &str, is_such: impl Fn(&mut Lines) -> Result<bool, InputError>, path: &Path) -> Result<(), CliError> {
    if !is_kept(path) || !path.exists() {
        return Ok(());
    }
    let fail = |e: io::Error| CliError::at(path, &e);
    // A damaged file may not be text, and is not ours.
    let is_ours = |file| is_such(&mut compression::line_reader("", Ok(file))?);
    let file = fs::File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.len() == 0 || is_ours(file).unwrap_or(false) {
        return Ok(());
    }
    Err(CliError::usage(format!("{} holds something other than {what} and stays as it is", path.display())))
}

/// Writes the records of games.
///
/// # Errors
/// The file cannot be written.
pub fn write<'a>(path: &Path, rules: &str, records: impl Iterator<Item = &'a GameRecord>) -> Result<(), CliError> {
    let (mut text, git, cpu) = (Vec::new(), revision(), this_machine().cpu);
    for record in records {
        let line = Line { record, rules, git, cpu: &cpu };
        text.extend((json_line(&line).map_err(|e| CliError::Io(e.into()))? + "\n").into_bytes());
    }
    packed_whole(path, text)
}

/// Writes a file, and makes its folder; the file appears as a whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn packed_whole(path: &Path, text: Vec<u8>) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_packed(path, text).map_err(|e| CliError::at(path, &e))
}

/// The schema of a line.
#[cfg(feature = "schema")]
pub fn line_schema() -> crate::schema::Schema {
    crate::schema::written::<Line>()
}
