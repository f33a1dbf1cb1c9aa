//! Detects the format of a content: parses all of it in every format that is possible, and reports the error of the
//! most likely format.

use super::{BoardFormat, Content, FORMATS, field, find, foreign, grid, jsminesweeper, json, link, mbf, sgt, sums};
use crate::board::{Board, Said};
use crate::input_error::InputError;

/// The most likely format of a content.
pub fn detect(bytes: &[u8]) -> &'static BoardFormat {
    read(bytes, "t", &Said::default()).0
}

fn row(format: &BoardFormat) -> &'static BoardFormat {
    find(format.name).unwrap_or(&FORMATS[0])
}

/// Reads a content; returns its format as well.
pub fn read(bytes: &[u8], file: &str, said: &Said) -> (&'static BoardFormat, Result<Content, InputError>) {
    let whole = |message: &str| (&FORMATS[0], Err(InputError::whole(file, message)));
    if bytes.is_empty() || bytes == "\u{feff}".as_bytes() {
        return whole("no board here: the input is empty");
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return whole("no board here: the input is blank");
    }
    let tried = |format: &BoardFormat| (row(format), (format.read)(bytes, file, said).map_err(|e| named(e, format)));
    if mbf::looks_like(bytes) {
        return tried(&mbf::FORMAT);
    }
    if let Some(format) = sums::looks_like(bytes) {
        return tried(format);
    }
    if let Some(error) = foreign::content(bytes, file) {
        return (&FORMATS[0], Err(error));
    }
    let text = match super::text(bytes, file) {
        Ok(text) => text,
        Err(_) if mbf::may_be_damaged(bytes, file) => return tried(&mbf::FORMAT),
        Err(error) => return (&FORMATS[0], Err(error)),
    };
    let first = super::lines(text).map(|(_, line)| line).find(|line| !line.trim().is_empty()).unwrap_or("");
    match () {
        () if link::looks_like(text) => tried(&link::FORMAT),
        () if sgt::looks_like(text) => tried(&sgt::FORMAT),
        () if jsminesweeper::looks_like(first) || jsminesweeper::lacks_total(first, text) => {
            tried(&jsminesweeper::FORMAT)
        }
        () if json::looks_like(text) => tried(&json::FORMAT),
        () if field::looks_like(text) => tried(&field::FORMAT),
        () => of_rows(text, first, file, said),
    }
}

/// An error under a detected format: names that format.
fn named(mut error: InputError, format: &BoardFormat) -> InputError {
    // Messages that name formats or letters already offer a choice.
    let choice = ["--format", "--letters", "two boards fit"].iter().any(|what| error.message.contains(what));
    let more = if choice { "" } else { "; --format names another" };
    error.message += &format!(" (read as {}{more})", format.name);
    error
}

/// Numbers, or `?`.
fn is_numbers(line: &str) -> bool {
    line.split_whitespace().all(|w| w == "?" || w.bytes().all(|b| b.is_ascii_digit()))
}

/// Rows of cells, with the header of board text or without one.
fn of_rows(text: &str, first: &str, file: &str, said: &Said) -> (&'static BoardFormat, Result<Content, InputError>) {
    let minesat = &FORMATS[0];
    let header = match Board::parse_with(text, file, said) {
        Ok(board) => return (minesat, Ok(Content::Board(board))),
        Err(error) => error,
    };
    let (format, board) = grid::any(text, file, said);
    let words = first.split_whitespace().count();
    let lines = || super::lines(text).filter(|(_, line)| !line.trim().is_empty());
    let sized = first.split_whitespace().take(2).all(|word| word != "?");
    let comments = super::line_ends(text).any(|line| line == "c" || line.starts_with("c "));
    match board {
        Ok(_) if lines().count() == 1 && (1..=3).contains(&words) && is_numbers(first) && sized => {
            let mut error = header;
            error.message += "; --format grid reads the line as a row of cells";
            (minesat, Err(error))
        }
        // Both a row of clues and a header of just what is below it.
        Ok(_) if words == 3 && is_size(first, text) => {
            let mut error = header;
            error.message += "; --format grid reads the first line as a row of cells";
            (minesat, Err(error))
        }
        Ok(board) => match field::of_map(&board) {
            // Numbers that are all right, or a map without mines.
            Some(_) if grid::has_room(&board) => {
                let message = "only 0: an open board without mines, --format grid, or a map of mines, --format field";
                (format, Err(InputError::within(file, text, text.find('0').unwrap_or(0), message)))
            }
            // As numbers they are wrong: no cell is covered.
            Some(field) => (row(&field::FORMAT), Ok(Content::Field(field, None))),
            None => (format, Ok(Content::Board(board))),
        },
        // Numbers that label the columns of rows with labels of their own.
        Err(error) if format.name == "margins" => (format, Err(named(error, format))),
        Err(_) if comments || is_header(first, words, text) => (minesat, Err(named(header, minesat))),
        Err(error) => (format, Err(named(error, format))),
    }
}

