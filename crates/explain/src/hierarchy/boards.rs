//! All positions of a shape: a covering (which cells are covered) and clues on the others.
//!
//! For each covering all 2^n placements of mines are grouped by their clues. A group is the set of models of one
//! position, so its certain cells follow without any engine. Positions without a model do not occur, and every clue is
//! shown.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::board::{Board, Cell, Grid};
use crate::engine::{Classes, Control, Engine, Stop};
use crate::rng::Rng;
use crate::system::{Sum, System};

/// Most cells of a board here: one bit each.
pub const MOST_SMALL_CELLS: usize = 64;

/// Most clues: four bits each in 128 bits.
const MOST_CLUES: usize = 32;

/// The shapes with this many cells, `rows <= cols`, squarest first.
pub fn shapes(cells: usize) -> Vec<Grid> {
    let fits = |rows: &usize| rows * rows <= cells && cells.is_multiple_of(*rows);
    (1..=cells).filter(fits).rev().map(|rows| Grid { rows, cols: cells / rows }).collect()
}

/// Covered cells of a grid as bits.
#[derive(Clone, Debug)]
pub struct Covering {
    /// At most 64 cells.
    pub grid: Grid,
    /// Bit `i` is set if cell `i` of the grid is covered.
    pub mask: u64,
    /// Board cell of every covered one.
    covered: Vec<usize>,
    /// For every clue its board cell and its covered neighbours, as bits by place in `covered`.
    clues: Vec<(usize, u64)>,
}

/// A position with its certain cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallPosition {
    /// Clues in the order of the covering, four bits each.
    clues: u128,
    /// Covered cells (bits by place among them) that are mines in all models.
    pub mines: u64,
    /// Those that are safe in all models.
    pub safe: u64,
    /// Number of models, without a total.
    pub models: BigUint,
}

/// A position written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPosition {
    /// Its clues and covered cells.
    pub board: Board,
    /// Number of models, at least 1.
    pub models: BigUint,
    /// Rows of `s`, `m`, `o`, `.`.
    pub classes: Vec<String>,
}

impl WrittenPosition {
    /// A board with the answer of a complete method; None if it has no model.
    ///
    /// # Errors
    /// The method failed.
    pub fn of(board: &Board, complete: &dyn Engine) -> Result<Option<WrittenPosition>, Stop> {
        let (system, map) = System::from_board(board);
        let count = complete.count(&system, &mut Control::default())?;
        let Classes::Cells(verdicts) = Classes::from_count(&count) else { return Ok(None) };
        let letter = |cell| map.variable(cell).map_or('.', |variable| verdicts[variable].letter());
        let letters: Vec<char> = board.grid().cells().map(letter).collect();
        let classes = letters.chunks(board.grid().cols).map(|row| row.iter().collect()).collect();
        Ok(Some(WrittenPosition { board: board.clone(), models: count.models, classes }))
    }
}

impl Covering {
    /// A covering from its bits.
    ///
    /// # Panics
    /// The grid has more than 64 cells, or more than 32 are open.
    pub fn new(grid: Grid, mask: u64) -> Self {
        let open = grid.len() - mask.count_ones() as usize;
        assert!(grid.len() <= MOST_SMALL_CELLS && open <= MOST_CLUES, "a small board");
        let is_covered = |cell: &usize| mask >> cell & 1 == 1;
        let covered: Vec<usize> = grid.cells().filter(is_covered).collect();
        let around = |cell: usize| {
            let place = |n| covered.binary_search(&n).map_or(0, |at| 1 << at);
            (cell, grid.neighbours(cell).map(place).sum())
        };
        let clues = grid.cells().filter(|c| !is_covered(c)).map(around).collect();
        Covering { grid, mask, covered, clues }
    }

    /// True unless a turned or mirrored covering has a smaller mask.
    pub fn is_canonical(grid: Grid, symmetries: &[Vec<usize>], mask: u64) -> bool {
        let image = |turned: &Vec<usize>| grid.cells().map(|c| (mask >> c & 1) << turned[c]).sum::<u64>();
        symmetries.iter().all(|turned| image(turned) >= mask)
    }

