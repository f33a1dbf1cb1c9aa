//! Errors in inputs, with file, line, column and a caret.

use std::{fmt, io};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::lines::refused::is_refused;
use crate::lines::{lines, shortened, split_line, visible, visible_lines};

/// An error in an input. `line` and `column` count from 1, columns in characters; 0 means the input as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Path of the input, or what stands for it in messages, such as `<text>`.
    pub file: String,
    /// From 1; 0 for an error about the input as a whole.
    pub line: usize,
    /// From 1, in characters, not bytes; 0 for an error about the input as a whole.
    pub column: usize,
    /// What is wrong, without the place.
    pub message: String,
    /// The offending line, for the caret; of a long one the part around the error.
    pub text: String,
    /// Characters of the line that are left out before `text`.
    pub skipped: usize,
}

/// Characters of a long line that are kept on either side of the error.
const AROUND: usize = 100;

/// A line with the column of a byte in it, from 1: the part that is kept, and the characters left out before.
fn window(text: &str, byte: usize) -> (usize, String, usize) {
    let column = 1 + text[..byte].chars().count();
    let start = text[..byte].char_indices().rev().take(AROUND).last().map_or(byte, |(at, _)| at);
    let end = text[byte..].char_indices().nth(AROUND).map_or(text.len(), |(at, _)| byte + at);
    let skipped = column - 1 - text[start..byte].chars().count();
    (column, text[start..end].into(), skipped)
}

/// The last boundary of a character up to a byte.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&b| text.is_char_boundary(b)).unwrap_or(0)
}

impl InputError {
    /// An error about the input as a whole (it cannot be opened, it is empty).
    pub fn whole(file: &str, message: impl fmt::Display) -> Self {
        let message = shortened(message.to_string());
        InputError { file: file.into(), line: 0, column: 0, message, text: String::new(), skipped: 0 }
    }

    /// An error at `byte` (from 0) of `text`, which is line `line` (from 1) of `file`.
    pub fn at(file: &str, line: usize, text: &str, byte: usize, message: impl fmt::Display) -> Self {
        let (column, text, skipped) = window(text, boundary(text, byte));
        InputError { file: file.into(), line, column, message: shortened(message.to_string()), text, skipped }
    }

    /// Bytes as text; `first_line` is the number of their first line.
    ///
    /// # Errors
    /// A byte that is not UTF-8.
    pub fn utf8<'a>(file: &str, first_line: usize, bytes: &'a [u8]) -> Result<&'a str, InputError> {
        std::str::from_utf8(bytes).map_err(|e| {
            let valid = std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default();
            let error = InputError::within(file, valid, valid.len(), "a byte that is not UTF-8");
            InputError { line: error.line + first_line - 1, ..error }
        })
    }

    /// An error at `byte` (from 0) of the whole text of `file`.
    pub fn within(file: &str, text: &str, byte: usize, message: impl fmt::Display) -> Self {
        let byte = boundary(text, byte);
        let (mut number, mut start) = (1, 0);
        for (found, line) in lines(&text[..byte]) {
            (number, start) = (found, line.as_ptr() as usize - text.as_ptr() as usize);
        }
        // Between CR and LF the place is the end of the line.
        let before = &text[..byte];
        if before.ends_with('\n') || before.ends_with('\r') && !text[byte..].starts_with('\n') {
            (number, start) = (number + 1, byte);
        }
        InputError::at(file, number, split_line(&text[start..]).0, byte - start, message)
    }

    /// A JSON error in `text`, which is line `line` (from 1) of `file`.
    pub fn json(file: &str, line: usize, text: &str, error: &serde_json::Error) -> Self {
        InputError::at(file, line, text, error.column().saturating_sub(1), json_message(error))
    }

    /// A JSON error in `text`, which is the whole of `file`.
    pub fn json_text(file: &str, text: &str, error: &serde_json::Error) -> Self {
        // serde_json counts LF alone as a line end.
        let line = text.split_inclusive('\n').nth(error.line().saturating_sub(1)).unwrap_or("");
        let start = if line.is_empty() { text.len() } else { line.as_ptr() as usize - text.as_ptr() as usize };
        InputError::within(file, text, start + error.column().saturating_sub(1), json_message(error))
    }

    /// The message with the offending line and a caret below the place.
    pub fn render(&self) -> String {
        if self.line == 0 {
            return format!("error: {self}");
        }
        // A line of an instance file can be a megabyte: show the neighbourhood of the caret.
        let place = self.column - 1 - self.skipped;
        let skip = place.saturating_sub(40);
        let seen = |letter| if is_refused(letter) { char::REPLACEMENT_CHARACTER } else { letter };
        let mut shown: String = self.text.chars().skip(skip).take(80).map(seen).collect();
        let caret = place - skip;
        let start = shown.char_indices().nth(caret).map_or(shown.len(), |(i, _)| i);
        if start == shown.len() {
            shown.push(' ');
        }
        let end = shown[start..].chars().next().map_or(start, |c| start + c.len_utf8());
        let snippet = Snippet::source(shown).line_start(self.line).annotation(AnnotationKind::Primary.span(start..end));
        let title = self.to_string();
        Renderer::plain().render(&[Level::ERROR.primary_title(&title).element(snippet)])
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, message) = (visible(&self.file), visible_lines(&self.message));
        match self.line {
            0 => write!(f, "{file}: {message}"),
            line => write!(f, "{file}:{line}:{}: {message}", self.column),
        }
    }
}

