//! Why an experiment ended without its report.

use crate::input_error::InputError;
use crate::play::GameError;
use crate::play::rules::RulesError;
use crate::spec::SpecError;
use crate::study::StudyError;

/// Rules of a point that do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// A word that is not among those of its setting.
    #[error("{0:?} is not one of {1}")]
    Word(String, String),
    /// The kind of clues is none.
    #[error(transparent)]
    Clues(RulesError),
    /// The size or the first cell is none.
    #[error(transparent)]
    Grid(RulesError),
    /// Size, mines or start beside a file of boards, which has them.
    #[error("size, mines and start are those of the file of `boards`")]
    OfBoards,
    /// A first cell that is never opened.
    #[error("`at` needs a start that opens a cell")]
    At,
    /// Nobody says the size, or the mines.
    #[error("a point needs {0}")]
    Missing(&'static str),
    /// One board of no file.
    #[error("`board` is one of a file of `boards`")]
    Board,
    /// No games.
    #[error("a point has at least one game")]
    NoGames,
    /// More mines than cells for them.
    #[error("{mines} mines do not fit on {cells} cells of which {kept} are kept free")]
    Mines {
        /// Mines of the board.
        mines: usize,
        /// Cells of the board.
        cells: usize,
        /// Cells without mines.
        kept: usize,
    },
}

/// Numbers of a row that cannot be together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRow {
    /// More ends than games.
    #[error("{games} games cannot be {won} won, {stuck} stuck and {errors} errors")]
    Ends {
        /// Games of the row.
        games: u64,
        /// Games won.
        won: u64,
        /// Games without a move.
        stuck: u64,
        /// Games with an error.
        errors: u64,
    },
    /// The bits are not those of the games won.
    #[error("`wins` does not have {0} of {1} games won")]
    Wins(u64, u64),
    /// A sum that is not finite.
    #[error("the sum of {0:?} is not a number")]
    Sum(String),
}

/// Why games of a point were not played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// The rules of the point do not fit.
    #[error(transparent)]
    Rules(#[from] BadRules),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A board does not fit the rules.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Why an experiment ended without its report.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The plan, its boards or its records cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The journal or a file cannot be read or written.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Games of a point were not played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The text of the plan is no table any more.
    #[error("{path}: {error}")]
    Plan {
        /// Path of the plan.
        path: String,
        /// What is wrong.
        error: toml::de::Error,
    },
    /// No such player in the plan.
    #[error("the plan has no player {0:?}")]
    NoPlayer(String),
    /// No such group in the plan.
    #[error("the plan has no group {0:?}")]
    NoGroup(String),
    /// A report is asked for without records.
    #[error("no records in {0}: nothing to report")]
    NoRecords(String),
    /// A report that no experiment made.
    #[error(
        "{0} has a report and no records of games: another command made it\nchoose another folder (--output), or move the \
         report away"
    )]
    OtherReport(String),
    /// Records of another plan or on other boards, which would be lost.
    #[error(
        "{folder} has {rows} rows that are not of this plan{boards}, such as {first}\nchoose another folder (--output), or \
         move them away"
    )]
    OtherRows {
        /// The folder as text.
        folder: String,
        /// How many rows.
        rows: usize,
        /// Where the boards come from, if from a file.
        boards: String,
        /// The first of them.
        first: String,
    },
    /// More games than asked for, which would be lost.
    #[error("{folder} has {there}, which {wanted} would replace: choose another folder (--output), or --missing")]
    MoreGames {
        /// The folder as text.
        folder: String,
        /// The games there.
        there: String,
        /// Games asked for.
        wanted: u64,
    },
}
