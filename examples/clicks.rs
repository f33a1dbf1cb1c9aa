//! What clicks are worth that `lookahead` decides between, with their figures: what `scripts/fit-clicks.sh` fits to.
//! `cargo run --release --example clicks -- GAMES SEED safe|zero FILE`.
//!
//! Expert games in which every guess is survived. At each decision that neither the tree nor the score alone makes, up
//! to four cells of nearly the best score are opened, all in one model drawn from the position, and the player plays
//! on; the value is that of [`Rollout::survives`], a mean over several such models late in the game, where games are
//! short. FILE: a line of JSON that names the columns, then rows of 32-bit little-endian floats, one for each number
//! that a click can show, games in the order they end.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use indicatif::{ProgressBar, ProgressStyle};
use minesat::play::analysis::{Position, Sampler};
use minesat::play::exact::Choose;
use minesat::play::game::Start;
use minesat::play::players::lookahead::{Choice, FIGURES, PLAYS_ON, RECOMMENDED, Settings, choices, chooser};
use minesat::play::rollout::{Rollout, Survival, by_best_play, survive_all};
use minesat::play::tracker::{Neighbours, Tracker};
use minesat::play::{Rules, View};
use minesat::rng::Rng;
use rayon::prelude::*;

/// The player without the fit.
const PLAYER: Settings = Settings { fit: false, ..RECOMMENDED };

/// Most cells of a decision.
const CELLS: usize = 4;

/// The columns before the figures: game, decision within it, rank (0 for the player's own cell), cell, decisions a game
/// that it stands for (the probability that the game gets there, by the share taken of such positions), models that
/// games were played on in, their mean value, probability of the number.
const COLUMNS: [&str; 8] = ["game", "decision", "rank", "cell", "weight", "models", "value", "share"];

/// Models that games are played on in, by the natural logarithm of the number of models of the position.
fn repeats(ln_models: f64) -> usize {
    match ln_models {
        ..20.0 => 16,
        ..60.0 => 8,
        ..120.0 => 4,
        _ => 2,
    }
}

/// The share of the positions with so many models that games are played on from: openings are many and long, and what
/// tells their cells apart is fitted from few of them (`results/play/deviations`).
fn taken(ln_models: f64) -> f64 {
    if ln_models < 226.0 { 1.0 } else { 0.25 }
}

/// The natural logarithm of the number of models before a click.
fn ln_models(choice: &Choice) -> f64 {
    let at = FIGURES.iter().position(|&n| n == "ln models before").expect("the name of a figure");
    choice.numbers[0].1[at]
}

/// The cell of the best score and others at random.
fn some(mut all: Vec<Choice>, rng: &mut Rng) -> Vec<Choice> {
    let best = (0..all.len()).max_by(|&a, &b| all[a].score.total_cmp(&all[b].score));
    all.swap(0, best.unwrap_or(0));
    rng.shuffle(&mut all[1..]);
    all.truncate(CELLS);
    all
}

/// Rows of one game.
fn rows(rules: &Rules, around: &Arc<Neighbours>, seed: u64, index: u64) -> Vec<f32> {
    let found: Rc<RefCell<Vec<f32>>> = Rc::default();
    let rng = RefCell::new(Rng::stream(seed ^ 0x00c1_1c45, index));
    let (weight, decisions) = (Cell::new(1.0), Cell::new(0u32));
    let (into, plain, plays_on) = (Rc::clone(&found), chooser(PLAYER), chooser(PLAYS_ON));
    let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let mut rng = rng.borrow_mut();
        let mut cells = choices(PLAYER, p, t);
        if cells.len() > 1 {
            cells = some(cells, &mut rng);
        }
        let own = cells.first().map(|c| c.cell).or_else(|| plain(p, t, v, work))?;
        let taken = cells.first().map_or(0.0, |c| taken(ln_models(c)));
        if cells.len() > 1 && rng.chance(taken) {
            decisions.set(decisions.get() + 1);
            let analysis = p.analysis();
            let rollout = Rollout { tracker: t, analysis: &analysis, board: v.board, choose: Rc::clone(&plays_on) };
            let sampler = Sampler::new(p);
            let end = by_best_play(PLAYS_ON.models as usize);
            let models = repeats(ln_models(&cells[0]));
            let mut values = vec![0.0; cells.len()];
            for _ in 0..models {
                let (model, seed) = (sampler.field(t, &mut rng), rng.next_u64());
                for (value, choice) in values.iter_mut().zip(&cells) {
                    let mut game = Survival::new(model.clone(), seed);
                    game.guess(choice.cell, p);
                    *value += rollout.survives(choice.cell, game, &end) / models as f64;
                }
            }
            for (rank, (choice, value)) in cells.iter().zip(values).enumerate() {
                let first = [index as f64, f64::from(decisions.get()), rank as f64, f64::from(choice.cell)];
                for (share, figures) in &choice.numbers {
                    let row = first.into_iter().chain([weight.get() / taken, models as f64, value, *share]);
                    into.borrow_mut().extend(row.chain(*figures).map(|x| x as f32));
                }
            }
        }
        let risk = p.risks.iter().find(|r| r.0 == own).map_or(0.0, |r| r.1);
        weight.set(weight.get() * (1.0 - risk));
        Some(own)
    });
    survive_all(rules, around, (seed, index), choose, &by_best_play(PLAYS_ON.models as usize));
    Rc::into_inner(found).expect("the player is gone").into_inner()
}

fn run(games: u64, seed: u64, zero: bool, path: &str) -> std::io::Result<()> {
    // (3,3) or (0,0).
    let rules = Rules::expert(if zero { Start::Zero(93) } else { Start::Safe(0) });
    let around = Arc::new(Neighbours::new(rules.grid));
    let mut file = BufWriter::new(File::create(path)?);
    let names: Vec<&str> = COLUMNS.iter().chain(FIGURES).copied().collect();
    serde_json::to_writer(&mut file, &names)?;
    writeln!(file)?;
    let file = Mutex::new(file);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left").expect("a template");
    let bar = ProgressBar::new(games).with_style(style);
    (0..games).into_par_iter().try_for_each(|index| {
        let bytes: Vec<u8> = rows(&rules, &around, seed, index).into_iter().flat_map(f32::to_le_bytes).collect();
        bar.inc(1);
        file.lock().expect("no thread panics").write_all(&bytes)
    })?;
    bar.finish_and_clear();
    file.into_inner().expect("no thread panics").flush()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|w| w.parse().ok());
    let (Some(games), Some(seed), Some("safe" | "zero"), 4) =
        (number(0), number(1), words.get(2).map(String::as_str), words.len())
    else {
        eprintln!("usage: clicks GAMES SEED safe|zero FILE");
        return ExitCode::from(2);
    };
    match run(games, seed, words[2] == "zero", &words[3]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("clicks: {}: {e}", words[3]);
            ExitCode::FAILURE
        }
    }
}
