//! What one setting of `lookahead` wins more than another, judged by games played on where they differ.
//!
//! In every position of the first player's games where the two choose differently both cells are opened first in the same
//! models, drawn from the position, and `lookahead` plays on by fitted values, surviving every guess. What a game gains in
//! sum has a smaller error than a hundred times as many games won and lost.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::Study;
use super::expert::{Collected, ExpertGames, mean_and_error, points, values};
use crate::engine::Stop;
use crate::play::View;
use crate::play::analysis::Position;
use crate::play::players::lookahead::{LookaheadSettings, chooser};
use crate::play::tracker::Tracker;
use crate::report::{Document, shell};
use crate::spec::SpecError;

/// Borders of the phases by the logarithm of the number of models.
const PHASES: [(f64, f64); 8] = [
    (0.0, 15.0),
    (15.0, 30.0),
    (30.0, 60.0),
    (60.0, 100.0),
    (100.0, 160.0),
    (160.0, 226.0),
    (226.0, 999.0),
    (0.0, 999.0),
];

/// The study: two players on the games of the first.
#[derive(Clone)]
pub struct TwoSettings {
    names: [String; 2],
    players: [LookaheadSettings; 2],
    games: ExpertGames,
    /// Models in which both cells are opened.
    models: u64,
}

/// Options that do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    /// No such player, or none of `lookahead`.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// Nothing to judge by.
    #[error("a model or more judges two cells")]
    NoModels,
}

/// A guess.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Guess {
    /// Logarithm of the number of models.
    ln_models: f64,
    /// Where the players differ, what the first one wins more.
    gain: Option<f64>,
}

impl TwoSettings {
    /// What the first of two players, as `lookahead` reads its options, wins more than the second.
    ///
    /// # Errors
    /// Another player, or no models.
    pub fn new(names: [String; 2], games: ExpertGames, models: u64) -> Result<Self, BadSettings> {
        let of = |name: &String| LookaheadSettings::of(name, games.cells());
        let players = [of(&names[0])?, of(&names[1])?];
        if models == 0 {
            return Err(BadSettings::NoModels);
        }
        Ok(TwoSettings { names, players, games, models })
    }
}

impl Study for TwoSettings {
    /// Number of the game.
    type Point = u64;
    /// The guesses of a game.
    type Row = Vec<Guess>;

    const ROWS: &'static str = "guesses.jsonl.zst";
    const AT_ONCE: bool = true;

    fn command(&self) -> String {
        let (players, games) = (shell(&self.names), self.games.options());
        format!("minesat study settings {players} {games} --models {}", self.models)
    }

    fn points(&self) -> Vec<u64> {
        self.games.all()
    }

    fn name(&self, game: &u64) -> String {
        format!("game {game}")
    }

    fn measure(&self, &index: &u64) -> Result<Vec<Guess>, Stop> {
        let (found, into) = Collected::<Vec<Guess>>::new();
        let [first, second] = self.players.map(chooser);
        let (models, seed) = (self.models, self.games.seed);
        let choose = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
            let cell = first(p, t, v, work)?;
            let other = second(p, t, v, work)?;
            let mut found = into.borrow_mut();
            let stream = seed ^ (index << 20) ^ found.len() as u64;
            let gain = || {
                let won = values(p, t, v, &[cell, other], models, stream);
                won.iter().fold(0.0, |sum, won| sum + won[0] - won[1]) / models as f64
            };
            let gain = (cell != other).then(gain);
            found.push(Guess { ln_models: p.models().ln(), gain });
            Some(cell)
        });
        self.games.play(index, choose)?;
        Ok(found.take())
    }

    fn report(&self, rows: &[Vec<Guess>]) -> Document {
        let [first, second] = &self.names;
        let mut out = Document::new(format!("What `{first}` wins more than `{second}`"));
        out.text(format!(
            "Expert, first cell {}; {}, played by the first. Where the second opens another cell, both are opened first in \
             the same {} models of the position and `lookahead` plays on by fitted values, surviving every guess. Gains in \
             points of the win rate, with standard errors.",
            self.games.first,
            self.games.words(),
            self.models
        ));
        let head = ["ln of the models", "guesses a game", "other cells a game", "gain of one", "gain a game"];
        out.table(&head, PHASES.into_iter().map(|phase| row(rows, phase)));
        out
    }
}

/// One row of the table.
fn row(games: &[Vec<Guess>], (low, high): (f64, f64)) -> Vec<String> {
    let own = |game: &[Guess]| -> Vec<Guess> {
        game.iter().copied().filter(|g| (low..high).contains(&g.ln_models)).collect()
    };
    let guesses: Vec<Vec<Guess>> = games.iter().map(|game| own(game)).collect();
    let changed: Vec<f64> = guesses.iter().flatten().filter_map(|g| g.gain).collect();
    let sums: Vec<f64> =
        guesses.iter().map(|game| game.iter().fold(0.0, |sum, g| sum + g.gain.unwrap_or(0.0))).collect();
    let of_one = match changed.len() {
        0 => "-".into(),
        n => format!("{:.2}", 100.0 * changed.iter().sum::<f64>() / n as f64),
    };
    let a_game = |count: usize| count as f64 / games.len() as f64;
    vec![
        format!("{low} to {high}"),
        format!("{:.2}", a_game(guesses.iter().flatten().count())),
        format!("{:.3}", a_game(changed.len())),
        of_one,
        points(mean_and_error(&sums), 4),
    ]
}
