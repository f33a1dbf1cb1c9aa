//! Links to JSMinesweeper, which carry a position (`analysis=`) or the mines of a game (`b=` and `m=`).
//!
//! `analysis`: digits of base 62 (a-z, A-Z, 0-9), two for the columns, two for the rows, four for the mines, then runs
//! of equal cells. Each kind of cell has digits of its own, as many as its base; consecutive digits of one kind are the
//! length of a run. Around the kinds `F` and `I` all clues are stored one too low.
//!
//! `b`: 1, 2 or 3 for the usual levels, else columns and rows in half of the digits each; `m`: digits of base 32, five
//! cells each in reading order, the highest bit first.

use super::{BoardFormat, Content, Write, WriteError};
use crate::board::letters::check;
use crate::board::{Board, Cell, read_size};
use crate::field::Field;
use crate::grid::Grid;
use crate::input_error::InputError;

pub const FORMAT: BoardFormat = BoardFormat {
    name: "link",
    about: "a link to JSMinesweeper: a position (analysis=), or where the mines are (b= and m=)",
    read: |bytes, file, _| read(super::text(bytes, file)?, file),
    write: Write::Board(write),
    letters: false,
};

const PAGE: &str = "https://davidnhill.github.io/JSMinesweeper/index.html";
const DIGITS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const BASE: usize = DIGITS.len();

/// Kinds of cells and their bases, in the order of their digits: clues, then an unflagged mine, covered cells, flags,
/// and flags that do not lower clues.
const KINDS: [(char, usize); 13] = [
    ('0', 10),
    ('1', 7),
    ('2', 5),
    ('3', 5),
    ('4', 4),
    ('5', 3),
    ('6', 3),
    ('7', 1),
    ('8', 1),
    ('I', 4),
    ('H', 10),
    ('F', 8),
    ('O', 1),
];

/// True if a text is one link, or the query of one.
pub fn looks_like(text: &str) -> bool {
    let text = text.trim();
    let one = !text.contains(char::is_whitespace);
    let query = text.split_once('?').is_some_and(|(_, q)| q.contains('='));
    one && (text.starts_with("http://") || text.starts_with("https://") || query)
}

fn digit(letter: u8) -> Option<usize> {
    DIGITS.iter().position(|&d| d == letter)
}

/// The kind of a digit, its base and its value.
fn kind(letter: u8) -> Option<(char, usize, usize)> {
    let mut value = digit(letter)?;
    for (kind, base) in KINDS {
        match value < base {
            true => return Some((kind, base, value)),
            false => value -= base,
        }
    }
    None
}

fn read(text: &str, file: &str) -> Result<Content, InputError> {
    let line = text.trim();
    let number = 1 + text[..text.len() - text.trim_start().len()].matches('\n').count();
    let shown = line.lines().next().unwrap_or("");
    let bad = |byte: usize, message: String| InputError::at(file, number, shown, byte, message);
    let query = line.split_once('?').map_or("", |(_, query)| query.split('#').next().unwrap_or(""));
    let values: Vec<(&str, &str)> = query.split('&').filter_map(|part| part.split_once('=')).collect();
    let find = |name: &str| values.iter().find(|(n, _)| *n == name).map(|&(_, value)| value);
    let at = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    match (find("analysis"), find("b"), find("m"), find("board")) {
        (Some(code), ..) => position(code).map(Content::Board).map_err(|(byte, message)| bad(at(code) + byte, message)),
        (None, Some(b), Some(m), _) => {
            let place = |(word, byte, message): (&str, usize, String)| bad(at(word) + byte, message);
            mines(b, m).map(|field| Content::Field(field, None)).map_err(place)
        }
        (.., Some(size)) => {
            let message = "the link has a size and no position: JSMinesweeper adds analysis= when it analyses";
            Err(bad(at(size), message.into()))
        }
        _ => Err(bad(0, "this link has no board: links of JSMinesweeper have analysis=, or b= and m=".into())),
    }
}

