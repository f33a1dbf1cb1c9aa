//! Letters for cells: one table for all formats, and the settings of `--letters`.

use std::str::FromStr;
use std::sync::LazyLock;

use super::{BoardError, Cell, Grid};

/// A row of the table: letters with the same meaning.
pub struct LetterRow {
    /// Each one cell of a text: a character, an emoji, a word such as `null`, or [`EMPTY`].
    pub letters: &'static [&'static str],
    /// Their possible meanings; with more than one, the other letters of the text decide.
    pub means: &'static [Cell],
    /// The formats that use them. `grid` covers all texts of rows alone: grids, tables, CSV, JSON arrays.
    pub formats: &'static [&'static str],
}

const fn row(letters: &'static [&'static str], means: &'static [Cell], formats: &'static [&'static str]) -> LetterRow {
    LetterRow { letters, means, formats }
}

const ZERO: Cell = Cell::Clue(0);
const ALL: &[&str] = &["minesat", "grid", "jsminesweeper"];
const GRID: &[&str] = &["grid"];

/// The letter for a cell that a text leaves empty.
pub const EMPTY: &str = "";

/// Every letter that has a meaning.
pub const TABLE: &[LetterRow] = &[
    row(&["#"], &[Cell::Covered], &["minesat", "grid"]),
    row(&["?"], &[Cell::Covered], ALL),
    row(&["H"], &[Cell::Covered], &["jsminesweeper", "grid"]),
    row(&["■", "█", "▓", "▒", "🟦", "❓", "❔"], &[Cell::Covered], GRID),
    row(&["F"], &[Cell::Flag], ALL),
    row(&["M"], &[Cell::Flag], &["jsminesweeper", "grid"]),
    row(&["*"], &[Cell::Flag], &["grid", "field"]),
    row(&["!", "f", "m", "b", "B", "🚩", "🏴", "⚑", "⚐", "💣", "💥", "🧨"], &[Cell::Flag], GRID),
    row(&["_"], &[Cell::Blank], &["minesat", "grid"]),
    row(&["0"], &[ZERO], ALL),
    row(&["1", "2", "3", "4", "5", "6", "7", "8"], &[], ALL),
    row(&[EMPTY], &[ZERO], GRID),
    row(&[".", "-", "·", "•", "□", "▫", "⬜", "⬛", "◻", "◼", "◽", "◾", "🔲", "🔳"], &[Cell::Covered, ZERO], GRID),
    row(&["null"], &[Cell::Covered, ZERO], GRID),
    row(&["x", "X", "▪"], &[Cell::Covered, Cell::Flag], GRID),
];

/// The meanings of a letter in a format; empty if it has none.
pub fn meanings(format: &str, letter: &str) -> Vec<Cell> {
    let mut rows = TABLE.iter().filter(|row| row.formats.contains(&format));
    match rows.find(|row| row.letters.contains(&letter)) {
        Some(row) if row.means.is_empty() => vec![Cell::Clue(letter.as_bytes()[0] - b'0')],
        Some(row) => row.means.to_vec(),
        None => Vec::new(),
    }
}

/// A character that only changes how a letter is drawn: variation selectors and the frame of keycaps.
pub fn plain(letter: &str) -> std::borrow::Cow<'_, str> {
    let dress = |c: char| matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}');
    match letter.contains(dress) {
        false => letter.into(),
        true => letter.replace(dress, "").into(),
    }
}

/// The name of a kind of cell.
pub fn word(cell: Cell) -> String {
    match cell {
        Cell::Covered => "covered".into(),
        Cell::Flag => "flag".into(),
        Cell::Blank => "open".into(),
        Cell::Clue(n) => n.to_string(),
    }
}

/// The letters of a format, listed for errors; those of emoji keyboards appear in the help alone.
pub fn known(format: &str) -> String {
    let mut parts = Vec::new();
    for kind in [Cell::Covered, ZERO, Cell::Flag, Cell::Blank] {
        let rows = TABLE.iter().filter(|row| row.formats.contains(&format) && row.means == [kind]);
        let letters: String = rows.flat_map(|row| row.letters).filter(|letter| letter.len() == 1).copied().collect();
        let spaced = letters.chars().map(String::from).collect::<Vec<_>>().join(" ");
        match kind {
            Cell::Clue(_) => parts.push("0-8".to_string()),
            _ if letters.is_empty() => {}
            _ => parts.push(format!("{spaced} {}", if kind == Cell::Blank { "blank".into() } else { word(kind) })),
        }
    }
    parts.join(", ")
}

