//! Opens inputs: decompresses them, and distinguishes instance files from single boards and fields.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use super::{Instance, InstanceReader, builtin};
use crate::compression::{MOST_BYTES, rest, unpacked, unreadable};
use crate::field::Field;
use crate::file_name;
use crate::formats::{self, Content, ReadOptions};
use crate::input_error::InputError;
use crate::lines::{MARK, is_blank, visible};

/// The first two bytes of an input that are not blanks, after a byte order mark; read as they arrive.
#[derive(Default)]
struct Letters {
    found: Vec<u8>,
    /// Bytes examined.
    seen: usize,
}

impl Letters {
    fn look(&mut self, head: &[u8]) {
        let mark = MARK.as_bytes();
        if self.seen == 0 && head.len() < mark.len() && mark.starts_with(head) {
            return;
        }
        self.seen = match self.seen {
            0 if head.starts_with(mark) => mark.len(),
            seen => seen,
        };
        let left = 2 - self.found.len();
        self.found.extend(head[self.seen..].iter().filter(|&&b| !is_blank(b)).take(left));
        self.seen = head.len();
    }

    fn are_known(&self) -> bool {
        self.found.len() == 2
    }
}

/// The content of an input.
pub enum Input {
    /// Instances; one, named after the file, if it is a board.
    Instances(Box<InstanceReader>),
    /// A field, the name of its file up to the first dot, and the cell of the first click where it is known.
    Field(String, Field, Option<usize>),
}

impl Input {
    /// Opens a path, standard input for `-`, or a file in the program for `builtin:NAME` ([`builtin`]). With a format
    /// the file is one board or field in it; without one the content is detected.
    ///
    /// # Errors
    /// The file cannot be opened, or is a board or field with an error.
    pub fn open(path: &str, asked: &ReadOptions) -> Result<Self, InputError> {
        if path == "-" {
            return Self::new("<stdin>", Box::new(io::stdin()), asked);
        }
        if let Some(content) = builtin(path) {
            return Self::new(path, Box::new(content?), asked);
        }
        let file = File::open(file_name::path(path)).map_err(|e| unreadable(path, &e))?;
        if file.metadata().is_ok_and(|m| m.is_dir()) {
            return Err(InputError::whole(path, "is a folder, not a file"));
        }
        Self::new(path, Box::new(file), asked)
    }

    /// The same from any source; `file` names it in errors.
    ///
    /// # Errors
    /// As [`Input::open`].
    pub fn new(file: &str, source: Box<dyn Read + Send>, asked: &ReadOptions) -> Result<Self, InputError> {
        let fail = |e: io::Error| unreadable(file, &e);
        let mut input = unpacked(source).map_err(fail)?;
        let (mut head, mut letters) = (Vec::new(), Letters::default());
        // A pipe may deliver single bytes.
        while !letters.are_known() && head.len() <= MOST_BYTES {
            let more = input.fill_buf().map_err(fail)?;
            if more.is_empty() {
                break;
            }
            let length = more.len();
            head.extend_from_slice(more);
            input.consume(length);
            letters.look(&head);
        }
        if asked.format.is_none() {
            match letters.found[..] {
                [b'{', ..] if !asked.letters.is_empty() => {
                    let message = "--letters is for a board in text: instances have fixed letters";
                    return Err(InputError::whole(file, message));
                }
                [b'{', ..] => {
                    let input = Cursor::new(head).chain(input);
                    return Ok(Input::Instances(Box::new(InstanceReader::of_lines(file, Box::new(input)))));
                }
                [b'[', b'{'] => {
                    let text = String::from_utf8_lossy(&head).into_owned();
                    let at = text.find('[').unwrap_or(0);
                    let message =
                        "a JSON array: instances are JSON objects, one per line, without brackets around them";
                    return Err(InputError::within(file, &text, at, message));
                }
                _ => {}
            }
        }
        let mut bytes = head;
        rest(file, &mut input, &mut bytes)?;
        if letters.found.is_empty() && asked.format.is_none_or(|format| format.name != "mbf") {
            let what = if bytes.is_empty() { "the file is empty" } else { "the file holds nothing but blanks" };
            return Err(InputError::whole(file, format!("no board here: {what}")));
        }
        let last = Path::new(file).file_name().map_or("board".into(), |s| s.to_string_lossy());
        let name = visible(last.split('.').next().unwrap_or("board").trim_matches(['<', '>']));
        let name = &*name;
        Ok(match formats::parse_asked(&bytes, asked, file)? {
            Content::Board(board) => {
                Input::Instances(Box::new(InstanceReader::of_one(file, Instance::bare(name, board))))
            }
            Content::Field(field, click) => Input::Field(name.to_string(), field, click),
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

impl InstanceReader {
    /// Opens a path, standard input for `-`, or a file in the program for `builtin:NAME`.
    ///
    /// # Errors
    /// The file cannot be opened, or is a board with an error, or a field.
    pub fn open(path: &str) -> Result<Self, InputError> {
        Input::open(path, &ReadOptions::default())?.instances(path)
    }

    /// Reads from any source; `file` names it in errors.
    ///
    /// # Errors
    /// As [`InstanceReader::open`].
    pub fn new(file: &str, source: Box<dyn Read + Send>) -> Result<Self, InputError> {
        Input::new(file, source, &ReadOptions::default())?.instances(file)
    }
}
