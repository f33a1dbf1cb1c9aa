//! `pseq`: safest cell, then the chance of a certain next click, then the expected number of
//! certain cells, then the entropy of the number shown. Each test is applied to what the tests
//! before it left.

use super::PlayerSpec;
use crate::play::analysis::{AfterClick, Position};
use crate::play::exact::{EQUAL, Exact};
use crate::play::tracker::Tracker;
use crate::play::{Player, Seat, View};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "pseq",
    summary: "safest cell; ties by chance of a certain next click, expected certain cells, entropy",
    options: &[],
    bounds: false,
    build: |_| Ok(Box::new(|seat: Seat| Box::new(Exact::new(seat, std::rc::Rc::new(choose))) as Box<dyn Player>)),
};

const TESTS: [fn(&AfterClick) -> f64; 3] = [AfterClick::progress, AfterClick::expected_certain, AfterClick::entropy];

/// The cell that the player guesses.
pub fn choose(position: &Position, tracker: &Tracker, _: &View, work: &mut u64) -> Option<u32> {
    let least = position.least_risk();
    let mut best: Vec<u32> = position.risks.iter().filter(|r| r.1 <= least + EQUAL).map(|r| r.0).collect();
    best.sort_unstable();
    if best.len() <= 1 || !position.enumerated {
        return best.first().copied();
    }
    let mut clicker = position.clicker(tracker);
    let mut left: Vec<(u32, [f64; 3])> = Vec::with_capacity(best.len());
    for &cell in &best {
        let values = clicker.click(cell).map_or([0.0; 3], |after| TESTS.map(|test| test(&after)));
        left.push((cell, values));
    }
    for test in 0..TESTS.len() {
        let most = left.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.1[test]));
        left.retain(|c| c.1[test] >= most - EQUAL);
    }
    *work += clicker.work;
    left.first().map(|c| c.0)
}
