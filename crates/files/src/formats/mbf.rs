//! The binary board files of Minesweeper clones (`.mbf`): where the mines are.
//!
//! One byte each for columns and rows, two for the number of mines (high byte first), then column and row of each mine.

use std::fmt::Write as _;

use super::{BoardFormat, Content, Write, WriteError};
use crate::field::Field;
use crate::grid::Grid;
use crate::input_error::InputError;

pub const FORMAT: BoardFormat = BoardFormat {
    name: "mbf",
    about: "where the mines are, as bytes: columns, rows, number of mines (two bytes, high first), column and row of each",
    read: |bytes, file, _| read(bytes, file),
    write: Write::Field(write),
    letters: false,
};

/// Bytes of the size and the number of mines.
const HEAD: usize = 4;

/// Bytes of the whole file, from its head.
fn length(bytes: &[u8]) -> usize {
    HEAD + 2 * (usize::from(bytes[2]) * 256 + usize::from(bytes[3]))
}

/// True if the length fits the number of mines and some byte is not text.
pub fn looks_like(bytes: &[u8]) -> bool {
    let no_text = |b: &u8| *b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r');
    bytes.len() >= HEAD && length(bytes) == bytes.len() && bytes.iter().any(no_text)
}

/// True if bytes could be such a file with a wrong length, or with a mine outside the board.
pub fn may_be_damaged(bytes: &[u8], file: &str) -> bool {
    let named = file.to_ascii_lowercase().ends_with(".mbf");
    named || bytes.len() >= HEAD && bytes[0] > 0 && bytes[1] > 0 && length(bytes).abs_diff(bytes.len()) <= bytes.len()
}

/// An error at a byte, shown in a line of sixteen bytes in hexadecimal.
fn at(file: &str, bytes: &[u8], index: usize, message: impl std::fmt::Display) -> InputError {
    let line = index.min(bytes.len()) / 16;
    let mut text = String::new();
    for byte in bytes.iter().skip(16 * line).take(16) {
        let _ = write!(text, "{byte:02x} ");
    }
    InputError::at(file, line + 1, &text, 3 * (index - 16 * line), message)
}

fn read(bytes: &[u8], file: &str) -> Result<Content, InputError> {
    let bad = |index: usize, message: String| at(file, bytes, index, message);
    if bytes.len() < HEAD {
        return Err(bad(bytes.len(), "a head of four bytes is expected: columns, rows, number of mines".into()));
    }
    let grid = Grid { cols: usize::from(bytes[0]), rows: usize::from(bytes[1]) };
    if grid.is_empty() {
        return Err(bad(usize::from(grid.cols > 0), "a board has at least one row and one column".into()));
    }
    if length(bytes) != bytes.len() {
        let message = format!("{} bytes instead of {}: two for each mine after the head", bytes.len(), length(bytes));
        return Err(bad(length(bytes).min(bytes.len()), message));
    }
    let mut mines = vec![false; grid.len()];
    for (index, place) in bytes[HEAD..].chunks_exact(2).enumerate() {
        let (col, row) = (usize::from(place[0]), usize::from(place[1]));
        let index = HEAD + 2 * index;
        if col >= grid.cols || row >= grid.rows {
            let message = format!("a mine in column {col}, row {row} of {} columns and {} rows", grid.cols, grid.rows);
            return Err(bad(index + usize::from(col < grid.cols), message));
        }
        if std::mem::replace(&mut mines[grid.at(row, col)], true) {
            return Err(bad(index, format!("a second mine in column {col}, row {row}")));
        }
    }
    Ok(Content::Field(Field::new(grid, mines), None))
}

fn write(field: &Field) -> Result<Vec<u8>, WriteError> {
    let grid = field.grid();
    let byte = |n: usize| u8::try_from(n).map_err(|_| WriteError::ManyForBytes);
    let mines = field.count();
    let mut bytes = vec![byte(grid.cols)?, byte(grid.rows)?, (mines >> 8) as u8, (mines & 255) as u8];
    for cell in grid.cells().filter(|&c| field.is_mine(c)) {
        let (row, col) = grid.position(cell);
        bytes.extend([byte(col)?, byte(row)?]);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_high_bytes_come_first() {
        let Ok(Content::Field(field, None)) = read(&[3, 2, 0, 1, 2, 0], "t") else { panic!() };
        assert_eq!((field.grid(), field.is_mine(2), field.count()), (Grid { rows: 2, cols: 3 }, true, 1));
        let grid = Grid { rows: 20, cols: 20 };
        let full = Field::new(grid, vec![true; 400]);
        assert_eq!(write(&full).unwrap()[..4], [20, 20, 1, 144]);
        assert!(write(&Field::new(Grid { rows: 1, cols: 256 }, vec![false; 256])).is_err());
    }

    #[test]
    fn errors_point_at_the_byte() {
        let at = |bytes: &[u8]| read(bytes, "t").map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at(&[3, 2]), (1, 7));
        assert_eq!(at(&[3, 0, 0, 0]), (1, 4));
        assert_eq!(at(&[3, 2, 0, 1, 2]), (1, 16));
        assert_eq!(at(&[3, 2, 0, 1, 2, 0, 9]), (1, 19));
        assert_eq!(at(&[3, 2, 0, 1, 2, 2]), (1, 16));
        assert_eq!(at(&[3, 2, 0, 2, 1, 1, 1, 1]), (1, 19));
        let mut long = vec![9, 9, 0, 7];
        long.extend((0..7).flat_map(|i| [i, if i == 6 { 9 } else { 0 }]));
        assert_eq!(at(&long), (2, 4));
    }
}
