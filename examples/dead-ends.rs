//! Where Expert games come down to guesses that nothing can tell of, by their shapes.
//! `cargo run --release --example dead-ends -- [GAMES] [SEED] [safe|zero]`, a Markdown report.
//!
//! Games of `lookahead` in which every guess is survived, each guess counting by the probability to get there. A dead end
//! is a part of the position that nothing else depends on ([`Position::isolated`]), or all of it, in which no click tells
//! one model from another but by hitting a mine.

mod games;

use std::cell::{Cell, RefCell};
use std::process::ExitCode;
use std::rc::Rc;

use games::{Games, made_by, of_all};
use minesat::board::Grid;
use minesat::play::View;
use minesat::play::analysis::{Models, Position};
use minesat::play::exact::Choose;
use minesat::play::players::lookahead::{RECOMMENDED, chooser};
use minesat::play::rollout::{End, survive_all};
use minesat::play::tracker::Tracker;
use minesat::play::tree::{MINE, Tree};

type IsOne = fn(&Part) -> bool;

/// Shapes of parts, by the cells that are mines in some models alone.
const SHAPES: [(&str, IsOne); 6] = [
    ("two cells next to each other", |p| p.is_dead && p.is_pair()),
    ("a square of 2x2, in one way or the other", |p| p.is_dead && p.is_square()),
    ("a chain: two ways over other cells", |p| p.is_dead && p.models == 2 && !p.is_pair() && !p.is_square()),
    ("three ways or more", |p| p.is_dead && p.models > 2),
    ("parts in which something may be told", |p| !p.is_dead),
    ("all", |_| true),
];

/// A part of a position.
struct Part {
    models: usize,
    /// Cells that are mines in some models alone, and the rows and columns that they span.
    cells: usize,
    span: (usize, usize),
    is_dead: bool,
    /// Probability that a game gets here, and is lost here by best play.
    weight: f64,
    lost: f64,
}

impl Part {
    fn is_pair(&self) -> bool {
        (self.models, self.cells) == (2, 2) && self.span.0 <= 2 && self.span.1 <= 2
    }

    fn is_square(&self) -> bool {
        (self.models, self.cells, self.span) == (2, 4, (2, 2))
    }
}

/// What may be won of a part, and what it looks like.
fn look(models: &Models, grid: Grid, weight: f64) -> Option<Part> {
    let table = &models.table;
    let all = table.models();
    let won = f64::from(Tree::new(table, RECOMMENDED.budget).best().ok()??.1);
    let mined = |cell: usize| (0..all as u32).filter(|&m| table.shows(m, cell) == MINE).count();
    let open = (0..table.cells()).filter(|&cell| (1..all).contains(&mined(cell)));
    let places: Vec<(usize, usize)> = open.map(|cell| grid.position(models.cells[cell] as usize)).collect();
    let span = |of: fn(&(usize, usize)) -> usize| {
        let all = || places.iter().map(of);
        all().max().zip(all().min()).map_or(0, |(last, first)| last - first + 1)
    };
    Some(Part {
        models: all,
        cells: places.len(),
        span: (span(|p| p.0), span(|p| p.1)),
        is_dead: won == 1.0,
        weight,
        lost: weight * (1.0 - won / all as f64),
    })
}

/// The parts of one game, each as it is met first.
fn game(games: &Games, index: u64) -> Vec<Part> {
    let (found, weight): (Rc<RefCell<Vec<Part>>>, _) = (Rc::default(), Cell::new(1.0));
    let (into, plain, met) = (Rc::clone(&found), chooser(RECOMMENDED), RefCell::new(Vec::new()));
    let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        let apart = p.isolated(t, RECOMMENDED.models);
        let is_part = apart.is_some();
        if let Some(models) = apart.or_else(|| p.all_models(t, RECOMMENDED.models as usize)) {
            let is_new = !models.cells.iter().any(|cell| met.borrow().contains(cell));
            let part = if is_new { look(&models, t.grid, weight.get()) } else { None };
            // The last models of all are no part before they are a dead end.
            if let Some(part) = part.filter(|part| is_part || part.is_dead) {
                met.borrow_mut().extend(&models.cells);
                into.borrow_mut().push(part);
            }
        }
        let own = plain(p, t, v, work)?;
        let risk = p.risks.iter().find(|r| r.0 == own).map_or(0.0, |r| r.1);
        weight.set(weight.get() * (1.0 - risk));
        Some(own)
    });
    let to_the_end: Rc<End> = Rc::new(|_: &Position, _: &Tracker| None);
    survive_all(&games.rules, &games.around, (games.seed, index), choose, &to_the_end);
    Rc::into_inner(found).expect("the player is gone").into_inner()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |w| w.parse());
    let usage = || {
        eprintln!("usage: dead-ends [GAMES] [SEED] [safe|zero]");
        ExitCode::from(2)
    };
    let (Ok(count), Ok(seed), 0..=3) = (number(0, 4000), number(1, 109), words.len()) else { return usage() };
    let Some(games) = Games::new(words.get(2).map(String::as_str), seed) else { return usage() };
    let all = of_all(count, |index| game(&games, index));
    println!("# Dead ends\n");
    println!(
        "Expert, first cell {}; {count} games of seed {seed} by `lookahead`, every guess survived, each counting by the \
         probability that a game gets there. Parts of a position that nothing else depends on, and dead ends that are all \
         that is left: how many a game meets, and the games that best play loses there (points, with the standard error). A dead end \
         within a part that was counted as one in which something may be told is not counted again; parts whose mines \
         the total alone fixes are not seen.\n",
        games.first
    );
    println!("| shape | seen | a game | games lost |\n|---|---|---|---|");
    for (name, is_one) in SHAPES {
        let sums = |of: &dyn Fn(&Part) -> f64| -> Vec<f64> {
            all.iter().map(|game| game.iter().filter(|&part| is_one(part)).map(of).sum()).collect()
        };
        let mean = |sums: &[f64]| sums.iter().sum::<f64>() / sums.len() as f64;
        let (lost, met) = (sums(&|part| part.lost), sums(&|part| part.weight));
        let spread = lost.iter().map(|l| (l - mean(&lost)).powi(2)).sum::<f64>().sqrt() / lost.len() as f64;
        let seen = sums(&|_| 1.0).iter().sum::<f64>();
        println!("| {name} | {seen} | {:.4} | {:.3} +- {:.3} |", mean(&met), 100.0 * mean(&lost), 100.0 * spread);
    }
    println!("\n{}", made_by("dead-ends", &words));
    ExitCode::SUCCESS
}
