//! What clicks are worth that `lookahead` decides between, with their features: what `scripts/fit-clicks.sh` trains on.
//! `cargo run --release --example clicks -- GAMES SEED safe|zero all|close FILE`; `clicks features` prints the table of
//! features.
//!
//! Expert games in which every guess is survived. At each decision that neither the tree nor the score alone makes,
//! some cells are opened, all in one model drawn from the position, and the player plays on; the value is that of
//! [`Rollout::survives`], a mean over several such models. With `all` these are up to four cells of nearly the best
//! score. With `close` they are up to three of nearly the best value by the first ensemble, before the opening is over
//! and late in the game none, and from e^100 models down `pseq` plays on: it tells these cells apart as well there and
//! is faster. FILE: a line of JSON with the names of the columns, of the features and of those by three-ply search, in
//! this order, then rows of 32-bit little-endian floats, one for each number that a click can show, games in the order
//! they end.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use indicatif::{ProgressBar, ProgressStyle};
use minesat::play::analysis::{Position, Sampler};
use minesat::play::exact::Choose;
use minesat::play::players::lookahead::{
    Candidate, LookaheadSettings, OPENING, PLAIN, RECOMMENDED, TRAINING_POLICY, candidates_three_ply, chooser,
    features, near_best_value,
};
use minesat::play::players::pseq;
use minesat::play::rollout::{Rollout, Survival, by_best_play, survive_all};
use minesat::play::rules::Start;
use minesat::play::tracker::{Neighbours, Tracker};
use minesat::play::{Rules, View};
use minesat::rng::Rng;
use rayon::prelude::*;

/// Which cells are opened, and how games are played on from them.
struct Kind {
    name: &'static str,
    /// Whose games they are.
    player: LookaheadSettings,
    /// The share of positions that games are played on from, by the natural logarithm of their models.
    taken: fn(f64) -> f64,
    some: fn(Vec<Candidate>, &mut Rng) -> Vec<Candidate>,
    /// Models that games are played on in.
    models: fn(f64) -> usize,
    /// Where the natural logarithm of the models is at most this, `pseq` plays on; above, the player by scores alone.
    pseq: f64,
}

const KINDS: [Kind; 2] = [
    // Openings are many and long, and what tells their cells apart is fitted from few of them
    // (`results/play/deviations`).
    Kind {
        name: "all",
        player: LookaheadSettings { fit: false, ..RECOMMENDED },
        taken: |ln_models| if ln_models < OPENING { 1.0 } else { 0.25 },
        some: any,
        models: |ln_models| match ln_models {
            ..20.0 => 16,
            ..60.0 => 8,
            ..120.0 => 4,
            _ => 2,
        },
        pseq: 0.0,
    },
    Kind {
        name: "close",
        player: LookaheadSettings { models: 100, close: false, sample: 0, games: 0, ..RECOMMENDED },
        taken: |ln_models| if (9.2..OPENING).contains(&ln_models) { 1.0 } else { 0.0 },
        some: |candidates, _| near_best_value(candidates, 0.015),
        models: |ln_models| match ln_models {
            ..100.0 => 16,
            _ => 12,
        },
        pseq: 100.0,
    },
];

/// Most cells of a decision between any.
const CELLS: usize = 4;

/// The columns before the features: game, decision within it, rank (0 for the best one), cell, decisions a game that it
/// stands for (the probability that the game gets there, by the share taken of such positions), models that games were
/// played on in, their mean value, probability of the number, share of the games (all of them survived) that showed it.
const COLUMNS: [&str; 9] = ["game", "decision", "rank", "cell", "weight", "models", "value", "share", "seen"];

/// The cell of the best score and others at random.
fn any(mut all: Vec<Candidate>, rng: &mut Rng) -> Vec<Candidate> {
    let best = (0..all.len()).max_by(|&a, &b| all[a].score.total_cmp(&all[b].score));
    all.swap(0, best.unwrap_or(0));
    rng.shuffle(&mut all[1..]);
    all.truncate(CELLS);
    all
}

/// The number that features are of: mines not yet known at it, and known ones.
fn number(values: &[f64]) -> u32 {
    let of = |name: &str| values[features().position(|f| f.0 == name).expect("it is a feature")];
    (of("mines missing at the number") + of("mines known at the number")) as u32
}

