//! The eight symmetries of a board, and one form for all boards that are equal up to them.

use super::{Board, Cell};
use crate::grid::Grid;

/// A symmetry of the rectangle: transposed first, then rows and columns reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    transposed: bool,
    rows_reversed: bool,
    cols_reversed: bool,
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Symmetry> {
        (0..8u8).map(|bits| Symmetry {
            transposed: bits & 1 != 0,
            rows_reversed: bits & 2 != 0,
            cols_reversed: bits & 4 != 0,
        })
    }

    /// The size of the image of a grid.
    fn grid(self, of: Grid) -> Grid {
        if self.transposed { Grid { rows: of.cols, cols: of.rows } } else { of }
    }

    /// The cells of the image in reading order.
    fn cells(self, board: &Board) -> impl Iterator<Item = Cell> + '_ {
        let image = self.grid(board.grid());
        image.cells().map(move |cell| {
            let (row, col) = image.position(cell);
            let row = if self.rows_reversed { image.rows - 1 - row } else { row };
            let col = if self.cols_reversed { image.cols - 1 - col } else { col };
            let (row, col) = if self.transposed { (col, row) } else { (row, col) };
            board.cell(board.grid().at(row, col))
        })
    }
}

/// The board's canonical form: of its images under rotation and reflection the one that is no higher than wide and whose
/// letters in reading order come first. Two boards have one canonical form exactly if a symmetry takes one to the other;
/// the total stays.
pub fn canonical(board: &Board) -> Board {
    let is_flat = |symmetry: &Symmetry| {
        let Grid { rows, cols } = symmetry.grid(board.grid());
        rows <= cols
    };
    let letters = |symmetry: Symmetry| symmetry.cells(board).map(Cell::letter);
    // Compared letter by letter: of two random boards the first few decide.
    let first = Symmetry::all().filter(is_flat).min_by(|&a, &b| letters(a).cmp(letters(b)));
    let first = first.expect("a rectangle or its transpose is no higher than wide");
    Board::new(first.grid(board.grid()), first.cells(board).collect(), board.mines())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn board(rows: &[&str], mines: Option<u32>) -> Board {
        let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
        let total = mines.map_or("?".to_string(), |mines| mines.to_string());
        Board::parse(&format!("{} {} {total}\n{text}", rows.len(), rows[0].len()), "t").unwrap()
    }

    #[test]
    fn a_small_board_has_the_form_worked_out_by_hand() {
        // '#' comes before '1', which comes before 'F': the images that begin with # are compared further.
        let wanted = board(&["#1F", "111"], Some(2));
        for rows in [["#1F", "111"], ["F1#", "111"], ["111", "#1F"], ["111", "F1#"]] {
            assert_eq!(canonical(&board(&rows, Some(2))), wanted);
        }
        for rows in [["#1", "11", "F1"], ["1#", "11", "1F"], ["F1", "11", "#1"], ["1F", "11", "1#"]] {
            assert_eq!(canonical(&board(&rows, Some(2))), wanted);
        }
        assert_eq!(canonical(&board(&["#1F", "11#"], Some(2))), board(&["#11", "F1#"], Some(2)));
    }

    #[test]
    fn all_images_share_one_form_and_other_boards_do_not() {
        let mut rng = Rng::new(7);
        for (rows, cols) in [(1, 1), (1, 7), (4, 4), (3, 5), (9, 9)] {
            let grid = Grid { rows, cols };
            for _ in 0..20 {
                let cells = grid.cells().map(|_| [Cell::Covered, Cell::Clue(1), Cell::Flag][rng.index(3)]).collect();
                let one = Board::new(grid, cells, Some(1));
                let form = canonical(&one);
                assert_eq!(canonical(&form), form);
                assert!(Symmetry::all().any(|s| s.cells(&one).eq(form.cells().iter().copied())));
                for symmetry in Symmetry::all() {
                    let image = Board::new(symmetry.grid(grid), symmetry.cells(&one).collect(), Some(1));
                    assert_eq!(canonical(&image), form);
                }
                // One cell changed to a letter that stands nowhere else.
                let mut other = one.clone();
                other.set(rng.index(grid.len()), Cell::Blank);
                assert_ne!(canonical(&other), form);
                assert_ne!(canonical(&one.with_mines(None)), form);
            }
        }
    }
}
