//! What is lost late in Expert games by cells that are not the best: exact, no games played on.
//! `cargo run --release --example endgames -- [GAMES] [SEED] [safe|zero]`, a Markdown report.
//!
//! Games in which every guess is survived, each position counting by the probability to get there. Where few enough
//! models are left the tree of all games tells what each cell wins and what the best one does; the games themselves go on
//! by the values that `lookahead` uses where the tree is too large.

mod games;

use std::cell::{Cell, RefCell};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use games::{Games, made_by, of_all};
use minesat::play::View;
use minesat::play::analysis::Position;
use minesat::play::exact::Choose;
use minesat::play::players::lookahead::{RECOMMENDED, Settings, chooser};
use minesat::play::rollout::{by_best_play, survive_all};
use minesat::play::tracker::Tracker;
use minesat::play::tree::Tree;

/// Borders of the rows by the number of models.
const MODELS: [f64; 10] = [60.0, 150.0, 300.0, 600.0, 1_250.0, 2_500.0, 5_000.0, 10_000.0, 20_000.0, 40_000.0];

/// Nodes of a tree.
const NODES: u64 = 10_000_000;

/// Who chooses: by a sample of the models beside the fitted values, by these, by the score alone, the safest cell.
const CHOOSERS: [&str; 4] = ["sampled", "fitted", "score", "safest"];

/// Who goes on with the games.
const FITTED: usize = 1;

/// A position.
struct Seen {
    models: f64,
    /// Probability that a game gets here.
    weight: f64,
    /// Of every chooser the share of the models that its cell wins less than the best. None where the nodes ran out.
    lost: Option<[f64; CHOOSERS.len()]>,
    nodes: u64,
    time: Duration,
}

/// What the cells lose.
fn look(position: &Position, tracker: &Tracker, cells: [u32; CHOOSERS.len()], weight: f64) -> Option<Seen> {
    let start = Instant::now();
    let models = position.all_models(tracker, MODELS[MODELS.len() - 1] as usize)?;
    let mut tree = Tree::new(&models.table, NODES);
    let best = tree.best();
    let (nodes, time) = (tree.nodes, start.elapsed());
    let mut lost = |cell: u32, most: u32| {
        let at = models.cells.iter().position(|&c| c == cell).expect("a cell to open is covered");
        let won: u32 = tree.numbers(at).ok()?.iter().map(|number| number.won).sum();
        Some(f64::from(most - won) / models.table.models() as f64)
    };
    let lost = best.ok().flatten().and_then(|(_, most)| {
        let [a, b, c, d] = cells.map(|cell| lost(cell, most));
        Some([a?, b?, c?, d?])
    });
    Some(Seen { models: position.models(), weight, lost, nodes, time })
}

/// The positions of one game.
fn game(games: &Games, index: u64) -> Vec<Seen> {
    let (found, weight): (Rc<RefCell<Vec<Seen>>>, _) = (Rc::default(), Cell::new(1.0));
    let without_tree = Settings { models: 0, ..RECOMMENDED };
    let without_sample = Settings { sample: 0, ..without_tree };
    let [sampled, fitted, score] =
        [without_tree, without_sample, Settings { fit: false, ..without_sample }].map(chooser);
    let into = Rc::clone(&found);
    let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let own = fitted(p, t, v, work)?;
        if p.enumerated && (MODELS[0]..=MODELS[MODELS.len() - 1]).contains(&p.models()) {
            let safest = p.risks.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(own, |r| r.0);
            let cells = [sampled(p, t, v, work)?, own, score(p, t, v, work)?, safest];
            into.borrow_mut().extend(look(p, t, cells, weight.get()));
        }
        let risk = p.risks.iter().find(|r| r.0 == own).map_or(0.0, |r| r.1);
        weight.set(weight.get() * (1.0 - risk));
        Some(own)
    });
    survive_all(&games.rules, &games.around, (games.seed, index), choose, &by_best_play(MODELS[0] as usize));
    Rc::into_inner(found).expect("the player is gone").into_inner()
}

