//! Exactly optimal play on boards of at most 32 cells that start covered.
//!
//! A node is the set of models that fit what is shown, as in [`super::tree`]; here also
//! - nodes that a symmetry of the board maps onto each other are one node,
//! - the bounds one click ahead, by which cells are tried, are counted for all pairs of cells at once.

use rustc_hash::FxHashMap;

use super::tree::{MINE, OutOfNodes};
use crate::board::Grid;

/// What a model shows at every cell, padded to N cells with 0, which then shows everywhere.
type Row<const N: usize> = [u8; N];

/// What optimal play from a covered board is worth, in models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimal {
    /// Placements of the mines.
    pub models: u64,
    /// For every cell the models won by opening it first, and those of them in which it is a 0. By
    /// the first the same number are won of the models in which the cell is safe, where that is
    /// promised of the first cell; likewise by the second where a 0 is promised.
    pub won: Vec<(u64, u64)>,
    /// For every cell the models in which it is a 0.
    pub zero: Vec<u64>,
    /// Sets of models looked at.
    pub nodes: u64,
}

/// Optimal play on a covered board, nothing promised, the total known.
///
/// # Errors
/// The nodes ran out.
///
/// # Panics
/// The board has no cell or more than 32, or more mines than cells.
pub fn optimal(grid: Grid, mines: usize, most_nodes: u64) -> Result<Optimal, OutOfNodes> {
    assert!((1..=32).contains(&grid.len()) && mines <= grid.len(), "at most 32 cells, no more mines than cells");
    if grid.len() <= 16 { solve::<16>(grid, mines, most_nodes) } else { solve::<32>(grid, mines, most_nodes) }
}

fn solve<const N: usize>(grid: Grid, mines: usize, most_nodes: u64) -> Result<Optimal, OutOfNodes> {
    let rows = all_rows::<N>(grid, mines);
    let symmetries = symmetries(grid);
    let mut search = Search::<N> { known: FxHashMap::default(), symmetries, nodes: 0, most_nodes };
    let mut won = vec![(0, 0); grid.len()];
    let mut zero = vec![0; grid.len()];
    for cell in grid.cells() {
        // Cells that a symmetry maps onto an earlier one are worth as much.
        if let Some(same) = search.symmetries.iter().map(|s| s[cell]).find(|&c| usize::from(c) < cell) {
            (won[cell], zero[cell]) = (won[usize::from(same)], zero[usize::from(same)]);
            continue;
        }
        for (number, class) in split(&rows, cell).iter().enumerate().filter(|c| !c.1.is_empty()) {
            let value = search.value(class, -1)? as u64;
            won[cell].0 += value;
            if number == 0 {
                won[cell].1 = value;
                zero[cell] = class.len() as u64;
            }
        }
    }
    Ok(Optimal { models: rows.len() as u64, won, zero, nodes: search.nodes })
}

/// All placements, each as what it shows.
fn all_rows<const N: usize>(grid: Grid, mines: usize) -> Vec<Row<N>> {
    let around: Vec<u64> = grid.cells().map(|c| grid.neighbours(c).fold(0, |m, n| m | 1 << n)).collect();
    let end = 1u64 << grid.len();
    let mut rows = Vec::new();
    let mut set = (1u64 << mines) - 1;
    while set < end {
        let mut row = [0; N];
        for cell in grid.cells() {
            row[cell] = if set >> cell & 1 == 1 { MINE } else { (set & around[cell]).count_ones() as u8 };
        }
        rows.push(row);
        if set == 0 {
            break;
        }
        // The next larger number with as many ones (Gosper).
        let low = set & set.wrapping_neg();
        let carried = set + low;
        set = carried | ((set ^ carried) / low) >> 2;
    }
    rows
}