    /// Number of covered cells.
    pub fn len(&self) -> usize {
        self.covered.len()
    }

    /// True if nothing is covered.
    pub fn is_empty(&self) -> bool {
        self.covered.is_empty()
    }

    fn signature(&self, mines: u64) -> u128 {
        let clue = |(at, &(_, around)): (usize, &(usize, u64))| u128::from((mines & around).count_ones()) << (4 * at);
        self.clues.iter().enumerate().map(clue).sum()
    }

    /// All positions of this covering in which something is certain. Takes 2^covered cells.
    pub fn positions(&self) -> Vec<SmallPosition> {
        let all = (1u64 << self.len()) - 1;
        let mut placements: Vec<(u128, u64)> = (0..=all).map(|mines| (self.signature(mines), mines)).collect();
        placements.sort_unstable();
        let groups = placements.chunk_by(|a, b| a.0 == b.0);
        let position = |group: &[(u128, u64)]| {
            let (mines, some) = group.iter().fold((all, 0), |(every, some), p| (every & p.1, some | p.1));
            SmallPosition { clues: group[0].0, mines, safe: all & !some, models: group.len().into() }
        };
        groups.map(position).filter(|p| p.mines | p.safe != 0).collect()
    }

    /// A covering with one of its positions, drawn at random; None if it would show too many clues.
    ///
    /// # Errors
    /// The complete method failed.
    pub fn draw(grid: Grid, complete: &dyn Engine, rng: &mut Rng) -> Result<Option<(Covering, SmallPosition)>, Stop> {
        // Shares are drawn too, to get boards of all kinds.
        let mut share = |from: f64, to: f64| from + (to - from) * rng.index(1001) as f64 / 1000.0;
        let (cover, density) = (share(0.3, 0.8), share(0.1, 0.5));
        let mask: u64 = grid.cells().filter(|_| rng.chance(cover)).map(|c| 1 << c).sum();
        if grid.len() - mask.count_ones() as usize > MOST_CLUES {
            return Ok(None);
        }
        let covering = Covering::new(grid, mask);
        let mines = (0..covering.len()).filter(|_| rng.chance(density)).map(|c| 1 << c).sum();
        let mut position =
            SmallPosition { clues: covering.signature(mines), mines: 0, safe: 0, models: BigUint::default() };
        let count = complete.count(&covering.system(&position), &mut Control::default())?;
        for cell in 0..covering.len() {
            match count.cells.mined(cell) {
                none if none.is_zero() => position.safe |= 1 << cell,
                all if *all == count.models => position.mines |= 1 << cell,
                _ => {}
            }
        }
        position.models = count.models;
        Ok(Some((covering, position)))
    }

    /// Clues as masks over the covered cells with their counts.
    pub fn sums(&self, position: &SmallPosition) -> impl Iterator<Item = (u64, u32)> {
        let count = |at: usize| (position.clues >> (4 * at) & 15) as u32;
        self.clues.iter().enumerate().map(move |(at, &(_, around))| (around, count(at))).filter(|s| s.0 != 0)
    }

    /// The position as a system without a total.
    pub fn system(&self, position: &SmallPosition) -> System {
        let places = |around: u64| (0..self.len() as u32).filter(move |c| around >> c & 1 == 1);
        let sums = self.sums(position).map(|(around, count)| Sum::new(places(around), count as i32)).collect();
        System { cells: self.len(), sums, total: None }
    }

