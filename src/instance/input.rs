//! Opens what holds boards: unpacks it, and tells instance files from single boards and fields.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{Instance, InstanceReader};
use crate::field::Field;
use crate::formats::{self, Content, Format};
use crate::input_error::InputError;
use crate::packed::unpacked;

/// A byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// What an input holds.
pub enum Input {
    /// Instances; one, named after the file, if it is a board.
    Instances(Box<InstanceReader>),
    /// A field, and the name of its file up to the first dot.
    Field(String, Field),
}

impl Input {
    /// Opens a path, or standard input for `-`. With a format the file is one board or field in it, otherwise that is
    /// told by the bytes.
    ///
    /// # Errors
    /// The file cannot be opened, or is a board or field with an error.
    pub fn open(path: &str, format: Option<&Format>) -> Result<Self, InputError> {
        if path == "-" {
            return Self::new("<stdin>", Box::new(io::stdin()), format);
        }
        let file = File::open(path).map_err(|e| InputError::whole(path, format!("cannot be read: {}", plain(&e))))?;
        if file.metadata().is_ok_and(|m| m.is_dir()) {
            return Err(InputError::whole(path, "is a folder, not a file"));
        }
        Self::new(path, Box::new(file), format)
    }

    /// The same from any source; `file` names it in errors.
    ///
    /// # Errors
    /// As [`Input::open`].
    pub fn new(file: &str, source: Box<dyn Read + Send>, format: Option<&Format>) -> Result<Self, InputError> {
        let fail = |e: io::Error| InputError::whole(file, format!("cannot be read: {}", plain(&e)));
        let mut input = unpacked(source).map_err(fail)?;
        let first = input.fill_buf().map_err(fail)?;
        let mark = if first.starts_with(MARK) { MARK.len() } else { 0 };
        if format.is_none() {
            let mut letters = first[mark..].iter().filter(|b| !b.is_ascii_whitespace());
            match (letters.next(), letters.next()) {
                (Some(b'{'), _) => {
                    input.consume(mark);
                    return Ok(Input::Instances(Box::new(InstanceReader::of_lines(file, input))));
                }
                (Some(b'['), Some(b'{')) => {
                    let text = String::from_utf8_lossy(first).into_owned();
                    let at = text.find('[').unwrap_or(0);
                    let message = "a JSON array: instances stand one a line, each an object, with nothing around them";
                    return Err(InputError::within(file, &text, at, message));
                }
                _ => {}
            }
        }
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map_err(fail)?;
        let last = Path::new(file).file_name().map_or("board".into(), |s| s.to_string_lossy());
        let name = last.split('.').next().unwrap_or("board").trim_matches(['<', '>']);
        Ok(match formats::parse(&bytes, format, file)? {
            Content::Board(board) => {
                Input::Instances(Box::new(InstanceReader::of_one(file, Instance::bare(name, board))))
            }
            Content::Field(field) => Input::Field(name.to_string(), field),
        })
    }

    /// The instances.
    ///
    /// # Errors
    /// It is a field.
    pub fn instances(self, file: &str) -> Result<InstanceReader, InputError> {
        match self {
            Input::Instances(reader) => Ok(*reader),
            Input::Field(..) => Err(formats::no_position(file)),
        }
    }
}

/// An io error without its "(os error 2)" tail.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}
