//! `equation` (system A): a queue of cells known to be safe is worked off first, then the cell of
//! the smallest local estimate is guessed.

use super::PlayerSpec;
use crate::board::Cell;
use crate::engine::rules::Level;
use crate::play::tracker::{Known, Pairs, Tracker};
use crate::play::{Impossible, Move, Player, Reason, Seat, View, certain};
use crate::rng::Rng;

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "equation",
    summary: "decided cells first in order of deduction, else the smallest stored local estimate need/covered",
    options: &[
        ("level", &["gauss-jordan", "adjacent-pair", "single-point"]),
        ("unseen", &["share", "last"]),
        ("ties", &["random", "info"]),
    ],
    bounds: false,
    build: |chosen| {
        let level = Level::named(chosen.word("level")).ok_or("no such level")?;
        let unseen_last = chosen.word("unseen") == "last";
        let by_info = chosen.word("ties") == "info";
        Ok(Box::new(move |seat: Seat| {
            let tracker = Tracker::new(seat.grid, seat.around, Pairs::None);
            let estimate = vec![None; seat.grid.len()];
            Box::new(Equation { tracker, rng: seat.rng, level, unseen_last, by_info, estimate }) as Box<dyn Player>
        }))
    },
};

struct Equation {
    tracker: Tracker,
    rng: Rng,
    level: Level,
    /// Cells without an estimate are guessed only where there are no others.
    unseen_last: bool,
    /// Of the smallest estimates those with most undecided neighbours are guessed: the source's measure of what a clue would
    /// tell, its chance to be received (the same for all) times these.
    by_info: bool,
    /// The first estimate is stored, afterwards the larger one wins.
    estimate: Vec<Option<f64>>,
}

impl Equation {
    fn estimate(&mut self, view: &View) {
        for &shown in view.fresh {
            // What a clue says changes with the cells around it.
            for clue in std::iter::once(shown).chain(self.tracker.around.clone().of(shown).iter().copied()) {
                if !matches!(view.board.cell(clue as usize), Cell::Clue(_)) {
                    continue;
                }
                let Some((need, covered)) = self.tracker.open_clue(clue) else { continue };
                let share = f64::from(need) / f64::from(covered);
                let around: Vec<u32> = self.tracker.unknown_around(clue).collect();
                for cell in around {
                    let stored = &mut self.estimate[cell as usize];
                    *stored = Some(stored.map_or(share, |s: f64| s.max(share)));
                }
            }
        }
    }
}

impl Player for Equation {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        let found = certain::easy(&mut self.tracker, view, moves)?;
        self.estimate(view);
        if found {
            return Ok(());
        }
        self.tracker.total(moves)?;
        if !certain::opens(moves) && self.level.name() != "single-point" {
            certain::by_rules(&mut self.tracker, self.level, true, moves)?;
        }
        if certain::opens(moves) {
            return Ok(());
        }
        // Cells next to no clue: the share of mines among all unknown cells, where it is known. An
        // estimate is below 1: cells of a clue that says 1 are marked.
        let rest = match self.tracker.mines_left {
            _ if self.unseen_last => 1.0,
            Some(left) if self.tracker.unknown_left > 0 => left as f64 / self.tracker.unknown_left as f64,
            _ => 0.5,
        };
        let of = |cell: u32| self.estimate[cell as usize].unwrap_or(rest);
        let least = self.tracker.unknown_cells().map(of).fold(f64::INFINITY, f64::min);
        let mut best: Vec<u32> = self.tracker.unknown_cells().filter(|&c| of(c) <= least).collect();
        if self.by_info {
            let info = |cell: u32| self.tracker.unknown_around(cell).count();
            let most = best.iter().map(|&c| info(c)).max();
            best.retain(|&c| Some(info(c)) == most);
        }
        if !best.is_empty() {
            let cell = best[self.rng.index(best.len())];
            debug_assert_eq!(self.tracker.known(cell), Known::Nothing);
            moves.push(Move { cell, act: crate::play::Act::Open, reason: Reason::Guess });
        }
        Ok(())
    }
}
