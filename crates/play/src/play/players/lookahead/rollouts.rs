//! Rollouts from the cells of the best values, in the middle of the game, by the policy of `pseq`: it is weaker than this
//! player, but equally so after each of the cells.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::budget::{Budget, WorkUnit};
use super::forward_pruning::largest;
use super::params::{ENDGAME, ENOUGH, HORIZON, PRIOR, ROLLOUT_CELLS, ROUND, SINGLE};
use crate::play::View;
use crate::play::analysis::{Position, Sampler};
use crate::play::exact::Choose;
use crate::play::players::pseq;
use crate::play::rollout::{Rollout, RolloutEnd, Survival, by_best_play};
use crate::play::tracker::Tracker;
use crate::rng::Rng;

/// Standard deviation of the change that `left` games may make to the difference of two cells, after `before`
/// games (including those that the value counts as).
fn change(left: f64, before: f64) -> f64 {
    SINGLE * (left / (before * (before + left))).sqrt()
}

/// Expected gain from a cell that is `behind` by this much, if that may change by `deviation` (one standard deviation):
/// the expected improvement of Bayesian optimization, of a normal difference.
fn improvement(behind: f64, change: f64) -> f64 {
    let u = behind / change;
    let density = (-u * u / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    change * (density - u * libm::erfc(u / std::f64::consts::SQRT_2) / 2.0)
}

/// Results for earlier positions: games that begin alike reach many positions again.
fn kept<T: Copy + 'static>(seen: &RefCell<FxHashMap<u64, T>>, tracker: &Tracker, find: impl FnOnce() -> T) -> T {
    let code = tracker.code();
    if let Some(&known) = seen.borrow().get(&code) {
        return known;
    }
    let found = find();
    seen.borrow_mut().insert(code, found);
    found
}

/// The best cell after at most `games` games from each, by their mean and the prior value. The games of a round
/// begin in the same models for all cells; cells that are unlikely to catch up are given up on the way. `values` gets the
/// means, of cells given up those of that time.
pub fn best(
    mut cells: Vec<(u32, f64)>,
    games: u64,
    position: &Position,
    tracker: &Tracker,
    view: &View,
    budget: &mut Budget,
    values: &mut Vec<(u32, f64)>,
) -> Option<u32> {
    cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    cells.truncate(ROLLOUT_CELLS);
    let mut arms: Vec<(u32, f64)> = cells.into_iter().map(|(cell, value)| (cell, PRIOR * value)).collect();
    let (ending, ended) = (by_best_play(ENDGAME), RefCell::default());
    let end: Rc<RolloutEnd> = Rc::new(move |p: &Position, t: &Tracker| kept(&ended, t, || ending(p, t)));
    let chosen = RefCell::default();
    let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
        kept(&chosen, t, || pseq::choose(p, t, v, work))
    });
    let analysis = position.analysis();
    let rollout = Rollout::new(tracker, &analysis, view.board, choose);
    let (sampler, mut rng) = (Sampler::new(position), Rng::new(tracker.code()));
    let mut played = 0;
    while played < games {
        // A mean is the sum over the games plus the weight of the prior, the same for all.
        let before = played as f64 + PRIOR;
        let most = arms.iter().fold(f64::NEG_INFINITY, |most, arm| most.max(arm.1));
        let left = HORIZON.min((games - played) as f64);
        let change = change(left, before);
        arms.retain(|arm| {
            let stays = arm.1 == most || improvement((most - arm.1) / before, change) >= ENOUGH * left;
            if !stays {
                values.push((arm.0, arm.1 / before));
            }
            stays
        });
        if arms.len() < 2 || budget.left(WorkUnit::Step) == 0 {
            break;
        }
        for _ in 0..ROUND.min(games - played) {
            if budget.left(WorkUnit::Step) == 0 {
                break;
            }
            let (model, seed) = (sampler.field(tracker, &mut rng), rng.next_u64());
            for (cell, sum) in &mut arms {
                let mut game = Survival::new(model.clone(), seed);
                game.guess(*cell, position);
                *sum += rollout.survives(*cell, game, &end);
            }
            played += 1;
            budget.spend(rollout.take_work(), WorkUnit::Rollout);
        }
    }
    values.extend(arms.iter().map(|arm| (arm.0, arm.1 / (played as f64 + PRIOR))));
    largest(&arms, |arm| arm.1).map(|arm| arm.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;
    use crate::play::tree::GameTree;

    /// The gain of a cell level with the best is c / sqrt(2 pi), and that of one behind is the mean of the positive
    /// part.
    #[test]
    fn improvements_are_those_of_a_normal_difference() {
        assert!((improvement(0.0, 2.0) - 0.797_884_560_8).abs() < 1e-9);
        for behind in [0.1, 0.5, 1.0, 2.5] {
            let step = 1e-4;
            let above = |i: u32| {
                let x = behind + (f64::from(i) + 0.5) * step;
                (x - behind) * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * step
            };
            let sum: f64 = (0..80_000).map(above).sum();
            assert!((improvement(behind, 1.0) - sum).abs() < 1e-6, "{behind}");
        }
    }

    /// The cells chosen after many games are nearly as good as the best by the tree of all games, better than those of
    /// the highest value, and reproducible.
    #[test]
    fn many_games_find_good_cells() {
        let mut rng = Rng::new(31);
        let (mut checked, mut all, mut found, mut first) = (0, 0.0, 0.0, 0.0);
        for (board, tracker, position) in small_boards::positions(31, 600) {
            if !(80.0..300.0).contains(&position.models()) {
                continue;
            }
            let models = position.all_models(&tracker, 400).unwrap();
            let wins = GameTree::new(&models.table, u64::MAX).all().unwrap();
            let share = |cell: u32| {
                let at = models.cells.iter().position(|&c| c == cell).unwrap();
                f64::from(wins[at]) / models.table.models() as f64
            };
            // Cells of different value, all of nearly one value.
            let mut cells: Vec<u32> = models.cells.clone();
            rng.shuffle(&mut cells);
            let cells: Vec<(u32, f64)> = cells.into_iter().take(ROLLOUT_CELLS).zip([0.0, 1e-9, 2e-9, 3e-9]).collect();
            let most = cells.iter().map(|c| share(c.0)).fold(0.0, f64::max);
            let view = View { board: &board, fresh: &[] };
            let mut endless = Budget::new(u64::MAX);
            let mut play = || {
                let mut values = Vec::new();
                let cell = best(cells.clone(), 4000, &position, &tracker, &view, &mut endless, &mut values).unwrap();
                assert_eq!(values.len(), cells.len());
                cell
            };
            let cell = play();
            assert_eq!(cell, play(), "{board}");
            (checked, all) = (checked + 1, all + most);
            (found, first) = (found + share(cell), first + share(cells[cells.len() - 1].0));
        }
        assert!(checked > 16 && found > 0.98 * all && first < 0.92 * all, "{checked}: {found} {first} of {all}");
    }
}
