//! Which tile stands where on a compiled board, found by comparing blocks of cells with the shipped tiles.

use crate::board::{Board, Cell};
use crate::compile::tile::{Tile, shipped};

/// A tile on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// (row, column) of its first cell.
    pub at: (usize, usize),
    /// Rows and columns.
    pub size: (usize, usize),
    /// Its name in the library; empty for a block that is no shipped tile.
    pub name: String,
    /// True if it computes: wires, bends, crossings and ends do not.
    pub gate: bool,
}

/// Rows of letters, transposed.
fn transposed(grid: &[Vec<u8>]) -> Vec<Vec<u8>> {
    (0..grid.first().map_or(0, Vec::len)).map(|col| grid.iter().map(|row| row[col]).collect()).collect()
}

/// The eight images of a tile's grid.
fn images(grid: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for start in [grid.to_vec(), transposed(grid)] {
        for flip_rows in [false, true] {
            for flip_cols in [false, true] {
                let mut image = start.clone();
                if flip_rows {
                    image.reverse();
                }
                if flip_cols {
                    image.iter_mut().for_each(|row| row.reverse());
                }
                found.push(image);
            }
        }
    }
    found
}

fn is_gate(tile: &Tile) -> bool {
    let values = |outs: bool| tile.ports.iter().filter(|p| p.enters != outs).count();
    let rows = 1usize << values(false).min(20);
    let asserts = tile.table.len() < rows;
    // Outputs that are one input each, or its opposite, need no gate.
    let plain = (0..tile.ports.len()).filter(|&o| !tile.ports[o].enters).all(|o| {
        let like = |i: usize| {
            let equal = tile.table.iter().filter(|row| row[i] == row[o]).count();
            equal == tile.table.len() || equal == 0
        };
        (0..tile.ports.len()).any(|i| tile.ports[i].enters && like(i))
    });
    values(false) > 1 && (asserts || !plain)
}

/// The tiles of a board that is `tile_rows` x `tile_cols` of them, blocks of zeros left out.
///
/// # Errors
/// The board is no multiple of that.
pub fn blocks(board: &Board, (tile_rows, tile_cols): (usize, usize)) -> Result<Vec<Block>, String> {
    let grid = board.grid();
    if grid.is_empty() || !grid.rows.is_multiple_of(tile_rows) || !grid.cols.is_multiple_of(tile_cols) {
        return Err(format!("{} x {} cells are not {tile_rows} x {tile_cols} tiles", grid.rows, grid.cols));
    }
    let (height, width) = (grid.rows / tile_rows, grid.cols / tile_cols);
    let letter = |letter: u8| if letter == b'*' { b'#' } else { letter };
    let hidden = |rows: &[Vec<u8>]| -> Vec<Vec<u8>> {
        rows.iter().map(|row| row.iter().map(|&l| letter(l)).collect()).collect()
    };
    let mut known: Vec<(Vec<Vec<u8>>, String, bool)> = Vec::new();
    // Tiles as they are before turned ones: an input turned round is a sink.
    let fits = |grid: &Vec<Vec<u8>>| grid.len() == height && grid[0].len() == width;
    let tiles: Vec<(Tile, Vec<Vec<Vec<u8>>>)> = shipped().into_iter().map(|t| (t.clone(), images(&t.grid))).collect();
    for image in 0..8 {
        for (tile, images) in tiles.iter().filter(|(_, images)| fits(&images[image])) {
            let image = hidden(&images[image]);
            if !known.iter().any(|k| k.0 == image) {
                known.push((image, tile.name.clone(), is_gate(tile)));
            }
        }
    }
    let mut found = Vec::new();
    for (row, col) in (0..tile_rows).flat_map(|row| (0..tile_cols).map(move |col| (row, col))) {
        let at = (row * height, col * width);
        let cell = |r: usize, c: usize| match board.cell(grid.at(at.0 + r, at.1 + c)) {
            Cell::Clue(n) => b'0' + n,
            Cell::Blank => b'_',
            Cell::Covered | Cell::Flag => b'#',
        };
        let block: Vec<Vec<u8>> = (0..height).map(|r| (0..width).map(|c| cell(r, c)).collect()).collect();
        if block.iter().flatten().all(|&l| l == b'0') {
            continue;
        }
        let (name, gate) = known.iter().find(|k| k.0 == block).map_or((String::new(), false), |k| (k.1.clone(), k.2));
        found.push(Block { at, size: (height, width), name, gate });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;

    fn board(tile: &Tile) -> Board {
        let cells = tile.grid.iter().flatten().map(|&l| match l {
            b'#' | b'*' => Cell::Covered,
            digit => Cell::Clue(digit - b'0'),
        });
        Board::new(Grid { rows: tile.grid.len(), cols: tile.grid[0].len() }, cells.collect(), None)
    }

    #[test]
    fn every_shipped_tile_is_recognised() {
        for tile in shipped() {
            let found = blocks(&board(&tile), (1, 1)).unwrap();
            let named = shipped().into_iter().find(|t| t.name == found[0].name && t.library == tile.library);
            assert_eq!(board(&named.unwrap()), board(&tile), "{} is called {}", tile.name, found[0].name);
        }
        let gates = |name: &str| shipped().iter().find(|t| t.name == name).map(is_gate);
        assert_eq!(gates("TAP_OR"), Some(true));
        assert_eq!(gates("END_OR"), Some(true));
        assert_eq!(gates("CROSS"), Some(false));
        assert_eq!(gates("START"), Some(false));
        assert_eq!(gates("HWIRE"), Some(false));
        assert!(blocks(&board(&shipped()[0]), (4, 1)).is_err());
    }
}