/// True if the first line is the size of what is below it.
fn is_size(first: &str, text: &str) -> bool {
    let mut lines = super::lines(text).filter(|(_, line)| !line.trim().is_empty()).skip(1);
    let cols = lines.next().map(|(_, line)| line.chars().filter(|c| !c.is_whitespace()).count());
    let mut words = first.split_whitespace().map(|word| word.parse::<usize>().ok());
    cols.is_some() && words.next().flatten() == Some(lines.count() + 1) && words.next().flatten() == cols
}

/// True if a first line is a header, possibly one that lacks a word or has one too many.
fn is_header(first: &str, words: usize, text: &str) -> bool {
    let digit = first.trim_start().starts_with(|c: char| c.is_ascii_digit());
    // A row can also be one word.
    let single = words == 1 && super::lines(text).filter(|(_, line)| !line.trim().is_empty()).count() > 1;
    let letters = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let is_grid = || super::lines(text).all(|(_, line)| line.trim().is_empty() || letters(line) == letters(first));
    // Above rows without gaps, three words of which two are numbers, the third among them.
    let numbers: Vec<bool> = first.split_whitespace().take(3).map(is_numbers).collect();
    let mut below = super::lines(text).map(|(_, line)| line).filter(|line| !line.trim().is_empty()).skip(1);
    let named = numbers.len() == 3
        && numbers[2]
        && (numbers[0] || numbers[1])
        && below.all(|line| line.split_whitespace().nth(1).is_none());
    let sized = words == 3 && is_size(first, text);
    !single && (digit && is_numbers(first) || (named || digit && sized) && !is_grid())
}

#[cfg(test)]
mod tests {
    use super::detect;

    #[test]
    fn formats_are_told_apart() {
        for (text, name) in [
            ("1 3 1\n#1#\n", "minesat"),
            ("1 3 ?\n#1#\n", "minesat"),
            ("c a comment\n1 3 1\n#1#\n", "minesat"),
            // A header without a total is reported as a header.
            ("1 3\n#1#\n", "minesat"),
            ("1 3 0.5\n#1#\n", "minesat"),
            ("1 3 .\n###\n", "grid"),
            ("0 ## ##\n", "grid"),
            ("1 4 ##\n####\n", "grid"),
            ("2 5 ###\n#####\n2 #### \n", "grid"),
            ("3\n", "minesat"),
            ("3 3 1 7\n###\n###\n###\n", "minesat"),
            (" 2 3 2\n###\n1##\n", "minesat"),
            ("2 3 2\n# # #\n1 # #\n", "minesat"),
            ("1 3 ?\n # # #\n", "minesat"),
            ("2 3 2\n# # #\n1 # #\n# # #\n", "grid"),
            ("111\n###\n", "grid"),
            ("1 1 1\n# # #\n", "grid"),
            ("", "minesat"),
            ("hello\n", "grid"),
            ("?1?\n", "grid"),
            ("\n? 1 ? 2\n", "grid"),
            ("1 ? ? 1\n", "grid"),
            (".1F*\n", "grid"),
            ("..*\n...\n", "field"),
            ("0 1\n0 0\n", "field"),
            ("...\n...\n", "grid"),
            ("#,1\n1,1\n", "csv"),
            ("| # | 1 |\n", "table"),
            ("  A B\n1 # 1\n2 1 1\n", "margins"),
            ("[\"#1\", \"11\"]\n", "json"),
            ("30x16x99\nHHH", "jsminesweeper"),
            ("2x1:u8\n", "sgt"),
            ("https://x/?analysis=abc", "link"),
            ("\u{1}\u{1}\0\0", "mbf"),
        ] {
            assert_eq!(detect(text.as_bytes()).name, name, "{text:?}");
        }
    }
}
