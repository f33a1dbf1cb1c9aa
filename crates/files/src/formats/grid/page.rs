//! A text as rows: margins are cut away without a copy, and every part knows its place.

use unicode_segmentation::UnicodeSegmentation;

use crate::input_error::InputError;

/// A row: its line, and the bytes of the line that hold cells.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    /// Number of the line, from 1.
    pub number: usize,
    pub line: &'a str,
    pub from: usize,
    pub to: usize,
}

impl<'a> Span<'a> {
    pub fn text(&self) -> &'a str {
        &self.line[self.from..self.to]
    }

    /// An error at a byte of [`Span::text`].
    pub fn error(&self, file: &str, byte: usize, message: impl std::fmt::Display) -> InputError {
        InputError::at(file, self.number, self.line, self.from + byte, message)
    }

    /// The part of it that a function keeps.
    pub fn part(&self, keep: impl FnOnce(&'a str) -> &'a str) -> Self {
        let kept = keep(self.text());
        let from = kept.as_ptr() as usize - self.line.as_ptr() as usize;
        Span { from, to: from + kept.len(), ..*self }
    }

    /// The bytes, if every one is a visible ASCII letter.
    pub fn visible(&self) -> Option<&'a [u8]> {
        let bytes = self.text().as_bytes();
        bytes.iter().all(u8::is_ascii_graphic).then_some(bytes)
    }

    /// The letters as people see them (grapheme clusters), with the byte at which each begins. Most rows are ASCII and
    /// need no tables.
    pub fn letters(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let text = self.text();
        let (plain, rest) = if text.is_ascii() { (text, "") } else { ("", text) };
        (0..plain.len()).map(move |i| (i, &plain[i..=i])).chain(rest.grapheme_indices(true))
    }
}

/// The style of labels before rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// With a blank, a line or a sign behind them.
    Apart,
    /// One letter, the row right behind it.
    Joined,
}

/// Labels around the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margin {
    pub left: Option<Label>,
    /// The same labels again at the right.
    pub right: bool,
}

/// The characters with which a text draws borders.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    bars: bool,
    corners: bool,
}

/// A part of a text, by whole lines, and the part cut from every line.
#[derive(Clone, Copy, Debug)]
pub struct PageCut<'a> {
    text: &'a str,
    /// Number of its first line.
    first: usize,
    /// Lines of a border are skipped, and bars at both ends of a row cut off.
    pub frame: Option<Frame>,
    margin: Margin,
}

/// True for a character of an upright line.
pub fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '¦')
}

fn is_drawn(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c)
}

/// True for a line that is part of a border or of a table. A row of `-` between bars can be cells: it is a rule only in
/// tables without corners, as below the first row of a Markdown table.
fn is_rule(line: &str, frame: Frame) -> bool {
    let stroke = |c: char| matches!(c, '-' | '=' | '_');
    if !line.chars().all(|c| is_drawn(c) || is_bar(c) || stroke(c) || matches!(c, '+' | ':') || c.is_whitespace()) {
        return false;
    }
    if line.contains(|c| is_drawn(c) || c == '+') {
        return true;
    }
    if !line.contains(is_bar) {
        return frame.bars && line.contains(stroke);
    }
    let dashes = |part: &str| part.len() >= 3 && part.trim_matches(':').chars().all(|c| c == '-');
    let mut parts = unframed(line).split(is_bar).map(str::trim);
    !frame.corners && line.matches(is_bar).count() >= 2 && parts.clone().count() >= 2 && parts.all(dashes)
}

impl<'a> PageCut<'a> {
    /// All of a text except empty lines and code fences at its ends.
    pub fn new(text: &'a str) -> Self {
        let page = PageCut { text, first: 1, frame: None, margin: Margin::default() };
        page.trimmed(|line| line.is_empty() || is_fence(line))
    }

