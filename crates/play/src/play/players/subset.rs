//! `advanced` (system B): subset closure of a knowledge base of sums, random otherwise.

use super::estimate::smallest;
use super::near::NearPlayer;
use super::{PlayerSpec, random};
use crate::engine::rules::Level;
use crate::play::analysis::Mines;
use crate::play::tracker::{CluePairs, Tracker};
use crate::play::{Impossible, Move, Player, PlayerSetup, View, certain};
use crate::rng::Rng;
use crate::spec::OptionRow;

/// Row in the table.
pub const ADVANCED: PlayerSpec = PlayerSpec {
    name: "advanced",
    summary: "subset closure of all known sums, random otherwise; the total is not used",
    options: &[
        super::LOOK,
        OptionRow::words(
            "guess",
            &["random", "share"],
            "with look=again: any cell, or one of the smallest share of mines that a clue leaves it",
        ),
    ],
    bounds: |_| false,
    build: |chosen| {
        let level = Level::named("subset-closure").expect("a rule of the table");
        let by_share = chosen.word("guess") == "share";
        if chosen.word("look") == "near" {
            return Box::new(move |seat: PlayerSetup| NearPlayer::boxed(seat, Some(level)));
        }
        Box::new(move |seat: PlayerSetup| {
            let tracker = Tracker::new(seat.grid, seat.around, CluePairs::None);
            Box::new(Advanced { tracker, rng: seat.rng, level, by_share }) as Box<dyn Player>
        })
    },
};

struct Advanced {
    tracker: Tracker,
    rng: Rng,
    level: Level,
    /// Guesses a cell of the smallest share of mines, else any.
    by_share: bool,
}

impl Advanced {
    /// A cell of the smallest share: of the clues around it the largest of mines left over covered cells; away from clues the
    /// share of mines among the cells that are known.
    fn guess(&mut self, moves: &mut Vec<Move>) {
        let tracker = &self.tracker;
        let known = tracker.grid.len() - tracker.unknown_left;
        let (mines, cells) = match tracker.mines() {
            Mines::Known(left) => (left as f64, tracker.unknown_left as f64),
            Mines::Unknown { mines, .. } => (mines as f64 + 0.5, known as f64 + 1.0),
        };
        let share = |cell: u32| {
            let clues = tracker.around.of(cell).iter().filter_map(|&clue| tracker.open_clue(clue));
            let most = clues.map(|(need, covered)| f64::from(need) / f64::from(covered)).reduce(f64::max);
            most.unwrap_or(mines / cells)
        };
        if let Some(cell) = smallest(tracker.unknown_cells().collect(), &share, None, &mut self.rng) {
            certain::guess(tracker, cell, moves);
        }
    }
}

impl Player for Advanced {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        if certain::easy(&mut self.tracker, view, moves)? {
            return Ok(());
        }
        certain::by_rules(&mut self.tracker, self.level, false, moves)?;
        if !certain::opens(moves) {
            match self.by_share {
                true => self.guess(moves),
                false => random::guess(&mut self.tracker, &mut self.rng, moves),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::tests::first_turn;
    use crate::board::Board;

    /// The 1 leaves 1/8 each, the 3 leaves 3/8; cells of both have the larger share.
    #[test]
    fn a_guess_by_shares_takes_a_smallest_one() {
        let board = Board::parse("3 9 27\n#########\n#1#3#####\n#########\n", "t").unwrap();
        let cells = |name: &str| -> BTreeSet<u32> {
            (0..80).flat_map(|seed| first_turn(name, &board, seed)).map(|step| step.cell).collect()
        };
        assert_eq!(cells("advanced:guess=share"), [0, 1, 9, 18, 19].into());
        assert!(cells("advanced").len() > 5);
    }
}
