//! `lookahead`: exact play by the tree of all games where few models are left; before that the
//! chance to survive this click and the next, with a bonus for certain progress and for cells that
//! would end in a 50/50.

use std::rc::Rc;

use super::frontier::{Choose, Exact};
use super::{PlayerSpec, Seat};
use crate::play::analysis::{Clicker, Fifties, Position};
use crate::play::tracker::Tracker;
use crate::play::tree::Tree;
use crate::play::{Player, View};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "lookahead",
    summary: "exact tree of games at the end; before, the chance to survive this click and the next",
    options: &[("budget", &["100000"]), ("models", &["400"]), ("next", &["on", "off"]), ("risk", &["on", "off"])],
    build: |chosen| {
        let number = |name: &str| {
            let text = chosen.word(name);
            text.parse::<u64>().map_err(|_| format!("lookahead:{name} is a whole number, not {text:?}"))
        };
        let on = |name: &str| chosen.word(name) == "on";
        let settings =
            Settings { budget: number("budget")?, models: number("models")?, next: on("next"), risk: on("risk") };
        Ok(Box::new(move |seat: Seat| Box::new(Exact::new(seat, chooser(settings))) as Box<dyn Player>))
    },
};

/// The recommended settings.
pub const RECOMMENDED: Settings = Settings { budget: 100_000, models: 400, next: true, risk: true };

/// How the player chooses, for games that begin in the middle.
pub fn chooser(settings: Settings) -> Rc<Choose> {
    Rc::new(move |p: &Position, t: &Tracker, _: &View, work: &mut u64| choose(settings, p, t, work))
}

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Nodes of the tree a move.
    pub budget: u64,
    /// Most models for the tree.
    pub models: u64,
    /// Whether the next click is looked at.
    pub next: bool,
    /// Whether 50/50s that may come are looked at.
    pub risk: bool,
}

/// Cells whose safety is below this share of the best are not looked at.
const KEEP: f64 = 0.90;

/// What it is worth to open a cell that would be half of a 50/50, in shares of the models where it
/// would be. On 60,000 Expert boards each: 0.5 wins 40.52 %, 0.9 40.60 %, 1.2 40.70 %.
const RESOLVE: f64 = 1.2;

/// A score that is larger by less is not larger: the order of the cells decides, not rounding.
const TIE: f64 = 1e-12;

fn choose(settings: Settings, position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    if position.enumerated && position.models() <= settings.models as f64 {
        let found = by_tree(settings, position, tracker, work);
        if found.is_some() {
            return found;
        }
    }
    by_next_click(settings, position, tracker, work)
}

/// The optimal cell, None where the nodes run out.
fn by_tree(settings: Settings, position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    let models = position.all_models(tracker, settings.models as usize)?;
    let mut tree = Tree::new(&models.table, settings.budget);
    let best = tree.best();
    *work += tree.nodes;
    best.ok().flatten().map(|(cell, _)| models.cells[cell])
}

/// Scores cells by this click and the next.
struct Scorer<'a> {
    clicker: Clicker<'a>,
    fifties: Fifties,
}

impl<'a> Scorer<'a> {
    fn new(settings: Settings, position: &'a Position, tracker: &'a Tracker) -> Self {
        let mut clicker = position.clicker(tracker);
        let fifties = if settings.risk { Fifties::find(&mut clicker) } else { Fifties::default() };
        Scorer { clicker, fifties }
    }

    /// A safe click that settles a 50/50 saves the half of it that would be lost later.
    fn worth(&self, (cell, risk): (u32, f64)) -> f64 {
        1.0 - risk + RESOLVE * self.fifties.influence(cell)
    }

    /// Cells worth looking at, the largest worth first.
    fn candidates(&self, position: &Position) -> Vec<(u32, f64)> {
        let least = KEEP * (1.0 - position.least_risk());
        let mut kept: Vec<(u32, f64)> = position.risks.iter().filter(|&&r| self.worth(r) >= least).copied().collect();
        kept.sort_by(|&a, &b| self.worth(b).total_cmp(&self.worth(a)).then(a.0.cmp(&b.0)));
        kept
    }

    fn score(&mut self, candidate: (u32, f64)) -> f64 {
        let worth = self.worth(candidate);
        self.clicker.click(candidate.0).map_or(worth * (1.0 - candidate.1), |after| {
            let next: f64 = after.numbers.iter().map(|n| n.share * (4.0 * n.safest + n.second) / 5.0).sum();
            // One number only: the click tells nothing but that the cell was safe.
            let dead = after.numbers.len() == 1 && after.progress() == 0.0;
            worth * next * (1.0 + 0.001 * after.progress()) * if dead { 0.5 } else { 1.0 }
        })
    }
}

fn by_next_click(settings: Settings, position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    if !position.enumerated || !settings.next {
        return position.risks.iter().min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|r| r.0);
    }
    let mut scorer = Scorer::new(settings, position, tracker);
    let mut best: Option<(u32, f64)> = scorer.fifties.forced.first().map(|f| (f.0, f64::INFINITY));
    if best.is_none() {
        for candidate in scorer.candidates(position) {
            // The next click cannot be better than safe.
            if best.is_some_and(|b| scorer.worth(candidate) * 1.001 <= b.1) {
                break;
            }
            let score = scorer.score(candidate);
            if best.is_none_or(|b| score > b.1 + TIE) {
                best = Some((candidate.0, score));
            }
        }
    }
    *work += scorer.clicker.work;
    best.map(|b| b.0)
}

/// A cell that was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Looked {
    pub cell: u32,
    pub risk: f64,
    /// Infinite for a 50/50 that is guessed at once.
    pub score: f64,
}

/// What the player weighs against each other where the tree does not decide, its own choice first. Empty where the
/// tree decides or the position was not enumerated.
pub fn looked(settings: Settings, position: &Position, tracker: &Tracker) -> Vec<Looked> {
    if !position.enumerated || position.models() <= settings.models as f64 {
        return Vec::new();
    }
    let mut scorer = Scorer::new(settings, position, tracker);
    let mut all: Vec<Looked> = Vec::new();
    for candidate in scorer.candidates(position) {
        all.push(Looked { cell: candidate.0, risk: candidate.1, score: scorer.score(candidate) });
    }
    if let Some(&(cell, risk)) = scorer.fifties.forced.first() {
        all.retain(|l| l.cell != cell);
        all.push(Looked { cell, risk, score: f64::INFINITY });
    }
    let own = (1..all.len()).fold(0, |own, i| if all[i].score > all[own].score + TIE { i } else { own });
    if !all.is_empty() {
        all[..=own].rotate_right(1);
        all[1..].sort_by(|a, b| b.score.total_cmp(&a.score));
    }
    all
}
