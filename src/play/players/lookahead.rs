//! `lookahead`: exact play by the tree of all games where few models are left; before that the
//! chance to survive this click and the next, with a bonus for certain progress and for cells that
//! would end in a 50/50; between cells of nearly the best score, values fitted to games played on,
//! with best play in a sample of the models late in the game and short games in its middle.

mod click_after;
mod close;
mod figures;
mod fitted;
mod network;
mod next_click;
mod played;
mod sampled;

use std::rc::Rc;

use super::{Chosen, PlayerSpec};
use crate::play::analysis::Position;
use crate::play::exact::{Choose, Exact};
use crate::play::tracker::Tracker;
use crate::play::tree::Tree;
use crate::play::{Player, Seat, View};
use figures::{Before, PLAIN};
pub use figures::{Figures, WithAfter};
use fitted::Fit;
use next_click::{Click, Scorer};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "lookahead",
    summary: "exact tree of games at the end; before, this click and the next, fitted values and trees of samples",
    options: &[
        ("budget", &["100000"]),
        ("models", &["10000"]),
        ("next", &["on", "off"]),
        ("risk", &["on", "off"]),
        ("dominated", &["on", "off"]),
        ("fit", &["on", "off"]),
        ("close", &["on", "off"]),
        ("sample", &["5000"]),
        ("games", &["128"]),
        ("late", &["30"]),
    ],
    bounds: false,
    build: |chosen| {
        let settings = Settings::chosen(chosen)?;
        Ok(Box::new(move |seat: Seat| Box::new(Exact::new(seat, chooser(settings))) as Box<dyn Player>))
    },
};

/// The recommended settings.
pub const RECOMMENDED: Settings = Settings {
    budget: 100_000,
    models: 10_000,
    next: true,
    risk: true,
    dominated: true,
    fit: true,
    close: true,
    sample: 5000,
    games: 128,
    late: 30,
};

/// Who plays games on: by scores alone. Larger trees win as much within the noise and are slower.
pub const PLAYS_ON: Settings = Settings { models: 60, fit: false, sample: 0, games: 0, ..RECOMMENDED };

/// How the player chooses, for games that begin in the middle.
pub fn chooser(settings: Settings) -> Rc<Choose> {
    Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| choose(settings, p, t, v, work))
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
    /// Whether a cell gives way to a safer one that is certain whenever the cell is safe: one guess in 450, worth 0.4 points
    /// each by games played on (`changes lookahead lookahead:dominated=off 4000 60 301`).
    pub dominated: bool,
    /// Whether cells of nearly the best score are decided by fitted values.
    pub fit: bool,
    /// Whether more is looked at between cells of nearly the best fitted value.
    pub close: bool,
    /// Late in the game, models of a sample in which cells of nearly the best fitted value are played to the end by best
    /// play, where no more than 128 cells are unknown; 0 for none.
    pub sample: u64,
    /// In the middle of the game, most games played on from each cell of nearly the best fitted value; 0 for none.
    pub games: u64,
    /// Late is where the natural logarithm of the number of models is at most this.
    pub late: u64,
}

impl Settings {
    /// Those of `lookahead` or `lookahead:option=value,...`.
    ///
    /// # Errors
    /// A message that names what is wrong.
    pub fn of(player: &str) -> Result<Settings, String> {
        let (row, chosen) = super::chosen(player)?;
        if row.name == PLAYER.name { Settings::chosen(&chosen) } else { Err(format!("{player} is not lookahead")) }
    }

    fn chosen(chosen: &Chosen) -> Result<Settings, String> {
        let number = |name: &str| {
            let text = chosen.word(name);
            text.parse::<u64>().map_err(|_| format!("lookahead:{name} is a whole number, not {text:?}"))
        };
        let on = |name: &str| chosen.word(name) == "on";
        Ok(Settings {
            budget: number("budget")?,
            models: number("models")?,
            next: on("next"),
            risk: on("risk"),
            dominated: on("dominated"),
            fit: on("fit"),
            close: on("close"),
            sample: number("sample")?,
            games: number("games")?,
            late: number("late")?,
        })
    }
}

/// A score that is larger by less is not larger: the order of the cells decides, not rounding.
const TIE: f64 = 1e-12;

