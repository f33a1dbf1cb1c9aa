//! `lookahead`: exact play by the tree of all games if few models are left. Before that the chance to survive this
//! click and the next, with a bonus for certain progress and for cells that would end in a 50/50. Between cells of
//! nearly the best score, values fitted to games played out, with best play in a sample of the models late in the game
//! and short games in its middle.

mod budget;
mod choices;
mod click_after;
mod close;
mod figures;
mod fitted;
mod network;
mod next_click;
mod played;
mod sampled;
mod settings;

use std::rc::Rc;

use super::{DENSITY, PlayerSpec, frontier, prior};
use crate::play::analysis::{Models, Position};
use crate::play::exact::{Choose, Exact};
use crate::play::tracker::Tracker;
use crate::play::tree::Tree;
use crate::play::{Player, Seat, View};
use crate::spec::OptionRow;
use budget::{Budget, Work};
pub use choices::{Choice, FIGURES, choices, choices_with_after};
use choices::{NEAR, near, weighed};
pub use figures::{Figures, WithAfter};
use next_click::{Click, Scorer};
use settings::AUTO;
pub use settings::{PLAYS_ON, RECOMMENDED, Settings};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "lookahead",
    summary: "exact tree of games at the end; before, this click and the next, fitted values and trees of samples",
    options: &[
        OptionRow::number("budget", "200000", "most nodes of a move"),
        OptionRow::number("models", AUTO, "most models for the tree of all games"),
        OptionRow::on("isolated", "an isolated part is played first"),
        OptionRow::on("next", "the next click is examined"),
        OptionRow::on("risk", "possible 50/50s are examined"),
        OptionRow::on("dead", "cells without information are left out"),
        OptionRow::on("dominated", "cells give way to safer ones that they make certain"),
        OptionRow::on("fit", "fitted values decide between nearly equal scores"),
        OptionRow::on("close", "cells of nearly equal fitted values are examined further"),
        OptionRow::number("sample", AUTO, "models of a sample played to the end late in the game; 0: none"),
        OptionRow::number("games", AUTO, "most games played out from a cell in the middle of the game; 0: none"),
        OptionRow::number("late", "30", "late: the logarithm of the number of models is at most this"),
        DENSITY,
    ],
    bounds: |_| false,
    build: |chosen| {
        let (settings, prior) = (Settings::chosen(chosen), prior(chosen));
        Box::new(move |seat: Seat| Box::new(Exact::new(seat, prior, chooser(settings))) as Box<dyn Player>)
    },
};

/// How the player chooses, for games that begin in the middle.
pub fn chooser(settings: Settings) -> Rc<Choose> {
    Rc::new(move |position: &Position, tracker: &Tracker, view: &View, work: &mut u64| {
        let mut guess = Guess { settings, position, tracker, view, budget: Budget::new(settings.budget) };
        let cell = guess.cell();
        *work += guess.budget.nodes();
        cell
    })
}

/// Scores that differ by less are equal: the order of the cells decides, not rounding.
const TIE: f64 = 1e-12;

/// One guess: a position without certain cells, and its budget.
struct Guess<'a> {
    settings: Settings,
    position: &'a Position,
    tracker: &'a Tracker,
    view: &'a View<'a>,
    budget: Budget,
}

