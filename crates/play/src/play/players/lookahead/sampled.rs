//! Best play in a sample of the models, if there are too many for the tree of all games and few enough cells for games
//! to be short: it covers the interaction of cells to the end of the game, which fitted values do not.

use super::budget::{Budget, Work};
use super::{Choice, TIE};
use crate::play::analysis::{Groups, Position};
use crate::play::tracker::Tracker;
use crate::play::tree::Tree;
use crate::rng::Rng;

/// Most cells examined.
const CELLS: usize = 6;

/// Cells whose fitted value is lower than the best by more are skipped.
const NEAR: f64 = 0.035;

/// From this many models on, as a natural logarithm, a sample has three fifths of the models: there the fit weighs
/// more, and games are longer.
const MANY: f64 = 15.0;

/// Weight of the share of the sample that is won, the fitted value having the rest, by the models of the sample and the
/// natural logarithm of those of the position. Fitted to exact values up to 800,000 models and to games played out at
/// 4,000 positions of more: positions of e^15 and of e^30 models hardly differ.
fn weight(sample: f64, ln_models: f64) -> f64 {
    let few = (3.0 * (-0.3 * (ln_models - 10.5)).exp()).max(1.0);
    let odds = (sample / 4000.0).sqrt() * few;
    odds / (1.0 + odds)
}

/// The cell of the highest value by both, None if there is no sample of that size.
pub fn best(
    mut choices: Vec<Choice>,
    sample: u64,
    position: &Position,
    tracker: &Tracker,
    budget: &mut Budget,
) -> Option<u32> {
    let ln_models = position.models().ln();
    let sample = if ln_models < MANY { sample } else { sample / 5 * 3 };
    let shown = sample.saturating_mul(tracker.unknown_left as u64);
    // Trees and groups of rivals count models and cannot weight them.
    if !position.is_flat() || sample == 0 || sample > budget.left(Work::Model) || shown > budget.left(Work::Shown) {
        return None;
    }
    choices.sort_by(|a, b| b.value.total_cmp(&a.value));
    let most = choices.first()?.value;
    choices.retain(|choice| choice.value > most - NEAR);
    choices.truncate(CELLS);
    if choices.len() == 1 {
        return Some(choices[0].cell);
    }
    let (models, drawn) = Groups::new(tracker)?.sample(position, sample as usize, &mut Rng::new(tracker.code()));
    budget.spend(drawn, Work::Model);
    budget.spend(shown, Work::Shown);
    let weight = weight(models.table.models() as f64, ln_models);
    let mut tree = Tree::pruned(&models.table, budget.left(Work::Node));
    let mut best = (f64::NEG_INFINITY, choices[0].cell);
    for Choice { cell, value, .. } in &choices {
        let safety = 1.0 - position.risks.iter().find(|r| r.0 == *cell).map_or(1.0, |r| r.1);
        let fitted = (1.0 - weight) * value;
        let need = (best.0 - fitted) / (weight * safety);
        let at = models.cells.binary_search(cell).expect("a cell to open is unknown");
        // If the nodes run out it is the best of those examined, of the highest fitted values.
        let Ok(share) = tree.share(at, need.max(-1.0)) else { break };
        let value = fitted + weight * safety * share;
        if value > best.0 + TIE {
            best = (value, *cell);
        }
    }
    budget.spend(tree.nodes, Work::Node);
    Some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;

    /// With a sample that is the whole position, and nearly equal fitted values, the cells are nearly the best by the
    /// tree of all games (that of a sample is pruned), and better than the first ones; a fitted value that is far ahead
    /// decides alone.
    #[test]
    fn cells_by_all_models_are_nearly_the_best() {
        let (mut checked, mut all, mut own, mut first) = (0, 0, 0, 0);
        for (board, tracker, position) in small_boards::positions(51, 1500) {
            if !(100.0..400.0).contains(&position.models()) {
                continue;
            }
            let models = position.all_models(&tracker, 400).unwrap();
            let wins = Tree::new(&models.table, u64::MAX).all().unwrap();
            let won = |cell: u32| wins[models.cells.iter().position(|&c| c == cell).unwrap()];
            let choice = |(cell, value)| Choice { cell, score: 0.0, value, numbers: Vec::new() };
            let cells = position.risks.iter().map(|r| r.0).step_by(3).take(CELLS).zip([3e-9, 2e-9, 1e-9, 0.0]);
            let choices: Vec<Choice> = cells.map(choice).collect();
            let found = |choices| best(choices, 2000, &position, &tracker, &mut Budget::new(u64::MAX)).unwrap();
            all += choices.iter().map(|c| won(c.cell)).max().unwrap();
            own += won(found(choices.clone()));
            first += won(choices[0].cell);
            let far = choice((choices[1].cell, 2.0 * NEAR));
            assert_eq!(found([choices, vec![far.clone()]].concat()), far.cell, "{board}");
            checked += 1;
        }
        assert!(checked > 40 && 100 * own >= 98 * all && 100 * first < 95 * all, "{checked}: {own} {first} of {all}");
    }

    #[test]
    fn a_sample_counts_the_more_the_larger_and_the_fewer_models_there_are() {
        assert!((weight(4000.0, 20.0) - 0.5).abs() < 1e-9);
        assert!(weight(4000.0, 10.5) > weight(2000.0, 10.5) && weight(2000.0, 10.5) > weight(2000.0, 14.0));
    }
}