    fn lines(&self) -> impl DoubleEndedIterator<Item = &'a str> {
        super::super::line_ends(self.text)
    }

    /// Without the lines at both ends for which a test holds.
    fn trimmed(mut self, drop: impl Fn(&str) -> bool) -> Self {
        loop {
            let first = self.lines().next().filter(|line| drop(line));
            let Some(line) = first else { break };
            self = self.without_first(line);
        }
        loop {
            let last = self.lines().next_back().filter(|line| drop(line));
            let Some(line) = last else { return self };
            self = self.without_last(line);
        }
    }

    fn without_first(mut self, line: &'a str) -> Self {
        let rest = &self.text[line.len()..];
        let end = if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
        self.text = &rest[end..];
        self.first += 1;
        self
    }

    fn without_last(mut self, line: &'a str) -> Self {
        let at = line.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text = &self.text[..at];
        self
    }

    /// Without blank lines at both ends.
    pub fn tight(self) -> Self {
        self.trimmed(|line| line.chars().all(char::is_whitespace) || is_fence(line))
    }

    /// The first line that is neither blank nor a rule, and the page below it.
    pub fn split_first(self) -> Option<(Span<'a>, Self)> {
        let mut page = self.tight();
        loop {
            let line = page.lines().next().filter(|_| !page.text.is_empty())?;
            let span = Span { number: page.first, line, from: 0, to: line.len() };
            page = page.without_first(line);
            if !self.frame.is_some_and(|frame| is_rule(line, frame)) {
                return Some((span, page));
            }
        }
    }

    /// The last line that is not blank, and the page above it.
    pub fn split_last(self) -> Option<(Span<'a>, Self)> {
        let page = self.tight();
        let line = page.lines().next_back().filter(|_| !page.text.is_empty())?;
        let number = page.first + page.lines().count() - 1;
        Some((Span { number, line, from: 0, to: line.len() }, page.without_last(line)))
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = Span<'a>> {
        let page = *self;
        let lines = self.lines().enumerate();
        let keep = move |line: &str| page.frame.is_none_or(|frame| !is_rule(line, frame) && !line.trim().is_empty());
        lines.filter(move |(_, line)| keep(line)).map(move |(i, line)| {
            let span = Span { number: page.first + i, line, from: 0, to: line.len() };
            let span = if page.frame.is_some() { span.part(unframed) } else { span };
            span.part(|text| super::margins::cut(text, page.margin))
        })
    }

    /// The page with the borders that its text draws, if any.
    pub fn framed(self) -> Self {
        // Most texts are ASCII, where two bytes draw.
        let (bars, drawn) = match self.text.is_ascii() {
            true => (self.text.contains('|'), false),
            false => (self.text.contains(is_bar), self.text.contains(is_drawn)),
        };
        let corners = drawn || self.text.contains('+') && self.lines().any(is_corner);
        let frame = Frame { bars, corners };
        PageCut { frame: (frame.bars || frame.corners).then_some(frame), ..self }
    }

    /// The second row, if it can be the rule of a Markdown table with one column.
    pub fn doubtful_rule(&self) -> Option<Span<'a>> {
        let dashes = |row: &Span| row.text().trim().len() >= 3 && row.text().trim().bytes().all(|b| b == b'-');
        let mut rows = self.rows();
        let barred = self.frame.is_some_and(|frame| frame.bars && !frame.corners);
        rows.next().filter(|first| barred && !dashes(first))?;
        rows.next().filter(|row| dashes(row) && row.line.contains(is_bar))
    }

    /// The page without labels before, and perhaps behind, its rows.
    pub fn with_margin(self, margin: Margin) -> Self {
        PageCut { margin, ..self }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }
}

/// True for a line that opens or closes a code block, as in forums.
fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

/// True for a line of a border such as `+---+`.
fn is_corner(line: &str) -> bool {
    line.contains('+') && line.chars().all(|c| matches!(c, '+' | '-' | '=' | '|' | '_') || c.is_whitespace())
}

/// A row without the upright lines at its ends.
fn unframed(row: &str) -> &str {
    let left = row.trim_start();
    let row = left.strip_prefix(is_bar).unwrap_or(row);
    let right = row.trim_end();
    right.strip_suffix(is_bar).unwrap_or(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(page: PageCut<'_>) -> Vec<(usize, &str)> {
        page.rows().map(|row| (row.number, row.text())).collect()
    }

    #[test]
    fn lines_at_the_ends_are_left_out() {
        let page = PageCut::new("\n\n ##\r\n1# \n  \n\n");
        assert_eq!(rows(page), [(3, " ##"), (4, "1# "), (5, "  ")]);
        assert_eq!(rows(page.tight()), [(3, " ##"), (4, "1# ")]);
        let (first, rest) = page.split_first().unwrap();
        assert_eq!((first.number, first.text(), rows(rest)), (3, " ##", vec![(4, "1# ")]));
        let (last, rest) = page.split_last().unwrap();
        assert_eq!((last.number, last.text(), rows(rest)), (4, "1# ", vec![(3, " ##")]));
        assert!(PageCut::new("\n \n").split_first().is_none() && rows(PageCut::new("")).is_empty());
    }

    #[test]
    fn borders_are_cut_away() {
        let framed = |text| rows(PageCut::new(text).framed());
        assert_eq!(framed("┌───┐\n│#1 │\n├───┤\n │ 1#│\n└───┘\n"), [(2, "#1 "), (4, " 1#")]);
        assert_eq!(framed("+--+\n|--|\n|1-|\n+--+\n"), [(2, "--"), (3, "1-")]);
        assert_eq!(framed("| - | 1 |\n|---|:--|\n| - | - |\n"), [(1, " - | 1 "), (3, " - | - ")]);
        assert_eq!(framed("----\n--\n"), [(1, "----"), (2, "--")]);
    }

    #[test]
    fn letters_are_what_people_see() {
        let line = "1\u{fe0f}\u{20e3}🚩#";
        let span = Span { number: 1, line, from: 0, to: line.len() };
        assert_eq!(span.letters().map(|(_, l)| l).collect::<Vec<_>>(), ["1\u{fe0f}\u{20e3}", "🚩", "#"]);
    }
}
