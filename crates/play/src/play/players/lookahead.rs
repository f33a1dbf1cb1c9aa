//! `lookahead`: exact play by the tree of all games if few models are left. Before that, in this order, where each stage
//! decides between the cells that the one before leaves:
//!
//! 1. two-ply search (`two_ply`): the chance to survive this click and the next; `forward_pruning` keeps the cells of
//!    nearly the best score;
//! 2. an `ensemble` of value nets (`value_net`, `weights`) on the `features` of each click: its value;
//! 3. between close calls a second ensemble, which also sees a `three_ply` search (`second_stage`);
//! 4. late in the game best play in a sample of the models (`sampled_tree`), in its middle `rollouts`.
//!
//! `params` has every constant, `budget` the work of a move, `settings` the options. `decisions` is the way in for
//! training.

mod budget;
mod candidate;
mod decisions;
mod ensemble;
mod features;
mod forward_pruning;
mod params;
mod rollouts;
mod sampled_tree;
mod second_stage;
mod settings;
mod three_ply;
mod two_ply;
mod value_net;
mod weights;

use std::rc::Rc;

use super::{DENSITY, PlayerSpec, frontier, prior};
use crate::play::analysis::{Position, PositionModels};
use crate::play::exact::{Choose, Exact};
use crate::play::guess_values::{GuessStage, GuessValues, NotedValues};
use crate::play::tracker::Tracker;
use crate::play::tree::GameTree;
use crate::play::{Player, PlayerSetup, View};
use crate::spec::{OptionRow, Spec, SpecError};
use budget::{Budget, WorkUnit};
pub use candidate::Candidate;
pub use decisions::{candidates, candidates_three_ply};
use ensemble::Ensemble;
pub use features::{ALL, PLAIN, features};
pub use forward_pruning::near_best_value;
use forward_pruning::{largest, near_best_score};
pub use params::{CLOSE, OPENING};
use params::{EARLY, KEEP_SCORE, TREE_PART};
use settings::AUTO;
pub use settings::{LookaheadSettings, RECOMMENDED, TRAINING_POLICY};
use two_ply::{Click, Scorer};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "lookahead",
    summary: "exact tree of games at the end; before, two-ply search, value nets, rollouts, trees of sampled models",
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
        let (chosen, prior) = (chosen.clone(), prior(chosen));
        Box::new(move |seat: PlayerSetup| {
            let settings = LookaheadSettings::chosen(&chosen, seat.grid.len());
            let noted = NotedValues::default();
            let choose = noting(settings, Rc::clone(&noted));
            Box::new(Exact::new(seat, prior, choose).noting(noted)) as Box<dyn Player>
        })
    },
};

/// How the player chooses, for games that begin in the middle.
pub fn chooser(settings: LookaheadSettings) -> Rc<Choose> {
    noting(settings, NotedValues::default())
}

/// The same, with the values of each guess left in `noted`.
fn noting(settings: LookaheadSettings, noted: NotedValues) -> Rc<Choose> {
    Rc::new(move |position: &Position, tracker: &Tracker, view: &View, work: &mut u64| {
        let budget = Budget::new(settings.budget);
        let mut guess = Guess { settings, position, tracker, view, budget, values: None };
        let cell = guess.cell();
        *work += guess.budget.nodes();
        noted.replace(guess.values);
        cell
    })
}

impl LookaheadSettings {
    /// Those of `lookahead` or `lookahead:option=value,...` for a board of this many cells.
    ///
    /// # Errors
    /// A message with what is wrong.
    pub fn of(player: &str, cells: usize) -> Result<LookaheadSettings, SpecError> {
        Spec::parse(std::iter::once(&PLAYER), player).map(|spec| LookaheadSettings::chosen(&spec.chosen, cells))
    }
}

/// One guess: a position without certain cells, and its budget.
struct Guess<'a> {
    settings: LookaheadSettings,
    position: &'a Position,
    tracker: &'a Tracker,
    view: &'a View<'a>,
    budget: Budget,
    /// By the last stage that compared cells.
    values: Option<GuessValues>,
}

