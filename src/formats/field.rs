//! Fields as rows of `*` and `.`, as puzzle collections write them.

use super::{Content, Format, Write};
use crate::field::Field;
use crate::grid::Grid;
use crate::input_error::InputError;

pub const FORMAT: Format = Format {
    name: "field",
    about: "where the mines are: rows of * mine and . no mine",
    read,
    write: Write::Field(write),
};

/// True if a text has rows of these letters alone, and a mine.
pub fn looks_like(text: &str) -> bool {
    text.contains('*') && text.chars().all(|c| matches!(c, '*' | '.') || c.is_whitespace())
}

fn read(bytes: &[u8], file: &str) -> Result<Content, InputError> {
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
    Ok(Content::Field(Field::new(Grid { rows: mines.len() / cols, cols }, mines)))
}

fn write(field: &Field) -> Result<Vec<u8>, String> {
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
        let at = |text: &str| read(text.as_bytes(), "t").map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at("*.\n*x\n"), (2, 2));
        assert_eq!(at("*.\n*..\n"), (2, 3));
        assert_eq!(at("*.\n*\n"), (2, 2));
        assert_eq!(at("*.\n\n*.\n"), (3, 1));
        assert_eq!(at("\n"), (0, 0));
    }
}
