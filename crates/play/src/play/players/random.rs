//! `random`: any covered cell; also the random guess of other players.

use super::PlayerSpec;
use crate::board::Cell;
use crate::play::tracker::Tracker;
use crate::play::{Act, Impossible, Move, Player, PlayerSetup, Reason, View};
use crate::rng::Rng;

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "random",
    summary: "opens covered cells at random",
    options: &[],
    bounds: |_| true,
    build: |_| {
        Box::new(|seat: PlayerSetup| {
            let order = Vec::new();
            Box::new(Random { rng: seat.rng, order }) as Box<dyn Player>
        })
    },
};

/// A random unknown cell.
pub fn guess(tracker: &mut Tracker, rng: &mut Rng, moves: &mut Vec<Move>) {
    let open: Vec<u32> = tracker.unknown_cells().collect();
    if !open.is_empty() {
        moves.push(Move { cell: open[rng.index(open.len())], act: Act::Open, reason: Reason::Guess });
    }
}

struct Random {
    rng: Rng,
    /// Cells still to try, shuffled once.
    order: Vec<u32>,
}

impl Player for Random {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        if self.order.is_empty() {
            self.order = (0..view.board.grid().len() as u32).collect();
            self.rng.shuffle(&mut self.order);
        }
        while let Some(cell) = self.order.pop() {
            if view.board.cell(cell as usize) == Cell::Covered {
                moves.push(Move { cell, act: Act::Open, reason: Reason::Guess });
                break;
            }
        }
        Ok(())
    }
}