/// The rotations and reflections of a board onto itself: where each cell goes.
fn symmetries(grid: Grid) -> Vec<Vec<u8>> {
    let Grid { rows, cols } = grid;
    let mut all: Vec<Vec<u8>> = Vec::new();
    for turned in [false, true].into_iter().take(1 + usize::from(rows == cols)) {
        for (up, left) in [(false, false), (false, true), (true, false), (true, true)] {
            let to = |cell: usize| {
                let (r, c) = grid.position(cell);
                let (r, c) = if turned { (c, r) } else { (r, c) };
                let (r, c) = (if up { rows - 1 - r } else { r }, if left { cols - 1 - c } else { c });
                grid.at(r, c) as u8
            };
            let symmetry: Vec<u8> = grid.cells().map(to).collect();
            if !all.contains(&symmetry) {
                all.push(symmetry);
            }
        }
    }
    all
}

fn split<const N: usize>(rows: &[Row<N>], cell: usize) -> [Vec<Row<N>>; 9] {
    let mut classes: [Vec<Row<N>>; 9] = Default::default();
    for row in rows {
        if let Some(class) = classes.get_mut(usize::from(row[cell])) {
            class.push(*row);
        }
    }
    classes
}

/// For every cell, number shown there and other cell: models in which the other one is safe.
type Safe<const N: usize> = [[[u32; N]; 9]; N];

struct Search<const N: usize> {
    /// Lower and upper bound of a node's value.
    known: FxHashMap<u128, (i64, i64)>,
    symmetries: Vec<Vec<u8>>,
    nodes: u64,
    most_nodes: u64,
}

impl<const N: usize> Search<N> {
    /// What is shown alike and safe in all rows, four bits a cell; the least among the symmetric
    /// ones. It determines the set of models: whatever is open is among these cells.
    fn key(&self, rows: &[Row<N>]) -> u128 {
        let first = rows[0];
        let mut differs = [0u8; N];
        for row in rows {
            for c in 0..N {
                differs[c] |= row[c] ^ first[c];
            }
        }
        let of = |symmetry: &Vec<u8>| {
            let mut key = u128::MAX;
            for (cell, &to) in symmetry.iter().enumerate() {
                if differs[cell] == 0 && first[cell] != MINE {
                    key ^= u128::from(15 ^ first[cell]) << (4 * to);
                }
            }
            key
        };
        self.symmetries.iter().map(of).min().unwrap_or_default()
    }

    /// Models won from these by best play: exact if that is more than `need`, else a bound that is
    /// not. The depth is at most the number of cells.
    fn value(&mut self, rows: &[Row<N>], need: i64) -> Result<i64, OutOfNodes> {
        if rows.len() <= 1 {
            return Ok(rows.len() as i64);
        }
        let key = self.key(rows);
        let (least, most) = self.known.get(&key).copied().unwrap_or((1, rows.len() as i64));
        if least == most || most <= need {
            return Ok(most);
        }
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return Err(OutOfNodes);
        }
        let mut best = 0;
        let mut bound = 0;
        for choice in choices(rows) {
            if choice.bound <= best.max(need) {
                bound = bound.max(choice.bound);
                break;
            }
            let value = self.play(rows, &choice, best.max(need))?;
            bound = bound.max(value);
            if value > best.max(need) {
                best = value;
            }
            // A safe click costs nothing and only tells more: its value is the node's.
            if choice.is_free {
                bound = value;
                break;
            }
        }
        let found = if best > need { (best, best) } else { (least, bound.min(most)) };
        self.known.insert(key, found);
        Ok(found.1)
    }

    /// The same of opening a cell.
    fn play(&mut self, rows: &[Row<N>], choice: &Choice, need: i64) -> Result<i64, OutOfNodes> {
        let mut possible = choice.bound;
        let classes = split(rows, choice.cell);
        let mut order: Vec<usize> = (0..9).filter(|&v| !classes[v].is_empty()).collect();
        // Small ones first: they are cheap, and what they lose may end the cell.
        order.sort_by_key(|&v| classes[v].len());
        for number in order {
            possible -= choice.bounds[number];
            possible += self.value(&classes[number], need - possible)?;
            if possible <= need {
                break;
            }
        }
        Ok(possible)
    }
}

