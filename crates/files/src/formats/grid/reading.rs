//! From written cells to a board: the meaning of ambiguous letters follows from the whole text.

use super::layout::RowLayout;
use super::page::{PageCut, Span};
use crate::board::letters::{self, EMPTY, Said};
use crate::board::{Board, BoardError, Cell, Grid, check_size};
use crate::input_error::InputError;

/// A letter of a text and the first place at which it stands.
struct Letter<'a> {
    text: String,
    row: Span<'a>,
    byte: usize,
    means: Vec<Cell>,
}

/// The letters of a text, every one with a meaning.
#[derive(Default)]
struct Alphabet<'a> {
    letters: Vec<Letter<'a>>,
    /// Places of ASCII letters among them, from 1.
    ascii: Vec<usize>,
}

impl<'a> Alphabet<'a> {
    fn place(&self, letter: &str) -> Option<usize> {
        match letter.as_bytes() {
            &[byte] => self.ascii.get(usize::from(byte)).filter(|&&place| place > 0).map(|&place| place - 1),
            _ => self.letters.iter().position(|l| l.text == letter),
        }
    }

    /// Adds a letter; None if it has no meaning.
    fn add(&mut self, written: &str, row: Span<'a>, byte: usize, said: &Said) -> Option<()> {
        if self.place(written).is_some() {
            return Some(());
        }
        let plain = letters::plain(written);
        if self.place(&plain).is_some() {
            return Some(());
        }
        let means = match said.of(&plain) {
            Some(meaning) => meaning.into_iter().collect(),
            None => letters::meanings("grid", &plain),
        };
        if means.is_empty() {
            return None;
        }
        self.letters.push(Letter { text: plain.to_string(), row, byte, means });
        let bytes: &[u8] = if plain == EMPTY { b" \t" } else { plain.as_bytes() };
        if plain.len() <= 1 {
            self.ascii.resize(128, 0);
            bytes.iter().for_each(|&byte| self.ascii[usize::from(byte)] = self.letters.len());
        }
        Some(())
    }

    /// True if all of some ASCII letters were added, blanks aside where they are not cells.
    fn knows(&self, bytes: &[u8], dense: bool) -> bool {
        !self.ascii.is_empty() && bytes.iter().all(|&byte| self.ascii[usize::from(byte)] > 0 || dense && is_gap(byte))
    }

    /// The known letter of a decorated one.
    fn find(&self, written: &str) -> usize {
        self.place(written).or_else(|| self.place(&letters::plain(written))).expect("a letter that was taken up")
    }

    /// All assignments of one meaning to every letter: no ambiguous letter gets the meaning of another letter.
    fn ways(&self) -> Vec<Vec<Cell>> {
        let mut ways: Vec<Vec<Cell>> = vec![Vec::new()];
        for (i, letter) in self.letters.iter().enumerate() {
            let clash = |way: &Vec<Cell>, cell: Cell| {
                let same = |j: usize| way[j] == cell && (letter.means.len() > 1 || self.letters[j].means.len() > 1);
                (0..i).any(same)
            };
            let longer = |way: Vec<Cell>| {
                let fitting: Vec<Cell> = letter.means.iter().copied().filter(|&cell| !clash(&way, cell)).collect();
                fitting.into_iter().map(move |cell| way.iter().copied().chain([cell]).collect())
            };
            ways = ways.into_iter().flat_map(longer).collect();
        }
        ways
    }
}

fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The bytes of a row of ASCII, and whether every second byte is a blank that is not a cell.
fn quick(row: Span<'_>, layout: RowLayout) -> Option<(&[u8], bool)> {
    let ascii = row.text().is_ascii() && matches!(layout, RowLayout::Dense | RowLayout::Letters);
    ascii.then_some((row.text().as_bytes(), layout == RowLayout::Dense))
}

/// True for errors about two possible readings: no third one is tried.
pub fn is_doubt(error: &InputError) -> bool {
    ["two boards fit", "may stand for"].iter().any(|what| error.message.contains(what))
}

