//! What clicks are worth that `lookahead` decides between, with their figures: what `scripts/fit-clicks.sh` fits to.
//! `cargo run --release --example clicks -- GAMES SEED safe|zero FILE`.
//!
//! Expert games in which every guess is survived. At each decision that neither the tree nor the score alone makes, up
//! to four cells of nearly the best score are opened, all in one model drawn from the position, and the player plays
//! on; the value is that of [`Rollout::survives`]. FILE: a line of JSON that names the columns, then rows of 32-bit
//! little-endian floats, games in the order they end.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use indicatif::{ProgressBar, ProgressStyle};
use minesat::board::{Board, Grid};
use minesat::play::analysis::{Analysis, Position, Sampler};
use minesat::play::game::{Clues, OnMine, Start, Until};
use minesat::play::players::frontier::Choose;
use minesat::play::players::lookahead::{Click, FIGURES, RECOMMENDED, Settings, chooser, clicks};
use minesat::play::rollout::{Rollout, Survival};
use minesat::play::tracker::{Neighbours, Pairs, Tracker};
use minesat::play::{Rules, View, supply};
use minesat::rng::Rng;
use rayon::prelude::*;

/// The player without the fit. Smaller trees win as much within the noise and play on faster.
const PLAYER: Settings = Settings { models: 60, fit: false, ..RECOMMENDED };

/// Most cells of a decision.
const CELLS: usize = 4;

/// The columns before the figures: game, decision within it, rank (0 for the player's own cell), cell, probability that
/// the game gets there, score, value.
const COLUMNS: [&str; 7] = ["game", "decision", "rank", "cell", "weight", "score", "value"];

/// The player's own cell and others at random; one of those that look alike.
fn different(mut all: Vec<Click>, rng: &mut Rng) -> Vec<Click> {
    rng.shuffle(&mut all[1..]);
    let mut kept: Vec<Click> = Vec::new();
    for one in all {
        let safety = |c: &Click| c.figures[0];
        let alike = |k: &Click| (k.score - one.score).abs() < 1e-12 && (safety(k) - safety(&one)).abs() < 1e-12;
        if kept.len() < CELLS && !kept.iter().any(alike) {
            kept.push(one);
        }
    }
    kept
}

/// Rows of one game.
fn rows(rules: &Rules, start: usize, around: &Arc<Neighbours>, seed: u64, index: u64) -> Vec<f32> {
    let found: Rc<RefCell<Vec<f32>>> = Rc::default();
    let rng = RefCell::new(Rng::stream(seed ^ 0x00c1_1c45, index));
    let (weight, decisions) = (Cell::new(1.0), Cell::new(0u32));
    let (into, plain) = (Rc::clone(&found), chooser(PLAYER));
    let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let mut rng = rng.borrow_mut();
        let all = clicks(PLAYER, p, t);
        let own = all.first().map(|c| c.cell).or_else(|| plain(p, t, v, work))?;
        let cells = if all.len() > 1 { different(all, &mut rng) } else { all };
        if cells.len() > 1 {
            decisions.set(decisions.get() + 1);
            let analysis = p.analysis();
            let rollout = Rollout { tracker: t, analysis: &analysis, board: v.board, choose: Rc::clone(&plain) };
            let world = Sampler::new(p).field(t, &mut rng);
            for (rank, Click { cell, score, figures }) in cells.into_iter().enumerate() {
                let mut game = Survival::new(world.clone(), Rng::new(rng.next_u64()));
                game.guess(cell, p, t);
                let value = rollout.survives(cell, game, PLAYER.models as usize);
                let first = [index as f64, f64::from(decisions.get()), rank as f64, f64::from(cell)];
                let row = first.into_iter().chain([weight.get(), score, value]).chain(figures);
                into.borrow_mut().extend(row.map(|x| x as f32));
            }
        }
        let risk = p.risks.iter().find(|r| r.0 == own).map_or(0.0, |r| r.1);
        weight.set(weight.get() * (1.0 - risk));
        Some(own)
    });
    let field = supply::uniform(rules, seed, index).expect("Expert boards exist");
    let board = Board::covered(rules.grid, Some(rules.mines as u32));
    let tracker = Tracker::new(rules.grid, Arc::clone(around), Pairs::All);
    let rollout = Rollout { tracker: &tracker, analysis: &Analysis::default(), board: &board, choose };
    let mined = rules.grid.cells().map(|c| field.is_mine(c)).collect();
    let game = Survival::new(mined, Rng::stream(seed ^ 0x5e1f, index));
    rollout.survives(start as u32, game, PLAYER.models as usize);
    drop(rollout);
    Rc::into_inner(found).expect("the player is gone").into_inner()
}

fn run(games: u64, seed: u64, zero: bool, path: &str) -> std::io::Result<()> {
    let grid = Grid { rows: 16, cols: 30 };
    let at = if zero { grid.at(3, 3) } else { 0 };
    let start = if zero { Start::Zero(at) } else { Start::Safe(at) };
    let (on_mine, until) = (OnMine::End, Until::SafeOpen);
    let rules = Rules { grid, mines: 99, start, on_mine, until, total_known: true, clues: Clues::Exact };
    let around = Arc::new(Neighbours::new(grid));
    let mut file = BufWriter::new(File::create(path)?);
    let names: Vec<&str> = COLUMNS.iter().chain(FIGURES).copied().collect();
    serde_json::to_writer(&mut file, &names)?;
    writeln!(file)?;
    let file = Mutex::new(file);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left").expect("a template");
    let bar = ProgressBar::new(games).with_style(style);
    (0..games).into_par_iter().try_for_each(|index| {
        let bytes: Vec<u8> = rows(&rules, at, &around, seed, index).into_iter().flat_map(f32::to_le_bytes).collect();
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
