//! Files of boards: text, gzip and zstd accepted. First line `cols rows mines start rule`, start = row * cols + col of
//! the first click and rule `safe` or `zero`; then one board per line as a hexadecimal bitmap, most significant bit
//! first, cell i = row * cols + col.

use std::fs::File;
use std::io::{BufRead, Write};
use std::path::Path;

use super::Start;
use crate::board::Grid;
use crate::compression;
use crate::field::Field;
use crate::file_name;
use crate::input_error::InputError;
use crate::lines::{Line, LineReader};

/// Boards of one file.
#[derive(Debug)]
pub struct BoardsFile {
    /// Size of every board.
    pub grid: Grid,
    /// Mines of every board.
    pub mines: usize,
    /// First click of every board and its promise; never [`Start::None`].
    pub start: Start,
    /// Boards in the order of the file.
    pub fields: Vec<Field>,
}

/// Reads a file.
///
/// # Errors
/// Not valid in the format; with line and column.
pub fn read(path: &Path) -> Result<BoardsFile, InputError> {
    let name = file_name::text(path);
    parse_lines(&mut compression::line_reader(&name, File::open(path))?, &name)
}

/// Reads the bytes of a file, compressed or not.
///
/// # Errors
/// As [`read`].
pub fn parse_bytes(bytes: &[u8], name: &str) -> Result<BoardsFile, InputError> {
    parse_lines(&mut compression::line_reader(name, Ok(bytes))?, name)
}

/// Reads the text of a file.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, name: &str) -> Result<BoardsFile, InputError> {
    parse_lines(&mut LineReader::new(name, text.as_bytes(), compression::MOST_BYTES), name)
}

/// Reads the lines of a file.
///
/// # Errors
/// As [`read`].
pub fn parse_lines(lines: &mut LineReader<impl BufRead>, name: &str) -> Result<BoardsFile, InputError> {
    let Some(Line { number: head_number, text: head, .. }) = lines.next_line()? else {
        return Err(InputError::whole(name, "no boards here: expected a line 'cols rows mines start rule'"));
    };
    let at = |word: &str, message: String| {
        InputError::at(name, head_number, &head, word.as_ptr() as usize - head.as_ptr() as usize, message)
    };
    let words: Vec<&str> = head.split_whitespace().collect();
    let [cols, rows, mines, start, rule] = words[..] else {
        return Err(at(&head, "the first line is 'cols rows mines start rule'".into()));
    };
    let number = |what: &str, word: &str| {
        let is_number = word.bytes().all(|b| b.is_ascii_digit());
        let why = if is_number { "too large" } else { "not a number of digits alone" };
        word.parse::<usize>().map_err(|_| at(word, format!("{what}: {word:?} is {why}")))
    };
    let grid = Grid { rows: number("rows", rows)?, cols: number("cols", cols)? };
    let (count, first) = (number("mines", mines)?, number("start", start)?);
    let cells = grid.rows.checked_mul(grid.cols).filter(|&n| n > 0 && n <= 1 << 24);
    let Some(cells) = cells else {
        let wrong = if (1..=1 << 24).contains(&grid.cols) { rows } else { cols };
        return Err(at(wrong, "a board has 1 to 2^24 cells".into()));
    };
    if count > cells {
        return Err(at(mines, format!("{count} mines do not fit on {cells} cells")));
    }
    if first >= cells {
        return Err(at(start, format!("the first click is one of cells 0 to {}, not {first}", cells - 1)));
    }
    let start = match rule {
        "safe" => Start::Safe(first),
        "zero" => Start::Zero(first),
        other => return Err(at(rule, format!("the rule is safe or zero, not {other:?}"))),
    };
    let free = start.keep_free(grid);
    let mut fields = Vec::new();
    while let Some(Line { number, text, .. }) = lines.next_line()? {
        let line = text.trim_end();
        let bad = |byte: usize, message: String| InputError::at(name, number, line, byte, message);
        let field = bitmap(line, grid).map_err(|(byte, message)| bad(byte, message))?;
        if field.count() != count {
            return Err(bad(0, format!("{} mines instead of {count}", field.count())));
        }
        if let Some(cell) = free.iter().find(|&&c| field.is_mine(c)) {
            return Err(bad(cell / 4, format!("cell {cell} is a mine; the start rule says it is not")));
        }
        fields.push(field);
    }
    Ok(BoardsFile { grid, mines: count, start, fields })
}