/// The result of a reading.
pub struct Read<'a> {
    pub board: Board,
    /// A blank letter, and its place.
    pub blank: Option<(Span<'a>, usize)>,
}

/// An error about a letter without a meaning.
pub fn unknown(file: &str, row: Span, byte: usize, letter: &str) -> InputError {
    row.error(file, byte, BoardError::NoMeaning { letter: letter.into(), format: "grid" })
}

/// Reads a page in a layout.
///
/// # Errors
/// Rows of different lengths, letters without a meaning or with two possible ones, a clue above its number of
/// neighbours; with the place.
pub fn read<'a>(page: &PageCut<'a>, layout: RowLayout, said: &Said, file: &str) -> Result<Read<'a>, InputError> {
    let (grid, alphabet) = survey(page, layout, said, file)?;
    let ways = alphabet.ways();
    let zero = |l: &&Letter| l.text == "0";
    let empty = alphabet.letters.iter().find(|l| l.text == EMPTY);
    if let (Some(empty), Some(_), None) = (empty, alphabet.letters.iter().find(zero), said.of(EMPTY)) {
        let message = "blank cells beside cells with 0: say what the blank ones are, --letters ' =covered' or ' =0'";
        return Err(empty.row.error(file, empty.byte, message));
    }
    let blank = empty.map(|l| (l.row, l.byte));
    let doubtful = || alphabet.letters.iter().find(|l| l.means.len() > 1);
    let board = match &ways[..] {
        [] => {
            let letter = doubtful().expect("letters of one meaning never clash");
            let words: Vec<String> = letter.means.iter().map(|&m| letters::word(m)).collect();
            let message = format!(
                "{:?} stands for {}, and other letters here do already: say which with --letters '{}={}'",
                letter.text,
                words.join(" or "),
                letter.text,
                words[0]
            );
            return Err(letter.row.error(file, letter.byte, message));
        }
        [way] => fill(page, layout, &alphabet, way, grid, file)?,
        ways => {
            let mut fitting = Vec::new();
            let mut board = None;
            for way in ways {
                let made = fill(page, layout, &alphabet, way, grid, file)?;
                if has_room(&made) {
                    fitting.push(way);
                    board.get_or_insert(made);
                }
            }
            match (&fitting[..], board) {
                ([_], Some(board)) => board,
                // If every reading is impossible, any will do.
                (fitting, _) => {
                    let ways: Vec<&Vec<Cell>> =
                        if fitting.is_empty() { ways.iter().collect() } else { fitting.to_vec() };
                    return Err(two_ways(&alphabet, &ways, file));
                }
            }
        }
    };
    Ok(Read { board, blank })
}

/// The message for letters with several possible readings.
fn two_ways(alphabet: &Alphabet, ways: &[&Vec<Cell>], file: &str) -> InputError {
    let say = |way: &Vec<Cell>| {
        let named = alphabet.letters.iter().zip(way).filter(|(l, _)| l.means.len() > 1);
        let parts: Vec<String> = named.map(|(l, &cell)| format!("{}={}", l.text, letters::word(cell))).collect();
        format!("--letters '{}'", parts.join(","))
    };
    let letter =
        alphabet.letters.iter().find(|l| l.means.len() > 1).expect("ways differ by a letter of several meanings");
    let choices: Vec<String> = ways.iter().map(|way| say(way)).collect();
    let words: Vec<String> = letter.means.iter().map(|&m| letters::word(m)).collect();
    let message =
        format!("{:?} may stand for {}: say which, {}", letter.text, words.join(" or for "), choices.join(" or "));
    letter.row.error(file, letter.byte, message)
}

