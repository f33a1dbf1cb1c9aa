//! JSON arrays: rows as strings, or as arrays of numbers, strings and null. They are laid out as text and parsed as
//! text.

use serde_json::value::RawValue;

use super::{BoardFormat, Content, Write, grid};
use crate::board::Said;
use crate::input_error::{InputError, json_message};

pub const FORMAT: BoardFormat = BoardFormat {
    name: "json",
    about: "a JSON array of rows: strings, or arrays of letters, 0 to 8 and null (--letters '-1=covered' for other \
            numbers)",
    read: |bytes, file, said| read(super::text(bytes, file)?, file, said),
    write: Write::Nothing,
    letters: true,
};

/// True if a text begins as an array.
pub fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with('[')
}

fn read(text: &str, file: &str, said: &Said) -> Result<Content, InputError> {
    let rows: Vec<&RawValue> = serde_json::from_str(text).map_err(|e| syntax(file, text, &e))?;
    let place = |raw: &RawValue| raw.get().as_ptr() as usize - text.as_ptr() as usize;
    let bad = |raw: &RawValue, message: &str| Err(InputError::within(file, text, place(raw), message));
    let Some(first) = rows.first() else { return Err(InputError::within(file, text, 0, "an array without rows")) };
    let strings = first.get().starts_with('"');
    if !strings && !first.get().starts_with('[') {
        return bad(first, "a row is a string or an array: rows in an array, [[...], [...]]");
    }
    let mut laid_out = String::new();
    for row in &rows {
        match strings {
            true => {
                let Ok(line) = serde_json::from_str::<String>(row.get()) else {
                    return bad(row, "the other rows are strings");
                };
                if line.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
                    return bad(row, "a row with a control character: each row is a string of its own");
                }
                laid_out += &line;
            }
            false => {
                let Ok(cells) = serde_json::from_str::<Vec<&RawValue>>(row.get()) else {
                    return bad(row, "the other rows are arrays");
                };
                for (index, cell) in cells.iter().enumerate() {
                    if index > 0 {
                        laid_out.push('\t');
                    }
                    if cell.get().starts_with(['[', '{']) {
                        return bad(cell, "a cell is a number, a string or null");
                    }
                    let written: String = serde_json::from_str(cell.get()).unwrap_or_else(|_| cell.get().to_string());
                    if written.contains(|c: char| c.is_control() || matches!(c, '"' | '\u{2028}' | '\u{2029}')) {
                        return bad(cell, "a cell with a control character or a quotation mark");
                    }
                    laid_out += &written;
                }
            }
        }
        laid_out.push('\n');
    }
    if strings && rows.len() > 1 && laid_out.lines().all(|line| line.chars().count() == 1) {
        let message = "one row or one column of cells: put the strings into a row, [[...]], or into rows, [[.],[.]]";
        return Err(InputError::within(file, text, place(first), message));
    }
    grid::rows_of(&laid_out, !strings, file, said).map(Content::Board).map_err(|error| {
        let Some(row) = error.line.checked_sub(1).and_then(|line| rows.get(line)) else { return error };
        let start = place(row);
        let line = laid_out.lines().nth(error.line - 1).unwrap_or("");
        let inside = match strings {
            // After the quotation mark; escaped letters are longer in the file.
            true => start + 1 + byte_of(line, error.column),
            false => {
                let before = line.chars().take(error.column - 1).filter(|&c| c == '\t').count();
                let cells: Vec<&RawValue> = serde_json::from_str(row.get()).unwrap_or_default();
                cells.get(before).map_or(start, |cell| place(cell))
            }
        };
        InputError::within(file, text, inside, error.message)
    })
}

/// The byte of a column from 1.
fn byte_of(text: &str, column: usize) -> usize {
    text.char_indices().nth(column - 1).map_or(text.len(), |(byte, _)| byte)
}

fn syntax(file: &str, text: &str, error: &serde_json::Error) -> InputError {
    let line = super::line_ends(text).nth(error.line().saturating_sub(1)).unwrap_or("");
    let message = format!("not a JSON array: {}", json_message(error));
    InputError::at(file, error.line(), line, error.column().saturating_sub(1), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, letters: &str) -> Result<Vec<String>, (usize, usize)> {
        match read(text, "t", &letters.parse().unwrap()) {
            Ok(Content::Board(board)) => Ok(board.row_strings()),
            Ok(Content::Field(..)) => unreachable!(),
            Err(e) => Err((e.line, e.column)),
        }
    }

    #[test]
    fn rows_are_strings_or_arrays() {
        assert_eq!(rows("[\"#1 \",\n \"11 \"]", "").unwrap(), ["#10", "110"]);
        assert_eq!(rows("[[\"#\", 1, null], [1, \"1\", 0]]", "null=0").unwrap(), ["#10", "110"]);
        assert_eq!(rows("[[-1, 1], [1, 1]]", "-1=covered").unwrap(), ["#1", "11"]);
        assert_eq!(rows("[[\"\\u25a0\", 1, \"\"]]", "").unwrap(), ["#10"]);
        assert_eq!(rows("[[9, 1]]", ""), Err((1, 3)));
        assert_eq!(rows("[\"#1\",\n \"1y\"]", ""), Err((2, 4)));
        assert_eq!(rows("[[\"#\", 1],\n [1, 1, 1]]", ""), Err((2, 9)));
        assert_eq!(rows("[[\"#\", 1]", ""), Err((1, 9)));
        assert_eq!(rows("[\"#\", \"1\"]", ""), Err((1, 2)));
        assert_eq!(rows("[]", ""), Err((1, 1)));
        assert_eq!(rows("[1, 2]", ""), Err((1, 2)));
        assert_eq!(rows("[[1], \"#\"]", ""), Err((1, 7)));
    }
}
