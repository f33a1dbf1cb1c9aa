//! The rules of the games at a point of a plan.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::board::Grid;
use crate::play::game::{Clues, OnMine, Rules, Start, Until};

/// The rules of the games at a point, each from the point, its group or the plan.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where the point stands on the axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// A word instead of the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub rows: Option<usize>,
    pub cols: Option<usize>,
    pub mines: Option<usize>,
    /// `safe`, `zero` or `none`.
    pub start: Option<String>,
    /// First cell (row, column).
    pub at: Option<[usize; 2]>,
    /// `end` or `continue`.
    pub on_mine: Option<String>,
    /// `safe-open` or `all-decided`.
    pub until: Option<String>,
    /// `known` or `unknown`.
    pub total: Option<String>,
    /// As `minesat play --clues`.
    pub clues: Option<String>,
    pub seed: Option<u64>,
    pub games: Option<u64>,
    /// A file of boards instead of random ones; size, mines and start come from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<PathBuf>,
    /// One board of that file, from 0, played in all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<usize>,
}

macro_rules! first_given {
    ($($field:ident)*) => {
        /// These settings, and the others' where these have none.
        pub fn or(&self, others: &Settings) -> Settings {
            Settings { $($field: self.$field.clone().or_else(|| others.$field.clone()),)* }
        }
    };
}

impl Settings {
    first_given!(x label rows cols mines start at on_mine until total clues seed games boards board);

    /// Name of the point.
    pub fn place(&self) -> String {
        let number = || self.x.map_or(String::new(), |x| x.to_string());
        self.label.clone().unwrap_or_else(number)
    }

    /// The seed of random boards.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The rules of a game; those of a file of boards are put in by [`super::run`].
    ///
    /// # Errors
    /// A word that is none, or a size that is not given.
    pub fn rules(&self) -> Result<Rules, String> {
        let size = |value: Option<usize>, name: &str| match (value, &self.boards) {
            (Some(value), _) => Ok(value),
            (None, Some(_)) => Ok(1),
            (None, None) => Err(format!("a point needs {name}")),
        };
        let grid = Grid { rows: size(self.rows, "rows")?, cols: size(self.cols, "cols")? };
        let cells = grid.rows.checked_mul(grid.cols).filter(|&n| n > 0 && n <= 1 << 24);
        let cells = cells.ok_or("a board has 1 to 2^24 cells")?;
        if self.board.is_some() && self.boards.is_none() {
            return Err("`board` is one of a file of `boards`".into());
        }
        if self.games == Some(0) {
            return Err("a point has at least one game".into());
        }
        let mines = if self.boards.is_some() { 0 } else { size(self.mines, "mines")? };
        let [row, col] = self.at.unwrap_or_default();
        if row >= grid.rows || col >= grid.cols || mines > cells {
            return Err("the first cell and the mines must fit on the board".into());
        }
        let first = grid.at(row, col);
        let word = |value: &Option<String>, words: [&str; 3]| {
            let value = value.as_deref().unwrap_or(words[0]);
            let found = words.iter().position(|w| *w == value && !w.is_empty());
            found.ok_or_else(|| format!("{value:?} is none of {}", words.join(" ").trim_end()))
        };
        let start = [Start::Safe(first), Start::Zero(first), Start::None][word(&self.start, ["safe", "zero", "none"])?];
        let kept = start.keep_free(grid).len();
        if mines + kept > cells {
            return Err(format!("{mines} mines do not fit on {cells} cells of which {kept} are kept free"));
        }
        Ok(Rules {
            grid,
            mines,
            start,
            on_mine: [OnMine::End, OnMine::Continue][word(&self.on_mine, ["end", "continue", ""])?],
            until: [Until::SafeOpen, Until::AllDecided][word(&self.until, ["safe-open", "all-decided", ""])?],
            total_known: word(&self.total, ["known", "unknown", ""])? == 0,
            clues: self.clues.as_deref().map_or(Ok(Clues::Exact), str::parse)?,
        })
    }
}
