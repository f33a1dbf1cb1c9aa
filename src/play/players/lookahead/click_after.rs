//! The click after the next: what the best guesses lead to where a number leaves no certain cell.

use super::next_click::chance;
use crate::play::analysis::{Ahead, Counted, Outlook};

/// Cells that are looked at, the safest first.
const CELLS: usize = 3;

/// Cells whose safety is below this share of the best are not looked at.
const KEEP: f64 = 0.9;

/// Cells of safeties that differ by less are taken for alike.
const ALIKE: f64 = 1e-12;

/// The guesses after a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClickAfter {
    /// Chance to survive the guess and the click after it, of the best guess and of the second.
    pub best: f64,
    pub second: f64,
    /// Chance that a guess leads to certain cells, of the one most likely to.
    pub progress: f64,
}

impl ClickAfter {
    /// Where no guess is needed.
    const CERTAIN: ClickAfter = ClickAfter { best: 1.0, second: 1.0, progress: 1.0 };

    /// Where no guess tells anything.
    const DEAD: ClickAfter = ClickAfter { best: 0.5, second: 0.5, progress: 0.0 };

    /// From the position after a number.
    pub fn look(next: &Counted, outlook: &Outlook, ahead: &mut Ahead) -> Self {
        if outlook.certain > 0 || outlook.safest >= 1.0 || next.models < 1.5 {
            return Self::CERTAIN;
        }
        let cells = guesses(next);
        let Some(safest) = cells.first().map(|&c| next.safety(c)) else { return Self::DEAD };
        let mut found = ClickAfter { best: 0.0, second: 0.0, progress: 0.0 };
        for cell in cells.into_iter().take(CELLS).take_while(|&c| next.safety(c) >= KEEP * safest) {
            let (mut score, mut progress) = (0.0, 0.0);
            for (share, after) in next.after(ahead, cell) {
                let outlook = after.outlook();
                score += share * chance(&outlook);
                progress += if outlook.certain > 0 { share } else { 0.0 };
            }
            found.second = found.second.max(score.min(found.best));
            found.best = found.best.max(score);
            found.progress = found.progress.max(progress);
        }
        found
    }
}

/// Cells that may tell something, one of those equally safe, and of those away from the clues the one with the fewest
/// unknown neighbours; the safest first.
fn guesses(next: &Counted) -> Vec<u32> {
    let mut cells: Vec<u32> = Vec::new();
    for cell in next.frontier() {
        let safety = next.safety(cell);
        if safety > 0.0 && !cells.iter().any(|&c| (next.safety(c) - safety).abs() < ALIKE) {
            cells.push(cell);
        }
    }
    cells.retain(|&c| !next.is_dead(c));
    cells.extend(next.floating.iter().min_by_key(|&&c| next.tracker.unknown_around(c).count()));
    cells.sort_by(|&a, &b| next.safety(b).total_cmp(&next.safety(a)));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;
    use crate::play::tree::{MINE, table};

    /// Against all models: no guess and click after it are survived more often than the best two, nor lead on; and what
    /// is found is not far below.
    #[test]
    fn two_clicks_are_survived_as_often_as_in_the_models() {
        let (mut close, mut checked) = (0, 0);
        for (board, tracker, position) in small_boards::positions(21, 300) {
            if !(2.0..200.0).contains(&position.models()) {
                continue;
            }
            let mut ahead = Ahead::new(&position);
            let counted = ahead.count(tracker.clone()).unwrap();
            let found = ClickAfter::look(&counted, &counted.outlook(), &mut ahead);
            if guesses(&counted).is_empty() {
                assert_eq!(found, ClickAfter::DEAD);
                continue;
            }
            let (models, cells) = table(&board, 200).unwrap();
            let (mut survived, mut progress) = (0.0f64, 0.0f64);
            for first in 0..cells.len() {
                let (mut both, mut leads) = (0, 0);
                for number in 0..MINE {
                    let group: Vec<u32> =
                        (0..models.models() as u32).filter(|&m| models.shows(m, first) == number).collect();
                    let safe = |cell: usize| group.iter().filter(|&&m| models.shows(m, cell) != MINE).count();
                    let most = (0..cells.len()).filter(|&c| c != first).map(safe).max().unwrap_or(0);
                    both += most;
                    leads += if most == group.len() { most } else { 0 };
                }
                survived = survived.max(both as f64 / models.models() as f64);
                progress = progress.max(leads as f64 / models.models() as f64);
            }
            assert!(0.0 <= found.second && found.second <= found.best, "{board}: {found:?}");
            assert!(found.best <= survived + 1e-9, "{board}: {found:?}, {survived}");
            assert!(found.progress <= progress + 1e-9, "{board}: {found:?}, {progress}");
            checked += 1;
            close += usize::from(found.best > 0.8 * survived);
        }
        assert!(checked > 60 && close * 4 > checked * 3, "{close} of {checked}");
    }
}
