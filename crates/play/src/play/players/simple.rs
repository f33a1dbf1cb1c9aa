//! `sps`, `ees` (system D) and `basic` (system B): rules on single clues or pairs, random when
//! stuck.

use super::near::NearPlayer;
use super::{PlayerSpec, random};
use crate::play::tracker::{CluePairs, Tracker};
use crate::play::{Act, Impossible, Move, Player, PlayerSetup, View};
use crate::rng::Rng;

/// System D's single point strategy.
pub const SPS: PlayerSpec = PlayerSpec {
    name: "sps",
    summary: "single point strategy, random when stuck",
    options: &[],
    bounds: |_| false,
    build: |_| Box::new(|seat: PlayerSetup| Simple::boxed(seat, CluePairs::None)),
};

/// System D's easy equation strategy.
pub const EES: PlayerSpec = PlayerSpec {
    name: "ees",
    summary: "sps, then easy equations (two neighbouring clues, one set inside the other), then random",
    options: &[],
    bounds: |_| false,
    build: |_| Box::new(|seat: PlayerSetup| Simple::boxed(seat, CluePairs::EasyEquations)),
};

/// System B's basic agent.
pub const BASIC: PlayerSpec = PlayerSpec {
    name: "basic",
    summary: "single clues (mines and safe counts), random otherwise; the total is not used",
    options: &[super::LOOK],
    bounds: |_| false,
    build: |chosen| match chosen.word("look") {
        "near" => Box::new(|seat: PlayerSetup| NearPlayer::boxed(seat, None)),
        _ => Box::new(|seat: PlayerSetup| Simple::boxed(seat, CluePairs::None)),
    },
};

struct Simple {
    tracker: Tracker,
    rng: Rng,
}

impl Simple {
    fn boxed(seat: PlayerSetup, pairs: CluePairs) -> Box<dyn Player> {
        Box::new(Simple { tracker: Tracker::new(seat.grid, seat.around, pairs), rng: seat.rng })
    }
}

impl Player for Simple {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        self.tracker.see(view)?;
        self.tracker.run(moves)?;
        if !moves.iter().any(|m| m.act == Act::Open) {
            random::guess(&mut self.tracker, &mut self.rng, moves);
        }
        Ok(())
    }
}