/// An error is a byte and a message.
fn position(code: &str) -> Result<Board, (usize, String)> {
    let bytes = code.as_bytes();
    let strange = |byte: usize| (byte, "not a digit of base 62".to_string());
    if let Some(byte) = bytes.iter().position(|&b| digit(b).is_none()) {
        return Err(strange(byte));
    }
    if bytes.len() < 8 {
        return Err((bytes.len(), "the link breaks off: eight digits of size and mines come first".into()));
    }
    let number = |from: usize, to: usize| bytes[from..to].iter().fold(0, |n, &b| n * BASE + digit(b).unwrap_or(0));
    let [cols, rows, mines] = [number(0, 2), number(2, 4), number(4, 8)].map(|n| n.to_string());
    let (grid, total) =
        read_size((2, &rows), (0, &cols), (4, &mines)).map_err(|(byte, wrong)| (byte, wrong.to_string()))?;
    let mut kinds: Vec<char> = Vec::new();
    let mut run: Option<(char, usize)> = None;
    let too_long = |byte: usize| (byte, format!("more than the {} cells of the size", grid.len()));
    for (byte, &letter) in bytes.iter().enumerate().skip(8) {
        let (kind, base, value) = kind(letter).ok_or_else(|| strange(byte))?;
        run = match run {
            Some((before, length)) if before == kind && base == 1 => Some((kind, length + 1)),
            Some((before, length)) if before == kind => Some((kind, length * base + value)),
            _ => {
                kinds.extend(run.into_iter().flat_map(|(before, length)| std::iter::repeat_n(before, length)));
                Some((kind, if base == 1 { 1 } else { value }))
            }
        };
        if kinds.len() + run.map_or(0, |(_, length)| length) > grid.len() {
            return Err(too_long(byte));
        }
    }
    kinds.extend(run.into_iter().flat_map(|(before, length)| std::iter::repeat_n(before, length)));
    if kinds.len() != grid.len() {
        return Err((bytes.len(), format!("the link breaks off: {} of {} cells", kinds.len(), grid.len())));
    }
    let mut cells: Vec<Cell> = kinds
        .iter()
        .map(|&kind| match kind {
            'F' | 'O' => Cell::Flag,
            'H' | 'I' => Cell::Covered,
            number => Cell::Clue(number as u8 - b'0'),
        })
        .collect();
    for cell in grid.cells().filter(|&c| matches!(kinds[c], 'F' | 'I')) {
        for neighbour in grid.neighbours(cell) {
            if let Cell::Clue(n) = &mut cells[neighbour] {
                *n += 1;
            }
        }
    }
    for (cell, &seen) in cells.iter().enumerate() {
        let (row, col) = grid.position(cell);
        check(seen, grid, row, col).map_err(|wrong| (8, format!("row {}, column {}: {wrong}", row + 1, col + 1)))?;
        if matches!(seen, Cell::Clue(9..)) {
            return Err((8, format!("row {}, column {}: a number above 8", row + 1, col + 1)));
        }
    }
    Ok(Board::new(grid, cells, total))
}

/// An error is the word, a byte of it and a message.
fn mines<'a>(size: &'a str, code: &'a str) -> Result<Field, (&'a str, usize, String)> {
    let (cols, rows) = match size {
        "1" => ("9", "9"),
        "2" => ("16", "16"),
        "3" => ("30", "16"),
        _ if size.is_ascii() => size.split_at(size.len() / 2),
        _ => return Err((size, 0, "columns and rows are digits".into())),
    };
    let (grid, _) =
        read_size((cols.len(), rows), (0, cols), (0, "?")).map_err(|(byte, wrong)| (size, byte, wrong.to_string()))?;
    let want = grid.len().div_ceil(5);
    let mut mines = Vec::with_capacity(grid.len());
    for (byte, letter) in code.char_indices() {
        let value = letter.to_digit(32).ok_or_else(|| (code, byte, format!("{letter:?} is not a digit of base 32")))?;
        mines.extend((0..5).rev().map(|bit| value >> bit & 1 == 1));
        if mines.len() > want * 5 || mines.iter().skip(grid.len()).any(|&mine| mine) {
            return Err((code, byte, format!("more than the {} cells of the size", grid.len())));
        }
    }
    if mines.len() < grid.len() {
        return Err((code, code.len(), format!("{} digits instead of {want}", code.len())));
    }
    mines.truncate(grid.len());
    Ok(Field::new(grid, mines))
}

fn code(mut number: usize, digits: usize) -> String {
    let mut text = vec![0; digits];
    for place in text.iter_mut().rev() {
        *place = DIGITS[number % BASE];
        number /= BASE;
    }
    String::from_utf8(text).expect("ASCII")
}

