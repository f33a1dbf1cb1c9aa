//! Boards and answers in the terminal. The text always has colours; the output stream removes them where they do not
//! show.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use num_bigint::BigUint;

use crate::answer::Answer;
use crate::board::{Board, Cell, Grid};
use crate::engine::{Stats, Verdict};
use crate::lines::visible;
use crate::system::CellMap;

/// The usual colours of the clues 0 to 8, from the 16 colours of terminals.
const CLUES: [AnsiColor; 9] = [
    AnsiColor::BrightBlack,
    AnsiColor::BrightBlue,
    AnsiColor::Green,
    AnsiColor::Red,
    AnsiColor::Blue,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
    AnsiColor::White,
    AnsiColor::BrightBlack,
];

fn style_of(cell: Cell) -> Style {
    match cell {
        Cell::Clue(n) => CLUES[usize::from(n)].on_default(),
        Cell::Flag => AnsiColor::Red.on_default().bold(),
        Cell::Covered | Cell::Blank => Style::new(),
    }
}

/// A grid of one styled letter per cell.
fn grid(board: &Board, show: impl Fn(usize) -> (char, Style)) -> String {
    let mut text = String::new();
    for row in 0..board.grid().rows {
        for col in 0..board.grid().cols {
            let (letter, style) = show(board.grid().at(row, col));
            let _ = write!(text, "{style}{letter}{style:#}");
        }
        text.push('\n');
    }
    text
}

/// The board.
pub fn board(board: &Board) -> String {
    grid(board, |cell| (board.cell(cell).letter(), style_of(board.cell(cell))))
}

/// The board with the numbers of its rows and columns; `mark` puts other letters in place of covered cells.
pub fn labelled(board: &Board, mark: impl Fn(usize) -> Option<char>) -> String {
    let Grid { rows, cols } = board.grid();
    let width = rows.saturating_sub(1).to_string().len();
    let dimmed = Style::new().dimmed();
    let digits = cols.saturating_sub(1).to_string().len();
    let mut text = String::new();
    for digit in (0..digits).rev() {
        let place = 10_usize.pow(digit as u32);
        let letter =
            |col: usize| if digit > 0 && col < place { ' ' } else { char::from(b'0' + (col / place % 10) as u8) };
        let letters: String = (0..cols).map(letter).collect();
        let _ = writeln!(text, "{:width$} {dimmed}{letters}{dimmed:#}", "");
    }
    let show = |cell: usize| match mark(cell).filter(|_| board.cell(cell) == Cell::Covered) {
        Some('s') => ('s', AnsiColor::Black.on(AnsiColor::Green)),
        Some(letter) => (letter, AnsiColor::Black.on(AnsiColor::Yellow)),
        None => (board.cell(cell).letter(), style_of(board.cell(cell))),
    };
    for (row, line) in grid(board, show).lines().enumerate() {
        let _ = writeln!(text, "{dimmed}{row:width$}{dimmed:#} {line}");
    }
    text
}

/// The letter and style of a verdict.
fn verdict(verdict: Verdict) -> (char, Style) {
    match verdict {
        Verdict::Safe => ('s', AnsiColor::Black.on(AnsiColor::Green)),
        Verdict::Mine => ('m', AnsiColor::White.on(AnsiColor::Red)),
        Verdict::Open => ('#', Style::new().dimmed()),
        Verdict::Unknown => ('?', Style::new().dimmed()),
    }
}

fn head(name: &str, engine: &str, board: &Board, answer: &Answer) -> String {
    let (name, engine) = (visible(name), visible(engine));
    let total = board.mines().map_or("total unknown".into(), |m| format!("{m} mines"));
    let grid = board.grid();
    format!("{name}: {}x{}, {total}; {engine}: {}\n", grid.rows, grid.cols, answer.status())
}

fn tail(stats: &Stats, seconds: f64) -> String {
    let mut text: Vec<String> = stats.iter().map(|(counter, value)| format!("{} {value}", counter.name())).collect();
    text.push(format!("{:.3} ms", seconds * 1e3));
    text.join(", ") + "\n"
}

/// The board with the verdict of every covered cell, and the number of each verdict.
pub fn solved(name: &str, engine: &str, board: &Board, answer: &Answer) -> String {
    let mut text = head(name, engine, board, answer);
    if let Some(verdicts) = answer.verdicts() {
        text += &grid(board, |cell| match answer.map.variable(cell) {
            Some(variable) => verdict(verdicts[variable]),
            None => (board.cell(cell).letter(), style_of(board.cell(cell))),
        });
        let of = |v: Verdict| verdicts.iter().filter(|x| **x == v).count();
        let _ = write!(text, "{} safe (s), {} mines (m), ", of(Verdict::Safe), of(Verdict::Mine));
        let _ = write!(text, "{} undecided (#)", of(Verdict::Open));
        match of(Verdict::Unknown) {
            0 => text.push('\n'),
            n => text += &format!(", {n} unknown (?)\n"),
        }
    }
    if let Some(c) = &answer.certified {
        let kinds = [(c.sums, "by sums"), (c.splits, "by sums in cases"), (c.clauses, "by clauses")];
        let kinds: Vec<String> = kinds.iter().filter(|k| k.0 > 0).map(|(n, kind)| format!("{n} {kind}")).collect();
        let _ = write!(
            text,
            "certified {} of {} verdicts: {} certificates",
            c.certified,
            c.certified + c.uncertified,
            c.certificates.len()
        );
        text += &if kinds.is_empty() { "\n".to_string() } else { format!(" ({})\n", kinds.join(", ")) };
        c.rejected.iter().for_each(|why| text += &format!("a certificate was rejected: {why}\n"));
    }
    text + &tail(&answer.stats, answer.seconds)
}

