//! Rows of cells without a header, as people paste them: letters, fields, tables, with a line for the total and with
//! labels at the edges. Every reading of a text is tried; a text with two readings that give different boards is
//! refused.

mod blanks;
mod layout;
mod margins;
mod page;
mod reading;
mod table;
mod total;

use super::{BoardFormat, Content, Write, WriteError};
use crate::board::Board;
use crate::board::letters::Said;
use crate::input_error::InputError;
use layout::{By, RowLayout};
use page::{PageCut, Span};
pub use reading::has_room;
use table::TextLayout;
use total::TotalLine;

pub const GRID: BoardFormat = BoardFormat {
    name: "grid",
    about: "rows alone: # or ? covered, 0-8, F or * a mine, _ open without its number, more letters under --letters; \
            even blanks are gaps, others opened cells; `mines: 10` on a line beside it, else the total is unknown",
    read: |bytes, file, said| only(bytes, file, said, |kind| kind == TextLayout::Plain),
    write: Write::Board(write),
    letters: true,
};

pub const CSV: BoardFormat = BoardFormat {
    name: "csv",
    about: "cells between commas, semicolons or tabs, in quotation marks or not; an empty one is an opened cell",
    read: |bytes, file, said| only(bytes, file, said, |kind| matches!(kind, TextLayout::Csv(_))),
    write: Write::Nothing,
    letters: true,
};

pub const TABLE: BoardFormat = BoardFormat {
    name: "table",
    about: "cells or rows between upright lines, with borders of ASCII or box drawing, as in Markdown",
    read: |bytes, file, said| only(bytes, file, said, |kind| matches!(kind, TextLayout::Table | TextLayout::Spoilers)),
    write: Write::Nothing,
    letters: true,
};

pub const MARGINS: BoardFormat = BoardFormat {
    name: "margins",
    about: "one of the three formats above with numbers or letters at the edges that count rows and columns",
    read: |bytes, file, said| {
        let text = super::text(bytes, file)?;
        let page = PageCut::new(text);
        let reading = labelled(page, said, file);
        let none = || InputError::whole(file, "no numbers or letters at the edges count the rows or columns");
        reading.ok_or_else(none)?.map(Content::Board)
    },
    write: Write::Nothing,
    letters: true,
};

/// Reads a text in a requested layout, without labels at its edges.
fn only(bytes: &[u8], file: &str, said: &Said, fits: impl Fn(TextLayout) -> bool) -> Result<Content, InputError> {
    let page = PageCut::new(super::text(bytes, file)?);
    with_total(page, file, |page| {
        let kind = table::kind(&page);
        let kind = if fits(kind) { kind } else { asked(fits, file)? };
        table::body(&page, kind, said, file)
    })
    .map(Content::Board)
}

/// The requested layout, for a text whose marks indicate another.
fn asked(fits: impl Fn(TextLayout) -> bool, file: &str) -> Result<TextLayout, InputError> {
    let kinds = [TextLayout::Plain, TextLayout::Table];
    let none = || InputError::whole(file, "no separator stands in every row: expected commas, semicolons or tabs");
    kinds.into_iter().find(|&kind| fits(kind)).ok_or_else(none)
}

/// Reads a page and the line with its total above or below it, if there is one.
fn with_total<'a>(
    page: PageCut<'a>,
    file: &str,
    read: impl FnOnce(PageCut<'a>) -> Result<Board, InputError>,
) -> Result<Board, InputError> {
    match total::split(page, file)? {
        None => read(page),
        Some((total, line, rest)) => set_total(read(rest)?, total, line, file),
    }
}

fn set_total(board: Board, total: TotalLine, line: Span, file: &str) -> Result<Board, InputError> {
    let (cells, flags) = (board.grid().len(), board.flags());
    let total = match total {
        TotalLine::All(total) => total.map(|n| n as usize),
        TotalLine::Left(n) => Some(n as usize + flags),
    };
    let at = line.text().find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    match total {
        Some(n) if n > cells => Err(line.error(file, at, format!("{n} mines do not fit on {cells} cells"))),
        _ => Ok(board.with_mines(total.map(|n| n as u32))),
    }
}

