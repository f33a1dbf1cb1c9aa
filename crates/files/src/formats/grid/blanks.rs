//! Rows of letters: decides whether blanks are gaps between cells or opened cells that show nothing.

use super::layout::RowLayout;
use super::page::{PageCut, Span};
use super::reading::{Read, read, unknown, zeros_are_opened};
use crate::board::letters::{self, EMPTY, Said};
use crate::board::{Board, Cell};
use crate::input_error::InputError;

/// Of one row: letters that are not blank.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    first: usize,
    last: usize,
    count: usize,
    words: usize,
    /// A hash of their places.
    pattern: u64,
}

/// Features that all rows of a page share.
struct Habits {
    rows: usize,
    shape: Shape,
    /// All rows have their letters in one block, begin in one column and are equally long.
    solid: bool,
    /// All rows have blanks at the same places.
    same: bool,
    /// The same number of words in every row.
    words: bool,
    /// No row has a blank between letters.
    unbroken: bool,
    /// Some word has several letters.
    long: bool,
    /// The common divisor of the distances between letters; 0 if there are none.
    period: usize,
    /// Letters, blanks included, of every row, if equal.
    width: Option<usize>,
    /// Some row has a blank.
    blank: bool,
    tab: bool,
}

fn common(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common(b, a % b) }
}

/// Features of one row.
struct RowHabits {
    shape: Shape,
    width: usize,
    period: usize,
    blank: bool,
    tab: bool,
}

impl RowHabits {
    /// Features of a row; distances are from the first letter of the page, if it is known.
    fn of(row: Span, origin: Option<usize>) -> RowHabits {
        let (mut shape, mut period) = (Shape { first: 0, last: 0, count: 0, words: 0, pattern: 0 }, 0);
        let (mut width, mut blank, mut tab, mut before) = (0, false, false, true);
        let mix = |pattern: u64, at: usize| (pattern ^ at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        if let Some(bytes) = row.visible() {
            let count = bytes.len();
            let shape =
                Shape { first: 0, last: count.max(1) - 1, count, words: count.min(1), pattern: mix(mix(0, 0), count) };
            let origin = origin.unwrap_or(0);
            let period = if count > 1 { 1 } else { origin };
            return RowHabits { shape, width: count, period, blank, tab };
        }
        let mut step = |is_blank: bool, is_tab: bool| {
            if is_blank {
                blank = true;
                tab |= is_tab;
            } else {
                if shape.count == 0 {
                    shape.first = width;
                }
                period = common(period, width.abs_diff(origin.unwrap_or(shape.first)));
                shape.words += usize::from(before);
                (shape.last, shape.count) = (width, shape.count + 1);
            }
            // The ends of words give the places of letters.
            if before != is_blank {
                shape.pattern = mix(shape.pattern, width);
            }
            before = is_blank;
            width += 1;
        };
        match row.text().is_ascii() {
            true => row.text().bytes().for_each(|byte| step(matches!(byte, b' ' | b'\t'), byte == b'\t')),
            false => row.letters().for_each(|(_, letter)| {
                step(letter.chars().all(char::is_whitespace), letter == "\t");
            }),
        }
        if !before {
            shape.pattern = mix(shape.pattern, width);
        }
        RowHabits { shape, width, period, blank, tab }
    }
}

impl Habits {
    fn of(page: &PageCut) -> Option<Habits> {
        let mut all: Option<Habits> = None;
        for row in page.rows() {
            let origin = all.as_ref().map(|h| h.shape.first);
            let RowHabits { shape, width, period, blank, tab } = RowHabits::of(row, origin);
            let unbroken = shape.words <= 1;
            let long = shape.words < shape.count;
            match &mut all {
                None => {
                    all = Some(Habits {
                        rows: 1,
                        shape,
                        solid: unbroken && shape.count > 0,
                        same: true,
                        words: true,
                        unbroken,
                        long,
                        period,
                        width: Some(width),
                        blank,
                        tab,
                    });
                }
                Some(h) => {
                    h.rows += 1;
                    h.solid &= unbroken && shape == h.shape;
                    h.same &= shape.pattern == h.shape.pattern && shape.count == h.shape.count;
                    h.words &= shape.words == h.shape.words;
                    h.unbroken &= unbroken;
                    h.long |= long;
                    h.period = common(h.period, period);
                    h.width = h.width.filter(|&w| w == width);
                    h.blank |= blank;
                    h.tab |= tab;
                }
            }
        }
        all
    }

