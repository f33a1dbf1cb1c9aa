//! What is played, in files: the records of games, and what is kept of a command that was killed.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::super::CliError;
use super::super::under_way::UnderWay;
use super::PlayArgs;
use crate::packed::write_packed;
use crate::play::boards_file;
use crate::play::game::Rules;
use crate::play::record::GameRecord;
use crate::play::series::{Boards, Series};

/// What this command has played before it was killed.
///
/// # Errors
/// Another command's, or one under way.
pub fn open_run(
    args: &PlayArgs,
    series: &Series,
    games: Range<u64>,
    output: &Path,
) -> Result<UnderWay<Vec<GameRecord>>, CliError> {
    let players = args.players.join(" ");
    let command = format!("minesat play {players}, games {games:?} of seed {}, {:?}", args.seed, series.rules);
    let mut boards = Vec::new();
    if let Boards::Given(fields, _) = &series.boards {
        let Rules { grid, mines, start, .. } = series.rules;
        boards_file::write(&mut boards, grid, mines, start, fields)?;
    }
    UnderWay::open(&beside(output), command, &[boards])
}

/// Whether what a killed command has played is kept: not beside a pipe or a device.
pub fn is_kept(output: &Path) -> bool {
    output.metadata().map_or(true, |there| there.is_file())
}

/// Where what a killed command has played is kept: beside the file itself, whatever link leads to it.
pub fn beside(output: &Path) -> PathBuf {
    let mut path = output.canonicalize().unwrap_or_else(|_| output.into()).into_os_string();
    path.push(".under-way");
    path.into()
}

/// A game with the rules that it was played by.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: &'a GameRecord,
    rules: &'a str,
}

/// # Errors
/// The file cannot be written.
pub fn write<'a>(path: &Path, rules: &str, records: impl Iterator<Item = &'a GameRecord>) -> Result<(), CliError> {
    let mut text = Vec::new();
    for record in records {
        serde_json::to_writer(&mut text, &Line { record, rules }).map_err(|e| CliError::Io(e.into()))?;
        text.push(b'\n');
    }
    packed_whole(path, text)
}

/// A file and its folder, whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn packed_whole(path: &Path, text: Vec<u8>) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_packed(path, text).map_err(|e| CliError::at(path, &e))
}
