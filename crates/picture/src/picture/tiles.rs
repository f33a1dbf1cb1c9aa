//! The tiles of a compiled board, found by comparing blocks of cells with the shipped tiles.

use crate::board::{Board, Cell};
use crate::compile::tile::{Tile, shipped};
use crate::compile::verify::completions;

/// Two cells, (row, column), that are equal or, if true, opposite in every solution.
pub type Pair = ((usize, usize), (usize, usize), bool);

/// A tile on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileOutline {
    /// (row, column) of its first cell.
    pub at: (usize, usize),
    /// Rows and columns.
    pub size: (usize, usize),
    /// Its name in the library; empty for a block that is not a shipped tile.
    pub name: String,
    /// True for gates; false for wires, bends, crossings and ends.
    pub gate: bool,
    /// Pairs of its covered cells, in places of the board.
    pub pairs: Vec<Pair>,
}

/// A possible tile of a board.
struct Known {
    /// Its letters, mines covered.
    letters: Vec<Vec<u8>>,
    name: String,
    gate: bool,
    pairs: Vec<Pair>,
}

/// Rows, transposed.
fn transposed<T: Copy>(grid: &[Vec<T>]) -> Vec<Vec<T>> {
    (0..grid.first().map_or(0, Vec::len)).map(|col| grid.iter().map(|row| row[col]).collect()).collect()
}

/// One of the eight images of a grid, 0 the grid itself.
fn image<T: Copy>(grid: &[Vec<T>], number: usize) -> Vec<Vec<T>> {
    let mut image = if number & 4 > 0 { transposed(grid) } else { grid.to_vec() };
    if number & 2 > 0 {
        image.reverse();
    }
    if number & 1 > 0 {
        image.iter_mut().for_each(|row| row.reverse());
    }
    image
}

/// Covered cells that are equal or opposite in all completions: each paired with the first such cell. Constant cells
/// are paired with none.
fn pairs(completions: &[Vec<Vec<bool>>]) -> Vec<Pair> {
    let Some(first) = completions.first() else { return Vec::new() };
    let mut seen: Vec<((usize, usize), Vec<bool>)> = Vec::new();
    let mut found = Vec::new();
    for (row, col) in (0..first.len()).flat_map(|row| (0..first[row].len()).map(move |col| (row, col))) {
        let values: Vec<bool> = completions.iter().map(|c| c[row][col]).collect();
        if values.iter().all(|v| *v == values[0]) {
            continue;
        }
        let goes = |other: &Vec<bool>| (*other == values, other.iter().zip(&values).all(|(a, b)| a != b));
        match seen.iter().map(|(cell, other)| (*cell, goes(other))).find(|(_, g)| g.0 || g.1) {
            Some((cell, (equal, _))) => found.push((cell, (row, col), !equal)),
            None => seen.push(((row, col), values)),
        }
    }
    found
}

fn is_gate(tile: &Tile) -> bool {
    let values = |outs: bool| tile.ports.iter().filter(|p| p.enters != outs).count();
    let rows = 1usize << values(false).min(20);
    let asserts = tile.table.len() < rows;
    // Outputs equal to one input each, or its opposite, need no gate.
    let plain = (0..tile.ports.len()).filter(|&o| !tile.ports[o].enters).all(|o| {
        let like = |i: usize| {
            let equal = tile.table.iter().filter(|row| row[i] == row[o]).count();
            equal == tile.table.len() || equal == 0
        };
        (0..tile.ports.len()).any(|i| tile.ports[i].enters && like(i))
    });
    values(false) > 1 && (asserts || !plain)
}

/// The tiles of a board of `tile_rows` x `tile_cols` cells per tile, without blocks of zeros.
///
/// # Errors
/// The size of the board is not a multiple of that.
pub fn blocks(board: &Board, (tile_rows, tile_cols): (usize, usize)) -> Result<Vec<TileOutline>, String> {
    let grid = board.grid();
    if grid.is_empty() || !grid.rows.is_multiple_of(tile_rows) || !grid.cols.is_multiple_of(tile_cols) {
        return Err(format!("{} x {} cells are not {tile_rows} x {tile_cols} tiles", grid.rows, grid.cols));
    }
    let (height, width) = (grid.rows / tile_rows, grid.cols / tile_cols);
    let letter = |letter: u8| if letter == b'*' { b'#' } else { letter };
    let hidden = |rows: &[Vec<u8>]| -> Vec<Vec<u8>> {
        rows.iter().map(|row| row.iter().map(|&l| letter(l)).collect()).collect()
    };
    let mut known: Vec<Known> = Vec::new();
    // Unturned tiles before turned ones: an input turned round is a sink.
    let fits = |grid: &[Vec<u8>]| grid.len() == height && grid[0].len() == width;
    let tiles = shipped();
    for number in 0..8 {
        for tile in tiles.iter().filter(|tile| fits(&image(&tile.grid, number))) {
            let letters = hidden(&image(&tile.grid, number));
            if !known.iter().any(|k| k.letters == letters) {
                let completions: Vec<_> = completions(tile).iter().map(|cells| image(cells, number)).collect();
                let pairs = pairs(&completions);
                known.push(Known { letters, name: tile.name.clone(), gate: is_gate(tile), pairs });
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
        let place = |cell: (usize, usize)| (at.0 + cell.0, at.1 + cell.1);
        let block: Vec<Vec<u8>> = (0..height).map(|r| (0..width).map(|c| cell(r, c)).collect()).collect();
        if block.iter().flatten().all(|&l| l == b'0') {
            continue;
        }
        let mut here = TileOutline { at, size: (height, width), name: String::new(), gate: false, pairs: Vec::new() };
        if let Some(tile) = known.iter().find(|k| k.letters == block) {
            here.name.clone_from(&tile.name);
            here.gate = tile.gate;
            here.pairs = tile.pairs.iter().map(|&(a, b, opposite)| (place(a), place(b), opposite)).collect();
        }
        found.push(here);
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
