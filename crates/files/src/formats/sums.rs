//! Sums as `minesat encode` writes them (`--to opb`, `--to json`). They are read as the board in their comments, whose
//! sums must equal those of the file: an edited file is refused where it differs.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{BoardFormat, Content, Write, text};
use crate::board::{Board, LETTERS, read_size};
use crate::encode::export;
use crate::input_error::{InputError, json_message};
use crate::lines::lines;

/// The format `opb`, a row of [`FORMATS`](super::FORMATS).
pub const OPB: BoardFormat = BoardFormat {
    name: "opb",
    about: "pseudo-Boolean sums as `minesat encode --to opb` writes them, with the board in comments",
    read: |bytes, file, _| {
        let text = text(bytes, file)?;
        opb(text).map(Content::Board).map_err(|(byte, message)| InputError::within(file, text, byte, message))
    },
    write: Write::Board(|board| Ok(written(board, "opb").into_bytes())),
    letters: false,
};

/// The format `sums`, a row of [`FORMATS`](super::FORMATS).
pub const SUMS: BoardFormat = BoardFormat {
    name: "sums",
    about: "the JSON object of `minesat encode --to json`: sums over covered cells, with the board in comments",
    read: |bytes, file, _| {
        let text = text(bytes, file)?;
        let read = object(text).map(|(_, board)| Content::Board(board));
        read.map_err(|(byte, message)| InputError::within(file, text, byte, message))
    },
    write: Write::Board(|board| Ok(written(board, "json").into_bytes())),
    letters: false,
};

/// An error, at a byte of the text.
type Wrong = (usize, String);

/// A comment and the byte at which it begins.
type Comment<'a> = (usize, Cow<'a, str>);

const NO_BOARD: &str = "sums of no known board: `minesat encode` writes the board into comments ('board ROWS COLS MINES', \
                        'row ...'), and only that is read; a pseudo-Boolean solver takes the sums";

/// The format of these that a content has, if it contains a board.
pub fn looks_like(bytes: &[u8]) -> Option<&'static BoardFormat> {
    let bytes = bytes.trim_ascii_start();
    let holds = |what: &str| memchr::memmem::find(bytes, what.as_bytes()).is_some();
    match bytes.first() {
        Some(b'*') => (holds("#variable=") && holds("\n* board ")).then_some(&OPB),
        Some(b'{') => (holds("\"sums\"") && holds("\"board ")).then_some(&SUMS),
        _ => None,
    }
}

/// An instance, its name and its board, from the JSON object of `encode`; None for other objects.
pub fn instance(text: &str) -> Option<Result<(String, Board), Wrong>> {
    (looks_like(text.as_bytes())?.name == SUMS.name).then(|| object(text))
}

/// A board's sums.
fn written(board: &Board, to: &str) -> String {
    let format = export::FORMATS.iter().find(|format| format.name == to).expect("both are in the table");
    let mut bytes = Vec::new();
    export::write_board(&mut bytes, format, board, &[]).expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("exports are text")
}

/// The board in comments.
fn board(comments: &[Comment]) -> Result<Board, Wrong> {
    let mut rest = comments.iter().skip_while(|(_, comment)| !comment.starts_with("board "));
    let Some((start, header)) = rest.next() else { return Err((0, NO_BOARD.into())) };
    let words = header.split_whitespace().skip(1);
    let words: Vec<(usize, &str)> = words.map(|w| (w.as_ptr() as usize - header.as_ptr() as usize, w)).collect();
    let [rows, cols, mines] = words[..] else {
        return Err((*start, "the size of the board reads 'board ROWS COLS MINES'".into()));
    };
    let (grid, mines) = read_size(rows, cols, mines).map_err(|(byte, wrong)| (start + byte, wrong.to_string()))?;
    let (mut cells, mut end) = (Vec::new(), start + header.len());
    let mut rows = rest.map_while(|(start, comment)| Some((start + "row ".len(), comment.strip_prefix("row ")?)));
    for index in 0..grid.rows {
        let Some((start, row)) = rows.next() else {
            return Err((end, format!("the board ends after {index} of {} rows", grid.rows)));
        };
        LETTERS.read_row(row, grid, &mut cells).map_err(|(byte, wrong)| (start + byte, wrong.to_string()))?;
        end = start + row.len();
    }
    match rows.next() {
        Some((start, _)) => Err((start, format!("a row after the last of {}", grid.rows))),
        None => Ok(Board::new(grid, cells, mines)),
    }
}

