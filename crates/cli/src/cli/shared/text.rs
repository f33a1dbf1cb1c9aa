//! Names of files as arguments, and lines of JSON.

use std::io::{self, Write, stdout};

use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::lines::escaped;

/// Reads the name of a file, which may hold any bytes, as [`file_name`](crate::file_name) writes it.
pub fn file_name() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(crate::file_name::text)
}

/// Writes one line of JSON in one write, so that a reader who waits for the answer gets it.
///
/// # Errors
/// Standard output is gone.
pub fn write_line(line: String) -> io::Result<()> {
    let mut line = escaped(line);
    line.push('\n');
    stdout().lock().write_all(line.as_bytes())
}
