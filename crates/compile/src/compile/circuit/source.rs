//! Text with positions.

use crate::input_error::InputError;

/// A place in a text: line from 0, byte from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    pub line: usize,
    pub byte: usize,
}

/// A text and the name of its file.
pub struct SourceText<'a> {
    pub file: &'a str,
    pub lines: Vec<&'a str>,
}

impl<'a> SourceText<'a> {
    pub fn new(text: &'a str, file: &'a str) -> Self {
        SourceText { file, lines: text.lines().collect() }
    }

    /// An error at a place.
    pub fn error(&self, place: TextPlace, message: impl std::fmt::Display) -> InputError {
        let text = self.lines.get(place.line).copied().unwrap_or_default();
        InputError::at(self.file, place.line + 1, text, place.byte, message)
    }

    /// An error at the end of the text.
    pub fn error_at_end(&self, message: impl std::fmt::Display) -> InputError {
        match self.lines.last() {
            None => InputError::whole(self.file, message),
            Some(last) => self.error(TextPlace { line: self.lines.len() - 1, byte: last.len() }, message),
        }
    }

    /// The words of a line with their places.
    pub fn words(&self, line: usize) -> Vec<(&'a str, TextPlace)> {
        words_of(self.lines[line], self.lines[line], line)
    }
}

/// The words of a part of a line with their places in the line.
pub fn words_of<'a>(part: &'a str, whole: &str, line: usize) -> Vec<(&'a str, TextPlace)> {
    let byte = |word: &str| word.as_ptr() as usize - whole.as_ptr() as usize;
    part.split_whitespace().map(|word| (word, TextPlace { line, byte: byte(word) })).collect()
}
