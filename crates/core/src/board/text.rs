//! Board text (`.mine`): `c ` comment lines, one line `rows cols mines`, then the rows.

use std::str::FromStr;

use super::letters::{LETTERS, Letters, Said};
use super::{Board, BoardError, Cell, Grid};
use crate::input_error::InputError;
use crate::lines::lines;

impl Letters {
    /// Checks one row and appends its cells.
    ///
    /// # Errors
    /// Too few or too many cells, a letter without a meaning, a clue above its number of neighbours: the byte in the
    /// row and the mistake.
    pub fn read_row(&self, row: &str, grid: Grid, into: &mut Vec<Cell>) -> Result<(), (usize, BoardError)> {
        let (index, cols) = (into.len() / grid.cols, grid.cols);
        for (col, (byte, letter)) in row.char_indices().enumerate() {
            if col == cols {
                return Err((byte, BoardError::LongRow { row: index + 1, cols }));
            }
            into.push(self.read(letter, grid, index, col).map_err(|wrong| (byte, wrong))?);
        }
        match into.len() - index * cols {
            cells if cells < cols => Err((row.len(), BoardError::ShortRow { row: index + 1, cells, cols })),
            _ => Ok(()),
        }
    }

    /// Reads the rows below a header line and refuses text after them. Lines come with their numbers.
    ///
    /// # Errors
    /// Ragged, missing or further rows, letters without a meaning, a clue above its number of neighbours.
    pub fn read_rows<'a>(
        &self,
        file: &str,
        header: (usize, &'a str),
        mut lines: impl Iterator<Item = (usize, &'a str)>,
        grid: Grid,
    ) -> Result<Vec<Cell>, InputError> {
        // Sizes come from the header: allocate only as rows arrive.
        let mut cells = Vec::new();
        let mut last = header;
        for _ in 0..grid.rows {
            let Some((number, line)) = lines.next() else {
                let message = format!("the board ends after {} of {} rows", cells.len() / grid.cols, grid.rows);
                return Err(InputError::at(file, last.0, last.1, last.1.len(), message));
            };
            self.read_row(line, grid, &mut cells).map_err(|(b, m)| InputError::at(file, number, line, b, m))?;
            last = (number, line);
        }
        match lines.find(|(_, line)| !line.is_empty()) {
            Some((number, line)) => {
                let message = format!("text after the last of {} rows", grid.rows);
                Err(InputError::at(file, number, line, 0, message))
            }
            None => Ok(cells),
        }
    }
}

/// Checks rows and makes the grid's cells. An error is (row index, byte in that row, mistake).
///
/// # Errors
/// Ragged rows, unknown letters, a clue above its number of neighbours.
pub fn grid_from_rows<'a>(
    grid: Grid,
    rows: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Cell>, (usize, usize, BoardError)> {
    let mut cells = Vec::new();
    for (index, row) in rows.into_iter().enumerate() {
        LETTERS.read_row(row, grid, &mut cells).map_err(|(byte, wrong)| (index, byte, wrong))?;
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
    /// A wrong header, ragged or missing rows, letters without a meaning, a clue above its number of neighbours, more
    /// mines than cells; each with line and column.
    pub fn parse(text: &str, file: &str) -> Result<Board, InputError> {
        Board::parse_with(text, file, &Said::default())
    }

    /// As [`Board::parse`], with other meanings set for letters.
    ///
    /// # Errors
    /// As [`Board::parse`].
    pub fn parse_with(text: &str, file: &str, said: &Said) -> Result<Board, InputError> {
        let mut lines = lines(text)
            .map(|(number, line)| (number, line.trim_end()))
            .filter(|(_, line)| *line != "c" && !line.starts_with("c "));
        let Some((header_line, header)) = lines.find(|(_, line)| !line.is_empty()) else {
            return Err(InputError::whole(file, "no board here: expected a line 'rows cols mines'"));
        };
        let (grid, mines) = read_header(header).map_err(|(b, m)| InputError::at(file, header_line, header, b, m))?;

        let cells = Letters::of("minesat", said).read_rows(file, (header_line, header), lines, grid)?;
        Ok(Board::new(grid, cells, mines))
    }
}

/// `rows cols mines`; an error is a byte offset and the mistake.
fn read_header(line: &str) -> Result<(Grid, Option<u32>), (usize, BoardError)> {
    let mut parts = words(line);
    let mut number = |missing| parts.next().ok_or((line.len(), BoardError::ShortHeader { missing }));
    let (rows, cols, mines) = (number("rows")?, number("cols")?, number("mines")?);
    let size = read_size(rows, cols, mines)?;
    if let Some((byte, word)) = parts.next() {
        return Err((byte, BoardError::LongHeader { word: word.into() }));
    }
    Ok(size)
}

/// Most rows, and most columns, that a reader accepts.
pub(super) const MOST_SIDE: usize = 1 << 24;
/// Most cells that a reader accepts.
pub(super) const MOST_CELLS: usize = 1 << 28;

/// Refuses a board above these sizes.
///
/// # Errors
/// Too many rows, columns or cells.
pub fn check_size(grid: Grid) -> Result<(), BoardError> {
    match grid.rows.checked_mul(grid.cols) {
        _ if grid.rows.max(grid.cols) > MOST_SIDE => Err(BoardError::ManySides),
        Some(cells) if cells <= MOST_CELLS => Ok(()),
        _ => Err(BoardError::ManyCells),
    }
}

/// A size and a total from the words of a header, each with the byte at which it begins. An error is such a byte and
/// the mistake.
///
/// # Errors
/// No numbers, no cells, more than 2^28 cells, more mines than cells.
pub fn read_size(
    rows: (usize, &str),
    cols: (usize, &str),
    mines: (usize, &str),
) -> Result<(Grid, Option<u32>), (usize, BoardError)> {
    let size = |(byte, word): (usize, &str), what| match usize::from_str(word) {
        Ok(n) if (1..=MOST_SIDE).contains(&n) => Ok(n),
        _ => Err((byte, BoardError::Side { what, word: word.into() })),
    };
    let grid = Grid { rows: size(rows, "rows")?, cols: size(cols, "cols")? };
    check_size(grid).map_err(|wrong| (rows.0, wrong))?;
    let total = match mines.1 {
        "?" => None,
        word => Some(u32::from_str(word).map_err(|_| (mines.0, BoardError::Total { word: word.into() }))?),
    };
    if total.is_some_and(|m| m as usize > grid.len()) {
        return Err((mines.0, BoardError::ManyMines { mines: mines.1.into(), cells: grid.len() }));
    }
    Ok((grid, total))
}

impl std::fmt::Display for Board {
    /// Board text that [`Board::parse`] reads back.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let grid = self.grid();
        let mines = self.mines().map_or("?".to_string(), |m| m.to_string());
        writeln!(f, "{} {} {mines}", grid.rows, grid.cols)?;
        // One buffer for all rows: a tall board has 10^7.
        let mut line = String::with_capacity(grid.cols + 1);
        (0..grid.rows).try_for_each(|row| {
            line.clear();
            line.extend((0..grid.cols).map(|col| self.cell(grid.at(row, col)).letter()));
            line.push('\n');
            f.write_str(&line)
        })
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