/// Reads a text with labels at its edges; None without labels.
fn labelled(page: PageCut, said: &Said, file: &str) -> Option<Result<Board, InputError>> {
    let (total, page) = match total::split(page, file) {
        Ok(Some((total, line, rest))) => (Some((total, line)), rest),
        Ok(None) => (None, page),
        Err(error) => return Some(Err(error)),
    };
    let (inner, cols) = margins::without(page.framed())?;
    let read = || {
        let board = table::body(&inner, table::kind(&inner), said, file)?;
        match cols {
            Some(n) if n != board.grid().cols => {
                let message = format!("the labels count {n} columns, the rows have {}", board.grid().cols);
                Err(page.split_first().map_or_else(
                    || InputError::whole(file, &message[..]),
                    |(line, _)| line.error(file, 0, &message[..]),
                ))
            }
            _ => match total {
                Some((total, line)) => set_total(board, total, line, file),
                None => Ok(board),
            },
        }
    };
    Some(read())
}

/// The format that the marks of a text indicate.
fn format_of(page: &PageCut) -> &'static BoardFormat {
    let named = match table::kind(page) {
        TextLayout::Plain => GRID.name,
        TextLayout::Csv(_) => CSV.name,
        TextLayout::Table | TextLayout::Spoilers => TABLE.name,
    };
    super::find(named).expect("a row of the table of formats")
}

/// Reads unambiguous rows: of letters, or of fields between tabs of which every one is a cell.
///
/// # Errors
/// As [`any`].
pub fn rows_of(text: &str, fields: bool, file: &str, said: &Said) -> Result<Board, InputError> {
    let page = PageCut::new(text);
    match fields {
        true => {
            let layout = RowLayout::Fields { by: By::Char('\t'), skip_first: false, skip_last: false };
            reading::read(&page, layout, said, file).map(|read| read.board)
        }
        false => blanks::plain(&page, true, said, file),
    }
}

/// Reads a text in any of these formats that fits it; returns the format as well.
///
/// # Errors
/// No format fits, or two formats give different boards.
pub fn any(text: &str, file: &str, said: &Said) -> (&'static BoardFormat, Result<Board, InputError>) {
    let page = PageCut::new(text);
    let format = format_of(&page);
    let plain = with_total(page, file, |page| table::body(&page, table::kind(&page), said, file));
    let margins = labelled(page, said, file);
    let labels = super::find(MARGINS.name).expect("a row of the table of formats");
    match (plain, margins) {
        (Ok(board), Some(Ok(inner))) => {
            let (whole, inner) = (board.grid(), inner.grid());
            let message = format!(
                "two boards fit: {} x {} with the numbers at the edges as clues, --format {}, or {} x {} with them as \
                 labels, --format {}",
                whole.rows, whole.cols, format.name, inner.rows, inner.cols, labels.name
            );
            let error = page.split_first().map(|(line, _)| line.error(file, 0, &message[..]));
            (format, Err(error.unwrap_or_else(|| InputError::whole(file, message))))
        }
        (plain, None | Some(Err(_))) if plain.is_ok() => (format, beside_number(page, plain, format, file, said)),
        (_, Some(Ok(board))) => (labels, Ok(board)),
        // Letters at the edges are not cells: an error lies inside.
        (Err(plain), margins) => match beside_number(page, Err(plain), format, file, said) {
            Err(error) => match margins {
                Some(Err(inner)) if starts_with_words(&page) => (labels, Err(inner)),
                _ => (format, Err(error)),
            },
            board => (format, board),
        },
        (Ok(_), _) => unreachable!("taken above"),
    }
}

/// True if the first line has letters that count columns.
fn starts_with_words(page: &PageCut) -> bool {
    let first = page.split_first().map_or("", |(line, _)| line.text());
    first.split_whitespace().take(2).eq(["A", "B"]) || first.split_whitespace().take(2).eq(["0", "1"])
}

