//! The boards of a point: random ones, or those of a file, which is read and checked before any game.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use super::error::BadRules;
use super::settings::GameSettings;
use crate::bench::record::sha256;
use crate::field::Field;
use crate::input_error::InputError;
use crate::play::Rules;
use crate::play::boards_file::{self, BoardsFile};
use crate::play::series::BoardSource;

/// The files of boards of plans, each read once, so that the checked boards are those played.
#[derive(Debug, Default)]
pub struct BoardsFiles {
    bytes: BTreeMap<PathBuf, Vec<u8>>,
    files: BTreeMap<PathBuf, BoardsFile>,
}

/// The boards of a point that come from a file.
#[derive(Debug)]
pub struct GivenBoards<'a> {
    file: &'a BoardsFile,
    /// The boards of the file that are played, at least one.
    fields: &'a [Field],
}

impl GivenBoards<'_> {
    /// Number of boards played.
    pub fn count(&self) -> u64 {
        self.fields.len() as u64
    }

    /// SHA-256 of the boards played, as a file of them alone.
    pub fn sha256(&self) -> String {
        let BoardsFile { grid, mines, start, .. } = *self.file;
        let mut text = Vec::new();
        boards_file::write(&mut text, grid, mines, start, self.fields).expect("a file of boards has a first click");
        sha256(&text)
    }
}

impl BoardsFiles {
    /// A file as it is.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn bytes(&mut self, path: &Path) -> Result<&[u8], InputError> {
        read(&mut self.bytes, path)
    }

    /// The boards of a point; None for random ones.
    ///
    /// # Errors
    /// The file cannot be read or is not a file of boards, or has no such board.
    pub fn of(&mut self, settings: &GameSettings) -> Result<Option<GivenBoards<'_>>, InputError> {
        let Some(path) = &settings.boards else { return Ok(None) };
        let name = crate::file_name::text(path);
        let file: &BoardsFile = match self.files.entry(path.clone()) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(none) => none.insert(boards_file::parse_bytes(read(&mut self.bytes, path)?, &name)?),
        };
        let fields = match settings.board {
            None => &file.fields[..],
            Some(board) => file.fields.get(board).map(std::slice::from_ref).ok_or_else(|| {
                InputError::whole(&name, format!("no board {board}, there are {}", file.fields.len()))
            })?,
        };
        if fields.is_empty() {
            return Err(InputError::whole(&name, "no boards"));
        }
        Ok(Some(GivenBoards { file, fields }))
    }
}

/// The bytes of a file, read at most once.
fn read<'a>(all: &'a mut BTreeMap<PathBuf, Vec<u8>>, path: &Path) -> Result<&'a [u8], InputError> {
    let failed = |e: std::io::Error| InputError::whole(&crate::file_name::text(path), e.to_string());
    let bytes = match all.entry(path.into()) {
        Entry::Occupied(there) => there.into_mut(),
        Entry::Vacant(none) => none.insert(std::fs::read(path).map_err(failed)?),
    };
    Ok(bytes.as_slice())
}

/// The boards of a point: random ones, or the given ones, repeated from the first if there are more games.
///
/// # Errors
/// An invalid rule.
pub(super) fn boards(settings: &GameSettings, given: Option<GivenBoards>) -> Result<(Rules, BoardSource), BadRules> {
    let rules = settings.rules()?;
    let seed = settings.seed();
    let Some(GivenBoards { file, fields }) = given else { return Ok((rules, BoardSource::Seed(seed))) };
    let games = settings.games.unwrap_or(fields.len() as u64) as usize;
    let fields = fields.iter().cycle().take(games).cloned().collect();
    Ok((Rules { grid: file.grid, mines: file.mines, start: file.start, ..rules }, BoardSource::Given(fields, seed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_files_are_read_once_and_bad_ones_refused_with_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("boards.txt");
        let point =
            |board: Option<usize>| GameSettings { boards: Some(path.clone()), board, ..GameSettings::default() };
        let write = |text: &str| std::fs::write(&path, text).unwrap();
        assert!(BoardsFiles::default().of(&GameSettings::default()).unwrap().is_none());
        assert_eq!(BoardsFiles::default().of(&point(None)).unwrap_err().line, 0);
        write("5 2 3 0 safe\n2c0\n2g0\n");
        let error = BoardsFiles::default().of(&point(None)).unwrap_err();
        assert_eq!((error.line, error.column, error.text.as_str()), (3, 2, "2g0"));
        write("5 2 3 0 safe\n");
        assert_eq!(BoardsFiles::default().of(&point(None)).unwrap_err().message, "no boards");
        write("5 2 3 0 safe\n2c0\n4c0\n");
        let mut files = BoardsFiles::default();
        assert_eq!(files.of(&point(Some(2))).unwrap_err().message, "no board 2, there are 2");
        write("other");
        assert_eq!(files.of(&point(None)).unwrap().unwrap().fields.len(), 2);
        assert!(files.bytes(&path).unwrap().starts_with(b"5 2 3"));
        let thrice = GameSettings { games: Some(3), ..point(Some(1)) };
        let (_, boards) = boards(&thrice, files.of(&thrice).unwrap()).unwrap();
        let BoardSource::Given(fields, 1) = boards else { panic!("boards of a file") };
        assert!(fields.len() == 3 && fields.iter().all(|field| field.is_mine(1)));
    }
}