/// A cell to open.
struct Choice {
    cell: usize,
    /// No more models than this are won by it; the parts by the number that it shows.
    bound: i64,
    bounds: [i64; 9],
    /// No mine in any model.
    is_free: bool,
}

/// The cells that tell something, most promising first; a free one alone if there is one.
fn choices<const N: usize>(rows: &[Row<N>]) -> Vec<Choice> {
    let mut safe: Safe<N> = [[[0; N]; 9]; N];
    for row in rows {
        let is_safe: [u32; N] = std::array::from_fn(|c| u32::from(row[c] != MINE));
        for cell in 0..N {
            if let Some(counts) = safe[cell].get_mut(usize::from(row[cell])) {
                for c in 0..N {
                    counts[c] += is_safe[c];
                }
            }
        }
    }
    let all = rows.len() as u32;
    // Padding and cells that show the same everywhere tell nothing.
    let is_living = |cell: usize| {
        safe[cell].iter().all(|counts| counts[cell] < all) && safe[cell].iter().any(|counts| counts[cell] > 0)
    };
    let living: Vec<usize> = (0..N).filter(|&c| is_living(c)).collect();
    let mut choices = Vec::with_capacity(living.len());
    for &cell in &living {
        let mut choice = Choice { cell, bound: 0, bounds: [0; 9], is_free: false };
        let mut fits = 0;
        for (counts, bound) in safe[cell].iter().zip(&mut choice.bounds) {
            fits += counts[cell];
            *bound = match counts[cell] {
                0 => 0,
                1 => 1,
                _ => living.iter().filter(|&&c| c != cell).map(|&c| i64::from(counts[c])).max().unwrap_or(0),
            };
            choice.bound += *bound;
        }
        choice.is_free = fits == all;
        if choice.is_free {
            return vec![choice];
        }
        choices.push(choice);
    }
    choices.sort_by(|a, b| b.bound.cmp(&a.bound).then(a.cell.cmp(&b.cell)));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::tree::{Tree, table};

    #[test]
    fn the_known_value_of_4x4() {
        let found = optimal(Grid { rows: 4, cols: 4 }, 4, u64::MAX).unwrap();
        assert_eq!((found.models, found.won.iter().map(|w| w.0).max()), (1820, Some(961)));
        let best: Vec<usize> = (0..16).filter(|&c| found.won[c].0 == 961).collect();
        assert_eq!(best, [1, 2, 4, 7, 8, 11, 13, 14]);
        assert_eq!(optimal(Grid { rows: 4, cols: 4 }, 4, 10), Err(OutOfNodes));
    }

    /// Against the tree of positions, which uses no symmetry and other bounds.
    #[test]
    fn all_cells_of_small_boards_equal_the_tree() {
        for (rows, cols) in [(1, 1), (1, 2), (1, 6), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3)] {
            let grid = Grid { rows, cols };
            for mines in 0..=grid.len() {
                let found = optimal(grid, mines, u64::MAX).unwrap();
                let board = Board::covered(grid, Some(mines as u32));
                let (table, _) = table(&board, 1 << 20).unwrap();
                let found_by_tree = Tree::new(&table, u64::MAX).all().unwrap();
                let ours: Vec<u32> = found.won.iter().map(|w| w.0 as u32).collect();
                assert_eq!(
                    (table.models() as u64, found_by_tree),
                    (found.models, ours),
                    "{rows}x{cols}, {mines} mines"
                );
            }
        }
    }

    #[test]
    fn symmetries_are_of_the_board() {
        assert_eq!(symmetries(Grid { rows: 3, cols: 3 }).len(), 8);
        assert_eq!(symmetries(Grid { rows: 3, cols: 4 }).len(), 4);
        assert_eq!(symmetries(Grid { rows: 1, cols: 4 }).len(), 2);
        assert_eq!(symmetries(Grid { rows: 1, cols: 1 }).len(), 1);
    }
}
