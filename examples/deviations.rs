//! What another cell than the one that `lookahead` opens would be worth, the same player playing on:
//! `cargo run --release --example deviations -- [GAMES] [WORLDS] [SEED] [safe|zero]`, a Markdown report.
//!
//! Every decision of Expert games that the tree does not make is taken with probability 1/10. Each of the first cells
//! by the player's value opens first in the same models, drawn from the position, and the player plays on, surviving
//! every guess ([`Rollout::survives`]). Half of the models choose, the other half judge: what a player would gain that
//! chooses by games played on, unbiased.

use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use minesat::bench::{revision, this_machine};
use minesat::play::analysis::{Position, Sampler};
use minesat::play::exact::Exact;
use minesat::play::game::{Clues, Start};
use minesat::play::players::lookahead::{Choice, RECOMMENDED, Settings, choices, chooser};
use minesat::play::rollout::{Rollout, Survival, by_best_play};
use minesat::play::series::play_field;
use minesat::play::tracker::{Neighbours, Tracker};
use minesat::play::{Rules, Seat, View, supply};
use minesat::rng::Rng;
use rayon::prelude::*;

/// Trees of 100 models win as much as those of 400 and play on in half the time.
const PLAYER: Settings = Settings { models: 100, ..RECOMMENDED };

/// Share of the decisions that are looked at.
const SAMPLED: f64 = 0.1;

/// Cells looked at, at most.
const CELLS: usize = 6;

/// Borders of the phases by the logarithm of the number of models; everything covered is near 240.
const PHASES: [(f64, f64); 5] = [(0.0, 20.0), (20.0, 100.0), (100.0, 226.0), (226.0, 999.0), (0.0, 999.0)];

/// A decision: logarithm of the models, and of every cell the mean value of the games in the first and in the second half.
struct Decision {
    models: f64,
    won: Vec<[f64; 2]>,
}

fn look(position: &Position, tracker: &Tracker, view: &View, cells: &[Choice], worlds: u64, seed: u64) -> Decision {
    let analysis = position.analysis();
    let rollout = Rollout { tracker, analysis: &analysis, board: view.board, choose: chooser(PLAYER) };
    let (sampler, end) = (Sampler::new(position), by_best_play(PLAYER.models as usize));
    let mut won = vec![[0.0; 2]; cells.len()];
    for world in 0..worlds {
        let mut rng = Rng::stream(seed, world);
        let (mined, seed) = (sampler.field(tracker, &mut rng), rng.next_u64());
        for (won, choice) in won.iter_mut().zip(cells) {
            let mut game = Survival::new(mined.clone(), seed);
            game.guess(choice.cell, position);
            won[(world % 2) as usize] += rollout.survives(choice.cell, game, &end) * 2.0 / worlds as f64;
        }
    }
    Decision { models: position.models().ln(), won }
}

/// Decisions of one game, and how many there were in all.
fn game(rules: &Rules, around: &Arc<Neighbours>, seed: u64, index: u64, worlds: u64) -> (Vec<Decision>, u64) {
    let found: Rc<RefCell<(Vec<Decision>, u64)>> = Rc::default();
    let into = Rc::clone(&found);
    let base = chooser(PLAYER);
    let choose = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let mut cells = choices(PLAYER, p, t);
        cells.sort_by(|a, b| b.value.total_cmp(&a.value));
        cells.truncate(CELLS);
        if cells.len() > 1 {
            let mut found = into.borrow_mut();
            found.1 += 1;
            let stream = seed ^ index.wrapping_mul(1 << 20) ^ found.1;
            if Rng::stream(stream, u64::MAX).chance(SAMPLED) {
                found.0.push(look(p, t, v, &cells, worlds, stream));
            }
        }
        base(p, t, v, work)
    });
    let field = supply::uniform(rules, seed, index).expect("Expert has room for its mines");
    let seat = Seat { grid: rules.grid, around: Arc::clone(around), clues: Clues::Exact, rng: Rng::new(0) };
    let mut player = Exact::new(seat, choose);
    let (_, record) = play_field(field, *rules, &mut player, false).expect("the field is of these rules");
    assert!(matches!(record.result.as_str(), "won" | "lost"), "{}: {:?}", record.result, record.message);
    drop(player);
    Rc::into_inner(found).expect("the player is gone").into_inner()
}

/// Mean and standard error in points.
fn mean(values: &[f64]) -> String {
    let n = values.len() as f64;
    if n < 2.0 {
        return "-".into();
    }
    let mean = values.iter().sum::<f64>() / n;
    let spread = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    format!("{:+.2} +- {:.2}", 100.0 * mean, 100.0 * (spread / n).sqrt())
}

