//! Expert games of `lookahead`: what the studies of its guesses have in common.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use crate::engine::{Prior, Stop};
use crate::play::analysis::{Position, Sampler};
use crate::play::exact::{Choose, Exact};
use crate::play::players::lookahead::{LookaheadSettings, RECOMMENDED, chooser};
use crate::play::rollout::{Rollout, RolloutEnd, Survival, by_best_play, survive_all};
use crate::play::rules::{Clues, Start};
use crate::play::series::play_field;
use crate::play::tracker::{Neighbours, Tracker};
use crate::play::{PlayerSetup, Rules, View, supply};
use crate::rng::Rng;

/// The first cell of a game: name, in words, rule.
pub const FIRST_CELLS: [(&str, &str, Start); 2] =
    [("safe", "(0,0), safe", Start::Safe(0)), ("zero", "(3,3), a 0", Start::Zero(93))];

/// Who plays games on: trees of 100 models win as much as those of 400, in half the time.
const PLAYS_ON: LookaheadSettings = LookaheadSettings { models: 100, sample: 0, games: 0, ..RECOMMENDED };

/// The first Expert games of a seed.
#[derive(Clone)]
pub struct ExpertGames {
    /// How many.
    count: u64,
    /// Seed of the fields, and of what is drawn for each game.
    pub seed: u64,
    /// Name of the first cell.
    start: &'static str,
    /// The first cell in words.
    pub first: &'static str,
    rules: Rules,
    around: Arc<Neighbours>,
}

/// No games to play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGames {
    /// No such first cell.
    #[error("{0:?} is no first cell: safe or zero")]
    Start(String),
    /// No games.
    #[error("a study needs a game or more")]
    None,
}

impl ExpertGames {
    /// The first `count` games of a seed; `start` is a name in [`FIRST_CELLS`].
    ///
    /// # Errors
    /// Another name, or no games.
    pub fn new(count: u64, seed: u64, start: &str) -> Result<ExpertGames, BadGames> {
        let row = FIRST_CELLS.into_iter().find(|row| row.0 == start);
        let (start, first, rule) = row.ok_or_else(|| BadGames::Start(start.into()))?;
        if count == 0 {
            return Err(BadGames::None);
        }
        let rules = Rules::expert(rule);
        Ok(ExpertGames { count, seed, start, first, rules, around: Arc::new(Neighbours::new(rules.grid)) })
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.rules.grid.len()
    }

    /// The options that name these games.
    pub fn options(&self) -> String {
        let ExpertGames { count, seed, start, .. } = self;
        format!("--games {count} --start {start} --seed {seed}")
    }

    /// The numbers of the games.
    pub fn all(&self) -> Vec<u64> {
        (0..self.count).collect()
    }

    /// What they are, for a report: `3 games of seed 7`.
    pub fn words(&self) -> String {
        format!("{} games of seed {}", self.count, self.seed)
    }

    /// Plays a game to its end with the guesses of `choose`.
    ///
    /// # Errors
    /// The player failed.
    pub fn play(&self, index: u64, choose: Rc<Choose>) -> Result<(), Stop> {
        let failed = |message: String| Stop::Failed(format!("game {index}: {message}"));
        let field = supply::uniform(&self.rules, self.seed, index).map_err(|e| failed(e.to_string()))?;
        let around = Arc::clone(&self.around);
        let seat = PlayerSetup { grid: self.rules.grid, around, clues: Clues::Exact, rng: Rng::new(0) };
        let mut player = Exact::new(seat, Prior::Jeffreys, choose);
        let played = play_field(field, self.rules, &mut player, false);
        let (_, record) = played.map_err(|e| failed(e.to_string()))?;
        match record.result.as_str() {
            "won" | "lost" => Ok(()),
            other => Err(failed(format!("{other}: {:?}", record.message))),
        }
    }

    /// Plays a game to its `end` in which every guess is survived. `choose` may look at each position, which the game
    /// reaches with the probability that it gets; the cell that it returns is opened.
    pub fn survive(
        &self,
        index: u64,
        choose: impl Fn(&Position, &Tracker, &View, &mut u64, f64) -> Option<u32> + 'static,
        end: &Rc<RolloutEnd>,
    ) {
        let weight = Cell::new(1.0);
        let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
            let cell = choose(p, t, v, work, weight.get())?;
            let risk = p.risks.iter().find(|r| r.0 == cell).map_or(0.0, |r| r.1);
            weight.set(weight.get() * (1.0 - risk));
            Some(cell)
        });
        survive_all(&self.rules, &self.around, (self.seed, index), choose, end);
    }
}

/// Collects what a player finds during a game.
pub struct Collected<T>(Rc<RefCell<T>>);

impl<T: Default> Collected<T> {
    /// Nothing yet; the second part is for the player.
    pub fn new() -> (Collected<T>, Rc<RefCell<T>>) {
        let found: Rc<RefCell<T>> = Rc::default();
        (Collected(Rc::clone(&found)), found)
    }

    /// What was found; the game is over.
    pub fn take(self) -> T {
        self.0.take()
    }
}

/// The values of games in which each of the cells is opened first in the same models of the position, and
/// `lookahead` plays on by fitted values, surviving every guess ([`Rollout::survives`]): one row per model.
pub fn values(
    position: &Position,
    tracker: &Tracker,
    view: &View,
    cells: &[u32],
    models: u64,
    seed: u64,
) -> Vec<Vec<f64>> {
    let analysis = position.analysis();
    let rollout = Rollout::new(tracker, &analysis, view.board, chooser(PLAYS_ON));
    let (sampler, end) = (Sampler::new(position), by_best_play(PLAYS_ON.models as usize));
    let in_model = |model: u64| {
        let mut rng = Rng::stream(seed, model);
        let (mined, seed) = (sampler.field(tracker, &mut rng), rng.next_u64());
        let value = |&cell: &u32| {
            let mut game = Survival::new(mined.clone(), seed);
            game.guess(cell, position);
            rollout.survives(cell, game, &end)
        };
        cells.iter().map(value).collect()
    };
    (0..models).map(in_model).collect()
}

/// Mean and standard error of what games have in sum: guesses of one game go together.
pub fn mean_and_error(games: &[f64]) -> (f64, f64) {
    let count = games.len() as f64;
    let mean = games.iter().fold(0.0, |sum, g| sum + g) / count;
    let squares = games.iter().fold(0.0, |sum, g| sum + (g - mean).powi(2));
    (mean, squares.sqrt() / count)
}

/// A share and its standard error in points.
pub fn points((mean, error): (f64, f64), digits: usize) -> String {
    format!("{:.digits$} +- {:.digits$}", 100.0 * mean, 100.0 * error)
}