/// The size, and the letters that occur.
fn survey<'a>(
    page: &PageCut<'a>,
    layout: RowLayout,
    said: &Said,
    file: &str,
) -> Result<(Grid, Alphabet<'a>), InputError> {
    let mut alphabet = Alphabet::default();
    let mut grid = Grid { rows: 0, cols: 0 };
    for row in page.rows() {
        let mut count = 0;
        // Long rows of ASCII cost one look at each byte.
        if let Some((bytes, dense)) = quick(row, layout).filter(|&(bytes, dense)| alphabet.knows(bytes, dense)) {
            let mut cells = bytes.iter().enumerate().filter(|&(_, &byte)| !(dense && is_gap(byte)));
            count = cells.clone().count();
            if grid.rows > 0 && count > grid.cols {
                return Err(longer(file, row, cells.nth(grid.cols).map_or(0, |(at, _)| at), grid));
            }
        } else {
            layout.cells(row, &mut |byte, letter| {
                if grid.rows > 0 && count == grid.cols {
                    return Err(longer(file, row, byte, grid));
                }
                count += 1;
                alphabet.add(letter, row, byte, said).ok_or_else(|| unknown(file, row, byte, letter))
            })?;
        }
        if grid.rows == 0 {
            grid.cols = count;
        }
        grid.rows += 1;
        if count < grid.cols || count == 0 {
            let message = format!("row {} has {count} of {} cells", grid.rows, grid.cols);
            return Err(row.error(file, row.text().trim_end().len(), message));
        }
        check_size(grid).map_err(|wrong| row.error(file, 0, wrong))?;
    }
    match grid.is_empty() {
        true => Err(InputError::whole(file, "no board here: expected rows of cells")),
        false => Ok((grid, alphabet)),
    }
}

fn longer(file: &str, row: Span, byte: usize, grid: Grid) -> InputError {
    row.error(file, byte, format!("row {} is longer than {} cells, which the first has", grid.rows + 1, grid.cols))
}

fn fill(
    page: &PageCut,
    layout: RowLayout,
    alphabet: &Alphabet,
    way: &[Cell],
    grid: Grid,
    file: &str,
) -> Result<Board, InputError> {
    let mut cells = Vec::with_capacity(grid.len());
    for (r, row) in page.rows().enumerate() {
        let mut c = 0;
        let mut push = |byte: usize, place: usize| {
            let cell = letters::check(way[place], grid, r, c);
            cells.push(cell.map_err(|wrong| row.error(file, byte, wrong))?);
            c += 1;
            Ok(())
        };
        match quick(row, layout).filter(|&(bytes, dense)| alphabet.knows(bytes, dense)) {
            Some((bytes, dense)) => {
                for (at, &byte) in bytes.iter().enumerate().filter(|&(_, &byte)| !(dense && is_gap(byte))) {
                    push(at, alphabet.ascii[usize::from(byte)] - 1)?;
                }
            }
            None => layout.cells(row, &mut |byte, letter| push(byte, alphabet.find(letter)))?,
        }
    }
    Ok(Board::new(grid, cells, None))
}

/// The number of cells of a kind around a cell.
fn around(board: &Board, cell: usize, kind: Cell) -> usize {
    let (grid, cells) = (board.grid(), board.cells());
    let (row, col) = grid.position(cell);
    let cols = col.saturating_sub(1)..(col + 2).min(grid.cols);
    let rows = row.saturating_sub(1)..(row + 2).min(grid.rows);
    rows.map(|r| cells[r * grid.cols..][cols.clone()].iter().filter(|&&c| c == kind).count()).sum()
}

/// True if every clue is still possible: not below the flags around it, nor above flags and covered cells together.
pub fn has_room(board: &Board) -> bool {
    let grid = board.grid();
    grid.cells().all(|cell| {
        let Cell::Clue(n) = board.cell(cell) else { return true };
        let flags = around(board, cell, Cell::Flag);
        (flags..=flags + around(board, cell, Cell::Covered)).contains(&usize::from(n))
    })
}

/// True if a game could have opened the zeros of a board: it opens all cells next to a 0.
pub fn zeros_are_opened(board: &Board) -> bool {
    let grid = board.grid();
    let covered = grid.cells().filter(|&c| board.cell(c) == Cell::Covered);
    // With 0 and 1 alone it can be a map of mines, in which clues need not hold.
    let is_map = board.cells().iter().all(|cell| matches!(cell, Cell::Clue(0 | 1)));
    (is_map || has_room(board)) && covered.into_iter().all(|c| around(board, c, Cell::Clue(0)) == 0)
}
