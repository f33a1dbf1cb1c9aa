//! What one setting of `lookahead` wins more than another, judged by games played on where they differ:
//! `cargo run --release --example changes -- PLAYER PLAYER [GAMES] [WORLDS] [SEED] [safe|zero]`, a Markdown report.
//!
//! In every position of the first player's games where the two choose differently both cells are opened first in the same
//! models, drawn from the position, and `lookahead` plays on by fitted values, surviving every guess
//! ([`Rollout::survives`]). What a game gains in sum has a smaller error than a hundred times as many games won and lost.

use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use minesat::bench::{revision, this_machine};
use minesat::play::analysis::{Position, Sampler};
use minesat::play::exact::Exact;
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

/// A guess.
struct Guess {
    game: u64,
    /// Logarithm of the number of models.
    ln_models: f64,
    /// Where the players differ, what the first one wins more.
    gain: Option<f64>,
}

/// What opening the first cell wins more than opening the second, a mean over games.
fn judge(
    position: &Position,
    tracker: &Tracker,
    view: &View,
    (first, second): (u32, u32),
    worlds: u64,
    seed: u64,
) -> f64 {
    let analysis = position.analysis();
    let rollout = Rollout { tracker, analysis: &analysis, board: view.board, choose: chooser(PLAYS_ON) };
    let (sampler, end) = (Sampler::new(position), by_best_play(PLAYS_ON.models as usize));
    let mut gain = 0.0;
    for world in 0..worlds {
        let mut rng = Rng::stream(seed, world);
        let (mined, seed) = (sampler.field(tracker, &mut rng), rng.next_u64());
        let value = |cell: u32| {
            let mut game = Survival::new(mined.clone(), seed);
            game.guess(cell, position);
            rollout.survives(cell, game, &end)
        };
        gain += value(first) - value(second);
    }
    gain / worlds as f64
}

/// Guesses of one game.
fn game(
    rules: &Rules,
    around: &Arc<Neighbours>,
    players: [Settings; 2],
    seed: u64,
    index: u64,
    worlds: u64,
) -> Vec<Guess> {
    let found: Rc<RefCell<Vec<Guess>>> = Rc::default();
    let into = Rc::clone(&found);
    let [first, second] = players.map(chooser);
    let choose = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let cell = first(p, t, v, work)?;
        let other = second(p, t, v, work)?;
        let mut found = into.borrow_mut();
        let stream = seed ^ (index << 20) ^ found.len() as u64;
        let gain = (cell != other).then(|| judge(p, t, v, (cell, other), worlds, stream));
        found.push(Guess { game: index, ln_models: p.models().ln(), gain });
        Some(cell)
    });
    let field = supply::uniform(rules, seed, index).expect("Expert has room for its mines");
    let seat = Seat { grid: rules.grid, around: Arc::clone(around), clues: Clues::Exact, rng: Rng::new(0) };
    let mut player = Exact::new(seat, choose);
    let (_, record) = play_field(field, *rules, &mut player, false).expect("the field is of these rules");
    assert!(matches!(record.result.as_str(), "won" | "lost"), "{}: {:?}", record.result, record.message);
    drop(player);
    Rc::into_inner(found).expect("the player is gone").into_inner()
}

/// One row of the table.
fn row(guesses: &[Guess], games: u64, (low, high): (f64, f64)) {
    let own: Vec<&Guess> = guesses.iter().filter(|g| (low..high).contains(&g.ln_models)).collect();
    let changed: Vec<f64> = own.iter().filter_map(|g| g.gain).collect();
    // Guesses of one game go together: the spread is that of what games gain in sum.
    let mut sums = vec![0.0; games as usize];
    own.iter().for_each(|g| sums[g.game as usize] += g.gain.unwrap_or(0.0));
    let mean = sums.iter().sum::<f64>() / games as f64;
    let spread = sums.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / games as f64;
    println!(
        "| {low} to {high} | {:.2} | {:.3} | {:.2} | {:.4} +- {:.4} |",
        own.len() as f64 / games as f64,
        changed.len() as f64 / games as f64,
        100.0 * changed.iter().sum::<f64>() / changed.len().max(1) as f64,
        100.0 * mean,
        100.0 * (spread / games as f64).sqrt()
    );
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |w| w.parse());
    let zero = match words.get(5).map(String::as_str) {
        None | Some("safe") => Some(false),
        Some("zero") => Some(true),
        Some(_) => None,
    };
    let (Ok(games), Ok(worlds), Ok(seed), Some(zero), 2..=6) =
        (number(2, 2000), number(3, 60), number(4, 29), zero, words.len())
    else {
        eprintln!("usage: changes PLAYER PLAYER [GAMES] [WORLDS] [SEED] [safe|zero]");
        return ExitCode::from(2);
    };
    let players = match (Settings::of(&words[0]), Settings::of(&words[1])) {
        (Ok(first), Ok(second)) => [first, second],
        (Err(message), _) | (_, Err(message)) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    // (3,3) or (0,0).
    let rules = Rules::expert(if zero { Start::Zero(93) } else { Start::Safe(0) });
    let around = Arc::new(Neighbours::new(rules.grid));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left").expect("a template");
    let bar = ProgressBar::new(games).with_style(style);
    let each = |index: u64| {
        let found = game(&rules, &around, players, seed, index, worlds);
        bar.inc(1);
        found
    };
    let all: Vec<Guess> = (0..games).into_par_iter().flat_map_iter(each).collect();
    bar.finish_and_clear();
    println!(
        "# What `{}` wins more than `{}`\n\n\
         Expert, first cell {}; {games} games of seed {seed}, played by the first. Where the second opens another cell, both \
         are opened first in the same {worlds} models of the position and `lookahead` plays on by fitted values, surviving \
         every guess. Gains in points of the win rate, with standard errors.\n\n\
         | ln of the models | guesses a game | other cells a game | gain of one | gain a game |\n\
         |---|---|---|---|---|",
        words[0],
        words[1],
        if zero { "(3,3), a 0" } else { "(0,0), safe" }
    );
    PHASES.into_iter().for_each(|phase| row(&all, games, phase));
    println!(
        "\nMade by `scripts/play-experiments.sh changes` (`changes {}`), revision {} on {}.",
        words.join(" "),
        revision(),
        this_machine().cpu
    );
    ExitCode::SUCCESS
}
