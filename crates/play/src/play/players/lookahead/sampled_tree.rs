//! Sampled tree: best play in a sample of the models, if there are too many for the exact tree and few enough
//! cells for games to be short. It covers the interaction of cells to the end of the game, which values do not.

use super::budget::{Budget, WorkUnit};
use super::candidate::Candidate;
use super::params::{FEWER, MANY, SAMPLED_CELLS, SAMPLED_NEAR, TIE, sample_weight};
use crate::play::analysis::{Groups, Position};
use crate::play::tracker::Tracker;
use crate::play::tree::GameTree;
use crate::rng::Rng;

/// The cell of the highest value by both, None if there is no sample of that size. `values` gets those examined: of a cell
/// that is not the best a bound.
pub fn best(
    mut candidates: Vec<Candidate>,
    sample: u64,
    position: &Position,
    tracker: &Tracker,
    budget: &mut Budget,
    values: &mut Vec<(u32, f64)>,
) -> Option<u32> {
    let ln_models = position.models().ln();
    let sample = if ln_models < MANY { sample } else { sample / FEWER.1 * FEWER.0 };
    let shown = sample.saturating_mul(tracker.unknown_left as u64);
    // Trees and groups of rivals count models and cannot weight them.
    if !position.is_flat()
        || sample == 0
        || sample > budget.left(WorkUnit::Model)
        || shown > budget.left(WorkUnit::Shown)
    {
        return None;
    }
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let most = candidates.first()?.value;
    candidates.retain(|candidate| candidate.value > most - SAMPLED_NEAR);
    candidates.truncate(SAMPLED_CELLS);
    if candidates.len() == 1 {
        return Some(candidates[0].cell);
    }
    let (models, drawn) = Groups::new(tracker)?.sample(position, sample as usize, &mut Rng::new(tracker.code()));
    budget.spend(drawn, WorkUnit::Model);
    budget.spend(shown, WorkUnit::Shown);
    let weight = sample_weight(models.table.models() as f64, ln_models);
    let mut tree = GameTree::pruned(&models.table, budget.left(WorkUnit::Node));
    let mut best = (f64::NEG_INFINITY, candidates[0].cell);
    for Candidate { cell, value, .. } in &candidates {
        let safety = 1.0 - position.risks.iter().find(|r| r.0 == *cell).map_or(1.0, |r| r.1);
        let prior = (1.0 - weight) * value;
        let need = (best.0 - prior) / (weight * safety);
        let at = models.cells.binary_search(cell).expect("a cell to open is unknown");
        // If the nodes run out it is the best of those examined, of the highest values.
        let Ok(share) = tree.share(at, need.max(-1.0)) else { break };
        let value = prior + weight * safety * share;
        values.push((*cell, value));
        if value > best.0 + TIE {
            best = (value, *cell);
        }
    }
    budget.spend(tree.nodes, WorkUnit::Node);
    Some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;

    /// With a sample that is the whole position, and nearly equal values, the cells are nearly the best by the
    /// exact tree (that of a sample is pruned), and better than the first ones; a value that is far ahead
    /// decides alone.
    #[test]
    fn cells_by_all_models_are_nearly_the_best() {
        let (mut checked, mut all, mut own, mut first) = (0, 0, 0, 0);
        for (board, tracker, position) in small_boards::positions(51, 1500) {
            if !(100.0..400.0).contains(&position.models()) {
                continue;
            }
            let models = position.all_models(&tracker, 400).unwrap();
            let wins = GameTree::new(&models.table, u64::MAX).all().unwrap();
            let won = |cell: u32| wins[models.cells.iter().position(|&c| c == cell).unwrap()];
            let candidate = |(cell, value)| Candidate { cell, score: 0.0, value, numbers: Vec::new() };
            let cells = position.risks.iter().map(|r| r.0).step_by(3).take(SAMPLED_CELLS).zip([3e-9, 2e-9, 1e-9, 0.0]);
            let candidates: Vec<Candidate> = cells.map(candidate).collect();
            let found = |candidates| {
                let (mut endless, mut values) = (Budget::new(u64::MAX), Vec::new());
                let cell = best(candidates, 2000, &position, &tracker, &mut endless, &mut values).unwrap();
                let most = values.iter().map(|v| v.1).fold(f64::NEG_INFINITY, f64::max);
                assert!(values.is_empty() || values.iter().any(|v| v.0 == cell && v.1 > most - 2.0 * TIE));
                cell
            };
            all += candidates.iter().map(|c| won(c.cell)).max().unwrap();
            own += won(found(candidates.clone()));
            first += won(candidates[0].cell);
            let far = candidate((candidates[1].cell, 2.0 * SAMPLED_NEAR));
            assert_eq!(found([candidates, vec![far.clone()]].concat()), far.cell, "{board}");
            checked += 1;
        }
        assert!(checked > 40 && 100 * own >= 98 * all && 100 * first < 95 * all, "{checked}: {own} {first} of {all}");
    }

    #[test]
    fn a_sample_counts_the_more_the_larger_and_the_fewer_models_there_are() {
        assert!((sample_weight(4000.0, 20.0) - 0.5).abs() < 1e-9);
        assert!(
            sample_weight(4000.0, 10.5) > sample_weight(2000.0, 10.5)
                && sample_weight(2000.0, 10.5) > sample_weight(2000.0, 14.0)
        );
    }
}