    /// The position as text, in the orientation whose text is least.
    pub fn found(&self, position: &SmallPosition, symmetries: &[Vec<usize>]) -> WrittenPosition {
        let mut cells = vec![Cell::Covered; self.grid.len()];
        for (at, &(cell, _)) in self.clues.iter().enumerate() {
            cells[cell] = Cell::Clue((position.clues >> (4 * at) & 15) as u8);
        }
        let mut letters = vec!['.'; self.grid.len()];
        for (place, &cell) in self.covered.iter().enumerate() {
            letters[cell] = match (position.mines >> place & 1, position.safe >> place & 1) {
                (1, _) => 'm',
                (_, 1) => 's',
                _ => 'o',
            };
        }
        let turned = |image: &Vec<usize>| {
            let (mut board, mut classes) = (cells.clone(), letters.clone());
            for cell in self.grid.cells() {
                (board[image[cell]], classes[image[cell]]) = (cells[cell], letters[cell]);
            }
            let text: String = board.iter().map(|c| c.letter()).collect();
            (text, board, classes)
        };
        let least = symmetries.iter().map(turned).min_by(|a, b| a.0.cmp(&b.0));
        let (_, board, classes) = least.expect("the identity is a symmetry");
        let rows = classes.chunks(self.grid.cols).map(|row| row.iter().collect()).collect();
        WrittenPosition { board: Board::new(self.grid, board, None), models: position.models.clone(), classes: rows }
    }
}

/// The symmetries of a grid, each as the new place of every cell.
pub fn symmetries(grid: Grid) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for transposed in [false, true] {
        if transposed && grid.rows != grid.cols {
            continue;
        }
        for (flip_rows, flip_cols) in [(false, false), (false, true), (true, false), (true, true)] {
            let image = |cell: usize| {
                let (row, col) = grid.position(cell);
                let row = if flip_rows { grid.rows - 1 - row } else { row };
                let col = if flip_cols { grid.cols - 1 - col } else { col };
                if transposed { grid.at(col, row) } else { grid.at(row, col) }
            };
            all.push(grid.cells().map(image).collect());
        }
    }
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Verdict, build};

    #[test]
    fn every_position_of_a_shape_comes_up_once_with_its_certain_cells() {
        let grid = Grid { rows: 2, cols: 4 };
        let brute = build("brute").unwrap();
        let (mut boards, mut placements) = (0, 0);
        for mask in 0..1 << grid.len() {
            let covering = Covering::new(grid, mask);
            for position in covering.positions() {
                let found = covering.found(&position, &[grid.cells().collect()]);
                let (system, map) = System::from_board(&found.board);
                assert_eq!(system, covering.system(&position), "{:?}", found.board.row_strings());
                let Ok(Classes::Cells(right)) = brute.classify(&system, &mut Control::default()) else { panic!() };
                let letters: Vec<char> = found.classes.concat().chars().collect();
                for (cell, verdict) in right.iter().enumerate() {
                    assert_eq!(letters[map.cells[cell] as usize], verdict.letter());
                }
                assert!(right.iter().any(|v| matches!(v, Verdict::Safe | Verdict::Mine)));
                boards += 1;
                placements += position.models.iter_u64_digits().next().unwrap_or(0);
            }
        }
        assert!(boards > 1000 && placements < 3u64.pow(8), "{boards} boards, {placements} placements");
    }

    #[test]
    fn symmetries_of_squares_and_oblongs() {
        assert_eq!(symmetries(Grid { rows: 3, cols: 3 }).len(), 8);
        assert_eq!(symmetries(Grid { rows: 2, cols: 3 }).len(), 4);
        assert_eq!(symmetries(Grid { rows: 1, cols: 3 }).len(), 2);
        let grid = Grid { rows: 2, cols: 2 };
        let canonical = (0..16).filter(|&m| Covering::is_canonical(grid, &symmetries(grid), m)).count();
        // Necklaces of four beads in two colours, turned over as well.
        assert_eq!(canonical, 6);
        assert_eq!(shapes(12), [(3, 4), (2, 6), (1, 12)].map(|(rows, cols)| Grid { rows, cols }));
    }

    #[test]
    fn a_drawn_position_is_the_enumerated_one() {
        let (grid, frontier) = (Grid { rows: 3, cols: 3 }, build("frontier").unwrap());
        for seed in 0..100 {
            let drawn = Covering::draw(grid, frontier.as_ref(), &mut Rng::new(seed)).unwrap();
            let (covering, position) = drawn.expect("nine clues at most");
            let certain = position.mines | position.safe != 0;
            assert_eq!(covering.positions().contains(&position), certain);
        }
    }
}
