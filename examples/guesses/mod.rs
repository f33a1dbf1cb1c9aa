//! Guesses of `lookahead` judged by games that it plays on: what `changes` and `deviations` have in common.

use std::rc::Rc;
use std::sync::Arc;

use minesat::engine::Prior;
use minesat::play::analysis::{Position, Sampler};
use minesat::play::exact::{Choose, Exact};
use minesat::play::players::lookahead::{RECOMMENDED, Settings, chooser};
use minesat::play::rollout::{Rollout, Survival, by_best_play};
use minesat::play::rules::Clues;
use minesat::play::series::play_field;
use minesat::play::tracker::Tracker;
use minesat::play::{Seat, View, supply};
use minesat::rng::Rng;

use crate::games::Games;

/// Who plays on: trees of 100 models win as much as those of 400, in half the time.
const PLAYS_ON: Settings = Settings { models: 100, sample: 0, games: 0, ..RECOMMENDED };

/// Plays one game to its end with the guesses of `choose`.
pub fn play(games: &Games, index: u64, choose: Rc<Choose>) {
    let field = supply::uniform(&games.rules, games.seed, index).expect("Expert has room for its mines");
    let around = Arc::clone(&games.around);
    let seat = Seat { grid: games.rules.grid, around, clues: Clues::Exact, rng: Rng::new(0) };
    let mut player = Exact::new(seat, Prior::Jeffreys, choose);
    let (_, record) = play_field(field, games.rules, &mut player, false).expect("the field is of these rules");
    assert!(matches!(record.result.as_str(), "won" | "lost"), "{}: {:?}", record.result, record.message);
}

/// The values of games in which each of the cells is opened first in the same models of the position, and
/// `lookahead` plays on by fitted values, surviving every guess ([`Rollout::survives`]): one row per model.
pub fn values(
    position: &Position,
    tracker: &Tracker,
    view: &View,
    cells: &[u32],
    worlds: u64,
    seed: u64,
) -> Vec<Vec<f64>> {
    let analysis = position.analysis();
    let rollout = Rollout::new(tracker, &analysis, view.board, chooser(PLAYS_ON));
    let (sampler, end) = (Sampler::new(position), by_best_play(PLAYS_ON.models as usize));
    let in_world = |world: u64| {
        let mut rng = Rng::stream(seed, world);
        let (mined, seed) = (sampler.field(tracker, &mut rng), rng.next_u64());
        let value = |&cell: &u32| {
            let mut game = Survival::new(mined.clone(), seed);
            game.guess(cell, position);
            rollout.survives(cell, game, &end)
        };
        cells.iter().map(value).collect()
    };
    (0..worlds).map(in_world).collect()
}