/// True for the lines of the system: all but comments of other kinds.
fn is_system(line: &str) -> bool {
    !line.is_empty() && (!line.starts_with('*') || line.starts_with("* #") || line.starts_with("* cell "))
}

fn opb(text: &str) -> Result<Board, Wrong> {
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let all = || lines(text).map(|(_, line)| line.trim_end());
    let comments = all().filter_map(|line| line.strip_prefix("* ")).map(|c| (place(c), Cow::Borrowed(c)));
    let board = board(&comments.collect::<Vec<_>>())?;
    let right = written(&board, "opb");
    let mut right = right.lines().filter(|line| is_system(line));
    for line in all().filter(|line| is_system(line)) {
        match right.next() {
            Some(right) if right.split_whitespace().eq(line.split_whitespace()) => {}
            Some(right) => return Err((place(line), not_the_board(right))),
            None => return Err((place(line), "more than the sums of the board in the comments".into())),
        }
    }
    match right.next() {
        Some(missing) => Err((text.len(), format!("a line of the board's sums is missing: {missing}"))),
        None => Ok(board),
    }
}

fn not_the_board(right: &str) -> String {
    format!("differs from the board in the comments, which has {right} (edit the board, or encode the edited one)")
}

/// The JSON object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Object<'a> {
    #[serde(borrow)]
    comments: Vec<&'a RawValue>,
    #[serde(borrow)]
    variables: &'a RawValue,
    #[serde(borrow)]
    cells: Vec<&'a RawValue>,
    #[serde(borrow)]
    sums: Vec<&'a RawValue>,
    // Null stays a value here; an Option would make it None.
    #[serde(borrow)]
    total: &'a RawValue,
}

impl<'a> Object<'a> {
    fn read(text: &'a str) -> Result<Self, Wrong> {
        serde_json::from_str(text).map_err(|e| {
            let start = text.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len).sum::<usize>();
            (start + e.column().saturating_sub(1), json_message(&e))
        })
    }

    /// All values of the system in their order.
    fn values(&self) -> impl Iterator<Item = &'a RawValue> {
        let lists = self.cells.iter().chain(&self.sums);
        [self.variables, self.total].into_iter().chain(lists.copied()).collect::<Vec<_>>().into_iter()
    }
}

