//! The arrangement of cells in the rows of a text.

use super::page::{Span, is_bar};
use crate::board::letters::EMPTY;
use crate::input_error::InputError;

/// Separators of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Char(char),
    /// Upright lines.
    Bars,
    /// Two of them on either side of every field, as in the spoilers of chats.
    Spoilers,
}

/// The arrangement of cells in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLayout {
    /// Every letter but blanks is a cell.
    Dense,
    /// Every letter is a cell, blanks too.
    Letters,
    /// This many cells, one at every `period`-th letter from `offset` on.
    Every { offset: usize, period: usize, cols: usize },
    /// Words between blanks.
    Words,
    /// Fields, without the first or the last of each row where these are not cells.
    Fields { by: By, skip_first: bool, skip_last: bool },
}

fn is_blank(letter: &str) -> bool {
    letter.chars().all(char::is_whitespace)
}

/// A letter, or the name of a cell without one.
fn cell(letter: &str) -> &str {
    if is_blank(letter) { EMPTY } else { letter }
}

impl RowLayout {
    /// Calls a function with every cell of a row: its byte, and its text.
    ///
    /// # Errors
    /// The first error of the function.
    pub fn cells<'a>(
        self,
        row: Span<'a>,
        each: &mut dyn FnMut(usize, &'a str) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        match self {
            RowLayout::Dense => {
                for (byte, letter) in row.letters().filter(|(_, letter)| !is_blank(letter)) {
                    each(byte, letter)?;
                }
            }
            RowLayout::Letters => {
                for (byte, letter) in row.letters() {
                    each(byte, cell(letter))?;
                }
            }
            RowLayout::Every { offset, period, cols } => {
                let mut letters = row.letters().skip(offset).step_by(period);
                for _ in 0..cols {
                    let (byte, letter) = letters.next().unwrap_or((row.text().len(), EMPTY));
                    each(byte, cell(letter))?;
                }
            }
            RowLayout::Words => {
                let text = row.text();
                for word in text.split_whitespace() {
                    each(word.as_ptr() as usize - text.as_ptr() as usize, word)?;
                }
            }
            RowLayout::Fields { by, skip_first, skip_last } => {
                let mut fields = fields(row.text(), by).skip(usize::from(skip_first)).peekable();
                while let Some((byte, field)) = fields.next() {
                    if !(skip_last && fields.peek().is_none()) {
                        each(byte, field)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The fields of a row without blanks and quotation marks around them.
pub fn fields(text: &str, by: By) -> impl Iterator<Item = (usize, &str)> {
    let spoilers = by == By::Spoilers;
    let mut hidden = text.split("||").filter(|field| !field.is_empty()).filter(move |_| spoilers);
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        if spoilers {
            let field = hidden.next()?.trim();
            return Some((field.as_ptr() as usize - text.as_ptr() as usize, field));
        }
        let from = rest?;
        let mut quoted = false;
        let end = from.char_indices().find(|&(_, c)| {
            quoted ^= c == '"';
            !quoted
                && match by {
                    By::Char(sign) => c == sign,
                    By::Bars | By::Spoilers => is_bar(c),
                }
        });
        let field = &from[..end.map_or(from.len(), |(i, _)| i)];
        rest = end.map(|(i, c)| &from[i + c.len_utf8()..]);
        let bare = field.trim();
        let inside = bare.strip_prefix('"').and_then(|b| b.strip_suffix('"')).map_or(bare, str::trim);
        Some((inside.as_ptr() as usize - text.as_ptr() as usize, inside))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_in_rows() {
        let cells = |line: &'static str, layout: RowLayout| {
            let mut found = Vec::new();
            let row = Span { number: 1, line, from: 0, to: line.len() };
            layout
                .cells(row, &mut |byte, cell| {
                    found.push((byte, cell));
                    Ok(())
                })
                .unwrap();
            found
        };
        assert_eq!(cells(" # 1", RowLayout::Dense), [(1, "#"), (3, "1")]);
        assert_eq!(cells("# 1", RowLayout::Letters), [(0, "#"), (1, ""), (2, "1")]);
        assert_eq!(
            cells("#   1", RowLayout::Every { offset: 0, period: 2, cols: 4 }),
            [(0, "#"), (2, ""), (4, "1"), (5, "")]
        );
        assert_eq!(cells("-1  0", RowLayout::Words), [(0, "-1"), (4, "0")]);
        let by = |by, skip_last| RowLayout::Fields { by, skip_first: false, skip_last };
        assert_eq!(cells("\"#\"; ;1", by(By::Char(';'), false)), [(1, "#"), (4, ""), (6, "1")]);
        assert_eq!(cells("#│1│", by(By::Bars, true)), [(0, "#"), (4, "1")]);
        assert_eq!(cells("\",\",1", by(By::Char(','), false)), [(1, ","), (4, "1")]);
    }
}
