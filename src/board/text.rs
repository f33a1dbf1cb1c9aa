//! Board text (`.mine`): `c ` comment lines, one line `rows cols mines`, then the rows.

use std::str::FromStr;

use super::{Board, Cell, Grid};
use crate::input_error::InputError;

/// The cell a letter stands for. `?` is read as covered, as the sources write it.
pub fn cell_of(letter: char) -> Option<Cell> {
    match letter {
        '#' | '?' => Some(Cell::Covered),
        'F' => Some(Cell::Flag),
        '_' => Some(Cell::Blank),
        '0'..='8' => Some(Cell::Clue(letter as u8 - b'0')),
        _ => None,
    }
}

/// Checks one row and appends its cells; an error is a byte offset into the row and a message.
fn read_row(row: &str, grid: Grid, into: &mut Vec<Cell>) -> Result<(), (usize, String)> {
    let index = into.len() / grid.cols;
    for (col, (byte, letter)) in row.char_indices().enumerate() {
        if col == grid.cols {
            return Err((byte, format!("row {} is longer than {} cells", index + 1, grid.cols)));
        }
        let cell = cell_of(letter).ok_or_else(|| {
            (byte, format!("{letter:?} means nothing on a board (use # covered, 0-8, F flag, _ blank)"))
        })?;
        if let Cell::Clue(clue) = cell {
            let most = grid.neighbours(grid.at(index, col)).count();
            if usize::from(clue) > most {
                return Err((byte, format!("clue {clue} is above its {most} neighbours")));
            }
        }
        into.push(cell);
    }
    match into.len() - index * grid.cols {
        n if n < grid.cols => Err((row.len(), format!("row {} has {n} of {} cells", index + 1, grid.cols))),
        _ => Ok(()),
    }
}

/// Checks rows and makes the grid's cells. An error is (row index, byte in that row, message).
///
/// # Errors
/// Ragged rows, unknown letters, a clue above its number of neighbours.
pub fn grid_from_rows<'a>(
    grid: Grid,
    rows: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Cell>, (usize, usize, String)> {
    let mut cells = Vec::with_capacity(grid.len());
    for (index, row) in rows.into_iter().enumerate() {
        read_row(row, grid, &mut cells).map_err(|(byte, message)| (index, byte, message))?;
    }
    Ok(cells)
}

/// Splits a line into words with the byte at which each begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|w| (w.as_ptr() as usize - line.as_ptr() as usize, w))
}

impl Board {
    /// Reads board text; `file` names it in errors.
    ///
    /// # Errors
    /// A wrong header, ragged or missing rows, letters that mean nothing, a clue above its number
    /// of neighbours, more mines than cells; each with line and column.
    pub fn parse(text: &str, file: &str) -> Result<Board, InputError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim_end()))
            .filter(|(_, line)| *line != "c" && !line.starts_with("c "));
        let Some((header_line, header)) = lines.find(|(_, line)| !line.is_empty()) else {
            return Err(InputError::whole(file, "no board here: expected a line 'rows cols mines'"));
        };
        let (grid, mines) = read_header(header).map_err(|(b, m)| InputError::at(file, header_line, header, b, m))?;

        // A header alone must not take memory for the board it promises.
        let mut cells = Vec::with_capacity(grid.len().min(text.len()));
        let mut last = (header_line, header);
        for _ in 0..grid.rows {
            let Some((number, line)) = lines.next() else {
                let message = format!("the board ends after {} of {} rows", cells.len() / grid.cols, grid.rows);
                return Err(InputError::at(file, last.0, last.1, last.1.len(), message));
            };
            read_row(line, grid, &mut cells).map_err(|(b, m)| InputError::at(file, number, line, b, m))?;
            last = (number, line);
        }
        if let Some((number, line)) = lines.find(|(_, line)| !line.is_empty()) {
            let message = format!("text after the last of {} rows", grid.rows);
            return Err(InputError::at(file, number, line, 0, message));
        }
        Ok(Board::new(grid, cells, mines))
    }
}

/// `rows cols mines`; an error is a byte offset and a message.
fn read_header(line: &str) -> Result<(Grid, Option<u32>), (usize, String)> {
    let mut parts = words(line);
    let mut number = |what: &str| -> Result<(usize, &str), (usize, String)> {
        parts.next().ok_or_else(|| (line.len(), format!("the header lacks {what}: expected 'rows cols mines'")))
    };
    let size = |(byte, word): (usize, &str), what: &str| match usize::from_str(word) {
        Ok(n) if (1..=1 << 24).contains(&n) => Ok(n),
        _ => Err((byte, format!("{what} is a number from 1 to {}, not {word:?}", 1 << 24))),
    };
    let rows_word = number("rows")?;
    let cols_word = number("cols")?;
    let mines_word = number("mines")?;
    let grid = Grid { rows: size(rows_word, "rows")?, cols: size(cols_word, "cols")? };
    if grid.rows.checked_mul(grid.cols).is_none_or(|n| n > 1 << 28) {
        return Err((rows_word.0, format!("a board has at most {} cells", 1 << 28)));
    }
    let mines = match mines_word.1 {
        "?" => None,
        word => Some(
            u32::from_str(word)
                .map_err(|_| (mines_word.0, format!("mines is a number, or ? for an unknown total, not {word:?}")))?,
        ),
    };
    if mines.is_some_and(|m| m as usize > grid.len()) {
        return Err((mines_word.0, format!("{} mines do not fit on {} cells", mines_word.1, grid.len())));
    }
    if let Some((byte, word)) = parts.next() {
        return Err((byte, format!("{word:?} after the header 'rows cols mines'")));
    }
    Ok((grid, mines))
}

impl std::fmt::Display for Board {
    /// Board text that [`Board::parse`] reads back.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let grid = self.grid();
        let mines = self.mines().map_or("?".to_string(), |m| m.to_string());
        writeln!(f, "{} {} {mines}", grid.rows, grid.cols)?;
        self.row_strings().iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        let text = "2 3 ?\n#1F\n_0#\n";
        let board = Board::parse(text, "t").unwrap();
        assert_eq!(board.to_string(), text);
        assert_eq!(Board::parse("c hello\n\n2 3 ?\n?1F\n_0#\n\n", "t").unwrap(), board);
    }

    #[test]
    fn errors_point_at_the_place() {
        let at = |text: &str| {
            let e = Board::parse(text, "t").unwrap_err();
            (e.line, e.column)
        };
        assert_eq!(at("2 2 1\n##\n#x\n"), (3, 2));
        assert_eq!(at("2 2 5\n##\n##\n"), (1, 5));
        assert_eq!(at("c x\n1 3 1\n#4#\n"), (3, 2));
        assert_eq!(at("2 2 1\n##\n"), (2, 3));
        assert_eq!(at("1 2 1\n###\n"), (2, 3));
        assert_eq!(at("1 2 1\n#\n"), (2, 2));
        assert_eq!(at("1 2 1\n##\n##\n"), (3, 1));
        assert_eq!(at("1 2\n##\n"), (1, 4));
        assert_eq!(at("1 b 1\n##\n"), (1, 3));
        assert_eq!(at(""), (0, 0));
    }
}
