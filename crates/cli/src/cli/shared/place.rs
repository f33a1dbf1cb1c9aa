//! Cells on the command line.

/// Reads `ROW,COL`, both from 0.
///
/// # Errors
/// The text is something else.
pub fn cell(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    numbers.ok_or_else(|| format!("{text:?} is not a cell: ROW,COL, both from 0"))
}
