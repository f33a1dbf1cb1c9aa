//! Whole games: a referee that alone owns the field, and players that see a board and return moves.
//!
//! A player is a file in `players/` and a row in [`PLAYERS`]. It receives only a [`View`]; [`game::Game`] keeps the
//! field in a private member.

pub mod advice;
pub mod analysis;
pub mod best;
pub mod boards_file;
pub mod by_hand;
mod certain;
pub mod contradiction;
mod error;
pub mod exact;
pub mod game;
mod game_loop;
pub mod guess_report;
pub mod guess_values;
pub mod no_guess;
pub mod noisy_clues;
pub mod optimal;
pub mod players;
mod reasons;
pub mod record;
pub mod rollout;
pub mod rules;
pub mod series;
#[cfg(test)]
mod small_boards;
pub mod statistics;
pub mod steps;
pub mod stuck;
pub mod supply;
pub mod trace;
pub mod tracker;
pub mod tree;

use std::sync::Arc;

use crate::board::{Board, Grid};
use crate::rng::Rng;

pub use error::GameError;
pub use game::{Game, Outcome};
pub use guess_values::GuessValues;
pub use players::{PLAYERS, PlayerSpec};
use rules::Clues;
pub use rules::{Rules, Start};
use tracker::Neighbours;

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident $name:literal;)*) => {
        /// The reason of a move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[$doc])* $variant,)* }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Reason] = &[$(Reason::$variant,)*];

            /// Its name in records and traces.
            pub fn name(self) -> &'static str {
                match self { $(Reason::$variant => $name,)* }
            }

            /// False for a move that may hit a mine.
            pub fn is_certain(self) -> bool {
                !matches!(self, Reason::Guess | Reason::Unsolved)
            }
        }
    };
}

reasons! {
    /// Follows from one clue.
    SinglePoint "single_point";
    /// Follows from two clues together.
    Pair "pair";
    /// Follows by deduction rules from the clues.
    Rules "rules";
    /// The same in all models.
    Models "models";
    /// Follows with the total number of mines.
    Total "total";
    /// Not certain: it may open a mine.
    Guess "guess";
    /// A guess without all information of the clues: the engine ran out of its budget.
    Unsolved "unsolved";
}

/// The action on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Show the cell; a mine explodes.
    Open,
    /// Mark as a mine: this ends games in which every cell is to be decided; otherwise it affects only the trace and
    /// the count of moves.
    Flag,
}

/// One move with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Index of the cell, row * cols + col.
    pub cell: u32,
    /// Open or mark.
    pub act: Act,
    /// Why the player makes it, as the player states it.
    pub reason: Reason,
}

/// Everything that a player receives: neither the game nor the field.
///
/// ```
/// fn look(view: &minesat_play::play::View) -> minesat_core::board::Cell {
///     view.board.cell(0)
/// }
/// ```
///
/// ```compile_fail,E0609
/// fn peek(view: &minesat_play::play::View) -> bool {
///     view.field.is_mine(0)
/// }
/// ```
pub struct View<'a> {
    /// What is shown, with exploded mines as flags and without the player's marks.
    pub board: &'a Board,
    /// Cells shown since the player's last turn, in the order in which they were shown.
    pub fresh: &'a [u32],
}

/// The board shown to a player is inconsistent: these clue cells contradict each other (or the total).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// Cells of the contradicting clues, ascending.
    pub clues: Vec<u32>,
    /// True if the total number of mines takes part.
    pub total: bool,
}

/// Clues that a message names; of more it says the number.
const NAMED_CLUES: usize = 12;

/// A clue by its number and place (row, column).
fn clue_text(board: &Board, cell: u32) -> String {
    let (row, col) = board.grid().position(cell as usize);
    format!("{} at ({row},{col})", board.cell(cell as usize).letter())
}

impl Impossible {
    /// The message with the clues by (row, column).
    pub fn message(&self, board: &Board) -> String {
        let mut clues: Vec<String> = self.clues.iter().take(NAMED_CLUES).map(|&clue| clue_text(board, clue)).collect();
        let more = self.clues.len() - clues.len();
        if more > 0 {
            clues.push(format!("{more} more"));
        }
        match (&clues[..], self.total) {
            ([], _) => "impossible board: the total number of mines cannot be".into(),
            ([clue], true) => format!("impossible board: the clue {clue} contradicts the total number of mines"),
            ([clue], false) => format!("impossible board: the clue {clue} cannot be"),
            (_, true) => {
                let clues = clues.join(", ");
                format!(
                    "impossible board: the clues {clues} contradict each other together with the total number of mines"
                )
            }
            (_, false) => format!("impossible board: the clues {} contradict each other", clues.join(", ")),
        }
    }
}

/// A strategy. A new one is made for every game.
pub trait Player {
    /// Appends the next moves; at least one cell to open, unless the player has nothing left.
    ///
    /// # Errors
    /// The board has no solution.
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible>;

    /// Work so far (the player defines what a node is); None if it does not count.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// What it compared before the guess of its last turn; None without a guess, or if it does not say.
    fn guess_values(&self) -> Option<GuessValues> {
        None
    }
}

/// The parameters of a new player.
pub struct PlayerSetup {
    /// Size of the board.
    pub grid: Grid,
    /// Neighbours of every cell of the grid.
    pub around: Arc<Neighbours>,
    /// How clues are shown.
    pub clues: Clues,
    /// The player's own randomness; independent of the field.
    pub rng: Rng,
}

/// Makes players of one kind, one for each game.
pub type PlayerFactory = Box<dyn Fn(PlayerSetup) -> Box<dyn Player> + Send + Sync>;