/// The table as text, for `--help`.
pub fn help() -> String {
    let mut text = String::new();
    for row in TABLE {
        let means: Vec<String> = match row.means {
            [] => vec!["the number".into()],
            means => means.iter().map(|&m| word(m)).collect(),
        };
        let letters: Vec<&str> = row.letters.iter().map(|l| if *l == EMPTY { "blank" } else { l }).collect();
        text += &format!("  {}: {} ({})\n", letters.join(" "), means.join(" or "), row.formats.join(", "));
    }
    text
}

/// Meanings set by the user (`--letters`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said(Vec<(String, Option<Cell>)>);

/// The words for meanings; None: a gap between cells.
const WORDS: &[(&str, Option<Cell>)] = &[
    ("covered", Some(Cell::Covered)),
    ("flag", Some(Cell::Flag)),
    ("mine", Some(Cell::Flag)),
    ("open", Some(Cell::Blank)),
    ("gap", None),
];

impl Said {
    /// True if no letter was set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The setting of a letter; `Some(None)`: a gap.
    pub fn of(&self, letter: &str) -> Option<Option<Cell>> {
        self.0.iter().find(|(said, _)| said == letter).map(|&(_, meaning)| meaning)
    }
}

impl FromStr for Said {
    type Err = BoardError;

    /// `x=covered,!=flag,-=0`: letters with their meanings. A letter may be `=` or `,`, and may have several
    /// characters.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut said: Vec<(String, Option<Cell>)> = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let ends = rest.char_indices().skip(1).filter(|&(_, c)| c == ',').map(|(i, _)| i).chain([rest.len()]);
            let mut found = ends.filter_map(|end| {
                let (letter, word) = rest[..end].rsplit_once('=')?;
                let meaning = WORDS.iter().find(|(w, _)| *w == word).map(|&(_, m)| m).or_else(|| digit(word))?;
                (letter == "=" || !letter.is_empty() && !letter.contains('=')).then_some((letter, meaning, end))
            });
            let Some((letter, meaning, end)) = found.next() else {
                return Err(BoardError::Setting { text: rest.into() });
            };
            let letter = plain(if letter.trim().is_empty() { EMPTY } else { letter }).into_owned();
            if meaning.is_none() && letter != EMPTY {
                return Err(BoardError::Gap { letter });
            }
            if said.iter().any(|(other, m)| *other == letter && *m != meaning) {
                return Err(BoardError::TwoMeanings { letter });
            }
            said.push((letter, meaning));
            rest = rest[end..].strip_prefix(',').unwrap_or("");
        }
        Ok(Said(said))
    }
}

fn digit(word: &str) -> Option<Option<Cell>> {
    let n: u8 = word.parse().ok().filter(|_| word.len() == 1)?;
    (n <= 8).then_some(Some(Cell::Clue(n)))
}

/// The letters of a format with exactly one meaning each, as its rows are read.
pub struct Letters {
    ascii: [Option<Cell>; 128],
    more: Vec<(char, Cell)>,
    format: &'static str,
}

/// The letters of board text and of instances, built once: files of many small boards look them up per board.
pub static LETTERS: LazyLock<Letters> = LazyLock::new(|| Letters::of("minesat", &Said::default()));

impl Letters {
    /// The letters of a format, overridden by the settings of `--letters`.
    pub fn of(format: &'static str, said: &Said) -> Self {
        let mut letters = Letters { ascii: [None; 128], more: Vec::new(), format };
        for letter in TABLE.iter().flat_map(|row| row.letters) {
            if let (&[cell], Some(c)) = (&meanings(format, letter)[..], single(letter)) {
                letters.set(c, cell);
            }
        }
        for (letter, meaning) in &said.0 {
            if let (Some(cell), Some(c)) = (*meaning, single(if letter == EMPTY { " " } else { letter })) {
                letters.set(c, cell);
            }
        }
        letters
    }

