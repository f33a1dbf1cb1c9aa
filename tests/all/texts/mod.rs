//! Texts as people write boards, and contents that are none: each is read as the board that it shows, or refused with
//! the place and the reason.

mod arrays;
mod blanks;
mod foreign;
mod games;
mod grids;
mod headers;
mod letters;
mod round;
mod tables;
mod totals;

use std::io::Cursor;

use minesat::formats::{ReadOptions, find};
use minesat::instance::Input;

/// What must come of a text.
pub enum Is {
    /// A board: its rows and its total.
    Board(&'static [&'static str], Option<u32>),
    /// A field: rows of * and ., and the first click.
    Field(&'static [&'static str], Option<(usize, usize)>),
    /// An error: line, column, and what it says.
    Error(usize, usize, &'static str),
}

pub struct Text {
    pub bytes: &'static [u8],
    /// What is said: the value of --letters, and perhaps of --format before a colon.
    pub said: &'static str,
    pub is: Is,
}

/// A text that is a board.
pub const fn board(text: &'static str, rows: &'static [&'static str], total: Option<u32>) -> Text {
    Text { bytes: text.as_bytes(), said: "", is: Is::Board(rows, total) }
}

/// The same where format or letters are said.
pub const fn said(said: &'static str, text: &'static str, rows: &'static [&'static str], total: Option<u32>) -> Text {
    Text { bytes: text.as_bytes(), said, is: Is::Board(rows, total) }
}

pub const fn field(text: &'static str, rows: &'static [&'static str], click: Option<(usize, usize)>) -> Text {
    Text { bytes: text.as_bytes(), said: "", is: Is::Field(rows, click) }
}

pub const fn error(text: &'static str, line: usize, column: usize, what: &'static str) -> Text {
    raw(text.as_bytes(), line, column, what)
}

pub const fn raw(bytes: &'static [u8], line: usize, column: usize, what: &'static str) -> Text {
    Text { bytes, said: "", is: Is::Error(line, column, what) }
}

/// Format and letters of a row: `FORMAT:LETTERS`, or letters alone.
fn asked(said: &str) -> ReadOptions {
    let named = said.split_once(':').and_then(|(format, letters)| Some((find(format)?, letters)));
    let (format, letters) = named.map_or((None, said), |(format, letters)| (Some(format), letters));
    ReadOptions { format, letters: letters.parse().unwrap() }
}

/// The rows of what was read, with the total of a board or else the first click of a field.
type Found = (Vec<String>, Result<Option<u32>, Option<(usize, usize)>>);

/// What comes of a content: rows and total, or line, column and message.
fn read(bytes: &[u8], asked: &ReadOptions) -> Result<Found, (usize, usize, String)> {
    let told = |e: minesat::input_error::InputError| {
        assert!(!e.render().is_empty());
        (e.line, e.column, e.message)
    };
    match Input::new("t.txt", Box::new(Cursor::new(bytes.to_vec())), asked).map_err(told)? {
        Input::Field(_, field, click) => {
            let grid = field.grid();
            let letter = |c| if field.is_mine(c) { '*' } else { '.' };
            let rows = (0..grid.rows).map(|r| (0..grid.cols).map(|c| letter(grid.at(r, c))).collect()).collect();
            Ok((rows, Err(click.map(|cell| grid.position(cell)))))
        }
        Input::Instances(reader) => {
            let all: Vec<_> = reader.collect::<Result<_, _>>().map_err(told)?;
            let [instance] = &all[..] else { panic!("{} boards", all.len()) };
            Ok((instance.board.row_strings(), Ok(instance.board.mines())))
        }
    }
}

/// The texts of a kind of which something else comes.
fn wrong(kind: &str, texts: &[Text]) -> Vec<String> {
    let mut wrong = Vec::new();
    for Text { bytes, said, is } in texts {
        let found = read(bytes, &asked(said));
        let owned = |rows: &[&str]| rows.iter().map(ToString::to_string).collect::<Vec<_>>();
        let right = match (&found, is) {
            (Ok((rows, Ok(total))), Is::Board(wanted, mines)) => *rows == owned(wanted) && total == mines,
            (Ok((rows, Err(click))), Is::Field(wanted, at)) => *rows == owned(wanted) && click == at,
            (Err((line, column, message)), Is::Error(l, c, what)) => (line, column) == (l, c) && message.contains(what),
            _ => false,
        };
        if !right {
            wrong.push(format!("{kind}: {:?} {said:?}\n    {found:?}", String::from_utf8_lossy(bytes)));
        }
    }
    wrong
}

#[test]
fn every_text_is_read_right_or_refused_with_the_reason() {
    let kinds: [(&str, &[Text]); 9] = [
        ("grids", grids::TEXTS),
        ("blanks", blanks::TEXTS),
        ("letters", letters::TEXTS),
        ("tables", tables::TEXTS),
        ("totals and edges", totals::TEXTS),
        ("headers", headers::TEXTS),
        ("arrays", arrays::TEXTS),
        ("games", games::TEXTS),
        ("foreign", foreign::TEXTS),
    ];
    let wrong: Vec<String> = kinds.iter().flat_map(|(kind, texts)| wrong(kind, texts)).collect();
    let all: usize = kinds.iter().map(|(_, texts)| texts.len()).sum();
    assert!(wrong.is_empty(), "{} of {all}\n{}", wrong.len(), wrong.join("\n"));
    assert!(all >= 250, "{all} texts");
}
