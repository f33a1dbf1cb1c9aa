//! Three-ply search: what the best guess after a click is worth, by two-ply search from there.

use super::params::{SAME_SAFETY, THREE_PLY_CELLS, THREE_PLY_KEEP};
use super::two_ply::next_click_estimate;
use crate::play::analysis::{Ahead, CountedPosition};

/// The best guesses of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreePly {
    /// Chance to survive the guess and the click after it ([`next_click_estimate`]), of the best guess and of the second best.
    pub best: f64,
    pub second: f64,
    /// The most probable certain progress.
    pub progress: f64,
}

impl ThreePly {
    /// For positions where no guess follows.
    pub const CERTAIN: ThreePly = ThreePly { best: 1.0, second: 1.0, progress: 1.0 };

    /// For positions where every guess is one of two cells.
    const PAIRS: ThreePly = ThreePly { best: 0.5, second: 0.5, progress: 0.0 };

    /// For a position without a safe cell that is worth a click.
    pub fn new(position: &CountedPosition, ahead: &mut Ahead) -> Self {
        let cells = guesses(position);
        let Some(&safest) = cells.first() else { return ThreePly::PAIRS };
        let mut found = ThreePly { best: 0.0, second: 0.0, progress: 0.0 };
        let is_near = |&cell: &u32| position.safety(cell) >= THREE_PLY_KEEP * position.safety(safest);
        for cell in cells.into_iter().take(THREE_PLY_CELLS).take_while(is_near) {
            let (mut survives, mut progress) = (0.0, 0.0);
            for (share, after) in position.after(ahead, cell) {
                let outlook = after.outlook();
                survives += share * next_click_estimate(&outlook);
                progress += if outlook.certain > 0 { share } else { 0.0 };
            }
            found.second = found.second.max(survives.min(found.best));
            found.best = found.best.max(survives);
            found.progress = found.progress.max(progress);
        }
        found
    }
}

/// One cell of each safety next to clues, the first, if it is living, and one away from them, safest first.
fn guesses(position: &CountedPosition) -> Vec<u32> {
    let mut cells: Vec<u32> = Vec::new();
    for cell in position.frontier() {
        let safety = position.safety(cell);
        if safety > 0.0 && !cells.iter().any(|&c| (position.safety(c) - safety).abs() < SAME_SAFETY) {
            cells.push(cell);
        }
    }
    cells.retain(|&c| !position.is_dead(c));
    cells.extend(position.floating.iter().min_by_key(|&&c| position.tracker.unknown_around(c).count()));
    cells.sort_by(|&a, &b| position.safety(b).total_cmp(&position.safety(a)));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::players::lookahead::settings::{LookaheadSettings, RECOMMENDED};
    use crate::play::players::lookahead::two_ply::Scorer;
    use crate::play::small_boards;

    /// The best equals that of the scorer over the same cells, and if all are examined none is better.
    #[test]
    fn the_best_guess_is_that_of_the_scorer() {
        let (mut compared, mut complete) = (0, 0);
        for (board, tracker, position) in small_boards::positions(17, 400) {
            let mut scorer =
                Scorer::new(&LookaheadSettings { risk: false, ..RECOMMENDED }, &position, &tracker, u64::MAX).unwrap();
            if scorer.base.outlook().safest >= 1.0 {
                continue;
            }
            let found = ThreePly::new(&scorer.base, &mut scorer.ahead());
            let guesses = guesses(&scorer.base);
            let mut survives = |cell: u32| {
                let click = scorer.score(cell, -1.0).unwrap();
                click.numbers.iter().map(|n| n.share * next_click_estimate(&n.outlook)).sum::<f64>()
            };
            let all: Vec<f64> = guesses.iter().map(|&cell| survives(cell)).collect();
            let most = all.iter().copied().fold(0.0, f64::max);
            assert!(all.iter().any(|s| (s - found.best).abs() < 1e-12) || all.is_empty(), "{board}");
            assert!(found.best >= found.second && (0.0..=1.0 + 1e-12).contains(&found.progress), "{board}");
            let safety = |cell: u32| scorer.safety(cell);
            if guesses.len() <= THREE_PLY_CELLS
                && guesses.iter().all(|&c| safety(c) >= THREE_PLY_KEEP * safety(guesses[0]))
            {
                assert!(all.is_empty() || (most - found.best).abs() < 1e-12, "{board}");
                complete += 1;
            }
            compared += 1;
        }
        assert!(compared > 100 && complete > 20, "{compared} {complete}");
    }
}
