//! Fields as rows of `*` and `.`, the form of puzzle collections.

use super::{BoardFormat, Content, Write, WriteError};
use crate::board::{Board, Cell, Said};
use crate::field::Field;
use crate::grid::Grid;
use crate::input_error::InputError;

pub const FORMAT: BoardFormat = BoardFormat {
    name: "field",
    about: "where the mines are: rows of * mine and . no mine, or of 1 and 0",
    read,
    write: Write::Field(write),
    letters: false,
};

/// True if a text has rows of these letters alone, and a mine.
pub fn looks_like(text: &str) -> bool {
    text.contains('*') && text.chars().all(|c| matches!(c, '*' | '.') || c.is_whitespace())
}

/// The field of a board of which only 0 and 1 are seen, with a mine at each 1.
pub fn of_map(board: &Board) -> Option<Field> {
    let is_map = board.cells().iter().all(|cell| matches!(cell, Cell::Clue(0 | 1)));
    is_map.then(|| Field::new(board.grid(), board.cells().iter().map(|&cell| cell == Cell::Clue(1)).collect()))
}

fn read(bytes: &[u8], file: &str, said: &Said) -> Result<Content, InputError> {
    match stars(bytes, file) {
        Err(error) => match super::grid::any(super::text(bytes, file)?, file, said).1.ok().and_then(|b| of_map(&b)) {
            Some(field) => Ok(Content::Field(field, None)),
            None => Err(error),
        },
        read => read,
    }
}

fn stars(bytes: &[u8], file: &str) -> Result<Content, InputError> {
    let mut lines = super::lines(super::text(bytes, file)?).skip_while(|(_, line)| line.is_empty()).peekable();
    let cols = lines.peek().map_or(0, |(_, line)| line.chars().count());
    if cols == 0 {
        return Err(InputError::whole(file, "no field here: expected rows of * and ."));
    }
    let mut mines = Vec::new();
    let mut ended = false;
    for (number, line) in lines {
        let bad = |byte: usize, message: String| InputError::at(file, number, line, byte, message);
        if line.is_empty() {
            ended = true;
            continue;
        }
        if ended {
            return Err(bad(0, "text after the last row".into()));
        }
        for (col, (byte, letter)) in line.char_indices().enumerate() {
            match letter {
                _ if col == cols => return Err(bad(byte, format!("a row is longer than {cols} cells"))),
                '*' | '.' => mines.push(letter == '*'),
                _ => return Err(bad(byte, format!("{letter:?} means nothing in a field (use * mine, . no mine)"))),
            }
        }
        if mines.len() % cols != 0 {
            return Err(bad(line.len(), format!("a row has {} of {cols} cells", mines.len() % cols)));
        }
    }
    Ok(Content::Field(Field::new(Grid { rows: mines.len() / cols, cols }, mines), None))
}

fn write(field: &Field) -> Result<Vec<u8>, WriteError> {
    let grid = field.grid();
    let letter = |cell: usize| if field.is_mine(cell) { b'*' } else { b'.' };
    let row = |r: usize| (0..grid.cols).map(move |c| letter(grid.at(r, c))).chain([b'\n']);
    Ok((0..grid.rows).flat_map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_at_the_place() {
        let at = |text: &str| stars(text.as_bytes(), "t").map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at("*.\n*x\n"), (2, 2));
        assert_eq!(at("*.\n*..\n"), (2, 3));
        assert_eq!(at("*.\n*\n"), (2, 2));
        assert_eq!(at("*.\n\n*.\n"), (3, 1));
        assert_eq!(at("\n"), (0, 0));
    }
}
