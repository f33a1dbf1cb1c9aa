//! Guesses of `lookahead` judged by games that it plays on: what `changes` and `deviations` have in common.

use std::rc::Rc;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use minesat::bench::{revision, this_machine};
use minesat::play::analysis::{Position, Sampler};
use minesat::play::exact::{Choose, Exact};
use minesat::play::game::{Clues, Start};
use minesat::play::players::lookahead::{RECOMMENDED, Settings, chooser};
use minesat::play::rollout::{Rollout, Survival, by_best_play};
use minesat::play::series::play_field;
use minesat::play::tracker::{Neighbours, Tracker};
use minesat::play::{Rules, Seat, View, supply};
use minesat::rng::Rng;
use rayon::prelude::*;

/// Who plays on: trees of 100 models win as much as those of 400, in half the time.
const PLAYS_ON: Settings = Settings { models: 100, sample: 0, games: 0, ..RECOMMENDED };

/// Games of Expert from one first cell.
pub struct Games {
    pub rules: Rules,
    /// The first cell in words.
    pub first: &'static str,
    around: Arc<Neighbours>,
    seed: u64,
}

impl Games {
    /// `safe`, which nothing said is as well, or `zero`.
    pub fn new(start: Option<&str>, seed: u64) -> Option<Games> {
        let (start, first) = match start {
            None | Some("safe") => (Start::Safe(0), "(0,0), safe"),
            Some("zero") => (Start::Zero(93), "(3,3), a 0"),
            Some(_) => return None,
        };
        let rules = Rules::expert(start);
        Some(Games { rules, first, around: Arc::new(Neighbours::new(rules.grid)), seed })
    }

    /// Plays one game to its end with the guesses of `choose`.
    pub fn play(&self, index: u64, choose: Rc<Choose>) {
        let field = supply::uniform(&self.rules, self.seed, index).expect("Expert has room for its mines");
        let around = Arc::clone(&self.around);
        let seat = Seat { grid: self.rules.grid, around, clues: Clues::Exact, rng: Rng::new(0) };
        let mut player = Exact::new(seat, choose);
        let (_, record) = play_field(field, self.rules, &mut player, false).expect("the field is of these rules");
        assert!(matches!(record.result.as_str(), "won" | "lost"), "{}: {:?}", record.result, record.message);
    }
}

/// What is found in each of so many games, in their order; on all threads, with a progress bar.
pub fn of_all<T: Send>(games: u64, find: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left").expect("a template");
    let bar = ProgressBar::new(games).with_style(style);
    let each = |index: u64| {
        let found = find(index);
        bar.inc(1);
        found
    };
    let all = (0..games).into_par_iter().map(each).collect();
    bar.finish_and_clear();
    all
}

/// The values of games in which each of the cells is opened first in the same models of the position, so many, and
/// `lookahead` plays on by fitted values, surviving every guess ([`Rollout::survives`]): one row a model.
pub fn values(
    position: &Position,
    tracker: &Tracker,
    view: &View,
    cells: &[u32],
    worlds: u64,
    seed: u64,
) -> Vec<Vec<f64>> {
    let analysis = position.analysis();
    let rollout = Rollout { tracker, analysis: &analysis, board: view.board, choose: chooser(PLAYS_ON) };
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

/// The last line of a report.
pub fn made_by(name: &str, words: &[String]) -> String {
    let (words, cpu) = (words.join(" "), this_machine().cpu);
    format!("Made by `scripts/play-experiments.sh {name}` (`{name} {words}`), revision {} on {cpu}.", revision())
}