impl Guess<'_> {
    fn cell(&mut self) -> Option<u32> {
        let looked = self.by_part().or_else(|| self.by_tree()).or_else(|| self.by_search());
        looked.or_else(|| frontier::safest(self.position, self.tracker, self.view, &mut 0))
    }

    /// The optimal cell of an isolated part of the position.
    fn by_part(&mut self) -> Option<u32> {
        let models = self.settings.isolated.then(|| self.position.isolated(self.tracker, self.most_models()))??;
        self.by_tree_of(&models, GuessStage::Part)
    }

    /// The optimal cell; None if there are too many models.
    fn by_tree(&mut self) -> Option<u32> {
        let models = self.position.all_models(self.tracker, self.most_models() as usize)?;
        self.by_tree_of(&models, GuessStage::Tree)
    }

    fn most_models(&self) -> u64 {
        self.settings.models.min(self.budget.left(WorkUnit::Shown) / self.tracker.unknown_left.max(1) as u64)
    }

    /// The optimal cell. None if the nodes run out: the tree leaves a part of them for the alternative.
    fn by_tree_of(&mut self, models: &PositionModels, stage: GuessStage) -> Option<u32> {
        self.budget.spend((models.table.models() * models.table.cells()) as u64, WorkUnit::Shown);
        let mut tree = GameTree::new(&models.table, self.budget.left(WorkUnit::Node) / TREE_PART);
        let best = tree.best();
        self.budget.spend(tree.nodes, WorkUnit::Node);
        let (cell, won) = best.ok().flatten()?;
        let cell = models.cells[cell];
        self.values = Some(GuessValues { stage, values: vec![(cell, f64::from(won) / models.table.models() as f64)] });
        Some(cell)
    }

    /// The cell of the highest score by two-ply search, or of the highest value; None if no cell is worth a click.
    fn by_search(&mut self) -> Option<u32> {
        let Guess { settings, position, tracker, ref mut budget, .. } = *self;
        if !position.enumerated || !settings.next || budget.left(WorkUnit::Step) == 0 {
            return None;
        }
        let mut scorer = Scorer::new(&settings, position, tracker, budget.left(WorkUnit::Step))?;
        let is_forced = !scorer.forced().is_empty();
        let clicks = if is_forced {
            let cells = scorer.forced().to_vec();
            cells.into_iter().filter_map(|c| scorer.score(c, 0.0)).collect()
        } else {
            near_best_score(if settings.fit { KEEP_SCORE } else { 1.0 }, &mut scorer)
        };
        budget.spend(scorer.work(), WorkUnit::Step);
        let scores = clicks.iter().map(|c| (c.cell, c.score)).collect();
        self.values = Some(GuessValues { stage: GuessStage::Score, values: scores });
        let cell = if is_forced || !settings.fit || clicks.len() == 1 { None } else { self.by_value(&clicks, &scorer) };
        let cell = cell.or_else(|| largest(&clicks, |c| c.score).map(|c| c.cell))?;
        let click = clicks.iter().find(|c| c.cell == cell)?;
        let dominating = settings.dominated.then(|| scorer.dominating(click)).flatten();
        Some(dominating.unwrap_or(cell))
    }

    /// The cell of the highest value among some clicks, by further stages where they pay. None if that exceeds the
    /// budget.
    fn by_value(&mut self, clicks: &[Click], scorer: &Scorer) -> Option<u32> {
        let Guess { settings, position, tracker, view, ref mut budget, ref mut values } = *self;
        let numbers = clicks.iter().map(|click| click.numbers.len() as u64).sum();
        if numbers > budget.left(WorkUnit::Value) {
            return None;
        }
        budget.spend(numbers, WorkUnit::Value);
        let mut candidates = Candidate::of(clicks, scorer);
        Ensemble::first().value(&mut candidates);
        let ln_models = position.models().ln();
        if settings.close && ln_models < OPENING {
            second_stage::revalue(&mut candidates, clicks, scorer.ahead(), budget);
        }
        let valued = largest(&candidates, |c| c.value).map(|c| c.cell);
        let by_nets: Vec<(u32, f64)> = candidates.iter().map(|c| (c.cell, c.value)).collect();
        let mut further = GuessValues { stage: GuessStage::Sample, values: Vec::new() };
        let searched = if ln_models <= settings.late as f64 {
            sampled_tree::best(candidates, settings.sample, position, tracker, budget, &mut further.values)
        } else if ln_models < EARLY {
            further.stage = GuessStage::Rollouts;
            rollouts::best(by_nets.clone(), settings.games, position, tracker, view, budget, &mut further.values)
        } else {
            None
        };
        let has_searched = searched.is_some() && !further.values.is_empty();
        *values = Some(if has_searched { further } else { GuessValues { stage: GuessStage::Nets, values: by_nets } });
        searched.or(valued)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::play::Rules;
    use crate::play::rollout::{RolloutEnd, survive_all};
    use crate::play::rules::Start;
    use crate::play::small_boards;
    use crate::play::tracker::Neighbours;

    /// Nodes that the last piece of work may take.
    const PIECE: u64 = 400;

    /// Settings for which a move may spend all, one step or another.
    fn within_reach() -> Vec<LookaheadSettings> {
        let plain = |budget: u64| LookaheadSettings { models: 0, fit: false, ..LookaheadSettings::within(budget) };
        vec![
            LookaheadSettings::within(30),
            LookaheadSettings::within(300),
            plain(3),
            plain(100),
            LookaheadSettings { models: 1000, ..plain(200) },
            LookaheadSettings { models: 0, sample: 0, games: 0, ..LookaheadSettings::within(300) },
            LookaheadSettings { models: 0, sample: 2000, games: 0, ..LookaheadSettings::within(2500) },
            LookaheadSettings { models: 0, sample: 0, games: 1000, ..LookaheadSettings::within(400) },
        ]
    }

    /// No move exceeds its budget by more than one piece of work, and some would.
    #[test]
    fn the_work_of_a_move_stays_within_its_budget() {
        let rules = Rules::expert(Start::Zero(93));
        let around = Arc::new(Neighbours::new(rules.grid));
        for settings in within_reach() {
            let (own, spent) = (chooser(settings), Rc::new(std::cell::Cell::new(0)));
            let endless = chooser(LookaheadSettings { budget: 1 << 40, ..settings });
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
            let to_the_end: Rc<RolloutEnd> = Rc::new(|_: &Position, _: &Tracker| None);
            for game in 0..12 {
                survive_all(&rules, &around, (3, game), Rc::clone(&choose), &to_the_end);
            }
            assert!(spent.get() > 0, "{settings:?}");
        }
    }

    /// Without a budget it plays as `frontier`, at no work.
    #[test]
    fn without_a_budget_the_safest_cell_is_opened() {
        let own = chooser(LookaheadSettings::within(0));
        for (board, tracker, position) in small_boards::positions(72, 300) {
            let (view, mut work) = (View { board: &board, fresh: &[] }, 0);
            let cell = own(&position, &tracker, &view, &mut work);
            assert_eq!((cell, work), (frontier::safest(&position, &tracker, &view, &mut 0), 0), "{board}");
        }
    }

    #[test]
    fn small_boards_have_small_samples_and_few_rollouts() {
        let sizes = |cells: usize| LookaheadSettings::of("lookahead", cells).map(|of| (of.sample, of.games)).unwrap();
        let right = [(0, 0), (0, 0), (0, 8), (500, 12), (4961, 127), (5000, 128), (5000, 128)];
        assert_eq!([0, 16, 64, 81, 255, 256, 10_000].map(sizes), right);
        let given = LookaheadSettings::of("lookahead:sample=5000,games=128", 64);
        assert_eq!(given, Ok(RECOMMENDED));
    }

    #[test]
    fn other_settings_default_to_the_budget() {
        assert_eq!(LookaheadSettings::of("lookahead", 480), Ok(RECOMMENDED));
        let small = LookaheadSettings::of("lookahead:budget=20000,games=7", 480).unwrap();
        assert_eq!(small, LookaheadSettings { games: 7, ..LookaheadSettings::within(20_000) });
        assert_eq!((small.models, small.sample), (1000, 500));
        assert_eq!(LookaheadSettings::of("lookahead:budget=2000", 480).unwrap().sample, 0);
        assert!(LookaheadSettings::of("lookahead:models=few", 480).unwrap_err().to_string().contains("\"few\""));
        assert!(LookaheadSettings::of("pseq", 480).unwrap_err().to_string().contains("there are lookahead"));
    }
}