fn bitmap(line: &str, grid: Grid) -> Result<Field, (usize, String)> {
    let digits = grid.len().div_ceil(4);
    // Files may have whole bytes, with zeros at the end.
    if line.len() != digits && line.len() != digits.next_multiple_of(2) {
        return Err((line.len().min(digits), format!("{} hexadecimal digits instead of {digits}", line.len())));
    }
    let mut mines = Vec::with_capacity(line.len() * 4);
    for (byte, letter) in line.char_indices() {
        let Some(value) = letter.to_digit(16) else {
            return Err((byte, format!("{letter:?} is not a hexadecimal digit")));
        };
        mines.extend((0..4).rev().map(|bit| value >> bit & 1 == 1));
    }
    if let Some(extra) = mines[grid.len()..].iter().position(|&m| m) {
        return Err(((grid.len() + extra) / 4, "a bit beyond the last cell is set".into()));
    }
    mines.truncate(grid.len());
    Ok(Field::new(grid, mines))
}

/// Writes boards in the same format.
///
/// # Errors
/// Writing failed, or the start rule has no first click.
pub fn write(out: &mut impl Write, grid: Grid, mines: usize, start: Start, fields: &[Field]) -> std::io::Result<()> {
    let (cell, rule) = match start {
        Start::Safe(cell) => (cell, "safe"),
        Start::Zero(cell) => (cell, "zero"),
        Start::None => return Err(std::io::Error::other("a file of boards names a first click")),
    };
    writeln!(out, "{} {} {mines} {cell} {rule}", grid.cols, grid.rows)?;
    for field in fields {
        let bit = |c: usize| u32::from(c < grid.len() && field.is_mine(c));
        let digit = |d: usize| (0..4).fold(0, |value, b| value << 1 | bit(d * 4 + b));
        let text: String = (0..grid.len().div_ceil(4)).filter_map(|d| char::from_digit(digit(d), 16)).collect();
        writeln!(out, "{text}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitmaps_round_trip() {
        let text = "5 2 3 0 safe\n248\n050\n".replace("050", "4c0").replace("248", "2c0");
        let boards = parse(&text, "t").unwrap();
        assert_eq!((boards.grid, boards.mines, boards.fields.len()), (Grid { rows: 2, cols: 5 }, 3, 2));
        // 0010 1100 00: row 0 is 00101, row 1 is 10000.
        let mines: Vec<usize> = (0..10).filter(|&c| boards.fields[0].is_mine(c)).collect();
        assert_eq!(mines, [2, 4, 5]);
        let mut out = Vec::new();
        write(&mut out, boards.grid, 3, boards.start, &boards.fields).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }

    #[test]
    fn errors_name_their_place() {
        let at = |text: &str| parse(text, "t").map(|_| ()).map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at("5 2 3 0\n"), (1, 1));
        assert_eq!(at("5 x 3 0 safe\n"), (1, 3));
        assert_eq!((at("5 0 3 0 safe\n"), at("0 5 3 0 safe\n")), ((1, 3), (1, 1)));
        let large = parse("99999999999999999999 2 3 0 safe\n", "t").unwrap_err();
        assert!(large.column == 1 && large.message.contains("too large"), "{}", large.message);
        assert_eq!(at("5 2 11 0 safe\n"), (1, 5));
        assert_eq!(at("5 2 3 99 safe\n"), (1, 7));
        assert_eq!(at("5 2 3 0 corner\n"), (1, 9));
        assert_eq!(at("5 2 3 0 safe\n2c0\n2g0\n"), (3, 2));
        assert_eq!(at("5 2 3 0 safe\n2c\n"), (2, 3));
        assert_eq!(at("5 2 3 0 safe\n8c0\n"), (2, 1));
        assert_eq!(at("5 2 2 0 safe\n2c0\n"), (2, 1));
        assert_eq!(at("5 2 3 0 safe\n2c1\n"), (2, 3));
        assert_eq!(parse("", "t").unwrap_err().line, 0);
        let bytes = |bytes: &[u8]| parse_bytes(bytes, "t").map(|boards| boards.fields.len());
        assert_eq!(bytes("\u{feff}5 2 3 0 safe\n2c0\n".as_bytes()), Ok(1));
        let error = bytes(b"5 2 3 0 safe\n2\xff0\n").unwrap_err();
        assert_eq!((error.line, error.column, error.message.as_str()), (2, 2, "a byte that is not UTF-8"));
        assert!(bytes(&[0x1f, 0x8b, 0]).unwrap_err().message.contains("breaks off"));
    }
}
