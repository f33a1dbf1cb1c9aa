//! One record per game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The result of one game. Everything except `seconds` is the same on every machine and number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRecord {
    /// Name under which the series was played.
    pub player: String,
    /// Number of the game in its series or file, from 0.
    pub game: u64,
    /// Seed of the series; absent for boards from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Rows of the board.
    pub rows: usize,
    /// Cells of a row.
    pub cols: usize,
    /// Mines on the board.
    pub mines: usize,
    /// `won`, `lost`, `stuck` (the player returned no move), `error` (it found the board inconsistent, or a move that
    /// it called certain opened a mine), `timeout` or `memory` (a limit ran out).
    pub result: String,
    /// Cells that the player opened one by one, including the first cell, opened by the referee.
    pub clicks: u64,
    /// Moves that were not certain.
    pub guesses: u64,
    /// Mines that were opened.
    pub exploded: usize,
    /// Safe cells open at the end.
    pub opened: usize,
    /// (mines - exploded) / mines x 100.
    pub score: f64,
    /// Moves (opened or marked) by reason.
    pub moves: BTreeMap<String, u64>,
    /// Fewest clicks that open all safe cells.
    pub bv3: usize,
    /// Work of the player ([`Player::nodes`](super::Player::nodes)); absent if it does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Processor time of the thread that played it, in seconds.
    pub seconds: f64,
    /// The message of `error`, `timeout` and `memory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl GameRecord {
    /// True for a win.
    pub fn won(&self) -> bool {
        self.result == "won"
    }
}
