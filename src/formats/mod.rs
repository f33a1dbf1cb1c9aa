//! Boards and fields as other programs write them. A format is one file and one row in [`FORMATS`].

mod detect;
mod field;
mod grid;
mod jsminesweeper;
mod mbf;

use crate::board::Board;
use crate::field::Field;
use crate::input_error::InputError;

pub use detect::detect;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A position, as a player sees it.
    Board(Board),
    /// Where the mines are.
    Field(Field),
}

/// How a format reads bytes; the second argument names the file in errors.
type Read = fn(&[u8], &str) -> Result<Content, InputError>;

/// How a format writes; an error says why what is given has no form in it.
#[derive(Clone, Copy, Debug)]
pub enum Write {
    Board(fn(&Board) -> Result<Vec<u8>, String>),
    Field(fn(&Field) -> Result<Vec<u8>, String>),
}

/// A format.
#[derive(Debug)]
pub struct Format {
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    pub read: Read,
    pub write: Write,
}

/// Every format of a single board or field. Instance files (JSON Lines) are streams and not among them.
pub static FORMATS: [Format; 5] = [
    Format {
        name: "minesat",
        about: "a line `rows cols mines`, then the rows: # covered, 0-8, F flag, _ open without its number",
        read: |bytes, file| Board::parse(text(bytes, file)?, file).map(Content::Board),
        write: Write::Board(|board| Ok(board.to_string().into_bytes())),
    },
    grid::FORMAT,
    jsminesweeper::FORMAT,
    field::FORMAT,
    mbf::FORMAT,
];

/// The format of a name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|f| f.name == name)
}

/// Reads a board or a field; without a format it is told by the bytes.
///
/// # Errors
/// Anything that is not in the format, with line, column and caret.
pub fn parse(bytes: &[u8], format: Option<&Format>, file: &str) -> Result<Content, InputError> {
    (format.unwrap_or_else(|| detect(bytes)).read)(bytes, file)
}

/// Reads a position from text in any format; without one it is told by the text. Errors name the text `<text>`.
///
/// # Errors
/// As [`parse`]; also if the text says where the mines are, which is no position.
pub fn parse_board(text: &str, format: Option<&Format>) -> Result<Board, InputError> {
    board_of(parse(text.as_bytes(), format, "<text>")?, "<text>")
}

/// The position that a file holds.
///
/// # Errors
/// It holds a field.
pub fn board_of(content: Content, file: &str) -> Result<Board, InputError> {
    match content {
        Content::Board(board) => Ok(board),
        Content::Field(_) => Err(no_position(file)),
    }
}

/// What is said of a field where a position is wanted.
pub fn no_position(file: &str) -> InputError {
    let message = "says where the mines are, which is no position: `minesat convert --open ROW,COL` makes one (or read \
                   it with --format grid)";
    InputError::whole(file, message)
}

/// Bytes as text, without a byte order mark.
fn text<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, InputError> {
    crate::lines::text(file, bytes)
}

/// Lines with their numbers from 1, without what stands blank at their ends.
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
                    Write::Field(write) => (write(&field).unwrap(), Content::Field(field.clone())),
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
