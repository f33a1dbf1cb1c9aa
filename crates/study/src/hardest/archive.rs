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

    /// Adds a board if it is among the best and no better one is like it; removes worse ones that are. An image of a board is
    /// like it, and a board that differs from it in a few cells.
    pub fn add(&mut self, board: &EvolvedBoard, effort: BoardEffort, rank: f64, (step, start): (u64, u64)) {
        let at = self.boards.partition_point(|other| other.rank >= rank);
        if at >= self.most || self.boards[..at].iter().any(|other| are_near(&other.board, board)) {
            return;
        }
        let canonical = canonical_hash(&board.board());
        if self.boards[..at].iter().any(|other| other.canonical == canonical) {
            return;
        }
        let worse = self.boards.split_off(at);
        let found = ArchivedBoard { board: board.clone(), canonical, effort, rank, step, start };
        let unlike = |other: &ArchivedBoard| other.canonical != found.canonical && !are_near(&other.board, board);
        let worse: Vec<ArchivedBoard> = worse.into_iter().filter(unlike).collect();
        self.boards.push(found);
        self.boards.extend(worse);
        self.boards.truncate(self.most);
    }
}

/// Boards that differ in less than one of this many cells are like each other.
const NEAR: usize = 20;

fn are_near(one: &EvolvedBoard, other: &EvolvedBoard) -> bool {
    let cells = one.open.len();
    let differ = |cell: &usize| one.open[*cell] != other.open[*cell] || one.mines[*cell] != other.mines[*cell];
    let different =
        (0..cells).filter(differ).take(cells / NEAR + 1).count() + usize::from(one.changed != other.changed);
    different < cells.div_ceil(NEAR)
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
    fn of_boards_like_each_other_the_best_stays() {
        let (mines, open) = ("1".repeat(5) + &"0".repeat(35), "0".repeat(20) + &"1".repeat(20));
        let flipped = |cells: &[usize]| {
            let mut open: Vec<char> = open.chars().collect();
            cells.iter().for_each(|&cell| open[cell] = if open[cell] == '1' { '0' } else { '1' });
            board(&mines, &open.into_iter().collect::<String>())
        };
        let effort = BoardEffort { engine: 1, other: None, width: None };
        let mut archive = BoardArchive::new(5);
        let mut add = |board: EvolvedBoard, rank: f64, step: u64| {
            archive.add(&board, effort, rank, (step, 0));
            archive.boards().iter().map(|board| board.step).collect::<Vec<u64>>()
        };
        // Of 40 cells two must differ.
        assert_eq!(add(flipped(&[]), 1.0, 1), [1]);
        assert_eq!(add(flipped(&[30]), 1.0, 2), [1]);
        assert_eq!(add(flipped(&[30, 31]), 1.0, 3), [1, 3]);
        // Like both.
        assert_eq!(add(flipped(&[30]), 2.0, 4), [4]);
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
