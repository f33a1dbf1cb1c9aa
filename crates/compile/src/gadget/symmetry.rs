//! The eight symmetries of the square, on cells and on problems.

use super::problem::{FrameCell, TileProblem};

/// Transposed or not, then the rows and the columns reversed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

/// All of them, the identity first.
pub fn all() -> impl Iterator<Item = Symmetry> {
    (0..8).map(|bits| Symmetry { transpose: bits & 4 > 0, flip_rows: bits & 2 > 0, flip_cols: bits & 1 > 0 })
}

impl Symmetry {
    /// The image of a cell in a rectangle of `rows` x `cols` (before the transposition).
    pub fn image(self, (row, col): (usize, usize), (rows, cols): (usize, usize)) -> (usize, usize) {
        let ((row, col), (rows, cols)) =
            if self.transpose { ((col, row), (cols, rows)) } else { ((row, col), (rows, cols)) };
        (if self.flip_rows { rows - 1 - row } else { row }, if self.flip_cols { cols - 1 - col } else { col })
    }
}

/// The symmetries that map a problem to itself, without the identity, each as the images of the cells of the frame:
/// places go to places of the same kind, and the rows of the table, read as mines at the ports, are permuted. The
/// direction of signals does not matter here.
pub fn of_problem(problem: &TileProblem) -> Vec<Vec<usize>> {
    let (frame, places) = (problem.frame(), problem.places());
    let size = (frame.rows, frame.cols);
    let mut found = Vec::new();
    for symmetry in all().skip(1).filter(|s| !s.transpose || size.0 == size.1) {
        let image: Vec<usize> = frame
            .cells()
            .map(|cell| {
                let (row, col) = symmetry.image(frame.position(cell), size);
                frame.at(row, col)
            })
            .collect();
        let kind = |cell: usize| std::mem::discriminant(&places[cell]);
        if frame.cells().any(|cell| kind(cell) != kind(image[cell])) {
            continue;
        }
        let mines = |row: usize, moved: bool| -> Vec<bool> {
            let ports = frame.cells().filter(|&cell| matches!(places[cell], FrameCell::Port(_)));
            ports.map(|cell| problem.mine(places[if moved { image[cell] } else { cell }], row)).collect()
        };
        let mut before: Vec<_> = (0..problem.table.len()).map(|row| mines(row, false)).collect();
        let mut after: Vec<_> = (0..problem.table.len()).map(|row| mines(row, true)).collect();
        before.sort();
        after.sort();
        if before == after {
            found.push(image);
        }
    }
    found
}
