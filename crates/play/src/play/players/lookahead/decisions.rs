//! The decisions that the values make, for those who study or train them: a position's candidates as the player sees
//! them.

use super::budget::Budget;
use super::candidate::Candidate;
use super::ensemble::Ensemble;
use super::features::ALL;
use super::forward_pruning::near_best_score;
use super::params::KEEP_SCORE;
use super::second_stage;
use super::settings::LookaheadSettings;
use super::two_ply::{Click, Scorer};
use crate::play::analysis::Position;
use crate::play::tracker::Tracker;

/// The cells that the values decide between, in the order met. Empty if something else decides.
pub fn candidates(settings: LookaheadSettings, position: &Position, tracker: &Tracker) -> Vec<Candidate> {
    let searched = searched(settings, position, tracker);
    searched.map_or(Vec::new(), |(clicks, scorer)| {
        let mut candidates = Candidate::of(&clicks, &scorer);
        Ensemble::first().value(&mut candidates);
        candidates
    })
}

/// Some of these cells, with all features. Values are by the ensembles that the settings use, and none is loaded
/// otherwise: features may change before the weights are trained anew.
pub fn candidates_three_ply(
    settings: LookaheadSettings,
    position: &Position,
    tracker: &Tracker,
    some: impl FnOnce(Vec<Candidate>) -> Vec<Candidate>,
) -> Vec<Candidate<ALL>> {
    let searched = searched(settings, position, tracker);
    searched.map_or(Vec::new(), |(clicks, scorer)| {
        let mut candidates = Candidate::of(&clicks, &scorer);
        if settings.fit {
            Ensemble::first().value(&mut candidates);
        }
        let endless = &mut Budget::new(u64::MAX);
        let all = second_stage::with_three_ply(&some(candidates), &clicks, scorer.ahead(), endless);
        let mut all = all.expect("there is no end to the budget");
        if settings.fit && settings.close {
            Ensemble::second().value(&mut all);
        }
        all
    })
}

/// The clicks of the two-ply search, where values decide between them.
fn searched<'a>(
    settings: LookaheadSettings,
    position: &'a Position,
    tracker: &'a Tracker,
) -> Option<(Vec<Click>, Scorer<'a>)> {
    let is_small = position.models() <= settings.models as f64;
    let is_apart = settings.isolated && position.isolated(tracker, settings.models).is_some();
    if !position.enumerated || is_small || is_apart {
        return None;
    }
    let mut scorer = Scorer::new(&settings, position, tracker, u64::MAX)?;
    scorer.forced().is_empty().then(|| (near_best_score(KEEP_SCORE, &mut scorer), scorer))
}