fn object(text: &str) -> Result<(String, Board), Wrong> {
    let object = Object::read(text)?;
    let place = |raw: &RawValue| raw.get().as_ptr() as usize - text.as_ptr() as usize;
    let mut comments = Vec::new();
    for raw in &object.comments {
        let comment: String =
            serde_json::from_str(raw.get()).map_err(|_| (place(raw), "a comment is a string".to_string()))?;
        comments.push((place(raw) + 1, Cow::Owned(comment)));
    }
    let board = board(&comments)?;
    let right = written(&board, "json");
    let right = Object::read(&right).expect("it was written just now");
    let value = |raw: &RawValue| serde_json::from_str::<Value>(raw.get()).ok();
    for (list, right, what) in [(&object.cells, &right.cells, "cells"), (&object.sums, &right.sums, "sums")] {
        if list.len() != right.len() {
            let at = list.last().map_or(0, |raw| place(raw));
            return Err((at, format!("{} {what}, the board in the comments has {}", list.len(), right.len())));
        }
    }
    if let Some((raw, right)) = object.values().zip(right.values()).find(|(raw, right)| value(raw) != value(right)) {
        return Err((place(raw), not_the_board(right.get())));
    }
    let name = comments.iter().find_map(|(_, comment)| comment.strip_prefix("instance ")).unwrap_or("board");
    Ok((name.to_string(), board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::formats::{detect, parse_board};
    use crate::grid::Grid;
    use crate::rng::Rng;

    #[test]
    fn boards_with_any_letters_come_back() {
        let mut rng = Rng::new(3);
        for _ in 0..1000 {
            let grid = Grid { rows: 1 + rng.index(6), cols: 1 + rng.index(6) };
            let cell = |cell| match rng.index(6) {
                0..3 => Cell::Covered,
                3 => Cell::Flag,
                4 => Cell::Blank,
                _ => Cell::Clue(rng.index(1 + grid.neighbours(cell).count()) as u8),
            };
            let cells = grid.cells().map(cell).collect();
            let total = rng.chance(0.7).then(|| rng.index(grid.len() + 1) as u32);
            let board = Board::new(grid, cells, total);
            for format in [&OPB, &SUMS] {
                let Write::Board(write) = format.write else { panic!("it is written") };
                let bytes = write(&board).unwrap();
                let text = String::from_utf8(bytes).unwrap();
                assert_eq!(detect(text.as_bytes()).name, format.name, "{text}");
                assert_eq!(parse_board(&text, None).unwrap(), board, "{text}");
            }
        }
    }

    #[test]
    fn an_edited_file_is_refused_with_its_place() {
        let board = Board::parse("1 3 1\n#1#\n", "t").unwrap();
        let text = written(&board, "opb");
        assert_eq!(
            text,
            "* #variable= 2 #constraint= 2\n* board 1 3 1\n* row #1#\n* cell 1 0 0\n* cell 2 0 2\n+1 x1 +1 x2 = 1 ;\n\
             +1 x1 +1 x2 = 1 ;\n"
        );
        let after = |from: &str, to: &str| {
            assert!(text.contains(from));
            let error = parse_board(&text.replacen(from, to, 1), None).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(after("= 1 ;", "= 2 ;"), (6, 1));
        assert_eq!(after("* row #1#", "* row #2#"), (6, 1));
        assert_eq!(after("* row #1#", "* row #x#"), (3, 8));
        assert_eq!(after("* row #1#", "* row #1"), (3, 9));
        assert_eq!(after("* row #1#\n", ""), (2, 14));
        assert_eq!(after("board 1 3 1", "board 1 3 9"), (2, 13));
        assert_eq!(after("board 1 3 1", "board 1 3 ?"), (1, 1));
        assert_eq!(after("cell 2 0 2", "cell 2 0 1"), (5, 1));
        assert_eq!(after("+1 x1 +1 x2 = 1 ;\n", ""), (7, 1));
        assert_eq!(after("+1 x1 +1 x2 = 1 ;\n", "+1 x1 = 1 ;\n+1 x1 +1 x2 = 1 ;\n"), (6, 1));
        assert_eq!(parse_board(&text.replace('\n', "\r\n").replace("+1 x1", "+1  x1"), None).unwrap(), board);
        let text = written(&board, "json");
        let after = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            let error = parse_board(&text.replacen(from, to, 1), None).unwrap_err();
            text.replacen(from, to, 1)[error.column - 1..].chars().take(3).collect::<String>()
        };
        assert_eq!(after("\"count\":1", "\"count\":2"), "{\"v");
        assert_eq!(after("[2,0,2]", "[2,0,1]"), "[2,");
        assert_eq!(after("\"total\":1", "\"total\":2"), "2}\n");
        assert_eq!(after("row #1#", "row #x#"), "x#\"");
        assert_eq!(after(",[2,0,2]", ""), "[1,");
    }

    #[test]
    fn sums_of_no_board_say_so() {
        for (text, what) in
            [("* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n", "OPB"), ("{\"sums\":[],\"cells\":[]}\n", "JSON")]
        {
            let error = parse_board(text, None).unwrap_err();
            assert!(error.message.contains(what), "{error}");
        }
        let error = parse_board("* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n", Some(&OPB)).unwrap_err();
        assert!(error.message.contains("no known board"), "{error}");
    }
}
