//! Games played on from clicks, where few models are left and a game is short.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{PLAYS_ON, chooser};
use crate::play::View;
use crate::play::analysis::{Position, Sampler};
use crate::play::exact::Choose;
use crate::play::rollout::{End, Rollout, Survival, by_best_play};
use crate::play::tracker::Tracker;
use crate::rng::Rng;

/// What a fitted value counts, in games played on, by the natural logarithm of the number of models: the variance that
/// a single game has within a decision, by that of what the fit leaves unexplained (`results/play/deviations`). What
/// tells the cells of an opening apart is little, and the fit knows most of it.
pub fn prior(ln_models: f64) -> f64 {
    match ln_models {
        ..30.0 => 28.0,
        ..226.0 => 130.0,
        _ => 1000.0,
    }
}

/// Most cells that games are played on from.
const CELLS: usize = 4;

/// What was found for positions before: games that begin alike come to many positions again.
fn kept<T: Copy + 'static>(seen: &RefCell<FxHashMap<u64, T>>, tracker: &Tracker, find: impl FnOnce() -> T) -> T {
    let code = tracker.code();
    if let Some(&known) = seen.borrow().get(&code) {
        return known;
    }
    let found = find();
    seen.borrow_mut().insert(code, found);
    found
}

/// The best cell after so many games in all, by their mean value and the fitted one. Sequential halving: Z. Karnin,
/// T. Koren and O. Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013, algorithm 1; the games of a
/// round begin in the same models for all cells.
pub fn best(
    mut cells: Vec<(u32, f64)>,
    games: u64,
    position: &Position,
    tracker: &Tracker,
    view: &View,
    work: &mut u64,
) -> Option<u32> {
    cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    cells.truncate(CELLS);
    let spent = Rc::new(Cell::new(0));
    let (inside, plays_on, chosen) = (Rc::clone(&spent), chooser(PLAYS_ON), RefCell::default());
    let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, _: &mut u64| {
        let mut work = inside.get();
        let cell = kept(&chosen, t, || plays_on(p, t, v, &mut work));
        inside.set(work);
        cell
    });
    let (best_play, ended) = (by_best_play(PLAYS_ON.models as usize), RefCell::default());
    let end: Rc<End> = Rc::new(move |p: &Position, t: &Tracker| kept(&ended, t, || best_play(p, t)));
    let analysis = position.analysis();
    let rollout = Rollout { tracker, analysis: &analysis, board: view.board, choose };
    let (sampler, mut rng) = (Sampler::new(position), Rng::new(tracker.code()));
    let rounds = u64::from(cells.len().next_power_of_two().ilog2());
    let mut arms: Vec<(u32, f64, f64)> = cells.into_iter().map(|(cell, value)| (cell, value, 0.0)).collect();
    let (mut played, prior) = (0, prior(position.models().ln()));
    while arms.len() > 1 {
        let more = (games / rounds / arms.len() as u64).max(1);
        for _ in 0..more {
            let (model, seed) = (sampler.field(tracker, &mut rng), rng.next_u64());
            for (cell, _, sum) in &mut arms {
                let mut game = Survival::new(model.clone(), seed);
                game.guess(*cell, position);
                *sum += rollout.survives(*cell, game, &end);
            }
        }
        played += more;
        let worth = |arm: &(u32, f64, f64)| (arm.2 + prior * arm.1) / (played as f64 + prior);
        arms.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        arms.truncate(arms.len().div_ceil(2));
    }
    *work += spent.get();
    arms.first().map(|arm| arm.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;
    use crate::play::tree::Tree;

    /// After many games the cell is as good as the best by the tree of all games, within what chance allows, and the
    /// same again.
    #[test]
    fn many_games_find_a_best_cell() {
        let mut rng = Rng::new(31);
        let mut checked = 0;
        for (board, tracker, position) in small_boards::positions(31, 300) {
            if !(80.0..300.0).contains(&position.models()) {
                continue;
            }
            let models = position.all_models(&tracker, 400).unwrap();
            let wins = Tree::new(&models.table, u64::MAX).all().unwrap();
            let share = |cell: u32| {
                let at = models.cells.iter().position(|&c| c == cell).unwrap();
                f64::from(wins[at]) / models.table.models() as f64
            };
            // Four cells of different worth, all of one fitted value but for what tells them apart.
            let mut cells: Vec<u32> = models.cells.clone();
            rng.shuffle(&mut cells);
            let cells: Vec<(u32, f64)> = cells.into_iter().take(CELLS).zip([0.0, 1e-9, 2e-9, 3e-9]).collect();
            let most = cells.iter().map(|c| share(c.0)).fold(0.0, f64::max);
            let view = View { board: &board, fresh: &[] };
            let mut work = 0;
            let mut play = || best(cells.clone(), 4000, &position, &tracker, &view, &mut work).unwrap();
            let cell = play();
            assert!(share(cell) >= most - 0.05, "{board}: {cell} wins {}, the best {most}", share(cell));
            assert_eq!(cell, play());
            checked += 1;
        }
        assert!(checked > 8, "{checked}");
    }
}
