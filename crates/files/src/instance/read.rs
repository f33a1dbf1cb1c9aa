//! Reads instances as a stream of JSON lines, or one board.

use std::collections::HashSet;
use std::io::{self, BufRead};

use serde::Deserialize;
use serde_json::Map;
use serde_json::value::RawValue;

use super::{Expected, Instance, params, rows};
use crate::board::Board;
use crate::compression::MOST_BYTES;
use crate::formats::{foreign, sums};
use crate::input_error::{InputError, json_message};
use crate::lines::{Line, LineReader};

/// The fields of a line, kept as text where an error must point at its place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a> {
    name: String,
    #[serde(default)]
    family: String,
    #[serde(default)]
    tier: String,
    #[serde(borrow)]
    rows: Option<&'a RawValue>,
    #[serde(borrow)]
    cols: Option<&'a RawValue>,
    #[serde(borrow)]
    mines: Option<&'a RawValue>,
    #[serde(borrow)]
    board: &'a RawValue,
    seed: Option<u64>,
    #[serde(default, borrow)]
    params: Option<&'a RawValue>,
    #[serde(default)]
    origin: String,
    #[serde(default, borrow)]
    features: Option<&'a RawValue>,
    expected: Option<Expected>,
}

/// A stream of instances ([`InstanceReader::open`] in `input.rs`); an iterator that ends at the first error.
pub struct InstanceReader {
    file: String,
    lines: LineReader<Box<dyn BufRead + Send>>,
    names: HashSet<String>,
    /// The board of a text file, returned once.
    text: Option<Instance>,
    done: bool,
}

impl InstanceReader {
    /// A stream of JSON lines.
    pub(super) fn of_lines(file: &str, input: Box<dyn BufRead + Send>) -> Self {
        let lines = LineReader::new(file, input, MOST_BYTES);
        InstanceReader { file: file.into(), lines, names: HashSet::new(), text: None, done: false }
    }

    /// A stream of this one.
    pub(super) fn of_one(file: &str, instance: Instance) -> Self {
        InstanceReader { text: Some(instance), ..Self::of_lines(file, Box::new(io::empty())) }
    }

    /// One JSON line; None at the end of the input.
    fn read_line(&mut self) -> Result<Option<Instance>, InputError> {
        let Some(Line { number, text, .. }) = self.lines.next_line()? else { return Ok(None) };
        let bad = |byte: usize, message: String| InputError::at(&self.file, number, &text, byte, message);
        let instance = parse_line(&text).map_err(|(byte, message)| bad(byte, message))?;
        if !self.names.insert(instance.name.clone()) {
            let byte = text.find("\"name\"").unwrap_or(0);
            let message = format!("a second instance named {:?}", instance.name);
            return Err(bad(byte, message));
        }
        Ok(Some(instance))
    }
}

impl Iterator for InstanceReader {
    type Item = Result<Instance, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(instance) = self.text.take() {
            self.done = true;
            return Some(Ok(instance));
        }
        if self.done {
            return None;
        }
        let item = self.read_line().transpose();
        self.done = !matches!(item, Some(Ok(_)));
        item
    }
}

/// Every instance of a file.
///
/// # Errors
/// The first error of the file.
pub fn read_all(path: &str) -> Result<Vec<Instance>, InputError> {
    InstanceReader::open(path)?.collect()
}

/// Why a line is not an instance: a byte offset and a message.
fn no_instance(text: &str, error: &serde_json::Error) -> (usize, String) {
    let at = error.column().saturating_sub(1);
    match foreign::object(text) {
        Some(foreign) => (0, foreign.to_string()),
        None if error.is_eof() && text.trim() == "{" => {
            (at, "the object continues on the next line: an instance is one line (`jq -c .` writes one)".into())
        }
        None => (at, json_message(error)),
    }
}

