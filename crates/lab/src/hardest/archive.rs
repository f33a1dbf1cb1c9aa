//! The best boards found, no two of them equal up to symmetry.

use super::objective::BoardEffort;
use super::planted::EvolvedBoard;
use crate::suite::canonical_hash;

/// A board of the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedBoard {
    /// The board.
    pub board: EvolvedBoard,
    /// Its hash up to symmetry.
    pub canonical: String,
    /// What was measured on it.
    pub effort: BoardEffort,
    /// Its place, larger is better.
    pub rank: f64,
    /// The step at which it was found, from 1; 0 for a start.
    pub step: u64,
    /// Number of the drawn board that it descends from.
    pub start: u64,
}

/// The best boards, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardArchive {
    boards: Vec<ArchivedBoard>,
    most: usize,
}

impl BoardArchive {
    /// An empty one for at most `most` boards.
    pub fn new(most: usize) -> Self {
        BoardArchive { boards: Vec::new(), most }
    }

    /// Its boards, best first; of equal ranks the one found first.
    pub fn boards(&self) -> &[ArchivedBoard] {
        &self.boards
    }

    /// Adds a board if it is among the best and no image of it is there.
    pub fn add(&mut self, board: &EvolvedBoard, effort: BoardEffort, rank: f64, (step, start): (u64, u64)) {
        let at = self.boards.partition_point(|other| other.rank >= rank);
        if at >= self.most {
            return;
        }
        let canonical = canonical_hash(&board.board());
        // An image may need another effort: the better one stays.
        match self.boards.iter().position(|other| other.canonical == canonical) {
            Some(twin) if twin < at => return,
            Some(twin) => drop(self.boards.remove(twin)),
            None => {}
        }
        self.boards.insert(at, ArchivedBoard { board: board.clone(), canonical, effort, rank, step, start });
        self.boards.truncate(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::field::Field;
    use crate::grid::Grid;

    fn board(mines: &str, open: &str) -> EvolvedBoard {
        let grid = Grid { rows: 1, cols: mines.len() };
        let bits = |text: &str| text.chars().map(|c| c == '1').collect::<Vec<bool>>();
        let field = Field::new(grid, bits(mines));
        let shown: Board = field.board(&bits(open), None);
        EvolvedBoard::new(&field, &shown)
    }

    #[test]
    fn the_best_stay_and_twins_do_not() {
        let mut archive = BoardArchive::new(2);
        let effort = BoardEffort { engine: 1, other: None, width: None };
        let mut add = |board: EvolvedBoard, rank: f64, step: u64| {
            archive.add(&board, effort, rank, (step, 0));
            archive.boards().iter().map(|board| board.step).collect::<Vec<u64>>()
        };
        assert_eq!(add(board("100", "010"), 1.0, 1), [1]);
        // Its mirror image: no better, then better.
        assert_eq!(add(board("001", "010"), 1.0, 2), [1]);
        assert_eq!(add(board("001", "010"), 2.0, 3), [3]);
        // Equal as seen: the hidden mine is on the other side.
        assert_eq!(add(board("100", "010"), 2.0, 4), [3]);
        assert_eq!(add(board("000", "010"), 2.0, 5), [3, 5]);
        assert_eq!(add(board("101", "010"), 2.0, 6), [3, 5]);
        assert_eq!(add(board("101", "010"), 3.0, 7), [7, 3]);
    }
}