/// Rows of one game.
fn rows(kind: &'static Kind, rules: &Rules, around: &Arc<Neighbours>, seed: u64, index: u64) -> Vec<f32> {
    let found: Rc<RefCell<Vec<f32>>> = Rc::default();
    let rng = RefCell::new(Rng::stream(seed ^ 0x00c1_1c45, index));
    let (weight, decisions) = (Cell::new(1.0), Cell::new(0u32));
    let (into, plain, plays_on) = (Rc::clone(&found), chooser(kind.player), chooser(TRAINING_POLICY));
    let go_on: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let is_early = p.models().ln() > kind.pseq;
        if is_early { plays_on(p, t, v, work) } else { pseq::choose(p, t, v, work) }
    });
    let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let mut rng = rng.borrow_mut();
        let ln_models = p.models().ln();
        let taken = (kind.taken)(ln_models);
        let is_taken = rng.chance(taken);
        let some = |all: Vec<Candidate>| if all.len() > 1 { (kind.some)(all, &mut rng) } else { all };
        let cells = if is_taken { candidates_three_ply(kind.player, p, t, some) } else { Vec::new() };
        if cells.len() > 1 {
            decisions.set(decisions.get() + 1);
            let analysis = p.analysis();
            let rollout = Rollout::new(t, &analysis, v.board, Rc::clone(&go_on));
            let sampler = Sampler::new(p);
            let end = by_best_play(TRAINING_POLICY.models as usize);
            let models = (kind.models)(ln_models);
            // Of each cell the number that it showed in each model, and the value.
            let mut games = vec![Vec::new(); cells.len()];
            for _ in 0..models {
                let (model, seed) = (sampler.field(t, &mut rng), rng.next_u64());
                for (games, candidate) in games.iter_mut().zip(&cells) {
                    let mut game = Survival::new(model.clone(), seed);
                    game.guess(candidate.cell, p);
                    games.push((game.number(candidate.cell, t), rollout.survives(candidate.cell, game, &end)));
                }
            }
            for (rank, (candidate, games)) in cells.iter().zip(games).enumerate() {
                let value = games.iter().map(|g| g.1).sum::<f64>() / models as f64;
                let first = [index as f64, f64::from(decisions.get()), rank as f64, f64::from(candidate.cell)];
                for (share, values) in &candidate.numbers {
                    let own = number(values);
                    let seen = games.iter().filter(|g| g.0 == own).count() as f64 / models as f64;
                    let row = first.into_iter().chain([weight.get() / taken, models as f64, value, *share, seen]);
                    into.borrow_mut().extend(row.chain(*values).map(|x| x as f32));
                }
            }
        }
        let own = plain(p, t, v, work)?;
        let risk = p.risks.iter().find(|r| r.0 == own).map_or(0.0, |r| r.1);
        weight.set(weight.get() * (1.0 - risk));
        Some(own)
    });
    survive_all(rules, around, (seed, index), choose, &by_best_play(TRAINING_POLICY.models as usize));
    Rc::into_inner(found).expect("the player is gone").into_inner()
}

fn run(kind: &'static Kind, games: u64, seed: u64, zero: bool, path: &str) -> std::io::Result<()> {
    // (3,3) or (0,0).
    let rules = Rules::expert(if zero { Start::Zero(93) } else { Start::Safe(0) });
    let around = Arc::new(Neighbours::new(rules.grid));
    let mut file = BufWriter::new(File::create(path)?);
    let names: Vec<&str> = features().map(|f| f.0).collect();
    serde_json::to_writer(&mut file, &(COLUMNS, &names[..PLAIN], &names[PLAIN..]))?;
    writeln!(file)?;
    let file = Mutex::new(file);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left").expect("a template");
    let bar = ProgressBar::new(games).with_style(style);
    (0..games).into_par_iter().try_for_each(|index| {
        let bytes: Vec<u8> = rows(kind, &rules, &around, seed, index).into_iter().flat_map(f32::to_le_bytes).collect();
        bar.inc(1);
        file.lock().expect("no thread panics").write_all(&bytes)
    })?;
    bar.finish_and_clear();
    file.into_inner().expect("no thread panics").flush()
}

fn main() -> ExitCode {
    minesat_allocator::for_games();
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["features"] {
        features().for_each(|(name, meaning)| println!("{name}\t{meaning}"));
        return ExitCode::SUCCESS;
    }
    let number = |at: usize| words.get(at).and_then(|w| w.parse().ok());
    let word = |at: usize| words.get(at).map(String::as_str);
    let kind = KINDS.iter().find(|k| Some(k.name) == word(3));
    let (Some(games), Some(seed), Some(start @ ("safe" | "zero")), Some(kind), Some(path), 5) =
        (number(0), number(1), word(2), kind, word(4), words.len())
    else {
        eprintln!("usage: clicks GAMES SEED safe|zero all|close FILE, or clicks features");
        return ExitCode::from(2);
    };
    match run(kind, games, seed, start == "zero", path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("clicks: {path}: {e}");
            ExitCode::FAILURE
        }
    }
}