/// Parses one line; an error is a byte offset and a message.
fn parse_line(text: &str) -> Result<Instance, (usize, String)> {
    let line: Fields = match serde_json::from_str(text) {
        Ok(line) => line,
        Err(error) => {
            let (name, board) = sums::instance(text).unwrap_or_else(|| Err(no_instance(text, &error)))?;
            return Ok(Instance::bare(&name, board));
        }
    };
    let place = |raw: &RawValue| raw.get().as_ptr() as usize - text.as_ptr() as usize;
    let number = |raw: Option<&RawValue>, what: &str| match raw {
        None => Ok(None),
        Some(raw) if raw.get() == "null" => Ok(None),
        Some(raw) => raw
            .get()
            .parse::<u32>()
            .map(|n| Some((place(raw), n as usize)))
            .map_err(|_| (place(raw), format!("{what} is a whole number, not {}", raw.get()))),
    };
    let board_at = place(line.board);
    let grid = rows::grid(line.board).map_err(|(byte, message)| (board_at + byte, message))?;
    for (given, have, what) in
        [(number(line.rows, "rows")?, grid.rows, "rows"), (number(line.cols, "cols")?, grid.cols, "cols")]
    {
        if let Some((byte, n)) = given.filter(|&(_, n)| n != have) {
            return Err((byte, format!("{what} says {n}, the board has {have}")));
        }
    }
    let cells = rows::cells(line.board, grid).map_err(|(byte, message)| (board_at + byte, message))?;
    let mines = number(line.mines, "mines")?;
    if let Some((byte, n)) = mines.filter(|&(_, n)| n > grid.len()) {
        return Err((byte, format!("{n} mines do not fit on {} cells", grid.len())));
    }
    if let Some((key, wrong)) = line.expected.as_ref().and_then(|expected| expected.check(grid).err()) {
        let at = text.find("\"expected\"").unwrap_or(0);
        return Err((at + text[at..].find(&format!("\"{key}\"")).unwrap_or(0), wrong.to_string()));
    }
    let object = |raw: Option<&RawValue>, what: &str| match raw.filter(|raw| raw.get() != "null") {
        None => Ok(Map::new()),
        Some(raw) => params::read(raw.get(), what).map_err(|(byte, message)| (place(raw) + byte, message)),
    };
    let (params, features) = (object(line.params, "params")?, object(line.features, "features")?);
    Ok(Instance {
        name: line.name,
        family: line.family,
        tier: line.tier,
        board: Board::new(grid, cells, mines.map(|(_, n)| n as u32)),
        seed: line.seed,
        params,
        origin: line.origin,
        features,
        expected: line.expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str) -> Result<Vec<Instance>, InputError> {
        InstanceReader::new("t.jsonl", Box::new(text.as_bytes()))?.collect()
    }

    #[test]
    fn reads_lines_and_text() {
        let line = r##"{"name":"a","rows":1,"cols":2,"mines":null,"board":["#1"]}"##;
        assert_eq!(read(line).unwrap()[0].board.row_strings(), ["#1"]);
        assert_eq!(read("1 2 ?\n#1\n").unwrap()[0].board.row_strings(), ["#1"]);
        let marked = "\u{feff}\n {\"name\":\"a\",\"board\":[\"#1\"]}\n";
        assert_eq!(read(marked).unwrap()[0].board.row_strings(), ["#1"]);
        let array = InstanceReader::new("t", Box::new("\n [{}]".as_bytes())).err().unwrap();
        assert!((array.line, array.column) == (2, 2) && array.message.contains("array"), "{array}");
    }

    #[test]
    fn features_are_kept_and_absent_ones_not_written() {
        let line = r##"{"name":"a","board":["#1"],"features":{"band":4,"effort":{"search":12,"sat":null}}}"##;
        let read_back = |text: String| read(text.leak()).unwrap().remove(0);
        let instance = read_back(line.into());
        assert_eq!((instance.features["band"].as_u64(), instance.features["effort"]["sat"].is_null()), (Some(4), true));
        assert_eq!(read_back(instance.line()), instance);
        let bare = Instance { features: Map::new(), ..instance };
        assert!(!bare.line().contains("features"));
        let twice = read(r##"{"name":"a","board":["#1"],"features":{"band":4,"band":5}}"##).unwrap_err();
        assert!(twice.message.contains("of features") && twice.column > 40, "{twice}");
    }

    #[test]
    fn errors_point_into_the_line() {
        let at = |text| read(text).map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"#1\",\"#x\"]}"), (1, 29));
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"#1\"]}\n{\"name\":\"a\",\"board\":[\"#1\"]}\n"), (2, 2));
        assert_eq!(at("{\"name\":\"a\",\"mines\":3,\"board\":[\"#1\"]}"), (1, 21));
        assert_eq!(at("\n{\"name\":\"a\""), (2, 11));
        assert_eq!(at("\r\r\n{\"name\":\"a\"\r"), (3, 11));
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"#1\", 7]}"), (1, 28));
        assert_eq!(at("{\"name\":\"a\",\"board\":\"#1\"}"), (1, 21));
        assert_eq!(at("{\"name\":\"a\",\"board\":[ ]}"), (1, 21));
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"\"]}"), (1, 22));
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"#1\",\"##1\"]}"), (1, 30));
        // Ends of lines and invisible characters, literal and escaped.
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"#\u{2028}1\"]}"), (1, 24));
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"#\\r1\"]}"), (1, 24));
        assert_eq!(at("{\"name\":\"a\",\"board\":[\"#\\u20281\"]}"), (1, 24));
        for (expected, column) in [
            ("\"status\":\"fine\"", 40),
            ("\"engines\":[],\"models\":\"1e3\"", 53),
            ("\"models_sha256\":\"0\"", 40),
            ("\"classes\":[\"so\",\"so\"]", 40),
            ("\"classes\":[\"sx\"]", 40),
        ] {
            let line = format!("{{\"name\":\"a\",\"board\":[\"#1\"],\"expected\":{{{expected}}}}}");
            assert_eq!(at(line.leak()), (1, column));
        }
    }
}
