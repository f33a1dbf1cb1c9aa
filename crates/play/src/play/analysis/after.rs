//! The positions after a click: one per number that the cell may show. Positions with too many arrangements, or beyond
//! the range of floats, are left out: then the probabilities do not add up to that of the cell being safe.

use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use super::ahead::{Ahead, CountedPosition, Outline};
use crate::engine::incremental::{EnumeratedComponent, components};
use crate::play::tracker::Tracker;

/// The positions after a click on a cell, with the probability of each: a number shown, or else a mine.
pub struct After<'a> {
    before: &'a CountedPosition,
    ahead: &'a mut Ahead,
    cell: u32,
    numbers: RangeInclusive<usize>,
    same: Option<Same>,
}

/// Data that all numbers share.
struct Same {
    tracker: Rc<Tracker>,
    clues: Vec<Vec<u32>>,
    /// By cell whether it is unknown and away from the clues.
    away: Vec<bool>,
    /// None if the clues are unsatisfiable, or there are too many arrangements; `own` belongs to the number examined
    /// last.
    components: Vec<Option<Arc<EnumeratedComponent>>>,
    /// Index of the component of which the shown cell is a clue, if any.
    own: Option<usize>,
    /// Known from the first satisfiable number on.
    outline: Option<Outline>,
    /// Adds the number.
    showing: Tracker,
}

impl Same {
    fn new(before: &CountedPosition, ahead: &mut Ahead, cell: u32, number: u8) -> Self {
        let mut showing = Tracker::clone(&before.tracker);
        if let Some((cell, number)) = before.shown {
            showing.reveal(cell, number);
        }
        showing.reveal(cell, number);
        let (clues, away) = components(&showing);
        let own = clues.iter().position(|clues| clues.contains(&cell));
        let mut solve =
            |(at, clues): (usize, &Vec<u32>)| if Some(at) == own { None } else { ahead.component(clues, &showing) };
        let components = clues.iter().enumerate().map(&mut solve).collect();
        Same { tracker: Rc::new(showing.clone()), clues, away, components, own, outline: None, showing }
    }

    /// The position in which the cell shows a number; None without a model, or if it cannot be counted.
    fn position(&mut self, ahead: &mut Ahead, cell: u32, number: u8) -> Option<CountedPosition> {
        let Same { tracker, clues, away, components, own, outline, showing } = self;
        showing.reveal(cell, number);
        if let Some(own) = *own {
            components[own] = ahead.component_shown(&clues[own], showing, cell);
        }
        let components = components.iter().cloned().collect::<Option<Vec<_>>>()?;
        let outline = outline.get_or_insert_with(|| Outline::new(away, &components, showing));
        let counted = CountedPosition::new(Rc::clone(tracker), Some((cell, number)), components, outline)?;
        ahead.work += counted.blocks.len() as u64;
        Some(counted)
    }
}

impl CountedPosition {
    /// The positions after a click on a cell, with the probability of each: a number shown, or else a mine.
    pub fn after<'a>(&'a self, ahead: &'a mut Ahead, cell: u32) -> After<'a> {
        let known = self.tracker.mines_around(cell);
        let numbers = known..=known + self.tracker.unknown_around(cell).count();
        After { before: self, ahead, cell, numbers, same: None }
    }
}

impl After<'_> {
    /// Total work of the position counter ([`Ahead::work`]).
    pub fn work(&self) -> u64 {
        self.ahead.work
    }
}

impl Iterator for After<'_> {
    type Item = (f64, CountedPosition);

    fn next(&mut self) -> Option<Self::Item> {
        let After { before, ahead, cell, numbers, same } = self;
        numbers.find_map(|number| {
            let number = number as u8;
            let same = same.get_or_insert_with(|| Same::new(before, ahead, *cell, number));
            let next = same.position(ahead, *cell, number)?;
            Some((next.share_of(before), next)).filter(|next| next.0 > 0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;

    /// Each position equals the one counted by itself, also after one more click.
    #[test]
    fn positions_are_those_counted_anew() {
        let (mut compared, mut twice) = (0, 0);
        let same = |next: &CountedPosition, tracker: &Tracker, cell: u32| {
            let anew = Ahead::default().count(tracker.clone()).unwrap();
            assert!((next.models - anew.models).abs() <= 1e-9 * anew.models);
            assert_eq!(next.floating, anew.floating);
            let close = |c: u32| (next.safety(c) - anew.safety(c)).abs() < 1e-12;
            assert!(tracker.unknown_cells().all(close));
            let open = |c: u32| next.open_clue(c) == tracker.open_clue(c);
            assert!(tracker.around.of(cell).iter().chain([&cell]).all(|&c| open(c)));
        };
        for (_, tracker, position) in small_boards::positions(33, 300) {
            let base = Ahead::new(&position).count(tracker.clone()).unwrap();
            for (cell, risk) in position.risks.iter().copied().take(4) {
                let (mut sum, mut ahead) = (0.0, Ahead::new(&position));
                let all: Vec<(f64, CountedPosition)> = base.after(&mut ahead, cell).collect();
                for (share, next) in &all {
                    sum += share;
                    let (shown, number) = next.shown.unwrap();
                    assert_eq!(shown, cell);
                    let mut after = tracker.clone();
                    after.reveal(cell, number);
                    same(next, &after, cell);
                    compared += 1;
                    let Some(other) = next.frontier().find(|&c| next.safety(c) > 0.0) else { continue };
                    for (_, second) in next.after(&mut Ahead::new(&position), other) {
                        let mut after = after.clone();
                        after.reveal(other, second.shown.unwrap().1);
                        same(&second, &after, other);
                        twice += 1;
                    }
                }
                assert!((sum - (1.0 - risk)).abs() < 1e-9);
            }
        }
        assert!(compared > 500 && twice > 500, "{compared} {twice}");
    }
}
