//! The rules of the games at a point of a plan.

use std::path::PathBuf;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::error::BadRules;
use crate::play::rules::{Clues, OnMine, Rules, StartRule, Until, grid_and_first};

/// Words of the rules; the first one is the default.
const ON_MINE: [&str; 2] = ["end", "continue"];
const UNTIL: [&str; 2] = ["safe-open", "all-decided"];
const TOTAL: [&str; 2] = ["known", "unknown"];

/// Index of a word in `words`.
fn which(word: Option<&str>, words: &[&str]) -> Result<usize, BadRules> {
    let word = word.unwrap_or(words[0]);
    words.iter().position(|w| *w == word).ok_or_else(|| BadRules::Word(word.into(), words.join(" ")))
}

/// The kind of clues named by a word; exact by default.
fn clues(word: Option<&str>) -> Result<Clues, BadRules> {
    word.map_or(Ok(Clues::Exact), |word| word.parse().map_err(BadRules::Clues))
}

/// Reads a word and checks it at once, so that errors point at the word itself and not at the points that inherit it.
fn checked<'de, D: Deserializer<'de>, T>(
    from: D,
    check: impl Fn(Option<&str>) -> Result<T, BadRules>,
) -> Result<Option<String>, D::Error> {
    let word = Option::<String>::deserialize(from)?;
    check(word.as_deref()).map_err(D::Error::custom)?;
    Ok(word)
}

macro_rules! words {
    ($($name:ident: $check:expr;)*) => {
        $(fn $name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
            checked(from, $check)
        })*
    };
}

words! {
    start_word: |word| which(word, &StartRule::ALL.map(StartRule::name));
    on_mine_word: |word| which(word, &ON_MINE);
    until_word: |word| which(word, &UNTIL);
    total_word: |word| which(word, &TOTAL);
    clues_word: clues;
}

/// The rules of the games at a point, each from the point, its group or the plan.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GameSettings {
    /// The place of the point on the axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// A word instead of the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Rows of the board.
    pub rows: Option<usize>,
    /// Cells of a row.
    pub cols: Option<usize>,
    /// Mines on the board.
    pub mines: Option<usize>,
    /// `safe`, `zero` or `none`.
    #[serde(deserialize_with = "start_word")]
    pub start: Option<String>,
    /// First cell (row, column).
    pub at: Option<[usize; 2]>,
    /// `end` or `continue`.
    #[serde(deserialize_with = "on_mine_word")]
    pub on_mine: Option<String>,
    /// `safe-open` or `all-decided`.
    #[serde(deserialize_with = "until_word")]
    pub until: Option<String>,
    /// `known` or `unknown`.
    #[serde(deserialize_with = "total_word")]
    pub total: Option<String>,
    /// As `minesat play --clues`.
    #[serde(deserialize_with = "clues_word")]
    pub clues: Option<String>,
    /// Seed of the boards and of the players; default 1.
    pub seed: Option<u64>,
    /// Number of games, 1 or more; default [`GAMES`](super::run::GAMES), or one per board of `boards`.
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
        /// These settings, with the others' for those that are absent.
        pub fn or(&self, others: &GameSettings) -> GameSettings {
            GameSettings { $($field: self.$field.clone().or_else(|| others.$field.clone()),)* }
        }
    };
}

impl GameSettings {
    first_given!(x label rows cols mines start at on_mine until total clues seed games boards board);

    /// Name of the point.
    pub fn place(&self) -> String {
        let number = || self.x.map_or(String::new(), |x| x.to_string());
        self.label.clone().unwrap_or_else(number)
    }

    /// Identifies a point in its group: its `x`, or its label if it has none.
    pub fn key(&self) -> (Option<f64>, Option<&str>) {
        (self.x, self.label.as_deref().filter(|_| self.x.is_none()))
    }

    /// What decides the boards: everything but the place on the axis, the number of games and what the player knows of the
    /// total.
    pub fn boards_of(&self) -> GameSettings {
        let seed = Some(self.seed());
        GameSettings { x: None, label: None, games: None, total: None, seed, ..self.clone() }
    }

    /// Checks that the settings of one place, a point or inherited rules, are consistent.
    ///
    /// # Errors
    /// A size, mines or a start beside a file of boards, which has them; a first cell that is never opened.
    pub fn agrees(&self) -> Result<(), BadRules> {
        let own = self.rows.or(self.cols).or(self.mines).is_some() || self.start.is_some() || self.at.is_some();
        if self.boards.is_some() && own {
            return Err(BadRules::OfBoards);
        }
        match self.start.as_deref() {
            Some("none") if self.at.is_some() => Err(BadRules::At),
            _ => Ok(()),
        }
    }

    /// The seed of random boards.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The rules of a game; [`super::run`] adds those of a file of boards.
    ///
    /// # Errors
    /// An unknown word, or a missing size.
    pub fn rules(&self) -> Result<Rules, BadRules> {
        let size = |value: Option<usize>, name: &'static str| match (value, &self.boards) {
            (Some(value), _) => Ok(value),
            (None, Some(_)) => Ok(1),
            (None, None) => Err(BadRules::Missing(name)),
        };
        if self.board.is_some() && self.boards.is_none() {
            return Err(BadRules::Board);
        }
        if self.games == Some(0) {
            return Err(BadRules::NoGames);
        }
        let mines = if self.boards.is_some() { 0 } else { size(self.mines, "mines")? };
        let (rows, cols) = (size(self.rows, "rows")?, size(self.cols, "cols")?);
        let at = self.at.filter(|_| self.boards.is_none()).unwrap_or_default().into();
        let (grid, first) = grid_and_first(rows, cols, mines, at).map_err(BadRules::Grid)?;
        let start = StartRule::ALL[which(self.start.as_deref(), &StartRule::ALL.map(StartRule::name))?].at(first);
        let (cells, kept) = (grid.len(), start.keep_free(grid).len());
        if mines + kept > cells {
            return Err(BadRules::Mines { mines, cells, kept });
        }
        Ok(Rules {
            grid,
            mines,
            start,
            on_mine: [OnMine::End, OnMine::Continue][which(self.on_mine.as_deref(), &ON_MINE)?],
            until: [Until::SafeOpen, Until::AllDecided][which(self.until.as_deref(), &UNTIL)?],
            total_known: which(self.total.as_deref(), &TOTAL)? == 0,
            clues: clues(self.clues.as_deref())?,
        })
    }
}
