//! Rows of fields: CSV, tables of a text or of Markdown, borders drawn around cells.

use super::blanks::plain;
use super::layout::{By, RowLayout, fields};
use super::page::{PageCut, is_bar};
use super::reading::{Read, read, zeros_are_opened};
use crate::board::Board;
use crate::board::letters::Said;
use crate::input_error::InputError;

/// The layout of a text, from the marks in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextLayout {
    /// Rows of letters.
    Plain,
    /// Fields between commas, semicolons or tabs.
    Csv(char),
    /// Fields between two upright lines each.
    Spoilers,
    /// Borders, and fields between upright lines.
    Table,
}

/// The layout of a page.
pub fn kind(page: &PageCut) -> TextLayout {
    if page.framed().frame.is_some() {
        let hidden = |row: &str| row.len() > 4 && row.starts_with("||") && row.ends_with("||");
        let spoilers = page.tight().rows().all(|row| hidden(row.text().trim()));
        return if spoilers { TextLayout::Spoilers } else { TextLayout::Table };
    }
    // A tab before or behind a row is not a separator.
    if page.rows().any(|row| row.text().trim().contains('\t')) {
        return TextLayout::Csv('\t');
    }
    let everywhere = |sign: char| page.tight().rows().all(|row| row.text().contains(sign));
    match [';', ','].into_iter().find(|&sign| page.text().contains(sign) && everywhere(sign)) {
        Some(sign) => TextLayout::Csv(sign),
        None => TextLayout::Plain,
    }
}

/// Reads a page in its layout.
///
/// # Errors
/// As [`read`].
pub fn body(page: &PageCut, kind: TextLayout, said: &Said, file: &str) -> Result<Board, InputError> {
    match kind {
        TextLayout::Plain => plain(page, false, said, file),
        TextLayout::Csv(sign) => csv(&page.tight(), By::Char(sign), said, file),
        TextLayout::Spoilers => {
            let layout = RowLayout::Fields { by: By::Spoilers, skip_first: false, skip_last: false };
            read(&page.tight(), layout, said, file).map(|read| read.board)
        }
        TextLayout::Table => {
            let page = page.framed();
            if let Some(row) = page.doubtful_rule() {
                let message = "two boards fit: this line as the rule of a Markdown table, or as a row of cells: leave the \
                               rule out, or write # for covered cells";
                return Err(row.error(file, 0, message));
            }
            match page.rows().any(|row| row.text().contains(is_bar)) {
                true => {
                    let layout = RowLayout::Fields { by: By::Bars, skip_first: false, skip_last: false };
                    read(&page, layout, said, file).map(|read| read.board)
                }
                false => plain(&page, false, said, file),
            }
        }
    }
}

/// Fields; where the first or the last field of every row is empty, the column may be cells or margin.
fn csv(page: &PageCut, by: By, said: &Said, file: &str) -> Result<Board, InputError> {
    let sign = |c: char| by == By::Char(c);
    let few = page.rows().any(|row| fields(row.text(), by).nth(1).is_none());
    // In quotation marks an empty field is a cell.
    let first = !few && page.rows().all(|row| row.text().trim_matches(' ').starts_with(sign));
    let last = !few && page.rows().all(|row| row.text().trim_matches(' ').ends_with(sign));
    let whole = read(page, RowLayout::Fields { by, skip_first: false, skip_last: false }, said, file);
    if !first && !last {
        return whole.map(|read| read.board);
    }
    if let Ok(Read { board, blank: Some((row, byte)) }) = &whole
        && zeros_are_opened(board)
    {
        let message = "two boards fit: empty fields at an end of every row as opened cells, or as none: write 0 for opened \
                       cells, or leave the separators at the ends out";
        return Err(row.error(file, *byte, message));
    }
    drop(whole);
    read(page, RowLayout::Fields { by, skip_first: first, skip_last: last }, said, file).map(|read| read.board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<String>, (usize, usize)> {
        let page = PageCut::new(text);
        match body(&page, kind(&page), &Said::default(), "t") {
            Ok(board) => Ok(board.row_strings()),
            Err(e) => Err((e.line, e.column)),
        }
    }

    #[test]
    fn fields_are_cells() {
        assert_eq!(rows("?,1,\n1,1,\"\"\n , ,0\n"), Err((1, 5)));
        assert_eq!(rows("?,1,,1\n1,1, ,1\n").unwrap(), ["#101", "1101"]);
        assert_eq!(rows("\"?\";\"1\"\n\"1\";1\n").unwrap(), ["#1", "11"]);
        assert_eq!(rows("?\t1\t\t1\n1\t1\t\t1\n").unwrap(), ["#101", "1101"]);
        assert_eq!(rows("?,1,?,\n1,1,?,\n").unwrap(), ["#1#", "11#"]);
        assert_eq!(rows("?,1,\n1,1,\n"), Err((1, 5)));
        assert_eq!(rows("?,1\n1,1,1\n"), Err((2, 5)));
        assert_eq!(rows("?,y\n1,1\n"), Err((1, 3)));
    }

    #[test]
    fn borders_hold_fields_or_rows() {
        assert_eq!(rows("+---+---+\n| # | 1 |\n+---+---+\n| 1 |   |\n+---+---+\n").unwrap(), ["#1", "10"]);
        assert_eq!(rows("| # | 1 |\n|---|---|\n| 1 |   |\n").unwrap(), ["#1", "10"]);
        assert_eq!(rows("┌──┐\n│#1│\n│11│\n└──┘\n").unwrap(), ["#1", "11"]);
        assert_eq!(rows("┌─────┐\n│ # 1 │\n│ 1 1 │\n└─────┘\n").unwrap(), ["#1", "11"]);
        assert_eq!(rows("# | 1\n--+--\n1 | 1\n").unwrap(), ["#1", "11"]);
        assert_eq!(rows("+--+\n|#1|\n|1|\n+--+\n"), Err((3, 3)));
    }
}
