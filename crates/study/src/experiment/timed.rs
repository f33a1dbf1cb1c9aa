//! Times of players: one measurement per turn of a game.

use std::mem::take;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use crate::play::{Impossible, Move, Player, PlayerFactory, View};

/// One turn: the time of the player before its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Number of the game, in the order in which they began.
    pub game: u64,
    /// Number of the turn in its game, from 0.
    pub turn: u64,
    /// Cells shown so far.
    pub shown: u64,
    /// Moves that the player returned.
    pub moves: u64,
    /// True if one of the moves may hit a mine.
    pub guess: bool,
    /// Processor seconds.
    pub seconds: f64,
}

/// A turn with its place in the experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnRow {
    /// Name of the group.
    pub group: String,
    /// Place of the point on the axis; 0 if it has only a label.
    pub x: f64,
    /// Name of the player in reports.
    pub player: String,
    /// The turn and its time.
    #[serde(flatten)]
    pub turn: Turn,
}

/// Collects the turns of all players from one maker.
#[derive(Clone, Default)]
pub struct Clock {
    turns: Arc<Mutex<Vec<Turn>>>,
    games: Arc<AtomicU64>,
}

impl Clock {
    /// The turns since the last call, game by game.
    pub fn take(&self) -> Vec<Turn> {
        let mut turns = take(&mut *self.turns.lock().unwrap_or_else(PoisonError::into_inner));
        turns.sort_by_key(|t| (t.game, t.turn));
        turns
    }
}

/// Times the players of a maker. `first` is the number of the first game.
pub fn timed(maker: PlayerFactory, first: u64) -> (PlayerFactory, Clock) {
    let clock = Clock { games: Arc::new(first.into()), ..Clock::default() };
    let of_players = clock.clone();
    let timed: PlayerFactory = Box::new(move |seat| {
        let game = of_players.games.fetch_add(1, Ordering::Relaxed);
        Box::new(Timed { player: maker(seat), clock: of_players.clone(), game, turn: 0, shown: 0 })
    });
    (timed, clock)
}

struct Timed {
    player: Box<dyn Player>,
    clock: Clock,
    game: u64,
    turn: u64,
    shown: u64,
}

impl Player for Timed {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        self.shown += view.fresh.len() as u64;
        let before = ThreadTime::now();
        let result = self.player.turn(view, moves);
        let seconds = before.elapsed().as_secs_f64();
        let guess = moves.iter().any(|m| !m.reason.is_certain());
        let (game, turn, shown, moves) = (self.game, self.turn, self.shown, moves.len() as u64);
        if let Ok(mut turns) = self.clock.turns.lock() {
            turns.push(Turn { game, turn, shown, moves, guess, seconds });
        }
        self.turn += 1;
        result
    }

    fn nodes(&self) -> Option<u64> {
        self.player.nodes()
    }
}