/// What is gained by the cell that won most in one half, judged by the other one, both ways.
fn gain(won: &[[f64; 2]]) -> f64 {
    let by = |half: usize| {
        let best = (0..won.len()).rev().max_by(|&a, &b| won[a][half].total_cmp(&won[b][half])).unwrap_or(0);
        won[best][1 - half] - won[0][1 - half]
    };
    (by(0) + by(1)) / 2.0
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |w| w.parse());
    let zero = match words.get(3).map(String::as_str) {
        None | Some("safe") => Some(false),
        Some("zero") => Some(true),
        Some(_) => None,
    };
    let (Ok(games), Ok(worlds), Ok(seed), Some(zero), 0..=4) =
        (number(0, 600), number(1, 2000), number(2, 107), zero, words.len())
    else {
        eprintln!("usage: deviations [GAMES] [WORLDS] [SEED] [safe|zero]");
        return ExitCode::from(2);
    };
    if worlds == 0 || worlds % 2 == 1 {
        eprintln!("deviations: half of the worlds choose and half judge: their number is even, not {worlds}");
        return ExitCode::from(2);
    }
    // (3,3) or (0,0).
    let rules = Rules::expert(if zero { Start::Zero(93) } else { Start::Safe(0) });
    let around = Arc::new(Neighbours::new(rules.grid));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left").expect("a template");
    let bar = ProgressBar::new(games).with_style(style);
    let each = |index: u64| {
        let found = game(&rules, &around, seed, index, worlds);
        bar.inc(1);
        found
    };
    let all: Vec<(Vec<Decision>, u64)> = (0..games).into_par_iter().map(each).collect();
    bar.finish_and_clear();
    let asked: u64 = all.iter().map(|g| g.1).sum();
    let decisions: Vec<Decision> = all.into_iter().flat_map(|g| g.0).collect();
    println!("# Other cells than the one that `lookahead` opens\n");
    println!(
        "Expert, first cell {}; {games} games of seed {seed} have {:.2} decisions a game that the tree does not make \
         and that the fit makes; {} of them are looked at. Each of up to {CELLS} cells of the highest values is opened \
         first in the same {worlds} models of the position, and the player plays on, surviving every guess. Differences to the player's own cell in points of the win rate, with standard errors.\n",
        if zero { "(3,3), a 0" } else { "(0,0), safe" },
        asked as f64 / games as f64,
        decisions.len()
    );
    println!(
        "| ln of the models | decisions | a game | won | second cell | third | fourth and on | chosen by {0} games each | a game |\n|---|---|---|---|---|---|---|---|---|",
        worlds / 2
    );
    for (low, high) in PHASES {
        let of: Vec<&Decision> = decisions.iter().filter(|d| (low..high).contains(&d.models)).collect();
        let apart = |ranks: std::ops::Range<usize>| {
            let each = |d: &&Decision| {
                let won = |i: usize| d.won[i][0] + d.won[i][1];
                ranks.clone().filter(|&r| r < d.won.len()).map(|r| (won(r) - won(0)) / 2.0).collect::<Vec<f64>>()
            };
            mean(&of.iter().flat_map(each).collect::<Vec<f64>>())
        };
        let won: Vec<f64> = of.iter().map(|d| (d.won[0][0] + d.won[0][1]) / 2.0).collect();
        let gains: Vec<f64> = of.iter().map(|d| gain(&d.won)).collect();
        let phase = if high - low > 900.0 { "all".into() } else { format!("{low} to {high}") };
        // Decisions a game, and what they gain in all games, seen or not.
        let often = of.len() as f64 / (SAMPLED * games as f64);
        let in_a_game: Vec<f64> = gains.iter().map(|gain| gain * often).collect();
        println!(
            "| {phase} | {} | {often:.2} | {:.1} | {} | {} | {} | {} | {} |",
            of.len(),
            100.0 * won.iter().sum::<f64>() / won.len().max(1) as f64,
            apart(1..2),
            apart(2..3),
            apart(3..CELLS),
            mean(&gains),
            mean(&in_a_game)
        );
    }
    println!(
        "\nThe last columns are what a player gains, a decision and a game, that chooses by games played on from half of the models, judged by the other half.\n"
    );
    println!(
        "Made by `scripts/play-experiments.sh deviations` (`deviations {}`), revision {} on {}.",
        words.join(" "),
        revision(),
        this_machine().cpu
    );
    ExitCode::SUCCESS
}
