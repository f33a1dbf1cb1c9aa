//! `lookahead`: exact play by the tree of all games where few models are left; before that the
//! chance to survive this click and the next, with a bonus for certain progress and for cells that
//! would end in a 50/50.

use std::rc::Rc;

use super::frontier::{Choose, Exact};
use super::{PlayerSpec, Seat};
use crate::play::analysis::{Fifties, Position};
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

fn by_next_click(settings: Settings, position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    let safest = 1.0 - position.least_risk();
    if !position.enumerated || !settings.next {
        return position.risks.iter().min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|r| r.0);
    }
    let mut clicker = position.clicker(tracker);
    let fifties = if settings.risk { Fifties::find(&mut clicker) } else { Fifties::default() };
    if let Some(&(cell, _)) = fifties.forced.first() {
        *work += clicker.work;
        return Some(cell);
    }
    // A safe click that settles a 50/50 saves the half of it that would be lost later.
    let worth = |&(cell, risk): &(u32, f64)| 1.0 - risk + RESOLVE * fifties.influence(cell);
    let mut candidates: Vec<(u32, f64)> =
        position.risks.iter().filter(|r| worth(r) >= KEEP * safest).copied().collect();
    candidates.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.0.cmp(&b.0)));
    let mut best: Option<(u32, f64)> = None;
    for candidate in &candidates {
        let worth = worth(candidate);
        // The next click cannot be better than safe.
        if best.is_some_and(|b| worth * 1.001 <= b.1) {
            break;
        }
        let score = clicker.click(candidate.0).map_or(worth * (1.0 - candidate.1), |after| {
            let next: f64 = after.numbers.iter().map(|n| n.share * (4.0 * n.safest + n.second) / 5.0).sum();
            // One number only: the click tells nothing but that the cell was safe.
            let dead = after.numbers.len() == 1 && after.progress() == 0.0;
            worth * next * (1.0 + 0.001 * after.progress()) * if dead { 0.5 } else { 1.0 }
        });
        if best.is_none_or(|b| score > b.1 + 1e-12) {
            best = Some((candidate.0, score));
        }
    }
    *work += clicker.work;
    best.map(|b| b.0)
}