impl Guess<'_> {
    fn cell(&mut self) -> Option<u32> {
        let looked = self.by_part().or_else(|| self.by_tree()).or_else(|| self.by_next_click());
        looked.or_else(|| frontier::safest(self.position, self.tracker, self.view, &mut 0))
    }

    /// The optimal cell of an isolated part of the position.
    fn by_part(&mut self) -> Option<u32> {
        let models = self.settings.isolated.then(|| self.position.isolated(self.tracker, self.most_models()))??;
        self.by_tree_of(&models)
    }

    /// The optimal cell; None if there are too many models.
    fn by_tree(&mut self) -> Option<u32> {
        let models = self.position.all_models(self.tracker, self.most_models() as usize)?;
        self.by_tree_of(&models)
    }

    fn most_models(&self) -> u64 {
        self.settings.models.min(self.budget.left(Work::Shown) / self.tracker.unknown_left.max(1) as u64)
    }

    /// The optimal cell. None if the nodes run out: the tree leaves half of them for the alternative.
    fn by_tree_of(&mut self, models: &Models) -> Option<u32> {
        self.budget.spend((models.table.models() * models.table.cells()) as u64, Work::Shown);
        let mut tree = Tree::new(&models.table, self.budget.left(Work::Node) / 2);
        let best = tree.best();
        self.budget.spend(tree.nodes, Work::Node);
        best.ok().flatten().map(|(cell, _)| models.cells[cell])
    }

    /// The cell of the highest value; None if no cell is worth looking at.
    fn by_next_click(&mut self) -> Option<u32> {
        let Guess { settings, position, tracker, ref mut budget, .. } = *self;
        if !position.enumerated || !settings.next || budget.left(Work::Step) == 0 {
            return None;
        }
        let mut scorer = Scorer::new(&settings, position, tracker, budget.left(Work::Step))?;
        let is_forced = !scorer.forced().is_empty();
        let clicks = if is_forced {
            let cells = scorer.forced().to_vec();
            cells.into_iter().filter_map(|c| scorer.score(c, 0.0)).collect()
        } else {
            near(if settings.fit { NEAR } else { 1.0 }, &mut scorer)
        };
        budget.spend(scorer.work(), Work::Step);
        let cell = if is_forced || !settings.fit || clicks.len() == 1 { None } else { self.by_value(&clicks, &scorer) };
        let cell = cell.or_else(|| largest(&clicks, |c| c.score).map(|c| c.cell))?;
        let click = clicks.iter().find(|c| c.cell == cell)?;
        let dominating = settings.dominated.then(|| scorer.dominating(click)).flatten();
        Some(dominating.unwrap_or(cell))
    }

    /// The cell of the highest fitted value among some clicks, examined further where it pays. None if that exceeds the
    /// budget.
    fn by_value(&mut self, clicks: &[Click], scorer: &Scorer) -> Option<u32> {
        let Guess { settings, position, tracker, view, ref mut budget } = *self;
        let numbers = clicks.iter().map(|click| click.numbers.len() as u64).sum();
        if numbers > budget.left(Work::Number) {
            return None;
        }
        budget.spend(numbers, Work::Number);
        let mut choices = weighed(clicks, scorer);
        let ln_models = position.models().ln();
        if settings.close && ln_models < close::OPENING {
            close::decide(&mut choices, clicks, scorer.ahead(), budget);
        }
        let fitted = largest(&choices, |c| c.value).map(|c| c.cell);
        let looked = if ln_models <= settings.late as f64 {
            sampled::best(choices, settings.sample, position, tracker, budget)
        } else if ln_models < played::EARLY {
            let values = choices.iter().map(|c| (c.cell, c.value)).collect();
            played::best(values, settings.games, position, tracker, view, budget)
        } else {
            None
        };
        looked.or(fitted)
    }
}

/// The first of the largest.
fn largest<T>(all: &[T], worth: impl Fn(&T) -> f64) -> Option<&T> {
    let most = all.iter().map(&worth).fold(f64::NEG_INFINITY, f64::max);
    all.iter().find(|one| worth(one) > most - TIE)
}

/// Cells of nearly the best fitted value.
pub use close::{CLOSE, OPENING, close_calls};

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::play::Rules;
    use crate::play::rollout::{End, survive_all};
    use crate::play::rules::Start;
    use crate::play::small_boards;
    use crate::play::tracker::Neighbours;

    /// Nodes that the last piece of work may take.
    const PIECE: u64 = 400;

    /// Settings for which a move may spend all, one step or another.
    fn within_reach() -> Vec<Settings> {
        let plain = |budget: u64| Settings { models: 0, fit: false, ..Settings::within(budget) };
        vec![
            Settings::within(30),
            Settings::within(300),
            plain(3),
            plain(100),
            Settings { models: 1000, ..plain(200) },
            Settings { models: 0, sample: 0, games: 0, ..Settings::within(300) },
            Settings { models: 0, sample: 2000, games: 0, ..Settings::within(2500) },
            Settings { models: 0, sample: 0, games: 1000, ..Settings::within(400) },
        ]
    }

    /// No move exceeds its budget by more than one piece of work, and some would.
    #[test]
    fn the_work_of_a_move_stays_within_its_budget() {
        let rules = Rules::expert(Start::Zero(93));
        let around = Arc::new(Neighbours::new(rules.grid));
        for settings in within_reach() {
            let (own, spent) = (chooser(settings), Rc::new(std::cell::Cell::new(0)));
            let endless = chooser(Settings { budget: 1 << 40, ..settings });
            let into = Rc::clone(&spent);
            let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
                let (mut nodes, mut all) = (0, 0);
                let cell = own(p, t, v, &mut nodes);
                endless(p, t, v, &mut all);
                assert!(nodes <= settings.budget + PIECE, "{nodes}: {settings:?}");
                into.set(into.get() + u64::from(nodes >= settings.budget && all > nodes));
                *work += nodes;
                cell
            });
            let to_the_end: Rc<End> = Rc::new(|_: &Position, _: &Tracker| None);
            for game in 0..12 {
                survive_all(&rules, &around, (3, game), Rc::clone(&choose), &to_the_end);
            }
            assert!(spent.get() > 0, "{settings:?}");
        }
    }

    /// Without a budget it plays as `frontier`, at no work.
    #[test]
    fn without_a_budget_the_safest_cell_is_opened() {
        let own = chooser(Settings::within(0));
        for (board, tracker, position) in small_boards::positions(72, 300) {
            let (view, mut work) = (View { board: &board, fresh: &[] }, 0);
            let cell = own(&position, &tracker, &view, &mut work);
            assert_eq!((cell, work), (frontier::safest(&position, &tracker, &view, &mut 0), 0), "{board}");
        }
    }
}
