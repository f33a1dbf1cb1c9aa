//! What a person types.

use crate::board::{Cell, Grid};

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Cells and what they show.
    Cells(Vec<(u32, Cell)>),
    /// Take back this number of lines.
    Undo(usize),
    /// Draw the board again; also an empty line.
    Board,
    /// The forms of lines.
    Help,
    /// Keep the game, perhaps in another file.
    Save(Option<String>),
    /// End.
    Quit,
}

/// The forms of lines.
pub const HELP: &str = "\
Type what the cells show, in the order asked: 0 to 8, or x for a mine that exploded. Several in one word: 1201.
  4 22 3        another cell: row, column and what it shows; several with commas between them
  4: ..001#     a row, with . or # for cells of which there is nothing new; 4:22 001 begins at a column
  undo          take the last line back; undo 3: the last three
  board         draw the board again
  save [FILE]   keep the game, also in another file
  quit          end; the game is kept";

/// Reads a line; `asked` are the cells that values without a place belong to.
///
/// # Errors
/// What to type instead.
pub fn read(line: &str, grid: Grid, asked: &[u32]) -> Result<Typed, String> {
    let line = line.trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [] | ["board" | "show"] => return Ok(Typed::Board),
        ["help" | "?"] => return Ok(Typed::Help),
        ["quit" | "exit" | "q"] => return Ok(Typed::Quit),
        ["undo" | "u"] => return Ok(Typed::Undo(1)),
        ["undo" | "u", count] => {
            let count = count.parse().ok().filter(|&n| n > 0);
            return count.map(Typed::Undo).ok_or_else(|| "undo takes a number of lines, such as: undo 2".into());
        }
        ["save"] => return Ok(Typed::Save(None)),
        ["save", ..] => return Ok(Typed::Save(Some(line["save".len()..].trim().into()))),
        _ => {}
    }
    let mut cells = Vec::new();
    // The next cell that a value without a place belongs to.
    let mut next = 0;
    for part in line.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        if let Some((place, letters)) = part.split_once(':') {
            cells.extend(row(place, letters, grid)?);
            continue;
        }
        match part.split_whitespace().collect::<Vec<_>>()[..] {
            [values] => {
                let values = values_of(values)?;
                let left = &asked[next.min(asked.len())..];
                if values.len() > left.len() {
                    return Err(format!("{} for {}", count(values.len(), "value"), count(left.len(), "cell")));
                }
                cells.extend(left.iter().copied().zip(values.iter().copied()));
                next += values.len();
            }
            [row, col, value] => match (number(row), number(col), &values_of(value)?[..]) {
                (Some(row), Some(col), &[look]) => cells.push((cell(row, col, grid)?, look)),
                _ => return Err(format!("{part:?} is not a cell: ROW COL VALUE, such as 4 22 3")),
            },
            _ => {
                return Err(format!(
                    "{part:?} is neither values in one word, such as 1201, nor a cell, such as 4 22 3"
                ));
            }
        }
    }
    if cells.is_empty() {
        return Err("there is nothing new in that".into());
    }
    Ok(Typed::Cells(cells))
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn number(word: &str) -> Option<usize> {
    word.parse().ok()
}

fn cell(row: usize, col: usize, grid: Grid) -> Result<u32, String> {
    if row >= grid.rows || col >= grid.cols {
        return Err(format!(
            "({row},{col}) is not on the board: rows 0 to {}, columns 0 to {}",
            grid.rows - 1,
            grid.cols - 1
        ));
    }
    Ok(grid.at(row, col) as u32)
}

fn value(letter: char) -> Option<Cell> {
    match letter {
        '0'..='8' => letter.to_digit(10).map(|n| Cell::Clue(n as u8)),
        'x' | 'X' | '*' => Some(Cell::Flag),
        _ => None,
    }
}

