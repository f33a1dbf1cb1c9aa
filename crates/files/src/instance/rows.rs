//! Reads the rows of a board in place in an instance line: a board may have 10^8 cells, or as many rows.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::board::{Cell, Grid, LETTERS, check_size};

/// An error, at a byte of the text of the whole array.
type Wrong = (usize, String);

/// Calls `each` with each element of an array and the byte at which it begins, until an error.
fn elements(array: &RawValue, each: impl FnMut(usize, &RawValue) -> Result<(), Wrong>) -> Result<(), Wrong> {
    struct Elements<F>(usize, F);
    impl<'a, F: FnMut(usize, &RawValue) -> Result<(), Wrong>> Visitor<'a> for Elements<F> {
        type Value = Result<(), Wrong>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an array of strings, one per row")
        }

        fn visit_seq<A: SeqAccess<'a>>(mut self, mut array: A) -> Result<Self::Value, A::Error> {
            let mut wrong = Ok(());
            while let Some(element) = array.next_element::<&RawValue>()? {
                if wrong.is_ok() {
                    wrong = self.1(element.get().as_ptr() as usize - self.0, element);
                }
            }
            Ok(wrong)
        }
    }
    let start = array.get().as_ptr() as usize;
    let mut reader = serde_json::Deserializer::from_str(array.get());
    reader.deserialize_seq(Elements(start, each)).map_err(|e| (0, crate::input_error::json_message(&e)))?
}

/// An element as a row.
fn row(at: usize, element: &RawValue) -> Result<Cow<'_, str>, Wrong> {
    let text = element.get();
    let plain = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|text| !text.contains('\\'));
    match plain {
        Some(plain) => Ok(Cow::Borrowed(plain)),
        None => serde_json::from_str(text).map(Cow::Owned).map_err(|_| (at, "a row of the board is a string".into())),
    }
}

/// The size of a board: its number of rows, and the length of the first.
///
/// # Errors
/// Not an array, no row, an empty first row, a board that is too large.
pub fn grid(array: &RawValue) -> Result<Grid, Wrong> {
    let (mut rows, mut cols, mut first) = (0, 0, 0);
    elements(array, |at, element| {
        if rows == 0 {
            (first, cols) = (at, row(at, element)?.chars().count());
        }
        rows += 1;
        Ok(())
    })?;
    let grid = Grid { rows, cols };
    match grid.is_empty() {
        true => Err((first, "a board has at least one row and one column".into())),
        false => check_size(grid).map(|()| grid).map_err(|wrong| (0, wrong.to_string())),
    }
}

/// The cells of a board of a known size.
///
/// # Errors
/// Those of [`Letters::read_row`](crate::board::Letters::read_row); an element that is not a string.
pub fn cells(array: &RawValue, grid: Grid) -> Result<Vec<Cell>, Wrong> {
    let mut cells = Vec::with_capacity(grid.rows.saturating_mul(grid.cols).min(array.get().len()));
    elements(array, |at, element| {
        let row = row(at, element)?;
        LETTERS.read_row(&row, grid, &mut cells).map_err(|(byte, wrong)| (at + 1 + byte, wrong.to_string()))
    })?;
    Ok(cells)
}
