//! Positions as JSMinesweeper saves them (`.mine`).

use super::{BoardFormat, Content, Write, WriteError};
use crate::board::{Board, Letters, Said, read_size};
use crate::input_error::InputError;

pub const FORMAT: BoardFormat = BoardFormat {
    name: "jsminesweeper",
    about: "JSMinesweeper's .mine: a line COLSxROWSxMINES, then the rows: H covered (? too, an exploded mine), F or M \
            flag, 0-8",
    read,
    write: Write::Board(write),
    letters: true,
};

/// The words of a header with the bytes at which they begin: columns, rows, mines.
fn header(line: &str) -> Option<[(usize, &str); 3]> {
    let mut parts = line.split('x').map(|part| (part.as_ptr() as usize - line.as_ptr() as usize, part));
    let words = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(words)
}

/// True if a first line is a header.
pub fn looks_like(line: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    header(line.trim()).is_some_and(|words| words.iter().all(|(_, part)| number(part)))
}

/// True if a first line is the size of the rows below it, and no more.
pub fn lacks_total(line: &str, text: &str) -> bool {
    let Some((cols, rows)) = line.trim().split_once('x') else { return false };
    let (cols, rows): (Option<usize>, Option<usize>) = (cols.parse().ok(), rows.parse().ok());
    let mut below = super::lines(text).map(|(_, row)| row).filter(|row| !row.is_empty()).skip(1);
    cols.is_some() && cols == below.next().map(|row| row.chars().count()) && rows == Some(1 + below.count())
}

fn read(bytes: &[u8], file: &str, said: &Said) -> Result<Content, InputError> {
    let mut lines = super::lines(super::text(bytes, file)?).skip_while(|(_, line)| line.is_empty());
    let Some((number, line)) = lines.next() else {
        return Err(InputError::whole(file, "no board here: expected a line COLSxROWSxMINES"));
    };
    let bad = |byte: usize, message: String| InputError::at(file, number, line, byte, message);
    let [cols, rows, mines] = header(line).ok_or_else(|| bad(0, "the first line is COLSxROWSxMINES".into()))?;
    if mines.1 == "?" {
        return Err(bad(mines.0, "this format has no unknown total".into()));
    }
    let (grid, mines) = read_size(rows, cols, mines).map_err(|(byte, wrong)| bad(byte, wrong.to_string()))?;
    let cells = Letters::of(FORMAT.name, said).read_rows(file, (number, line), lines, grid)?;
    Ok(Content::Board(Board::new(grid, cells, mines)))
}

fn write(board: &Board) -> Result<Vec<u8>, WriteError> {
    let mines = board.mines().ok_or(WriteError::NoTotal)?;
    let mut text = format!("{}x{}x{mines}\n", board.grid().cols, board.grid().rows);
    for row in board.rows() {
        if row.contains('_') {
            return Err(WriteError::Blank);
        }
        text += &row.replace('#', "H");
        text.push('\n');
    }
    Ok(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_first() {
        let Ok(Content::Board(board)) = read(b"3x2x2\nH1M\n?1F\n", "t", &Said::default()) else { panic!() };
        assert_eq!((board.to_string().as_str(), board.flags()), ("2 3 2\n#1F\n#1F\n", 2));
        assert!(write(&Board::parse("1 1 ?\n#\n", "t").unwrap()).is_err());
        assert!(write(&Board::parse("1 1 0\n_\n", "t").unwrap()).is_err());
    }

    #[test]
    fn errors_point_at_the_place() {
        let at = |text: &str| read(text.as_bytes(), "t", &Said::default()).map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at("3x2\nHHH\n"), (1, 1));
        assert_eq!(at("3x2x?\nHHH\nHHH\n"), (1, 5));
        assert_eq!(at("3x2x7\nHHH\nHHH\n"), (1, 5));
        assert_eq!(at("3x0x7\n"), (1, 3));
        assert_eq!(at("3x2x1\nHHH\n"), (2, 4));
        assert_eq!(at("3x2x1\nHHH\nH#H\n"), (3, 2));
        assert_eq!(at("3x1x1\nHHH\nHHH\n"), (3, 1));
        assert_eq!(at(""), (0, 0));
    }
}
