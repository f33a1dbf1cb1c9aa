//! Forward pruning: of the cells of a position, those that later stages look at. Before it, the two-ply search skips
//! cells by their safety ([`Scorer::candidates`]).

use super::candidate::Candidate;
use super::params::{CLOSE_CELLS, TIE};
use super::two_ply::{Click, Scorer};

/// The cells of at least this share of the best score, in the order met, one of those alike. Linked cells are alike: of
/// two that are safe in the same models the other is certain after either, so both lead to the same positions.
pub fn near_best_score(share: f64, scorer: &mut Scorer) -> Vec<Click> {
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

/// The candidates whose values are within this distance of the best, the best ones first and at most `CLOSE_CELLS`.
pub fn near_best_value(mut candidates: Vec<Candidate>, near: f64) -> Vec<Candidate> {
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let most = candidates.first().map_or(0.0, |c| c.value);
    candidates.retain(|c| c.value > most - near);
    candidates.truncate(CLOSE_CELLS);
    candidates
}

/// The first of the largest, up to ties.
pub fn largest<T>(all: &[T], worth: impl Fn(&T) -> f64) -> Option<&T> {
    let most = all.iter().map(&worth).fold(f64::NEG_INFINITY, f64::max);
    all.iter().find(|one| worth(one) > most - TIE)
}
