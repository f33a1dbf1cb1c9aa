//! The lines of a text from either end.

use memchr::memrchr2;

use crate::lines::split_line;

/// The lines that [`crate::lines::lines`] gives.
pub fn line_ends(text: &str) -> LineEnds<'_> {
    LineEnds { rest: text }
}

pub struct LineEnds<'a> {
    rest: &'a str,
}

impl<'a> Iterator for LineEnds<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (line, rest) = (!self.rest.is_empty()).then(|| split_line(self.rest))?;
        self.rest = rest;
        Some(line)
    }
}

impl DoubleEndedIterator for LineEnds<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let ended = self.rest.strip_suffix("\r\n").or_else(|| self.rest.strip_suffix(['\n', '\r']));
        let text = ended.unwrap_or(self.rest);
        let from = memrchr2(b'\n', b'\r', text.as_bytes()).map_or(0, |end| end + 1);
        self.rest = &text[..from];
        Some(&text[from..])
    }
}

#[cfg(test)]
mod tests {
    use super::line_ends;

    #[test]
    fn both_ends_give_the_same_lines() {
        for text in ["", "\n", "a", "a\r\nb\rc\n\nd", "a\n\r", "\r\n\r\n", "a\r\n"] {
            let back: Vec<&str> = line_ends(text).rev().collect();
            let lines: Vec<&str> = crate::lines::lines(text).map(|(_, line)| line).collect();
            assert_eq!(line_ends(text).collect::<Vec<_>>(), lines, "{text:?}");
            assert_eq!(back.into_iter().rev().collect::<Vec<_>>(), lines, "{text:?}");
        }
    }
}