fn choose(settings: Settings, position: &Position, tracker: &Tracker, view: &View, work: &mut u64) -> Option<u32> {
    if position.enumerated && position.models() <= settings.models as f64 {
        let found = by_tree(settings, position, tracker, work);
        if found.is_some() {
            return found;
        }
    }
    let looked = if position.enumerated && settings.next {
        by_next_click(settings, position, tracker, view, work)
    } else {
        None
    };
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

/// Among cells of at least this share of the best score the fitted value decides.
const NEAR: f64 = 0.90;

/// The cells worth a click, in the order met: those of at least `share` of the best score, one of those alike.
fn near(share: f64, scorer: &mut Scorer) -> Vec<Click> {
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

/// The first of the largest.
fn largest<T>(all: &[T], worth: impl Fn(&T) -> f64) -> Option<&T> {
    let most = all.iter().map(&worth).fold(f64::NEG_INFINITY, f64::max);
    all.iter().find(|one| worth(one) > most - TIE)
}

/// The cell of the highest value; None where no cell is worth looking at.
fn by_next_click(
    settings: Settings,
    position: &Position,
    tracker: &Tracker,
    view: &View,
    work: &mut u64,
) -> Option<u32> {
    let mut scorer = Scorer::new(settings.risk, position, tracker)?;
    let is_forced = !scorer.forced().is_empty();
    let clicks = if is_forced {
        let cells = scorer.forced().to_vec();
        cells.into_iter().filter_map(|c| scorer.score(c, 0.0)).collect()
    } else {
        near(if settings.fit { NEAR } else { 1.0 }, &mut scorer)
    };
    *work += scorer.work();
    let cell = if is_forced || !settings.fit || clicks.len() == 1 {
        largest(&clicks, |c| c.score).map(|c| c.cell)
    } else {
        by_value(settings, &clicks, &scorer, position, tracker, view, work)
    };
    let click = clicks.iter().find(|c| Some(c.cell) == cell)?;
    let dominating = settings.dominated.then(|| scorer.dominating(click)).flatten();
    Some(dominating.unwrap_or(click.cell))
}

/// Of some clicks the cell of the highest fitted value, looked at closer where it pays.
fn by_value(
    settings: Settings,
    clicks: &[Click],
    scorer: &Scorer,
    position: &Position,
    tracker: &Tracker,
    view: &View,
    work: &mut u64,
) -> Option<u32> {
    let mut choices = weighed(clicks, scorer);
    if settings.close && position.models().ln() < close::OPENING {
        *work += close::decide(&mut choices, clicks, scorer.ahead());
    }
    let fitted = largest(&choices, |c| c.value).map(|c| c.cell);
    let Settings { budget, sample, games, late, .. } = settings;
    let ln_models = position.models().ln();
    let looked = if ln_models <= late as f64 {
        (sample > 0).then(|| sampled::best(choices, sample, budget, position, tracker, work))
    } else {
        let values = choices.iter().map(|c| (c.cell, c.value)).collect();
        let is_worth = games > 0 && ln_models < played::EARLY;
        is_worth.then(|| played::best(values, games, position, tracker, view, work))
    };
    looked.flatten().or(fitted)
}

/// A cell that a fit decides on.
#[derive(Clone, Debug)]
pub struct Choice<const FIGURES: usize = PLAIN> {
    pub cell: u32,
    pub score: f64,
    /// What it is worth by the fit, up to a constant of the position.
    pub value: f64,
    /// Probabilities of the numbers that it can show, and [`FIGURES`] after each.
    pub numbers: Vec<(f64, [f64; FIGURES])>,
}

fn weighed(clicks: &[Click], scorer: &Scorer) -> Vec<Choice> {
    let before = Before::new(scorer);
    let choice = |click: &Click| Choice {
        cell: click.cell,
        score: click.score,
        value: 0.0,
        numbers: click.numbers.iter().map(|n| (n.share, before.figures(click, n))).collect(),
    };
    let mut choices: Vec<Choice> = clicks.iter().map(choice).collect();
    Fit::plain().value(&mut choices);
    choices
}

/// The cells that the fit decides between, in the order met, for some of which all figures are asked. Empty where something
/// else decides.
pub fn choices_with_after(
    settings: Settings,
    position: &Position,
    tracker: &Tracker,
    some: impl FnOnce(Vec<Choice>) -> Vec<Choice>,
) -> Vec<Choice<{ FIGURES.len() }>> {
    let looked = looked_at(settings, position, tracker);
    looked.map_or(Vec::new(), |(clicks, scorer)| {
        close::with_after(&some(weighed(&clicks, &scorer)), &clicks, &mut scorer.ahead())
    })
}

/// The cells that the fit decides between, in the order met. Empty where something else decides.
pub fn choices(settings: Settings, position: &Position, tracker: &Tracker) -> Vec<Choice> {
    let looked = looked_at(settings, position, tracker);
    looked.map_or(Vec::new(), |(clicks, scorer)| weighed(&clicks, &scorer))
}

fn looked_at<'a>(settings: Settings, position: &'a Position, tracker: &'a Tracker) -> Option<(Vec<Click>, Scorer<'a>)> {
    if !position.enumerated || position.models() <= settings.models as f64 {
        return None;
    }
    let mut scorer = Scorer::new(settings.risk, position, tracker)?;
    scorer.forced().is_empty().then(|| (near(NEAR, &mut scorer), scorer))
}

/// Names of the figures of a [`Choice`], as many as it has.
pub const FIGURES: &[&str] = &figures::NAMES;

/// Cells of nearly the best fitted value.
pub use close::{CLOSE, OPENING, close_calls};
