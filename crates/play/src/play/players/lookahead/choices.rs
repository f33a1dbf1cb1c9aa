//! The cells that are worth a click, with their fitted values.

use super::budget::Budget;
use super::figures::{self, Before, PLAIN};
use super::fitted::Fit;
use super::next_click::{Click, Scorer};
use super::{Settings, TIE, close};
use crate::play::analysis::Position;
use crate::play::tracker::Tracker;

/// Among cells of at least this share of the best score the fitted value decides.
pub const NEAR: f64 = 0.90;

/// The cells worth a click, in the order met: those of at least `share` of the best score, one of those alike. Linked
/// cells are alike: of two that are safe in the same models the other is certain after either, so both lead to the same
/// positions.
pub fn near(share: f64, scorer: &mut Scorer) -> Vec<Click> {
    let mut best = 0.0;
    let mut clicks: Vec<Click> = Vec::new();
    for cell in scorer.candidates() {
        let Some(click) = scorer.score(cell, share * best) else { continue };
        best = click.score.max(best);
        let same = |a: f64, b: f64| (a - b).abs() < TIE;
        let alike = |c: &Click| same(c.score, click.score) && same(scorer.safety(c.cell), scorer.safety(cell));
        if !clicks.iter().any(alike) {
            clicks.push(click);
        }
    }
    clicks.retain(|c| c.score >= share * best - TIE);
    clicks
}

/// Names of the figures of a [`Choice`], as many as it has.
pub const FIGURES: &[&str] = &figures::NAMES;

/// A cell that a fit decides on.
#[derive(Clone, Debug)]
pub struct Choice<const FIGURES: usize = PLAIN> {
    /// Index of the cell, row * cols + col.
    pub cell: u32,
    /// Its value by this click and the next, before any fit.
    pub score: f64,
    /// Its fitted value, up to a constant of the position.
    pub value: f64,
    /// Probabilities of the numbers that it can show, and [`FIGURES`] after each.
    pub numbers: Vec<(f64, [f64; FIGURES])>,
}

/// The clicks as choices, with their values by the fit of all.
pub fn weighed(clicks: &[Click], scorer: &Scorer) -> Vec<Choice> {
    let mut choices = with_figures(clicks, scorer);
    Fit::plain().value(&mut choices);
    choices
}

/// The clicks as choices without values.
fn with_figures(clicks: &[Click], scorer: &Scorer) -> Vec<Choice> {
    let before = Before::new(scorer);
    let choice = |click: &Click| Choice {
        cell: click.cell,
        score: click.score,
        value: 0.0,
        numbers: click.numbers.iter().map(|n| (n.share, before.figures(click, n))).collect(),
    };
    clicks.iter().map(choice).collect()
}

/// The cells that the fit decides between, in the order met, for some of which all figures are asked. Empty if
/// something else decides. Values are from the fits of the settings, which may use other figures while they are
/// refitted.
pub fn choices_with_after(
    settings: Settings,
    position: &Position,
    tracker: &Tracker,
    some: impl FnOnce(Vec<Choice>) -> Vec<Choice>,
) -> Vec<Choice<{ FIGURES.len() }>> {
    let looked = looked_at(settings, position, tracker);
    looked.map_or(Vec::new(), |(clicks, scorer)| {
        let choices = some(if settings.fit { weighed(&clicks, &scorer) } else { with_figures(&clicks, &scorer) });
        let all = close::with_after(&choices, &clicks, scorer.ahead(), &mut Budget::new(u64::MAX));
        let mut all = all.expect("there is no end to the budget");
        if settings.fit && settings.close {
            Fit::close().value(&mut all);
        }
        all
    })
}

/// The cells that the fit decides between, in the order met. Empty if something else decides.
pub fn choices(settings: Settings, position: &Position, tracker: &Tracker) -> Vec<Choice> {
    let looked = looked_at(settings, position, tracker);
    looked.map_or(Vec::new(), |(clicks, scorer)| weighed(&clicks, &scorer))
}

fn looked_at<'a>(settings: Settings, position: &'a Position, tracker: &'a Tracker) -> Option<(Vec<Click>, Scorer<'a>)> {
    let is_small = position.models() <= settings.models as f64;
    let is_apart = settings.isolated && position.isolated(tracker, settings.models).is_some();
    if !position.enumerated || is_small || is_apart {
        return None;
    }
    let mut scorer = Scorer::new(&settings, position, tracker, u64::MAX)?;
    scorer.forced().is_empty().then(|| (near(NEAR, &mut scorer), scorer))
}
