//! A reading of system B's agents: when a safe cell was opened, its clue and the clues next to it are examined, once;
//! conclusions cause no other clues to be examined again, and an explosion none at all.

use super::random;
use crate::board::Cell;
use crate::engine::rules::Level;
use crate::play::tracker::{CluePairs, Tracker};
use crate::play::{Impossible, Move, Player, PlayerSetup, Reason, View, certain};
use crate::rng::Rng;

/// See the module.
pub struct NearPlayer {
    tracker: Tracker,
    rng: Rng,
    /// Rules for the clues that are examined together, after each by itself.
    level: Option<Level>,
}

impl NearPlayer {
    /// A new player.
    pub fn boxed(seat: PlayerSetup, level: Option<Level>) -> Box<dyn Player> {
        Box::new(NearPlayer { tracker: Tracker::new(seat.grid, seat.around, CluePairs::None), rng: seat.rng, level })
    }
}

impl Player for NearPlayer {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        self.tracker.see(view)?;
        let around = self.tracker.around.clone();
        let opened = view.fresh.iter().filter(|&&c| matches!(view.board.cell(c as usize), Cell::Clue(_)));
        let mut clues: Vec<u32> =
            opened.flat_map(|&c| std::iter::once(c).chain(around.of(c).iter().copied())).collect();
        clues.sort_unstable();
        clues.dedup();
        for &clue in &clues {
            let Some((need, unknown)) = self.tracker.open_clue(clue) else { continue };
            if need == 0 || need == unknown as i8 {
                let cells: Vec<u32> = self.tracker.unknown_around(clue).collect();
                cells.into_iter().for_each(|c| self.tracker.conclude(c, need > 0, Reason::SinglePoint, moves));
            }
        }
        if let Some(level) = self.level.filter(|_| !certain::opens(moves)) {
            let parts = certain::system_of(&self.tracker, clues.into_iter());
            certain::by_rules_of(&mut self.tracker, parts, level, false, moves)?;
        }
        if !certain::opens(moves) {
            random::guess(&mut self.tracker, &mut self.rng, moves);
        }
        Ok(())
    }
}