    fn set(&mut self, letter: char, cell: Cell) {
        match self.ascii.get_mut(letter as usize) {
            Some(place) => *place = Some(cell),
            None => self.more.push((letter, cell)),
        }
    }

    fn get(&self, letter: char) -> Option<Cell> {
        match self.ascii.get(letter as usize) {
            Some(cell) => *cell,
            // The last setting wins.
            None => self.more.iter().rev().find(|(l, _)| *l == letter).map(|&(_, cell)| cell),
        }
    }

    /// Checks the letter at (`row`, `col`).
    ///
    /// # Errors
    /// It has no meaning, or is a clue above its number of neighbours.
    pub fn read(&self, letter: char, grid: Grid, row: usize, col: usize) -> Result<Cell, BoardError> {
        let unknown = || BoardError::NoMeaning { letter: letter.into(), format: self.format };
        let cell = self.get(letter).ok_or_else(unknown)?;
        check(cell, grid, row, col)
    }
}

pub(super) fn single(letter: &str) -> Option<char> {
    let mut chars = letter.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// Checks a cell at its place.
///
/// # Errors
/// A clue above its number of neighbours.
pub fn check(cell: Cell, grid: Grid, row: usize, col: usize) -> Result<Cell, BoardError> {
    // Few cells lie at an edge, and inside any clue fits.
    let inside = row > 0 && col > 0 && row + 1 < grid.rows && col + 1 < grid.cols;
    match cell {
        Cell::Clue(clue) if !inside => {
            let neighbours = grid.neighbours(grid.at(row, col)).count();
            match usize::from(clue) > neighbours {
                true => Err(BoardError::HighClue { clue, neighbours }),
                false => Ok(cell),
            }
        }
        _ => Ok(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_said_one_by_one() {
        let said: Said = "x=covered,!=flag,-=0,==3,,=mine, =gap,-1=covered,1\u{fe0f}\u{20e3}=open".parse().unwrap();
        assert_eq!(said.of("x"), Some(Some(Cell::Covered)));
        assert_eq!(said.of("="), Some(Some(Cell::Clue(3))));
        assert_eq!(said.of(","), Some(Some(Cell::Flag)));
        assert_eq!(said.of(EMPTY), Some(None));
        assert_eq!(said.of("-1"), Some(Some(Cell::Covered)));
        assert_eq!(said.of("1"), Some(Some(Cell::Blank)));
        assert_eq!(said.of("y"), None);
        for bad in ["x", "x=", "=covered", "x=9", "x=gap", "x=covered,x=flag", "x=covered;y=flag"] {
            assert!(bad.parse::<Said>().is_err(), "{bad}");
        }
    }

    #[test]
    fn no_letter_stands_in_two_rows_of_the_table() {
        let mut seen = std::collections::HashSet::new();
        for letter in TABLE.iter().flat_map(|row| row.letters) {
            assert!(seen.insert(letter), "{letter}");
            assert_eq!(plain(letter), *letter);
        }
        assert_eq!(known("minesat"), "# ? covered, 0-8, F flag, _ blank");
        assert!(help().contains("x X ▪: covered or flag (grid)"));
    }

    #[test]
    fn formats_have_their_own_letters() {
        let grid = Grid { rows: 2, cols: 2 };
        let read = |format, letter| Letters::of(format, &Said::default()).read(letter, grid, 0, 0);
        assert_eq!(read("jsminesweeper", 'H'), Ok(Cell::Covered));
        assert!(read("minesat", 'H').unwrap_err().to_string().starts_with("'H' means nothing"));
        assert!(read("minesat", '4') == Err(BoardError::HighClue { clue: 4, neighbours: 3 }));
        let said = "H=flag,é=covered".parse().unwrap();
        assert_eq!(Letters::of("minesat", &said).read('H', grid, 0, 0), Ok(Cell::Flag));
        assert_eq!(Letters::of("minesat", &said).read('é', grid, 0, 0), Ok(Cell::Covered));
    }
}
