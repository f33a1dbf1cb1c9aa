//! Bytes as text, and text as lines: one rule for every reader.
//!
//! LF, CRLF and a lone CR end a line. A tab is a blank. A byte order mark at the beginning is skipped. Other control
//! characters and invisible characters ([`refused::is_refused`]) are errors with their place.

mod json;
pub mod refused;
mod stream;
mod visible;

use memchr::memchr2;

use crate::input_error::InputError;
pub use json::{escaped, json_line};
pub use stream::{Line, LineReader};
pub use visible::{shortened, visible, visible_lines};

/// A byte order mark.
pub const MARK: &str = "\u{feff}";

/// The lines of a text with their numbers from 1, without their ends. As with [`str::lines`], an end of line at the end
/// of the text begins no further line.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut rest = text;
    let each = move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = split_line(rest);
        rest = after;
        Some(line)
    };
    std::iter::from_fn(each).zip(1..).map(|(line, number)| (number, line))
}

/// The first line of a text, and the text after its end.
pub fn split_line(text: &str) -> (&str, &str) {
    match memchr2(b'\n', b'\r', text.as_bytes()) {
        None => (text, ""),
        Some(at) if text[at..].starts_with("\r\n") => (&text[..at], &text[at + 2..]),
        Some(at) => (&text[..at], &text[at + 1..]),
    }
}

/// True for blanks, which separate words and fill empty lines.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Bytes as text by the rule above, with ends of lines unchanged: [`lines`] splits it.
///
/// # Errors
/// A byte that is not UTF-8, or a refused character; `file` names the source.
pub fn text<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, InputError> {
    let text = InputError::utf8(file, 1, bytes)?;
    let text = text.strip_prefix(MARK).unwrap_or(text);
    match refused::first(text) {
        Some((byte, letter)) => Err(InputError::within(file, text, byte, refused::message(letter))),
        None => Ok(text),
    }
}

/// As [`text`], with LF at the end of every line.
///
/// # Errors
/// As [`text`].
pub fn unified(file: &str, mut bytes: Vec<u8>) -> Result<String, InputError> {
    text(file, &bytes)?;
    if bytes.starts_with(MARK.as_bytes()) {
        bytes.drain(..MARK.len());
    }
    let mut after_cr = false;
    if memchr::memchr(b'\r', &bytes).is_some() {
        bytes.retain_mut(|byte| {
            let is_second = after_cr && *byte == b'\n';
            after_cr = *byte == b'\r';
            if after_cr {
                *byte = b'\n';
            }
            !is_second
        });
    }
    Ok(String::from_utf8(bytes).expect("it was checked above, and only ASCII has changed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        lines(text).map(|(_, line)| line).collect()
    }

    #[test]
    fn every_end_of_line_ends_a_line() {
        assert_eq!(all("a\nb\r\nc\rd"), ["a", "b", "c", "d"]);
        assert_eq!(all("a\r\r\n\n\rb\r"), ["a", "", "", "", "b"]);
        assert_eq!(all(""), [""; 0]);
        assert_eq!(all("\n"), [""]);
        assert_eq!(lines("a\rb\n").last(), Some((2, "b")));
        for text in ["", "a", "a\n", "\n\n", "a\r\nb", "a\r\nb\r\n"] {
            assert_eq!(all(text), text.lines().collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn text_is_checked_and_unified() {
        let read = |text: &str| unified("t", text.as_bytes().to_vec());
        assert_eq!(read("\u{feff}a\tb\r\nc\r\r\nd\n\re").unwrap(), "a\tb\nc\n\nd\n\ne");
        for (given, line, column) in [
            ("a\u{b}b\n", 1, 2),
            ("a\r\nb\rcd\u{c}\n", 3, 3),
            ("ab\n\u{85}", 2, 1),
            ("\u{feff}é\u{2028}", 1, 2),
            ("a\u{2029}", 1, 2),
            ("a\0", 1, 2),
            ("\u{1b}[2J", 1, 1),
            ("a\n\n\u{feff}", 3, 1),
            ("1\u{200b}", 1, 2),
            ("\u{202e}", 1, 1),
        ] {
            let error = read(given).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{given:?}");
            assert!(error.message.contains("U+"), "{error}");
        }
        let error = unified("t", b"a\rb\xff".to_vec()).unwrap_err();
        assert_eq!((error.line, error.column), (2, 2));
    }
}
