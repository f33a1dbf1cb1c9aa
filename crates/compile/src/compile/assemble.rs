//! A plan of tiles as a board.

use std::collections::BTreeMap;

use super::error::CompileError;
use super::library::Library;
use super::tile::Tile;
use crate::board::{Board, Cell, Grid};

/// Whether mines that the tiles make deducible are shown as flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ShownMines {
    /// As flags.
    Given,
    /// Covered like any other cell: a board without flags (except for the few tiles, in the library 7x7, that need
    /// theirs).
    Hidden,
}

/// Most cells of a board.
const MOST_BOARD_CELLS: usize = 1 << 28;

/// The names of tiles, row by row.
pub type TilePlan = Vec<Vec<&'static str>>;

/// Refuses a plan whose board would be too large.
///
/// # Errors
/// The board would have more than 2^28 cells.
pub fn check_size(library: &Library, rows: usize, cols: usize) -> Result<(), CompileError> {
    let cells = rows.checked_mul(library.frame.0).zip(cols.checked_mul(library.frame.1));
    match cells.and_then(|(r, c)| r.checked_mul(c)) {
        Some(n) if n <= MOST_BOARD_CELLS => Ok(()),
        _ => Err(CompileError::TooLarge { rows, cols, library: library.name }),
    }
}

/// The board of a plan with its total, which is the same in every solution: the sum of the tiles' constants.
///
/// # Errors
/// A tile that the library lacks or whose number of mines varies, two tiles whose ports do not meet, or more than 2^28
/// cells.
pub fn assemble(plan: &TilePlan, library: &Library, mines: ShownMines) -> Result<Board, CompileError> {
    let (rows, cols) = (plan.len(), plan[0].len());
    check_size(library, rows, cols)?;
    let mut tiles: BTreeMap<&str, &Tile> = BTreeMap::new();
    for &name in plan.iter().flatten() {
        if !tiles.contains_key(name) {
            tiles.insert(name, library.tile(name)?);
        }
    }
    check_ports(plan, &tiles)?;
    let (height, width) = library.frame;
    let grid = Grid { rows: rows * height, cols: cols * width };
    let mut board = Board::covered(grid, None);
    let mut total = 0;
    for (row, line) in plan.iter().enumerate() {
        for (col, &name) in line.iter().enumerate() {
            let tile = tiles[name];
            total += tile.neutral.ok_or(CompileError::VariableMines { tile: name })?;
            let hides = mines == ShownMines::Hidden && tile.claims("flag_free");
            for (r, letters) in tile.grid.iter().enumerate() {
                for (c, &letter) in letters.iter().enumerate() {
                    let cell = match letter {
                        b'#' => Cell::Covered,
                        b'*' if hides => Cell::Covered,
                        b'*' => Cell::Flag,
                        digit => Cell::Clue(digit - b'0'),
                    };
                    board.set(grid.at(row * height + r, col * width + c), cell);
                }
            }
        }
    }
    Ok(board.with_mines(Some(total)))
}

/// Every port faces a port of the other direction: the condition of the composition rule.
fn check_ports(plan: &TilePlan, tiles: &BTreeMap<&str, &Tile>) -> Result<(), CompileError> {
    let port = |row: usize, col: usize, side: char| {
        let name = plan.get(row)?.get(col)?;
        tiles[name].ports.iter().find(|p| p.side == side).map(|p| p.enters)
    };
    for (row, line) in plan.iter().enumerate() {
        for (col, &tile) in line.iter().enumerate() {
            let meets = |side: char| {
                let other = match side {
                    'E' => port(row, col + 1, 'W'),
                    'S' => port(row + 1, col, 'N'),
                    'W' => col.checked_sub(1).and_then(|col| port(row, col, 'E')),
                    _ => row.checked_sub(1).and_then(|row| port(row, col, 'S')),
                };
                port(row, col, side).map(|enters| !enters) == other
            };
            if let Some(side) = ['N', 'E', 'S', 'W'].into_iter().find(|&side| !meets(side)) {
                return Err(CompileError::OpenPort { side, tile, row, col });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_must_meet() {
        let library = Library::named("6x7").unwrap();
        let board = |plan: &[&[&'static str]]| {
            assemble(&plan.iter().map(|r| r.to_vec()).collect::<TilePlan>(), &library, ShownMines::Hidden)
        };
        assert_eq!(board(&[&["INPUT_E", "SINK_W"], &["BLANK", "BLANK"]]).unwrap().mines(), Some(7));
        assert!(board(&[&["INPUT_E", "BLANK"]]).is_err());
        assert!(board(&[&["INPUT_E", "START", "SINK_W"]]).is_err(), "nothing below the branch");
        assert!(board(&[&["INPUT_E"], &["SINK_W"]]).is_err());
    }
}
