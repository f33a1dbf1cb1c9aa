//! `equation` (system A): opens the queue of cells known to be safe first, then guesses the cell of the smallest local
//! estimate.

use super::PlayerSpec;
use super::estimate::{EstimatePlayer, smallest};
use crate::board::Cell;
use crate::engine::rules::Level;
use crate::play::tracker::{CluePairs, Known, Tracker};
use crate::play::{Impossible, Move, Player, PlayerSetup, Reason, View, certain};
use crate::rng::Rng;
use crate::spec::OptionRow;

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "equation",
    summary: "decided cells first in order of deduction, else the smallest stored local estimate need/covered",
    options: &[
        OptionRow::words(
            "level",
            &["gauss-jordan", "adjacent-pair", "single-point", "estimate"],
            "the strongest rule that decides cells; estimate: none does",
        ),
        OptionRow::words(
            "unseen",
            &["share", "last"],
            "cells without an estimate: at the share of mines left, or last",
        ),
        OptionRow::words(
            "ties",
            &["random", "info"],
            "info: of equal estimates the one with the most undecided neighbours",
        ),
    ],
    bounds: |chosen| chosen.word("level") == "estimate",
    build: |chosen| {
        let unseen_last = chosen.word("unseen") == "last";
        let by_info = chosen.word("ties") == "info";
        if chosen.word("level") == "estimate" {
            return Box::new(move |seat: PlayerSetup| {
                let PlayerSetup { grid, clues, rng, .. } = seat;
                let estimate = vec![None; grid.len()];
                Box::new(EstimatePlayer { grid, clues, rng, unseen_last, by_info, estimate }) as Box<dyn Player>
            });
        }
        let level = Level::named(chosen.word("level")).expect("a rule of the table");
        Box::new(move |seat: PlayerSetup| {
            let tracker = Tracker::new(seat.grid, seat.around, CluePairs::None);
            let estimate = vec![None; seat.grid.len()];
            Box::new(Equation { tracker, rng: seat.rng, level, unseen_last, by_info, estimate }) as Box<dyn Player>
        })
    },
};

struct Equation {
    tracker: Tracker,
    rng: Rng,
    level: Level,
    /// Cells without an estimate are guessed only if there are no others.
    unseen_last: bool,
    /// Among the smallest estimates those with the most undecided neighbours are guessed: the source's measure of the
    /// information of a clue, its chance to be received (the same for all) times these.
    by_info: bool,
    /// The first estimate is stored, afterwards the larger one wins.
    estimate: Vec<Option<f64>>,
}

impl Equation {
    fn estimate(&mut self, view: &View) {
        for &shown in view.fresh {
            // The estimate of a clue changes with the cells around it.
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
        // Cells next to no clue: the share of mines among all unknown cells, if it is known. An estimate is below 1:
        // cells of a clue with estimate 1 are marked.
        let rest = match self.tracker.mines_left {
            _ if self.unseen_last => 1.0,
            Some(left) if self.tracker.unknown_left > 0 => left as f64 / self.tracker.unknown_left as f64,
            _ => 0.5,
        };
        let (estimate, tracker) = (&self.estimate, &self.tracker);
        let of = |cell: u32| estimate[cell as usize].unwrap_or(rest);
        let info = |cell: u32| tracker.unknown_around(cell).count();
        let cells = tracker.unknown_cells().collect();
        if let Some(cell) = smallest(cells, &of, self.by_info.then_some(&info as &dyn Fn(u32) -> usize), &mut self.rng)
        {
            debug_assert_eq!(self.tracker.known(cell), Known::Nothing);
            moves.push(Move { cell, act: crate::play::Act::Open, reason: Reason::Guess });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::tests::{first_turn, player, shown};
    use super::*;
    use crate::board::Board;

    fn board(text: &str) -> Board {
        Board::parse(text, "t").unwrap()
    }

    /// Cells that are opened first over many seeds, and why.
    fn opened(name: &str, board: &Board) -> (BTreeSet<u32>, BTreeSet<&'static str>) {
        let moves: Vec<Move> = (0..60).flat_map(|seed| first_turn(name, board, seed)).collect();
        (moves.iter().map(|m| m.cell).collect(), moves.iter().map(|m| m.reason.name()).collect())
    }

    /// The 1 makes its cells mines with 1/8, the 3 with 3/8; cells of both keep the larger.
    #[test]
    fn the_smallest_estimate_is_guessed_and_the_larger_of_two_wins() {
        let two = board("3 9 ?\n#########\n#1#3#####\n#########\n");
        for level in ["single-point", "adjacent-pair", "gauss-jordan"] {
            // (0,0) (0,1) (1,0) (2,0) (2,1)
            let found = opened(&format!("equation:level={level}"), &two);
            assert_eq!(found, ([0, 1, 9, 18, 19].into(), ["guess"].into()), "{level}");
            // Those but the two corners have most undecided cells around.
            let found = opened(&format!("equation:level={level},ties=info"), &two);
            assert_eq!(found.0, [1, 9, 19].into(), "{level}");
        }
    }

    /// The 3 of five cells gives 3/5; with two mines exploded it gives 1 of three, but a cell that had 3/5 keeps it,
    /// and a cell of the 1 of two is guessed.
    #[test]
    fn a_stored_estimate_never_falls() {
        let before = board("2 8 ?\n#3####_1\n########\n");
        let mut now = before.clone();
        [0, 8].iter().for_each(|&cell| now.set(cell, Cell::Flag));
        let (mut seen_both, mut seen_now) = (BTreeSet::new(), BTreeSet::new());
        for seed in 0..60 {
            let (name, mut moves) = ("equation:unseen=last", Vec::new());
            let mut player = player(name, &before, seed);
            player.turn(&View { board: &before, fresh: &shown(&before) }, &mut moves).unwrap();
            moves.clear();
            player.turn(&View { board: &now, fresh: &[0, 8] }, &mut moves).unwrap();
            seen_both.extend(moves.iter().map(|m| m.cell));
            seen_now.extend(first_turn(name, &now, seed).iter().map(|m| m.cell));
        }
        assert_eq!((seen_both, seen_now), ([14, 15].into(), [2, 9, 10].into()));
    }

    #[test]
    fn nothing_is_guessed_while_a_safe_cell_is_known() {
        // Two exploded mines, so that the 1s beside them leave their other neighbours safe; the cells at the right end
        // can be guessed.
        let board = board("2 12 ?\n#1F___F1#_##\n#_________##\n");
        for level in ["single-point", "adjacent-pair", "gauss-jordan"] {
            let moves = first_turn(&format!("equation:level={level}"), &board, 1);
            assert!(moves.iter().all(|m| m.reason.is_certain()), "{moves:?}");
            let cells: BTreeSet<u32> = moves.iter().map(|m| m.cell).collect();
            assert_eq!(cells, [0, 8, 12].into(), "{level}");
        }
    }
}
