//! `lookahead`: exact play by the tree of all games where few models are left; before that the
//! chance to survive this click and the next, with a bonus for certain progress and for cells that
//! would end in a 50/50.

mod next_click;

use std::rc::Rc;

use super::frontier::{Choose, Exact};
use super::{PlayerSpec, Seat};
use crate::play::analysis::Position;
use crate::play::tracker::Tracker;
use crate::play::tree::Tree;
use crate::play::{Player, View};
use next_click::Scorer;

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

/// A score that is larger by less is not larger: the order of the cells decides, not rounding.
const TIE: f64 = 1e-12;

fn choose(settings: Settings, position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    if position.enumerated && position.models() <= settings.models as f64 {
        let found = by_tree(settings, position, tracker, work);
        if found.is_some() {
            return found;
        }
    }
    let looked =
        if position.enumerated && settings.next { by_next_click(settings, position, tracker, work) } else { None };
    looked.or_else(|| safest(position))
}

/// The optimal cell, None where the nodes run out.
fn by_tree(settings: Settings, position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    let models = position.all_models(tracker, settings.models as usize)?;
    let mut tree = Tree::new(&models.table, settings.budget);
    let best = tree.best();
    *work += tree.nodes;
    best.ok().flatten().map(|(cell, _)| models.cells[cell])
}

/// The safest cell, where clicks cannot be looked at in advance.
fn safest(position: &Position) -> Option<u32> {
    position.risks.iter().min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|r| r.0)
}

/// The cell of the highest score, the first of equal ones; None where no cell is worth looking at.
fn by_next_click(settings: Settings, position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    let mut scorer = Scorer::new(settings.risk, position, tracker)?;
    let cells = if scorer.forced().is_empty() { scorer.candidates() } else { scorer.forced().to_vec() };
    let mut best: Option<(u32, f64)> = None;
    for cell in cells {
        let least = best.map_or(0.0, |b| b.1 + TIE);
        best = scorer.score(cell, least).filter(|&score| score > least).map(|score| (cell, score)).or(best);
    }
    *work += scorer.work();
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

/// What the player weighs against each other where the tree does not decide, its own choice first, then by score.
/// Empty where the tree decides or the position was not enumerated.
pub fn looked(settings: Settings, position: &Position, tracker: &Tracker) -> Vec<Looked> {
    if !position.enumerated || position.models() <= settings.models as f64 {
        return Vec::new();
    }
    let (Some(mut scorer), Some(own)) =
        (Scorer::new(settings.risk, position, tracker), choose(settings, position, tracker, &mut 0))
    else {
        return Vec::new();
    };
    let is_forced = scorer.forced().contains(&own);
    let mut cells = scorer.candidates();
    cells.retain(|&c| c != own);
    let mut all: Vec<Looked> = Vec::with_capacity(cells.len() + 1);
    for cell in [own].into_iter().chain(cells) {
        let score = if is_forced && cell == own { f64::INFINITY } else { scorer.score(cell, 0.0).unwrap_or(0.0) };
        all.push(Looked { cell, risk: 1.0 - scorer.safety(cell), score });
    }
    all[1..].sort_by(|a, b| b.score.total_cmp(&a.score));
    all
}
