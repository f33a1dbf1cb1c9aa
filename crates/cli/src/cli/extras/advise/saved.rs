//! The file of a game that is advised: its rules, its player, and the entries of the person.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::atomic_file::write_whole;
use crate::board::{Cell, Grid};
use crate::cli::CliError;
use crate::grid::Place;
use crate::input_error::InputError;
use crate::lines::{self, json_line};
use crate::play::Rules;
use crate::play::advice::advised_rules;
use crate::play::rules::{StartRule, grid_and_first};

/// A game with the entries of the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// Rows of the board.
    pub rows: usize,
    /// Cells of a row.
    pub cols: usize,
    /// Mines on the board.
    pub mines: usize,
    /// The promise for the first cell: `safe`, `zero` or `none`.
    pub start: StartRule,
    /// The first cell; null if there is none.
    pub at: Option<Place>,
    /// The player that advises.
    pub player: String,
    /// Seed of the player's randomness.
    pub seed: u64,
    /// `playing`, `won` or `lost`.
    pub outcome: String,
    /// What the person entered, line by line: row, column, and the letter of the cell (`F` for a mine that exploded).
    pub entries: Vec<Vec<(usize, usize, char)>>,
}

impl SavedGame {
    /// A game without entries.
    pub fn new(rules: &Rules, player: &str, seed: u64) -> SavedGame {
        SavedGame {
            rows: rules.grid.rows,
            cols: rules.grid.cols,
            mines: rules.mines,
            start: rules.start.into(),
            at: rules.start.cell().map(|cell| rules.grid.position(cell)),
            player: player.into(),
            seed,
            outcome: "playing".into(),
            entries: Vec::new(),
        }
    }

    /// Its board.
    pub fn grid(&self) -> Grid {
        Grid { rows: self.rows, cols: self.cols }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read or holds something else.
    pub fn read(path: &Path) -> Result<SavedGame, CliError> {
        let name = crate::file_name::text(path);
        let bytes = std::fs::read(path).map_err(|e| CliError::at(path, &e))?;
        let text = lines::text(&name, &bytes)?;
        let saved: SavedGame = serde_json::from_str(text).map_err(|e| {
            let error = InputError::json(&name, 1, text, &e);
            InputError { message: format!("not a game of `minesat advise`: {}", error.message), ..error }
        })?;
        Ok(saved)
    }

    /// Its rules.
    ///
    /// # Errors
    /// They do not fit.
    pub fn rules(&self) -> Result<Rules, CliError> {
        let at = self.at.unwrap_or_default();
        let (grid, first) = grid_and_first(self.rows, self.cols, self.mines, at).map_err(CliError::usage)?;
        advised_rules(grid, self.mines, self.start.at(first)).map_err(CliError::usage)
    }

    /// The entries, by cells.
    ///
    /// # Errors
    /// A cell beside the board or a letter that no cell shows.
    pub fn cells(&self, grid: Grid) -> Result<Vec<Vec<(u32, Cell)>>, CliError> {
        let cell = |&(row, col, letter): &(usize, usize, char)| {
            let look = match letter {
                '0'..='8' => Some(Cell::Clue(letter as u8 - b'0')),
                'F' => Some(Cell::Flag),
                _ => None,
            };
            match look {
                Some(look) if row < grid.rows && col < grid.cols => Ok((grid.at(row, col) as u32, look)),
                _ => Err(CliError::usage(format!("the game has {letter:?} at ({row},{col}), which cannot be"))),
            }
        };
        self.entries.iter().map(|entry| entry.iter().map(cell).collect()).collect()
    }

    /// Keeps the entries.
    pub fn keep(&mut self, grid: Grid, entries: &[Vec<(u32, Cell)>], outcome: &str) {
        let cell = |&(cell, look): &(u32, Cell)| {
            let (row, col) = grid.position(cell as usize);
            (row, col, look.letter())
        };
        self.entries = entries.iter().map(|entry| entry.iter().map(cell).collect()).collect();
        self.outcome = outcome.into();
    }

    /// Writes the file as a whole.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        write_whole(path, (json_line(self)? + "\n").as_bytes())
    }
}

/// The first name in the working folder that no file has.
pub fn free_name() -> PathBuf {
    let names = std::iter::once("minesat-advice.json".into()).chain((2..).map(|n| format!("minesat-advice-{n}.json")));
    names.map(PathBuf::from).find(|path| !path.exists()).unwrap_or_default()
}
