//! Lines of a stream, one in memory at a time, with a bound on the length of each.

use std::io::{self, BufRead};

use memchr::memchr2;

use super::{MARK, is_blank, refused};
use crate::input_error::{InputError, reason};
use crate::units::megabytes;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// Its characters, without a byte order mark at the start of the input.
    pub text: String,
    /// It has an end, so it is complete.
    pub is_whole: bool,
}

/// The lines of a stream by the rule of [`super`]. Skips lines of blanks alone.
pub struct LineReader<R> {
    file: String,
    input: R,
    /// Lines begun so far.
    number: usize,
    /// Most bytes of a line, and of a run of blank lines.
    most: usize,
    /// Bytes read up to the end of the last line returned.
    offset: u64,
    /// The last byte was a CR: an LF after it belongs to the same end.
    after_cr: bool,
    /// A last line without an end may be cut off anywhere.
    may_break_off: bool,
}

impl<R: BufRead> LineReader<R> {
    /// The lines of `input`, each of at most `most` bytes; `file` names it in errors.
    pub fn new(file: &str, input: R, most: usize) -> Self {
        LineReader { file: file.into(), input, number: 0, most, offset: 0, after_cr: false, may_break_off: false }
    }

    /// Accepts a last line without an end as it is, with any bytes: a killed run leaves such lines.
    pub fn that_may_break_off(self) -> Self {
        LineReader { may_break_off: true, ..self }
    }

    /// Bytes read up to the end of the last line returned.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next line that is not blank; None at the end of the input.
    ///
    /// # Errors
    /// The input breaks off, a line is too long, is not UTF-8, or holds a refused character; with the place.
    pub fn next_line(&mut self) -> Result<Option<Line>, InputError> {
        let mut blanks = 0;
        loop {
            let mut bytes = Vec::new();
            let (got, is_whole) = self.read(&mut bytes)?;
            if got == 0 {
                return Ok(None);
            }
            if self.number == 1 && bytes.starts_with(MARK.as_bytes()) {
                bytes.drain(..MARK.len());
            }
            if bytes.iter().all(|&b| is_blank(b)) {
                blanks += got;
                if blanks > self.most {
                    let message = format!("more than {} of empty lines", megabytes(self.most));
                    return Err(InputError::at(&self.file, self.number, "", 0, message));
                }
                continue;
            }
            return self.checked(bytes, is_whole).map(Some);
        }
    }

    fn checked(&self, bytes: Vec<u8>, is_whole: bool) -> Result<Line, InputError> {
        if self.may_break_off && !is_whole {
            return Ok(Line { number: self.number, text: String::from_utf8_lossy(&bytes).into_owned(), is_whole });
        }
        InputError::utf8(&self.file, self.number, &bytes)?;
        let text = String::from_utf8(bytes).expect("it was checked in the line above");
        match refused::first(&text) {
            Some((byte, letter)) => Err(InputError::at(&self.file, self.number, &text, byte, refused::message(letter))),
            None => Ok(Line { number: self.number, text, is_whole }),
        }
    }

    /// Appends a line without its end; returns its bytes with the end, and whether it has an end.
    fn read(&mut self, line: &mut Vec<u8>) -> Result<(usize, bool), InputError> {
        self.number += 1;
        let mut got = 0;
        loop {
            let more = match self.input.fill_buf() {
                Ok(more) => more,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => {
                    let text = String::from_utf8_lossy(line);
                    let message = format!("the input breaks off here: {}", reason(&e));
                    return Err(InputError::at(&self.file, self.number, &text, text.len(), message));
                }
            };
            if more.is_empty() {
                return Ok((got, false));
            }
            if std::mem::take(&mut self.after_cr) && more[0] == b'\n' {
                self.input.consume(1);
                self.offset += 1;
                continue;
            }
            let end = memchr2(b'\n', b'\r', more);
            let length = end.unwrap_or(more.len());
            if line.len() + length > self.most {
                line.extend_from_slice(&more[..self.most - line.len()]);
                let message = format!("a line of more than {}", megabytes(self.most));
                let text = String::from_utf8_lossy(&line[..line.len().min(80)]);
                return Err(InputError::at(&self.file, self.number, &text, 0, message));
            }
            line.extend_from_slice(&more[..length]);
            self.after_cr = end.is_some_and(|at| more[at] == b'\r');
            let taken = length + usize::from(end.is_some());
            self.input.consume(taken);
            self.offset += taken as u64;
            got += taken;
            if end.is_some() {
                return Ok((got, true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    fn all(input: impl BufRead) -> Result<Vec<(usize, String, bool)>, InputError> {
        let mut reader = LineReader::new("t", input, 20);
        let mut lines = Vec::new();
        while let Some(line) = reader.next_line()? {
            lines.push((line.number, line.text, line.is_whole));
        }
        Ok(lines)
    }

    #[test]
    fn lines_are_the_same_however_they_come() {
        let text = "\u{feff}a\r\nb\rc\n\r\n\n\r \t\rlast";
        let expected = [(1, "a", true), (2, "b", true), (3, "c", true), (8, "last", false)];
        for size in 1..text.len() {
            let found = all(BufReader::with_capacity(size, text.as_bytes())).unwrap();
            let found: Vec<_> = found.iter().map(|(number, text, whole)| (*number, text.as_str(), *whole)).collect();
            assert_eq!(found, expected, "{size}");
        }
        assert_eq!(all(&b""[..]).unwrap(), []);
        let numbers: Vec<usize> = super::super::lines(&text[3..]).map(|(number, _)| number).collect();
        assert_eq!(numbers.last(), Some(&8), "as the lines of a whole text");
    }

    #[test]
    fn offsets_end_behind_whole_lines() {
        let mut reader = LineReader::new("t", &b"ab\r\n\nc\nd"[..], 9);
        let offsets: Vec<u64> = std::iter::from_fn(|| reader.next_line().unwrap().map(|_| reader.offset())).collect();
        assert_eq!(offsets, [3, 7, 8]);
    }

    #[test]
    fn what_is_too_long_is_not_held() {
        let said = |input: Box<dyn Read>| {
            let error = all(BufReader::new(input)).unwrap_err();
            (error.line, error.message)
        };
        let endless = || std::io::repeat(b'x');
        assert_eq!(said(Box::new(endless())), (1, "a line of more than 20 bytes".into()));
        assert_eq!(said(Box::new(b"a\n".chain(endless()))).0, 2);
        assert!(said(Box::new(std::io::repeat(b'\n'))).1.contains("empty lines"));
        assert!(said(Box::new(std::io::repeat(b' '))).1.contains("a line of more"));
        assert_eq!(all(&b"12345678901234567890\n"[..]).unwrap()[0].1.len(), 20);
    }

    #[test]
    fn places_are_those_of_the_line() {
        let at = |bytes: &[u8]| all(bytes).map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at(b"a\rb\xff"), (2, 2));
        assert_eq!(at("a\r\n\né\u{2028}".as_bytes()), (3, 2));
        let mut reader = LineReader::new("t", &b"a\nb\xe2\x80"[..], 9).that_may_break_off();
        let whole: Vec<bool> = std::iter::from_fn(|| reader.next_line().unwrap()).map(|line| line.is_whole).collect();
        assert_eq!(whole, [true, false]);
    }
}
