//! Formats of other programs for boards and fields. A format is one file and one row in [`FORMATS`].

mod detect;
mod ends;
mod field;
pub mod foreign;
mod grid;
mod jsminesweeper;
mod json;
mod link;
mod mbf;
mod sgt;
pub mod sums;

use thiserror::Error;

use crate::board::{Board, Said};
use crate::field::Field;
use crate::input_error::InputError;

pub use detect::detect;
use ends::line_ends;

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A position, as a player sees it.
    Board(Board),
    /// Where the mines are, and the cell of the first click where it is known.
    Field(Field, Option<usize>),
}

/// Options for reading an input.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Its format; detected from the content otherwise.
    pub format: Option<&'static BoardFormat>,
    /// The meanings set for letters.
    pub letters: Said,
}

/// How a format reads bytes; the second argument names the file in errors, the third gives the meanings of letters.
type Read = fn(&[u8], &str, &Said) -> Result<Content, InputError>;

/// Why a format cannot express a board or a field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The total is unknown, and the format has no way to say so.
    #[error("the format needs a total: give it with --mines")]
    NoTotal,
    /// The total is known, and the format has no place for it.
    #[error("a grid cannot say that there are {total} mines: --mines ? leaves that out")]
    Total {
        /// Mines of the board, flags included.
        total: u32,
    },
    /// An open cell whose number is withheld.
    #[error("the format has no letter for an open cell without its number")]
    Blank,
    /// More rows or columns than the format's numbers can be.
    #[error("the format has at most {most} rows and columns")]
    ManySides {
        /// The largest number of rows, and of columns.
        most: usize,
    },
    /// More rows or columns than a byte counts.
    #[error("the format has at most 255 columns and 255 rows")]
    ManyForBytes,
}

/// How a format writes; an error says why the format cannot express the content.
#[derive(Clone, Copy, Debug)]
pub enum Write {
    /// For formats of positions.
    Board(fn(&Board) -> Result<Vec<u8>, WriteError>),
    /// For formats of fields.
    Field(fn(&Field) -> Result<Vec<u8>, WriteError>),
    /// Read only.
    Nothing,
}

/// A format.
#[derive(Debug)]
pub struct BoardFormat {
    /// Word of `--from` and `--to`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// Reads the bytes of a whole file.
    pub read: Read,
    /// Writes a position or a field, if it writes at all.
    pub write: Write,
    /// Whether `--letters` applies.
    pub letters: bool,
}

/// Every format of a single board or field. Instance files (JSON Lines) are streams and not among them.
pub static FORMATS: [BoardFormat; 13] = [
    BoardFormat {
        name: "minesat",
        about: "a line `rows cols mines`, then the rows: # covered, 0-8, F flag, _ open without its number",
        read: |bytes, file, said| Board::parse_with(text(bytes, file)?, file, said).map(Content::Board),
        write: Write::Board(|board| Ok(board.to_string().into_bytes())),
        letters: true,
    },
    grid::GRID,
    grid::CSV,
    grid::TABLE,
    grid::MARGINS,
    json::FORMAT,
    jsminesweeper::FORMAT,
    link::FORMAT,
    sgt::FORMAT,
    field::FORMAT,
    mbf::FORMAT,
    sums::OPB,
    sums::SUMS,
];

/// The format of a name.
pub fn find(name: &str) -> Option<&'static BoardFormat> {
    FORMATS.iter().find(|f| f.name == name)
}

/// Reads a board or a field; without a format it is detected from the content.
///
/// # Errors
/// Not valid in the format; with line, column and caret.
pub fn parse(bytes: &[u8], format: Option<&'static BoardFormat>, file: &str) -> Result<Content, InputError> {
    parse_asked(bytes, &ReadOptions { format, letters: Said::default() }, file)
}

/// As [`parse`], with all options for the input.
///
/// # Errors
/// As [`parse`]; meanings of letters for a format without letters.
pub fn parse_asked(bytes: &[u8], asked: &ReadOptions, file: &str) -> Result<Content, InputError> {
    let (format, read) = match asked.format {
        Some(format) => (format, (format.read)(bytes, file, &asked.letters)),
        None => detect::read(bytes, file, &asked.letters),
    };
    match read {
        Ok(_) if !format.letters && !asked.letters.is_empty() => {
            Err(InputError::whole(file, format!("--letters has no meaning in the format {}", format.name)))
        }
        read => read,
    }
}

/// Reads a position from text in any format; without one it is detected. Errors name the text `<text>`.
///
/// # Errors
/// As [`parse`]; also if the text is a field (where the mines are), not a position.
pub fn parse_board(text: &str, format: Option<&'static BoardFormat>) -> Result<Board, InputError> {
    board_of(parse(text.as_bytes(), format, "<text>")?, "<text>")
}

/// The position of a file.
///
/// # Errors
/// It holds a field.
pub fn board_of(content: Content, file: &str) -> Result<Board, InputError> {
    match content {
        Content::Board(board) => Ok(board),
        Content::Field(..) => Err(no_position(file)),
    }
}

/// The error for a field where a position is expected.
pub fn no_position(file: &str) -> InputError {
    let message = "says where the mines are, not what a player sees: `minesat convert --open ROW,COL` makes a position \
                   (rows of * and . are read as one with --format grid)";
    InputError::whole(file, message)
}

/// Bytes as text, without a byte order mark.
fn text<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, InputError> {
    crate::lines::text(file, bytes)
}

/// Lines with their numbers from 1, without trailing blanks.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    crate::lines::lines(text).map(|(number, line)| (number, line.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::rng::Rng;

    #[test]
    fn what_a_format_writes_it_reads_and_is_told_by() {
        let mut rng = Rng::new(5);
        for round in 0..200 {
            // A single row of clues looks like a header.
            let grid = Grid { rows: 2 + rng.index(6), cols: 2 + rng.index(6) };
            let field = Field::random(grid, 1 + rng.index(grid.len() - 1), &[], &mut rng);
            let open: Vec<bool> = grid.cells().map(|_| rng.chance(0.5)).collect();
            let mut board = field.board(&open, (round % 2 > 0).then_some(field.count() as u32));
            for format in &FORMATS {
                let (bytes, content) = match format.write {
                    Write::Nothing => continue,
                    Write::Field(write) => (write(&field).unwrap(), Content::Field(field.clone(), None)),
                    Write::Board(write) => {
                        board = match format.name {
                            "grid" => board.with_mines(None),
                            _ => board.with_mines(Some(field.count() as u32)),
                        };
                        (write(&board).unwrap(), Content::Board(board.clone()))
                    }
                };
                assert_eq!(parse(&bytes, Some(format), "t").unwrap(), content, "{}", format.name);
                assert_eq!(detect(&bytes).name, format.name, "{}", String::from_utf8_lossy(&bytes));
            }
        }
    }

    #[test]
    fn a_field_is_no_position() {
        assert!(parse_board("*.\n..\n", None).unwrap_err().message.contains("convert"));
        assert_eq!(parse_board("*.\n..\n", find("grid")).unwrap().row_strings(), ["F#", "##"]);
        assert_eq!(parse_board("\u{feff}2x1x1\r\nH1\r\n", None).unwrap().row_strings(), ["#1"]);
    }
}