impl std::error::Error for InputError {}

/// The message of an io error, without its "(os error 2)" tail.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

/// The message of a JSON error without its own position, which counts from the text that the parser was given.
pub fn json_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).map(String::from).unwrap_or(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caret_stands_below_the_place() {
        let error = InputError::at("a.mine", 3, "#1x#", 2, "'x' means nothing on a board");
        let shown = error.render();
        assert!(shown.contains("a.mine:3:3: 'x' means nothing on a board"), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let source = lines.iter().position(|l| l.contains("#1x#")).unwrap();
        assert_eq!(lines[source].find('x'), lines[source + 1].find('^'), "{shown}");
    }

    #[test]
    fn json_has_one_place() {
        let said = |text: &str| {
            let error = serde_json::from_str::<Vec<u8>>(text).unwrap_err();
            InputError::json("a", 4, text, &error).to_string()
        };
        assert_eq!(said("[1,x]"), "a:4:4: expected value");
        assert!(!said("[1,2").contains(" at line ") && said("[1,2").starts_with("a:4:"), "{}", said("[1,2"));
        let word = said("\" at line 2\"");
        assert!(word.contains("\" at line 2\"") && !word.contains("column"), "{word}");
        let own = <serde_json::Error as serde::de::Error>::custom("no place at line ends");
        assert_eq!(json_message(&own), "no place at line ends");
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let text = format!("{}x{}", "#".repeat(100_000), "#".repeat(100_000));
        let shown = InputError::at("a", 1, &text, 100_000, "bad").render();
        assert!(shown.len() < 600 && shown.contains("1:100001"), "{shown}");
        let error = InputError::at("a", 1, &text, 100_000, "y".repeat(100_000));
        assert!(error.text.len() < 600 && error.render().len() < 5000);
        assert!(shown.lines().any(|line| line.find('^') == shown.lines().find_map(|line| line.find('x'))), "{shown}");
    }

    #[test]
    fn places_count_every_end_of_line() {
        let text = "a\rbc\r\ndé\n\nf";
        let at = |byte: usize| {
            let error = InputError::within("t", text, byte, "");
            (error.line, error.column, error.text)
        };
        let expected = [(0, 1, 1, "a"), (1, 1, 2, "a"), (2, 2, 1, "bc"), (4, 2, 3, "bc"), (5, 2, 3, "bc")];
        for (byte, line, column, shown) in expected {
            assert_eq!(at(byte), (line, column, shown.into()), "{byte}");
        }
        assert_eq!(at(6), (3, 1, "dé".into()));
        assert_eq!(at(9), (3, 3, "dé".into()));
        assert_eq!((at(10), at(11)), ((4, 1, String::new()), (5, 1, "f".into())));
        assert_eq!(at(99), (5, 2, "f".into()));
    }

    #[test]
    fn nothing_of_a_file_acts_on_the_terminal() {
        let error = InputError::at("a\u{1b}[2J", 1, "x\u{9b}2J\u{1b}[3J", 1, "bad \u{1b}[4J");
        let shown = error.render();
        assert!(!shown.contains(['\u{1b}', '\u{9b}']) && shown.contains("\\u{1b}[4J"), "{shown}");
    }
}
