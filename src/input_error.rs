//! Bad input, told with file, line, column and a caret.

use std::fmt;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// Something in an input that minesat cannot accept. `line` and `column` count from 1, columns in
/// characters; 0 means that the input as a whole is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub message: String,
    /// The offending line, for the caret.
    pub text: String,
}

impl InputError {
    /// An error about the input as a whole (it cannot be opened, it is empty).
    pub fn whole(file: &str, message: impl Into<String>) -> Self {
        InputError { file: file.into(), line: 0, column: 0, message: message.into(), text: String::new() }
    }

    /// An error at `byte` (from 0) of `text`, which is line `line` (from 1) of `file`.
    pub fn at(file: &str, line: usize, text: &str, byte: usize, message: impl Into<String>) -> Self {
        let byte = byte.min(text.len());
        let column = 1 + text.char_indices().take_while(|&(i, _)| i < byte).count();
        InputError { file: file.into(), line, column, message: message.into(), text: text.into() }
    }

    /// Bytes as text; `first_line` is the number of their first line.
    ///
    /// # Errors
    /// A byte that is not UTF-8.
    pub fn utf8<'a>(file: &str, first_line: usize, bytes: &'a [u8]) -> Result<&'a str, InputError> {
        std::str::from_utf8(bytes).map_err(|e| {
            let valid = String::from_utf8_lossy(&bytes[..e.valid_up_to()]).into_owned();
            let line = first_line + valid.matches('\n').count();
            let text = valid.rsplit('\n').next().unwrap_or("");
            InputError::at(file, line, text, text.len(), "a byte that is not UTF-8")
        })
    }

    /// An error at `byte` (from 0) of the whole text of `file`.
    pub fn within(file: &str, text: &str, byte: usize, message: impl Into<String>) -> Self {
        let byte = (0..=byte.min(text.len())).rev().find(|&b| text.is_char_boundary(b)).unwrap_or(0);
        let start = text[..byte].rfind('\n').map_or(0, |n| n + 1);
        let number = 1 + text[..start].matches('\n').count();
        let line = text[start..].lines().next().unwrap_or("");
        InputError::at(file, number, line, byte - start, message)
    }

    /// What is wrong with the JSON in `text`, which is line `line` (from 1) of `file`.
    pub fn json(file: &str, line: usize, text: &str, error: &serde_json::Error) -> Self {
        InputError::at(file, line, text, error.column().saturating_sub(1), json_message(error))
    }

    /// The message with the offending line and a caret below the place.
    pub fn render(&self) -> String {
        if self.line == 0 {
            return format!("error: {}: {}", self.file, self.message);
        }
        // A line of an instance file can be a megabyte: show the neighbourhood of the caret.
        let skip = self.column.saturating_sub(41);
        let mut shown: String = self.text.chars().skip(skip).take(80).collect();
        let caret = self.column - 1 - skip;
        let start = shown.char_indices().nth(caret).map_or(shown.len(), |(i, _)| i);
        if start == shown.len() {
            shown.push(' ');
        }
        let end = shown[start..].chars().next().map_or(start, |c| start + c.len_utf8());
        let snippet = Snippet::source(shown).line_start(self.line).annotation(AnnotationKind::Primary.span(start..end));
        let title = format!("{}:{}:{}: {}", self.file, self.line, self.column, self.message);
        Renderer::plain().render(&[Level::ERROR.primary_title(&title).element(snippet)])
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            _ => write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message),
        }
    }
}

impl std::error::Error for InputError {}

/// What a reader of JSON says without its own place, which counts from the text that it was given.
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
    }
}
