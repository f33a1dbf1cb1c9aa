//! What one setting of `lookahead` wins more than another, judged by games played on where they differ:
//! `cargo run --release --example changes -- PLAYER PLAYER [GAMES] [WORLDS] [SEED] [safe|zero]`, a Markdown report.
//!
//! In every position of the first player's games where the two choose differently both cells are opened first in the same
//! models, drawn from the position, and `lookahead` plays on by fitted values, surviving every guess. What a game gains in sum has a smaller error than a hundred times as many games won and lost.

mod games;
mod guesses;

use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;

use games::{Games, made_by, of_all};
use guesses::{play, values};
use minesat::play::View;
use minesat::play::analysis::Position;
use minesat::play::players::lookahead::{Settings, chooser};
use minesat::play::tracker::Tracker;

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

/// Guesses of one game.
fn guesses_of(games: &Games, index: u64, players: [Settings; 2], worlds: u64, seed: u64) -> Vec<Guess> {
    let found: Rc<RefCell<Vec<Guess>>> = Rc::default();
    let into = Rc::clone(&found);
    let [first, second] = players.map(chooser);
    let choose = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let cell = first(p, t, v, work)?;
        let other = second(p, t, v, work)?;
        let mut found = into.borrow_mut();
        let stream = seed ^ (index << 20) ^ found.len() as u64;
        let gain = || {
            let won = values(p, t, v, &[cell, other], worlds, stream);
            won.iter().fold(0.0, |sum, won| sum + won[0] - won[1]) / worlds as f64
        };
        let gain = (cell != other).then(gain);
        found.push(Guess { game: index, ln_models: p.models().ln(), gain });
        Some(cell)
    });
    play(games, index, choose);
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
    let of_one = match changed.len() {
        0 => "-".into(),
        n => format!("{:.2}", 100.0 * changed.iter().sum::<f64>() / n as f64),
    };
    println!(
        "| {low} to {high} | {:.2} | {:.3} | {of_one} | {:.4} +- {:.4} |",
        own.len() as f64 / games as f64,
        changed.len() as f64 / games as f64,
        100.0 * mean,
        100.0 * (spread / games as f64).sqrt()
    );
}

fn usage() -> ExitCode {
    eprintln!("usage: changes PLAYER PLAYER [GAMES] [WORLDS] [SEED] [safe|zero]");
    ExitCode::from(2)
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |w| w.parse());
    let (Ok(count), Ok(worlds), Ok(seed), 2..=6) = (number(2, 2000), number(3, 60), number(4, 29), words.len()) else {
        return usage();
    };
    let Some(games) = Games::new(words.get(5).map(String::as_str), seed) else { return usage() };
    let players = match (Settings::of(&words[0]), Settings::of(&words[1])) {
        (Ok(first), Ok(second)) => [first, second],
        (Err(message), _) | (_, Err(message)) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let all: Vec<Guess> =
        of_all(count, |index| guesses_of(&games, index, players, worlds, seed)).into_iter().flatten().collect();
    println!(
        "# What `{}` wins more than `{}`\n\n\
         Expert, first cell {}; {count} games of seed {seed}, played by the first. Where the second opens another cell, both \
         are opened first in the same {worlds} models of the position and `lookahead` plays on by fitted values, surviving \
         every guess. Gains in points of the win rate, with standard errors.\n\n\
         | ln of the models | guesses a game | other cells a game | gain of one | gain a game |\n\
         |---|---|---|---|---|",
        words[0], words[1], games.first
    );
    PHASES.into_iter().for_each(|phase| row(&all, count, phase));
    println!("\n{}", made_by("changes", &words));
    ExitCode::SUCCESS
}