/// A row of the table: positions with `low` to `high` models.
fn row(games: &[Vec<Seen>], low: f64, high: f64) -> String {
    let here: Vec<Vec<&Seen>> =
        games.iter().map(|game| game.iter().filter(|s| s.models > low && s.models <= high).collect()).collect();
    let all: Vec<&Seen> = here.iter().flatten().copied().collect();
    if all.is_empty() {
        return format!("| {low} to {high} | 0 |{}", " - |".repeat(5 + 2 * CHOOSERS.len()));
    }
    // Sum over the positions of a game: its mean and standard error.
    let a_game = |of: &dyn Fn(&Seen) -> f64| -> (f64, f64) {
        let sums: Vec<f64> = here.iter().map(|game| game.iter().map(|seen| seen.weight * of(seen)).sum()).collect();
        let mean = sums.iter().sum::<f64>() / sums.len() as f64;
        (mean, sums.iter().map(|s| (s - mean).powi(2)).sum::<f64>().sqrt() / sums.len() as f64)
    };
    let (often, _) = a_game(&|_| 1.0);
    let (told, _) = a_game(&|seen| f64::from(u8::from(seen.lost.is_some())));
    let (other, _) = a_game(&|seen| f64::from(u8::from(seen.lost.is_some_and(|lost| lost[FITTED] > 0.0))));
    let mut text = format!("| {low} to {high} | {} | {often:.4} | {:.0} % |", all.len(), 100.0 * other / told);
    for chooser in 0..CHOOSERS.len() {
        let (mean, error) = a_game(&|seen| seen.lost.map_or(0.0, |lost| lost[chooser]));
        text += &format!(" {:.2} | {:.4} +- {:.4} |", 100.0 * mean / told, 100.0 * mean, 100.0 * error);
    }
    let mean = |of: &dyn Fn(&Seen) -> f64| all.iter().map(|&seen| of(seen)).sum::<f64>() / all.len() as f64;
    let (nodes, time) = (mean(&|seen| seen.nodes as f64), mean(&|seen| seen.time.as_secs_f64()));
    text + &format!(" {:.0} | {:.1} | {} |", nodes, 1000.0 * time, all.iter().filter(|s| s.lost.is_none()).count())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |w| w.parse());
    let usage = || {
        eprintln!("usage: endgames [GAMES] [SEED] [safe|zero]");
        ExitCode::from(2)
    };
    let (Ok(count), Ok(seed), 0..=3) = (number(0, 4000), number(1, 108), words.len()) else { return usage() };
    let Some(games) = Games::new(words.get(2).map(String::as_str), seed) else { return usage() };
    let all = of_all(count, |index| game(&games, index));
    let first = games.first;
    println!("# What is lost late in the game\n");
    println!(
        "Expert, first cell {first}; positions without a certainly safe cell in {count} games of seed {seed}, every \
         guess survived, each counting by the probability that a game gets there. The tree of all games tells what the \
         best cell wins and what others do. Lost: the share of the models, in points, that is won less by the cell of \
         the highest value by a sample of the models and the fit (`lookahead:models=0`), by the fit alone (`sample=0` \
         too), of the highest score (`fit=off` too) and by the safest cell, best play going on; a decision, and a game \
         with its standard error.\n"
    );
    let columns: String = CHOOSERS.iter().map(|name| format!(" {name}: lost a decision | a game |")).collect();
    println!(
        "| models | seen | a game | another cell is better than the fitted one |{columns} nodes | ms a tree | out of nodes |"
    );
    println!("|{}", "---|".repeat(7 + 2 * CHOOSERS.len()));
    for pair in MODELS.windows(2) {
        println!("{}", row(&all, pair[0], pair[1]));
    }
    println!("{}", row(&all, MODELS[0], MODELS[MODELS.len() - 1]));
    println!("\n{}", made_by("endgames", &words));
    ExitCode::SUCCESS
}