fn write(board: &Board) -> Result<Vec<u8>, WriteError> {
    let Grid { rows, cols } = board.grid();
    let mines = board.mines().ok_or(WriteError::NoTotal)? as usize;
    if rows.max(cols) >= BASE * BASE || mines >= BASE.pow(4) {
        return Err(WriteError::ManySides { most: BASE * BASE - 1 });
    }
    let mut text = format!("{PAGE}?board={cols}x{rows}x{mines}&analysis=");
    text += &(code(cols, 2) + &code(rows, 2) + &code(mines, 4));
    for run in board.cells().chunk_by(|a, b| a == b) {
        let letter = match run[0] {
            Cell::Covered => 'H',
            Cell::Flag => 'O',
            Cell::Clue(n) => char::from(b'0' + n),
            Cell::Blank => return Err(WriteError::Blank),
        };
        let at = KINDS.iter().position(|&(kind, _)| kind == letter).expect("every letter has a kind");
        let (first, base) = (KINDS[..at].iter().map(|(_, base)| base).sum::<usize>(), KINDS[at].1);
        let mut digits = Vec::new();
        let mut length = run.len();
        match base {
            1 => digits.resize(length, DIGITS[first]),
            _ => {
                while length > 0 {
                    digits.push(DIGITS[first + length % base]);
                    length /= base;
                }
            }
        }
        text.extend(digits.iter().rev().map(|&d| char::from(d)));
    }
    text.push('\n');
    Ok(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn rows(text: &str) -> Result<(Vec<String>, Option<u32>), (usize, usize)> {
        match read(text, "t") {
            Ok(Content::Board(board)) => Ok((board.row_strings(), board.mines())),
            Ok(Content::Field(..)) => panic!("a position"),
            Err(e) => Err((e.line, e.column)),
        }
    }

    #[test]
    fn runs_and_lowered_numbers() {
        for (rows, mines, code) in [
            (&["F11#", "111#", "0001"][..], 2, "aeadaaac2blSclSdl"),
            (&["##0#01#", "##22#1#", "#1F#1#0", "1##3##0", "#11#100"], 6, "ahafaaagTbSblUmSlTb2SlSblTsTbSmSlc"),
            (&["#F1", "111", "1#1", "1#1", "2#2", "1#1"], 3, "adagaaadS2elSmSlsSslSl"),
        ] {
            let board = rows.iter().map(ToString::to_string).collect();
            assert_eq!(
                super::tests::rows(&format!("https://x/?board=1x1x0&analysis={code}")),
                Ok((board, Some(mines)))
            );
        }
    }

    #[test]
    fn positions_come_back() {
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let grid = Grid { rows: 1 + rng.index(12), cols: 1 + rng.index(12) };
            let field = Field::random(grid, rng.index(grid.len() + 1), &[], &mut rng);
            let open: Vec<bool> = grid.cells().map(|_| rng.chance(0.5)).collect();
            let board = field.board(&open, Some(field.count() as u32));
            let text = String::from_utf8(write(&board).unwrap()).unwrap();
            assert!(looks_like(&text));
            assert_eq!(read(&text, "t").unwrap(), Content::Board(board), "{text}");
        }
    }

    #[test]
    fn mines_of_a_game() {
        let Ok(Content::Field(field, None)) = read("?b=0402&m=o0", "t") else { panic!() };
        assert_eq!(field.grid(), Grid { rows: 2, cols: 4 });
        assert_eq!(field.grid().cells().filter(|&c| field.is_mine(c)).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn errors_point_at_the_place() {
        assert_eq!(rows("https://x/?board=9x9x10"), Err((1, 18)));
        assert_eq!(rows("https://x/y"), Err((1, 1)));
        assert_eq!(rows("https://x/?analysis=ad"), Err((1, 23)));
        assert_eq!(rows("https://x/?analysis=ad-c"), Err((1, 23)));
        assert_eq!(rows("?b=0402&m=o"), Err((1, 12)));
        assert_eq!(rows("?b=0402&m=oz"), Err((1, 12)));
        assert_eq!(rows("?b=0402&m=ooo"), Err((1, 13)));
        assert_eq!(rows("?b=04&m=o0"), Err((1, 4)));
    }
}
