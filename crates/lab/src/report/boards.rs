//! The boards behind the records, read from the instance files that the records name. They are drawings for the reader:
//! no table or plot depends on them, and a report is complete without them.

use std::collections::{BTreeMap, BTreeSet};

use crate::bench::record::{MOST_RECORDED_CELLS, RecordFile, sha256};
use crate::instance::{InstanceReader, builtin};

/// Most letters of all boards of a report together.
const MOST_LETTERS: usize = 8 << 20;

/// Rows of boards, joined by newlines, by the SHA-256 of the board as text.
#[derive(Clone, Debug, Default)]
pub struct BoardRows(BTreeMap<String, String>);

impl BoardRows {
    /// The boards of at most [`MOST_RECORDED_CELLS`] cells whose hash a record names. Missing or changed files are skipped.
    pub fn of(files: &[RecordFile]) -> Self {
        let mut wanted: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for record in files.iter().flat_map(|f| &f.records) {
            if record.rows * record.cols <= MOST_RECORDED_CELLS {
                wanted.entry(&record.file).or_default().insert(&record.board_sha256);
            }
        }
        let mut boards = BTreeMap::new();
        let mut letters = 0;
        for (file, mut hashes) in wanted {
            if builtin(file).is_none() && !crate::file_name::path(file).is_file() {
                continue;
            }
            let Ok(reader) = InstanceReader::open(file) else { continue };
            for instance in reader.map_while(Result::ok) {
                let board = &instance.board;
                if hashes.is_empty() || letters > MOST_LETTERS {
                    break;
                }
                if board.grid().len() <= MOST_RECORDED_CELLS {
                    let hash = sha256(board.to_string().as_bytes());
                    if hashes.remove(hash.as_str()) {
                        letters += board.grid().len();
                        boards.insert(hash, board.row_strings().join("\n"));
                    }
                }
            }
        }
        BoardRows(boards)
    }

    /// The rows of a board.
    pub fn get(&self, hash: &str) -> Option<&str> {
        self.0.get(hash).map(String::as_str)
    }
}
