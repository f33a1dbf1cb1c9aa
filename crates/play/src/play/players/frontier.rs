//! `frontier` (system E): exact probabilities, safest cell, the first in reading order.

use std::rc::Rc;

use super::{DENSITY, PlayerSpec, prior};
use crate::play::analysis::Position;
use crate::play::exact::{EQUAL, Exact};
use crate::play::tracker::Tracker;
use crate::play::{Player, PlayerSetup, View};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "frontier",
    summary: "exact mine probabilities; opens the safest cell, the first in reading order",
    options: &[DENSITY],
    bounds: |_| false,
    build: |chosen| {
        let prior = prior(chosen);
        Box::new(move |seat: PlayerSetup| Box::new(Exact::new(seat, prior, Rc::new(safest))) as Box<dyn Player>)
    },
};

/// The cell that the player guesses.
pub fn safest(position: &Position, _: &Tracker, _: &View, _: &mut u64) -> Option<u32> {
    let least = position.least_risk();
    position.risks.iter().filter(|r| r.1 <= least + EQUAL).map(|r| r.0).min()
}