    /// One letter at every `period`-th place, in every row.
    fn is_even(&self) -> bool {
        let Shape { first, last, count, .. } = self.shape;
        self.same && self.period > 1 && count > 1 && (last - first) / self.period + 1 == count
    }
}

/// True if every row consists of groups of equally many letters with gaps of one width.
fn is_grouped(page: &PageCut, habits: &Habits) -> bool {
    let Some(row) = page.rows().next().filter(|_| habits.same) else { return false };
    let (mut runs, mut blank) = (Vec::new(), None);
    for (_, letter) in row.letters() {
        let is_blank = letter.chars().all(char::is_whitespace);
        match runs.last_mut() {
            Some(run) if blank == Some(is_blank) => *run += 1,
            _ => runs.push(1),
        }
        blank = Some(is_blank);
    }
    // Words and gaps in turn, without what is blank at the ends.
    let lead = usize::from(habits.shape.first > 0);
    let inner: Vec<usize> = runs.into_iter().skip(lead).take(2 * habits.shape.words - 1).collect();
    let equal = |from: usize| inner.iter().skip(from).step_by(2).all(|run| *run == inner[from]);
    inner.len() > 1 && equal(0) && equal(1)
}

/// True if all words are numbers or letters with a meaning.
fn numbers_alone(page: &PageCut, said: &Said) -> bool {
    page.rows().flat_map(|row| row.text().split_whitespace()).all(|word| {
        let plain = letters::plain(word);
        word.parse::<i64>().is_ok() || said.of(&plain).is_some() || !letters::meanings("grid", &plain).is_empty()
    })
}

/// Reads rows of letters; `exact` where every row is known to end where its last cell ends.
///
/// # Errors
/// As [`read`]; blanks that may or may not be cells.
pub fn plain(page: &PageCut, exact: bool, said: &Said, file: &str) -> Result<Board, InputError> {
    let board = |page: &PageCut, layout: RowLayout| read(page, layout, said, file).map(|read| read.board);
    let tight = page.tight();
    let Some(habits) = Habits::of(&tight) else {
        return Err(InputError::whole(file, "no board here: expected rows of cells"));
    };
    let wide = (page.text().len() != tight.text().len())
        .then(|| Habits::of(page))
        .flatten()
        .filter(|h| h.width.is_some() && h.blank && !h.tab);
    // A row of blanks as wide as the others, which have blanks at their ends as well.
    let filled = habits.blank && wide.as_ref().is_some_and(|wide| wide.rows > habits.rows);
    let cells = match &wide {
        Some(habits) => Some((*page, habits.width.unwrap_or(0))),
        None => habits.width.filter(|_| habits.blank && !habits.tab).map(|width| (tight, width)),
    };
    match said.of(EMPTY) {
        Some(None) => return board(&tight, RowLayout::Dense),
        Some(Some(_)) if habits.blank => {
            let Some((page, _)) = cells else { return Err(uneven(&tight, file)) };
            return board(&page, RowLayout::Letters);
        }
        _ => {}
    }
    if habits.long && habits.words && habits.shape.words > 1 {
        match read(&tight, RowLayout::Words, said, file) {
            Ok(read) => return Ok(read.board),
            // Columns of numbers, such as -1 for covered cells: no digits beside letters.
            Err(error) if numbers_alone(&tight, said) => return Err(error),
            Err(_) => {}
        }
    }
    let even = habits.is_even();
    let dense = habits.solid || even || is_grouped(&tight, &habits);
    let Some((page, width)) = cells else {
        return match dense {
            true if !even && (habits.blank || all_rows_are_wide(page)) && !habits.tab => {
                let cut = if all_rows_are_wide(page) { *page } else { tight };
                match cut_short(&cut, said, file) {
                    true => Err(uneven(&cut, file)),
                    false => board(&tight, RowLayout::Dense),
                }
            }
            true => board(&tight, RowLayout::Dense),
            false => Err(neither(&tight, &habits, said, file)),
        };
    };
    let period = habits.period;
    let between = match dense {
        // Every other column shows nothing: no game looks like this.
        true if even && period == 2 => return board(&tight, RowLayout::Dense),
        true => Some((tight, RowLayout::Dense)),
        false if period > 1 && width > period => {
            let offset = habits.shape.first % period;
            Some((page, RowLayout::Every { offset, period, cols: (width - 1 - offset) / period + 1 }))
        }
        false => None,
    };
    let opened = read(&page, RowLayout::Letters, said, file);
    // Numbers above the rows can be an incomplete header.
    let headed = tight.rows().next().is_some_and(|row| {
        let mut words = row.text().split_whitespace();
        words.clone().count() > 1 && words.all(|word| word.bytes().all(|b| b.is_ascii_digit()))
    });
    let Some((page, layout)) = between else {
        return match opened {
            Ok(Read { board, blank: Some((row, byte)) })
                if (habits.rows == 1 || headed) && !zeros_are_opened(&board) =>
            {
                Err(row.error(file, byte, format!("a blank beside a covered cell: {CHOICE}")))
            }
            Ok(read) => Ok(read.board),
            // Blanks beside zeros: impossible as cells and too uneven for gaps.
            Err(error) => Err(error),
        };
    };
    match opened {
        Ok(Read { board, .. }) if (filled || exact && habits.solid) && zeros_are_opened(&board) => Ok(board),
        Ok(Read { board, blank: Some((row, byte)) }) if zeros_are_opened(&board) => {
            let shown = board.grid();
            let zeros = board.cells().iter().filter(|&&c| c == Cell::Clue(0)).count();
            let message = format!(
                "two boards fit: blanks as opened cells, {} x {} with {zeros} zeros, or as gaps between cells; {CHOICE}",
                shown.rows, shown.cols
            );
            Err(row.error(file, byte, message))
        }
        _ => board(&page, layout),
    }
}

const CHOICE: &str = "say which, --letters ' =0' for opened cells or --letters ' =gap' for gaps";

/// The letters of the longest row.
fn widest(page: &PageCut) -> usize {
    page.rows().map(|row| row.letters().count()).max().unwrap_or(0)
}

/// True if rows without letters stand at the ends of a page, all as wide as its longest row.
fn all_rows_are_wide(page: &PageCut) -> bool {
    let most = widest(page);
    let mut blank = page.rows().filter(|row| row.text().trim().is_empty()).peekable();
    blank.peek().is_some() && blank.all(|row| row.letters().count() == most)
}

/// True if blanks at the ends of some rows can be opened cells that an editor trimmed in others.
fn cut_short(page: &PageCut, said: &Said, file: &str) -> bool {
    let layout = RowLayout::Every { offset: 0, period: 1, cols: widest(page) };
    read(page, layout, said, file).is_ok_and(|read| zeros_are_opened(&read.board))
}

/// The message for blanks that are neither gaps nor cells.
fn uneven(page: &PageCut, file: &str) -> InputError {
    let widths = || page.rows().map(|row| row.letters().count());
    let most = widest(page);
    let short = page.rows().zip(widths()).enumerate().find(|(_, (_, width))| *width < most);
    let Some((index, (row, width))) = short else {
        return InputError::whole(file, "blanks that are neither even gaps nor opened cells");
    };
    let message = format!(
        "row {} has {width} letters and others {most}: blanks are neither even gaps between cells nor opened cells in \
         rows of one length. Editors cut blanks at line ends: write 0 for opened cells, or no blanks",
        index + 1
    );
    row.error(file, row.text().len(), message)
}

/// The error for rows that fit no layout.
fn neither(page: &PageCut, habits: &Habits, said: &Said, file: &str) -> InputError {
    // A letter without a meaning is the more useful error.
    let strange = |row: Span| {
        let mut letters = row.letters().filter(|(_, letter)| !letter.chars().all(char::is_whitespace));
        let (byte, letter) = letters.find(|(_, letter)| {
            let plain = letters::plain(letter);
            said.of(&plain).is_none() && letters::meanings("grid", &plain).is_empty()
        })?;
        Some(unknown(file, row, byte, letter))
    };
    page.rows().find_map(strange).unwrap_or_else(|| {
        if habits.unbroken || !habits.long {
            // Rows of different lengths: which one and where.
            if let Err(error) = read(page, RowLayout::Dense, said, file) {
                return error;
            }
        }
        uneven(page, file)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<String>, (usize, usize)> {
        match plain(&PageCut::new(text), false, &Said::default(), "t") {
            Ok(board) => Ok(board.row_strings()),
            Err(e) => Err((e.line, e.column)),
        }
    }

    #[test]
    fn blanks_that_show_nothing_are_zeros() {
        let text = " 1???1 \n 112?1 \n  12332\n  1????\n";
        assert_eq!(rows(text).unwrap(), ["01###10", "0112#10", "0012332", "001####"]);
        // A row without letters in the middle or at an end, and trimmed blanks.
        assert_eq!(rows("?1 \n11 \n   \n").unwrap(), ["#10", "110", "000"]);
        assert_eq!(rows("?1 \n11\n   \n"), Err((2, 3)));
        // Between blanks that join cells.
        assert_eq!(rows("? 1  \n1 1  \n").unwrap(), ["#1", "11"]);
        assert_eq!(rows("? 1    \n? 1 1  \n? ? 1  \n").unwrap(), ["#100", "#110", "##10"]);
    }

    #[test]
    fn even_blanks_are_gaps() {
        assert_eq!(rows("? 1 ?\n1 1 1\n").unwrap(), ["#1#", "111"]);
        assert_eq!(rows(" ?1?\n 11?\n").unwrap(), ["#1#", "11#"]);
        assert_eq!(rows("  ?  1\n  1  1\n").unwrap(), ["#1", "11"]);
        assert_eq!(rows("?? ??\n?1 1?\n").unwrap(), ["####", "#11#"]);
        // Ambiguous: an empty column at the right, or blanks at line ends.
        assert_eq!(rows("?1 \n?1 \n"), Err((1, 3)));
        assert_eq!(rows("?1 1?\n?1 1?\n"), Err((1, 3)));
    }

    #[test]
    fn errors_point_at_the_place() {
        assert_eq!(rows("? ?\n? ? ?\n"), Err((2, 5)));
        assert_eq!(rows("??\n\n??\n"), Err((2, 1)));
        assert_eq!(rows("?1?\n ?1?\n"), Err((1, 4)));
        assert_eq!(rows("?4?\n"), Err((1, 2)));
        assert_eq!(rows("hello you\n"), Err((1, 1)));
        assert_eq!(rows(" \n"), Err((0, 0)));
    }
}