/// The letters of a word.
fn values_of(word: &str) -> Result<Vec<Cell>, String> {
    if word == "mine" {
        return Ok(vec![Cell::Flag]);
    }
    let read =
        |letter| value(letter).ok_or_else(|| format!("{word:?} is not what cells show: 0 to 8, or x for a mine"));
    word.chars().map(read).collect()
}

/// The cells of `ROW: TEXT` or `ROW:COL TEXT`.
fn row(place: &str, rest: &str, grid: Grid) -> Result<Vec<(u32, Cell)>, String> {
    let bad = || "a row is ROW: TEXT or ROW:COL TEXT, such as 4: ..001# or 4:22 001".to_string();
    let row = number(place.trim()).ok_or_else(bad)?;
    // The column follows the colon directly.
    let (first, letters) = match rest.split_once(' ') {
        Some((col, letters)) if !col.is_empty() => (number(col).ok_or_else(bad)?, letters.trim()),
        _ => (0, rest.trim()),
    };
    if letters.is_empty() || letters.contains(' ') {
        return Err(bad());
    }
    let mut cells = Vec::new();
    for (at, letter) in letters.chars().enumerate() {
        let cell = cell(row, first + at, grid)?;
        match value(letter) {
            Some(look) => cells.push((cell, look)),
            None if matches!(letter, '.' | '#' | 'F' | 's' | '?') => {}
            None => {
                return Err(format!("{letter:?} in a row: 0 to 8, x for a mine, . or # where there is nothing new"));
            }
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { rows: 3, cols: 4 };

    fn read_on(line: &str) -> Result<Typed, String> {
        read(line, GRID, &[5, 6, 7])
    }

    fn cells(line: &str) -> Vec<(u32, char)> {
        match read_on(line) {
            Ok(Typed::Cells(cells)) => cells.into_iter().map(|(cell, look)| (cell, look.letter())).collect(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn values_belong_to_the_cells_asked_for() {
        assert_eq!(cells("2"), [(5, '2')]);
        assert_eq!(cells(" 20x "), [(5, '2'), (6, '0'), (7, 'F')]);
        assert_eq!(cells("2, 0"), [(5, '2'), (6, '0')]);
        assert_eq!(cells("mine"), [(5, 'F')]);
        assert_eq!(cells("2 3 1"), [(11, '1')]);
        assert_eq!(cells("1,2 3 x;2"), [(5, '1'), (11, 'F'), (6, '2')]);
        assert_eq!(cells("1: .01#"), [(5, '0'), (6, '1')]);
        assert_eq!(cells("1:2 01"), [(6, '0'), (7, '1')]);
        assert_eq!(cells("0: 1, 2: ..8."), [(0, '1'), (10, '8')]);
    }

    #[test]
    fn commands_are_words() {
        let is = |line: &str, typed: Typed| assert_eq!(read_on(line), Ok(typed), "{line}");
        is("", Typed::Board);
        is("help", Typed::Help);
        is("undo 3", Typed::Undo(3));
        is("u", Typed::Undo(1));
        is("save my game.json", Typed::Save(Some("my game.json".into())));
        is("quit", Typed::Quit);
    }

    #[test]
    fn mistakes_say_what_to_type() {
        for (line, part) in [
            ("9", "\"9\" is not what cells show: 0 to 8"),
            ("1201", "4 values for 3 cells"),
            ("1 2", "neither values in one word"),
            ("3 0 1", "(3,0) is not on the board: rows 0 to 2, columns 0 to 3"),
            ("0 1 22", "is not a cell: ROW COL VALUE"),
            ("1: 01201", "(1,4) is not on the board"),
            ("1: 0z", "'z' in a row"),
            ("a: 0", "a row is ROW: TEXT"),
            ("1:", "a row is ROW: TEXT"),
            ("1: ..", "nothing new"),
            (",", "nothing new"),
            ("undo all", "undo takes a number of lines"),
        ] {
            let message = read_on(line).unwrap_err();
            assert!(message.contains(part), "{line}: {message}");
        }
    }
}
