//! Where Expert games come down to guesses that nothing can tell of, by their shapes.
//!
//! Games of `lookahead` in which every guess is survived, each guess counting by the probability to get there. A dead end
//! is a part of the position that nothing else depends on ([`Position::isolated`]), or all of it, in which no click tells
//! one model from another but by hitting a mine.

use std::cell::RefCell;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::Study;
use super::expert::{Collected, ExpertGames, mean_and_error, points};
use crate::engine::Stop;
use crate::grid::Grid;
use crate::play::View;
use crate::play::analysis::{Position, PositionModels};
use crate::play::players::lookahead::{RECOMMENDED, chooser};
use crate::play::rollout::RolloutEnd;
use crate::play::tracker::Tracker;
use crate::play::tree::{GameTree, MINE};
use crate::report::Document;

type IsOne = fn(&Part) -> bool;

/// Shapes of parts, by the cells that are mines in some models alone.
const SHAPES: [(&str, IsOne); 6] = [
    ("two cells next to each other", |p| p.is_dead && p.is_pair()),
    ("a square of 2x2, in one way or the other", |p| p.is_dead && p.is_square()),
    ("a chain: two ways over other cells", |p| p.is_dead && p.models == 2 && !p.is_pair() && !p.is_square()),
    ("three ways or more", |p| p.is_dead && p.models > 2),
    ("parts where a click may give information", |p| !p.is_dead),
    ("all", |_| true),
];

/// The study.
#[derive(Clone)]
pub struct DeadEnds {
    /// The games.
    pub games: ExpertGames,
}

/// A part of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
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
fn look(models: &PositionModels, grid: Grid, weight: f64) -> Option<Part> {
    let table = &models.table;
    let all = table.models();
    let won = f64::from(GameTree::new(table, RECOMMENDED.budget).best().ok()??.1);
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

impl Study for DeadEnds {
    /// Number of the game.
    type Point = u64;
    /// The parts of a game, each as it is met first.
    type Row = Vec<Part>;

    const ROWS: &'static str = "parts.jsonl.zst";
    const AT_ONCE: bool = true;

    fn command(&self) -> String {
        format!("minesat study dead-ends {}", self.games.options())
    }

    fn points(&self) -> Vec<u64> {
        self.games.all()
    }

    fn name(&self, game: &u64) -> String {
        format!("game {game}")
    }

    fn measure(&self, &index: &u64) -> Result<Vec<Part>, Stop> {
        let (found, into) = Collected::<Vec<Part>>::new();
        let (plain, met) = (chooser(RECOMMENDED), RefCell::new(Vec::new()));
        let choose = move |p: &Position, t: &Tracker, v: &View, work: &mut u64, weight: f64| {
            let apart = p.isolated(t, RECOMMENDED.models);
            let is_part = apart.is_some();
            if let Some(models) = apart.or_else(|| p.all_models(t, RECOMMENDED.models as usize)) {
                let is_new = !models.cells.iter().any(|cell| met.borrow().contains(cell));
                let part = if is_new { look(&models, t.grid, weight) } else { None };
                // The last models of all are no part before they are a dead end.
                if let Some(part) = part.filter(|part| is_part || part.is_dead) {
                    met.borrow_mut().extend(&models.cells);
                    into.borrow_mut().push(part);
                }
            }
            plain(p, t, v, work)
        };
        let to_the_end: Rc<RolloutEnd> = Rc::new(|_: &Position, _: &Tracker| None);
        self.games.survive(index, choose, &to_the_end);
        Ok(found.take())
    }

    fn report(&self, rows: &[Vec<Part>]) -> Document {
        let mut out = Document::new("Dead ends");
        out.text(format!(
            "Expert, first cell {}; {} by `lookahead`, every guess survived, each counting by the probability that a game \
             gets there. Parts of a position that nothing else depends on, and dead ends that are all that is left: how many \
             a game meets, and the games that best play loses there (points, with the standard error). A dead end within a \
             part that was counted as one where a click may give information is not counted again; parts whose mines the total \
             alone fixes are not seen.",
            self.games.first,
            self.games.words()
        ));
        let row = |(name, is_one): (&str, IsOne)| {
            let sums = |of: fn(&Part) -> f64| -> Vec<f64> {
                let of_game =
                    |game: &Vec<Part>| game.iter().filter(|part| is_one(part)).fold(0.0, |sum, p| sum + of(p));
                rows.iter().map(of_game).collect()
            };
            let seen = rows.iter().flatten().filter(|part| is_one(part)).count();
            let met = format!("{:.4}", mean_and_error(&sums(|part| part.weight)).0);
            vec![name.into(), seen.to_string(), met, points(mean_and_error(&sums(|part| part.lost)), 3)]
        };
        out.table(&["shape", "seen", "a game", "games lost"], SHAPES.into_iter().map(row));
        out
    }
}
