//! `advanced` (system B): subset closure of a knowledge base of sums, random otherwise.

use super::near::NearPlayer;
use super::{PlayerSpec, random};
use crate::engine::rules::Level;
use crate::play::tracker::{CluePairs, Tracker};
use crate::play::{Impossible, Move, Player, PlayerSetup, View, certain};
use crate::rng::Rng;

/// Row in the table.
pub const ADVANCED: PlayerSpec = PlayerSpec {
    name: "advanced",
    summary: "subset closure of all known sums, random otherwise; the total is not used",
    options: &[super::LOOK],
    bounds: |_| false,
    build: |chosen| {
        let level = Level::named("subset-closure").expect("a rule of the table");
        if chosen.word("look") == "near" {
            return Box::new(move |seat: PlayerSetup| NearPlayer::boxed(seat, Some(level)));
        }
        Box::new(move |seat: PlayerSetup| {
            let tracker = Tracker::new(seat.grid, seat.around, CluePairs::None);
            Box::new(Advanced { tracker, rng: seat.rng, level }) as Box<dyn Player>
        })
    },
};

struct Advanced {
    tracker: Tracker,
    rng: Rng,
    level: Level,
}

impl Player for Advanced {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        if certain::easy(&mut self.tracker, view, moves)? {
            return Ok(());
        }
        certain::by_rules(&mut self.tracker, self.level, false, moves)?;
        if !certain::opens(moves) {
            random::guess(&mut self.tracker, &mut self.rng, moves);
        }
        Ok(())
    }
}