/// The board with the mines of an assignment: `*` a mine, `.` a safe cell.
pub fn model(board: &Board, map: &CellMap, mines: &[bool]) -> String {
    grid(board, |cell| match map.variable(cell) {
        Some(variable) if mines[variable] => ('*', AnsiColor::White.on(AnsiColor::Red)),
        Some(_) => ('.', AnsiColor::Black.on(AnsiColor::Green)),
        None => (board.cell(cell).letter(), style_of(board.cell(cell))),
    })
}

/// Longest number that is shown in full; of longer ones the first digits and the length.
const MOST_DIGITS: usize = 60;

fn short(number: &num_bigint::BigUint) -> String {
    let digits = number.to_string();
    match digits.len() {
        n if n > MOST_DIGITS => format!("{}... ({n} digits)", &digits[..20]),
        _ => digits,
    }
}

/// Most rows of the tally in the terminal; `--json` has all.
const MOST_ROWS: usize = 24;

/// Models, tally, and the mine probability of every covered cell in percent.
pub fn counted(name: &str, engine: &str, board: &Board, answer: &Answer, exact: bool) -> String {
    let mut text = head(name, engine, board, answer);
    if let Some(models) = answer.models() {
        let _ = writeln!(text, "models {}", short(models));
    }
    if let Some(frontier) = answer.frontier_models() {
        let _ = writeln!(text, "frontier models {}", short(&frontier));
        if let (Some(models), Some(mines)) = (answer.models(), board.mines())
            && *models == BigUint::ZERO
            && frontier != BigUint::ZERO
        {
            let _ = writeln!(text, "the clues have models, none of them with {mines} mines on the board");
        }
    }
    if let Some(tally) = answer.tally() {
        text += "frontier models by mines:\n";
        for (i, n) in tally.counts.iter().enumerate().take(MOST_ROWS) {
            let _ = writeln!(text, "{:>8} {}", tally.offset + i, short(n));
        }
        if tally.counts.len() > MOST_ROWS {
            let _ = writeln!(text, "     ... {} more (--json prints all)", tally.counts.len() - MOST_ROWS);
        }
    }
    if answer.status() == "ok" {
        text += &probabilities(board, answer, exact);
    }
    text + &tail(&answer.stats, answer.seconds)
}

/// Columns of the terminal that a grid of percents with a decimal may take, and those of a cell of it.
const MOST_COLUMNS: usize = 100;
const WIDTH: usize = 5;

/// A chance in two letters. What is not certain is not shown as certain.
fn short_percent(chance: f64) -> String {
    match chance {
        0.0 => "s".into(),
        1.0 => "m".into(),
        chance => format!("{:02.0}", (100.0 * chance).min(99.0)),
    }
}

/// A grid of probabilities in percent, or as fractions if `exact`.
fn probabilities(board: &Board, answer: &Answer, exact: bool) -> String {
    let Some((values, index)) = answer.chances() else { return String::new() };
    let fractions = exact.then(|| answer.fractions()).flatten();
    let is_wide = fractions.is_none() && board.grid().cols * WIDTH > MOST_COLUMNS;
    let label = |cell: usize| match answer.map.variable(cell) {
        None => (board.cell(cell).letter().to_string(), style_of(board.cell(cell))),
        Some(variable) => {
            let p = values[index[variable] as usize];
            let style = match p {
                0.0 => AnsiColor::Green.on_default().bold(),
                1.0 => AnsiColor::Red.on_default().bold(),
                _ => Style::new(),
            };
            let text = match &fractions {
                Some(fractions) => fractions[index[variable] as usize].to_string(),
                None if is_wide => short_percent(p),
                None => format!("{:.1}", 100.0 * p),
            };
            (text, style)
        }
    };
    let cells: Vec<(String, Style)> = board.grid().cells().map(label).collect();
    let width = cells.iter().map(|c| c.0.len()).max().unwrap_or(1);
    let mut text = String::from(match (exact, is_wide) {
        (true, _) => "mine probabilities:\n",
        (false, false) => "mine probabilities in percent:\n",
        (false, true) => "mine probabilities in percent, two digits each; s safe, m a mine:\n",
    });
    for row in cells.chunks(board.grid().cols.max(1)) {
        for (label, style) in row {
            let _ = write!(text, " {style}{label:>width$}{style:#}");
        }
        text.push('\n');
    }
    text
}
