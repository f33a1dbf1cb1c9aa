//! A grid without a header, as people paste it.

use super::{Content, Format, Write};
use crate::board::{Board, Cell, Grid, Letters};
use crate::input_error::InputError;

pub const FORMAT: Format = Format {
    name: "grid",
    about: "rows alone, blanks allowed: # or ? covered, 0-8, F or * a mine, _ open without its number; . is covered, \
            or 0 where # or ? stands for covered; total unknown",
    read,
    write: Write::Board(write),
};

const KNOWN: &str = "# ? covered, 0-8, F * mine, _ blank, . covered or 0";

/// Where `.` alone stands for covered cells.
const DOT_COVERED: Letters = Letters { cell: |letter| cell(letter, Cell::Covered), known: KNOWN };
/// Where another letter does.
const DOT_ZERO: Letters = Letters { cell: |letter| cell(letter, Cell::Clue(0)), known: KNOWN };

fn cell(letter: char, dot: Cell) -> Option<Cell> {
    match letter {
        '.' => Some(dot),
        '*' => Some(Cell::Flag),
        _ => crate::board::cell_of(letter),
    }
}

/// True if a line could be a row.
pub fn looks_like(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || cell(c, Cell::Covered).is_some())
}

fn read(bytes: &[u8], file: &str) -> Result<Content, InputError> {
    let text = super::text(bytes, file)?;
    let letters = if text.contains(['#', '?']) { &DOT_ZERO } else { &DOT_COVERED };
    let mut lines: Vec<(usize, &str)> = super::lines(text).collect();
    while lines.last().is_some_and(|(_, line)| line.is_empty()) {
        lines.pop();
    }
    let lines = &lines[lines.iter().take_while(|(_, line)| line.is_empty()).count()..];
    let row = |line: &'_ str| line.char_indices().filter(|(_, c)| !c.is_whitespace()).collect::<Vec<_>>();
    let cols = lines.first().map_or(0, |(_, line)| row(line).len());
    if cols == 0 {
        return Err(InputError::whole(file, "no board here: expected rows of cells"));
    }
    let grid = Grid { rows: lines.len(), cols };
    let mut cells = Vec::new();
    for (index, &(number, line)) in lines.iter().enumerate() {
        let bad = |byte: usize, message: String| InputError::at(file, number, line, byte, message);
        let row = row(line);
        for (col, &(byte, letter)) in row.iter().enumerate() {
            if col == cols {
                return Err(bad(byte, format!("row {} is longer than {cols} cells, which the first has", index + 1)));
            }
            cells.push(letters.read(letter, grid, index, col).map_err(|message| bad(byte, message))?);
        }
        if row.len() < cols {
            return Err(bad(line.len(), format!("row {} has {} of {cols} cells", index + 1, row.len())));
        }
    }
    Ok(Content::Board(Board::new(grid, cells, None)))
}

fn write(board: &Board) -> Result<Vec<u8>, String> {
    match board.mines() {
        Some(total) => Err(format!("a grid cannot say that there are {total} mines: --mines ? leaves that out")),
        None => Ok((board.row_strings().join("\n") + "\n").into_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<String>, (usize, usize)> {
        match read(text.as_bytes(), "t") {
            Ok(Content::Board(board)) => Ok(board.row_strings()),
            Ok(Content::Field(_)) => unreachable!(),
            Err(e) => Err((e.line, e.column)),
        }
    }

    #[test]
    fn dots_are_covered_unless_something_else_is() {
        assert_eq!(rows("1.\n*F\n").unwrap(), ["1#", "FF"]);
        assert_eq!(rows("\n? 1\n. _\n\n").unwrap(), ["#1", "0_"]);
    }

    #[test]
    fn errors_point_at_the_place() {
        assert_eq!(rows("??\n?x\n"), Err((2, 2)));
        assert_eq!(rows("? ?\n? ? ?\n"), Err((2, 5)));
        assert_eq!(rows("??\n\n??\n"), Err((2, 1)));
        assert_eq!(rows("?4?\n"), Err((1, 2)));
        assert_eq!(rows(" \n"), Err((0, 0)));
    }
}