/// The board of a page, or of the rows above or below a line that is only the total.
fn beside_number(
    page: PageCut,
    plain: Result<Board, InputError>,
    format: &BoardFormat,
    file: &str,
    said: &Said,
) -> Result<Board, InputError> {
    // In one column a number is a cell like the others.
    if plain.as_ref().is_err_and(reading::is_doubt)
        || plain.as_ref().is_ok_and(|board| board.grid().cols == 1 || board.grid().rows == 1)
    {
        return plain;
    }
    for (n, line, rest) in total::bare(page) {
        let body = |rest: PageCut| match labelled(rest, said, file) {
            Some(Ok(board)) => Ok(board),
            _ => table::body(&rest, table::kind(&rest), said, file),
        };
        let board = match body(rest) {
            Ok(board) => board,
            // Ambiguous letters matter only if the number is not a row.
            Err(error) if plain.is_err() && error.message.contains("may stand for") => return Err(error),
            Err(_) => continue,
        };
        let most = board.grid().len();
        match plain {
            Err(_) => return set_total(board, TotalLine::All(Some(n)), line, file),
            Ok(_) if n as usize > most => {}
            Ok(_) => {
                let message = format!(
                    "two boards fit: this line as a row, --format {}, or as the total: write `mines: {n}`",
                    format.name
                );
                return Err(line.error(file, 0, message));
            }
        }
    }
    plain
}

fn write(board: &Board) -> Result<Vec<u8>, WriteError> {
    match board.mines() {
        Some(total) => Err(WriteError::Total { total }),
        None => Ok(board.rows().fold(Vec::new(), |mut text, row| {
            text.extend(row.into_bytes());
            text.push(b'\n');
            text
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<(Vec<String>, Option<u32>), (usize, usize)> {
        match any(text, "t", &Said::default()).1 {
            Ok(board) => Ok((board.row_strings(), board.mines())),
            Err(e) => Err((e.line, e.column)),
        }
    }

    fn board(rows: &[&str], mines: Option<u32>) -> Result<(Vec<String>, Option<u32>), (usize, usize)> {
        Ok((rows.iter().map(ToString::to_string).collect(), mines))
    }

    #[test]
    fn letters_decide_what_others_mean() {
        assert_eq!(rows("1.\n*1\n"), board(&["1#", "F1"], None));
        assert_eq!(rows("\n? 1\n. _\n\n"), board(&["#1", "0_"], None));
        assert_eq!(rows("x1x\nx2x\n"), board(&["#1#", "#2#"], None));
        assert_eq!(rows("-1?\n-1?\n"), board(&["01#", "01#"], None));
        assert_eq!(rows("1x?\n11?\n"), board(&["1F#", "11#"], None));
        // Covered, or 0 on a board that is open: both are right.
        assert_eq!(rows(".1F\n.11\n"), Err((1, 1)));
        assert_eq!(rows("...\n...\n"), Err((1, 1)));
        // Both meanings have a letter already.
        assert_eq!(rows(".0#\n.0#\n"), Err((1, 1)));
    }

    #[test]
    fn a_line_may_say_the_total() {
        assert_eq!(rows("mines: 2\n#1\n11\n"), board(&["#1", "11"], Some(2)));
        assert_eq!(rows("#1F\n11F\n\nMines left: 1\n"), board(&["#1F", "11F"], Some(3)));
        assert_eq!(rows("10\n#1##\n11##\n####\n"), board(&["#1##", "11##", "####"], Some(10)));
        assert_eq!(rows("#1#\n11#\n3\n"), board(&["#1#", "11#"], Some(3)));
        assert_eq!(rows("#1#\n11#\n7\n"), Err((3, 1)));
        assert_eq!(rows("11\n##\n##\n##\n##\n##\n##\n"), Err((1, 1)));
        assert_eq!(rows("11\n##\n##\n"), board(&["11", "##", "##"], None));
        assert_eq!(rows("1\n#\n"), board(&["1", "#"], None));
    }

    #[test]
    fn edges_may_count() {
        assert_eq!(rows("  A B\n1 # 1\n2 1 1\n"), board(&["#1", "11"], None));
        assert_eq!(rows("  0 1 2\n0 # 1 #\n1 1 1 #\n"), board(&["#1#", "11#"], None));
        assert_eq!(rows("0 # 1\n1 1 1\n2 1 1\n"), Err((1, 1)));
        assert_eq!(
            rows(
                "    0   1   2\n  +---+---+---+\n0 | # | 1 | # |\n  +---+---+---+\n1 | 1 | 1 | # |\n  +---+---+---+\n"
            ),
            board(&["#1#", "11#"], None)
        );
        assert_eq!(
            rows("|   | 0 | 1 | 2 |\n|---|---|---|---|\n| 0 | # | 1 | # |\n| 1 | 1 |   | # |\n"),
            board(&["#1#", "10#"], None)
        );
        assert_eq!(rows(",A,B\n1,#,1\n2,1,\n"), board(&["#1", "10"], None));
    }
}
