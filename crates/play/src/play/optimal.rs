//! Exactly optimal play on boards of at most 32 cells that start covered: the tree of all games under the symmetries
//! of the board.

use super::tree::{GameTree, MINE, ModelTable, OutOfNodes};
use crate::board::Grid;

/// The value of optimal play from a covered board, in models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimal {
    /// Placements of the mines.
    pub models: u64,
    /// For every cell the models won by opening it first, and those of them in which it is a 0. The first number is
    /// also that of the models in which the cell is safe, if safety of the first cell is promised; the second likewise
    /// if a 0 is promised.
    pub won: Vec<(u64, u64)>,
    /// For every cell the models in which it is a 0.
    pub zero: Vec<u64>,
    /// Sets of models examined.
    pub nodes: u64,
}

/// Optimal play on a covered board, without a promise, with the total known.
///
/// # Errors
/// The nodes ran out.
///
/// # Panics
/// The board has no cell or more than 32, or more mines than cells.
pub fn optimal(grid: Grid, mines: usize, most_nodes: u64) -> Result<Optimal, OutOfNodes> {
    assert!((1..=32).contains(&grid.len()) && mines <= grid.len(), "at most 32 cells, no more mines than cells");
    let (table, symmetries) = (all_models(grid, mines), symmetries(grid));
    let mut tree = GameTree::symmetric(&table, most_nodes, symmetries.clone());
    let mut won = vec![(0, 0); grid.len()];
    let mut zero = vec![0; grid.len()];
    for cell in grid.cells() {
        // Cells that a symmetry maps onto an earlier one have its value.
        if let Some(same) = symmetries.iter().map(|s| usize::from(s[cell])).find(|&c| c < cell) {
            (won[cell], zero[cell]) = (won[same], zero[same]);
            continue;
        }
        let numbers = tree.numbers(cell)?;
        won[cell] = (numbers.iter().map(|n| u64::from(n.won)).sum(), u64::from(numbers[0].won));
        zero[cell] = u64::from(numbers[0].models);
    }
    Ok(Optimal { models: table.models() as u64, won, zero, nodes: tree.nodes })
}

/// All placements of the mines.
fn all_models(grid: Grid, mines: usize) -> ModelTable {
    let around: Vec<u64> = grid.cells().map(|c| grid.neighbours(c).fold(0, |m, n| m | 1 << n)).collect();
    let end = 1u64 << grid.len();
    let mut rows = Vec::new();
    let mut set = (1u64 << mines) - 1;
    while set < end {
        let shows = |cell: usize| if set >> cell & 1 == 1 { MINE } else { (set & around[cell]).count_ones() as u8 };
        rows.extend(grid.cells().map(shows));
        if set == 0 {
            break;
        }
        // The next larger number with as many ones (Gosper).
        let low = set & set.wrapping_neg();
        let carried = set + low;
        set = carried | ((set ^ carried) / low) >> 2;
    }
    ModelTable::new(grid.len(), &rows)
}

/// The rotations and reflections of a board onto itself, as the image of each cell.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::small_boards;
    use crate::play::tree::table;

    #[test]
    fn the_known_value_of_4x4() {
        let found = optimal(Grid { rows: 4, cols: 4 }, 4, u64::MAX).unwrap();
        assert_eq!((found.models, found.won.iter().map(|w| w.0).max()), (1820, Some(961)));
        let best: Vec<usize> = (0..16).filter(|&c| found.won[c].0 == 961).collect();
        assert_eq!(best, [1, 2, 4, 7, 8, 11, 13, 14]);
        assert_eq!(optimal(Grid { rows: 4, cols: 4 }, 4, 10), Err(OutOfNodes));
    }

    /// Compared with the tree without symmetries, and with exhaustive search for few models.
    #[test]
    fn all_cells_of_small_boards_equal_other_searches() {
        let mut tried = 0;
        for (rows, cols) in [(1, 1), (1, 2), (1, 6), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (2, 9), (1, 32), (8, 4)] {
            let grid = Grid { rows, cols };
            for mines in 0..=if grid.len() <= 12 { grid.len() } else { 1 } {
                let found = optimal(grid, mines, u64::MAX).unwrap();
                let name = format!("{rows}x{cols}, {mines} mines");
                let table = all_models(grid, mines);
                let other = GameTree::new(&table, u64::MAX).all().unwrap();
                let won: Vec<u32> = found.won.iter().map(|w| w.0 as u32).collect();
                assert_eq!((found.models, won), (table.models() as u64, other), "{name}");
                if grid.len() > 12 || table.models() > 150 {
                    continue;
                }
                for (cell, won) in small_boards::plain_numbers(&table).into_iter().enumerate() {
                    let zeros = (0..table.models() as u32).filter(|&m| table.shows(m, cell) == 0).count() as u64;
                    let all = won.iter().map(|&w| u64::from(w)).sum();
                    assert_eq!((found.won[cell], found.zero[cell]), ((all, won[0].into()), zeros), "{name}: {cell}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 200, "{tried}");
    }

    /// The models of the board are those allowed by the rules of a covered board.
    #[test]
    fn placements_are_the_models_of_the_board() {
        for (rows, cols, mines) in [(1, 1, 0), (2, 3, 6), (3, 4, 5), (5, 4, 2)] {
            let grid = Grid { rows, cols };
            let (right, _) = table(&Board::covered(grid, Some(mines as u32)), 1 << 20).unwrap();
            let table = all_models(grid, mines);
            let sorted = |table: &ModelTable| {
                let row = |m: u32| grid.cells().map(|cell| table.shows(m, cell)).collect::<Vec<u8>>();
                let mut rows: Vec<Vec<u8>> = (0..table.models() as u32).map(row).collect();
                rows.sort();
                rows
            };
            assert_eq!(sorted(&table), sorted(&right));
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
