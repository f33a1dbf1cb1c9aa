//! A table for programs: plain numbers in one unit a column, in place of numbers that people read.

use super::NamedTable;
use crate::report::table::{Column, TableCell};

/// A value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum PlainValue {
    /// There is none.
    Missing,
    /// In the unit of the column.
    Number(f64),
    /// Anything else.
    Text(String),
}

/// Columns by name, and rows of as many values.
pub struct PlainTable {
    /// Each with its unit in brackets, no two equal.
    pub columns: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<Vec<PlainValue>>,
}

impl PlainTable {
    /// The values of a table. A column of numbers becomes one of plain numbers; an interval two more; and where cells say
    /// more than their number, such as `12 of 20`, another column has them as they are printed.
    pub fn of(named: &NamedTable) -> PlainTable {
        let table = named.table;
        let mut plain = PlainTable { columns: Vec::new(), rows: vec![Vec::new(); table.rows.len()] };
        for (at, column) in table.columns.iter().enumerate() {
            let cells: Vec<&TableCell> = table.rows.iter().map(|row| &row[at]).collect();
            plain.take(column, &cells);
        }
        plain
    }

    fn take(&mut self, column: &Column, cells: &[&TableCell]) {
        let name = column.name.as_str();
        if !cells.iter().any(|cell| cell.sort.is_some()) {
            return self.add(name, cells.iter().map(|cell| text(cell)));
        }
        let unit = unit(cells).map_or(String::new(), |unit| format!(" ({unit})"));
        let ends = |cell: &&TableCell| cell.ends;
        let is_interval = cells.iter().any(|cell| cell.ends.is_some())
            && cells.iter().all(|cell| cell.ends.is_none_or(|ends| cell.sort == Some(ends.0)));
        if !is_interval {
            self.add(&format!("{name}{unit}"), cells.iter().map(|cell| number(cell.sort)));
        }
        if cells.iter().any(|cell| cell.ends.is_some()) {
            self.add(&format!("{name}, low{unit}"), cells.iter().map(|cell| number(ends(cell).map(|ends| ends.0))));
            self.add(&format!("{name}, high{unit}"), cells.iter().map(|cell| number(ends(cell).map(|ends| ends.1))));
        }
        if !is_interval && cells.iter().any(|cell| says_more(cell)) {
            self.add(&format!("{name}, as printed"), cells.iter().map(|cell| text(cell)));
        }
    }

    /// Adds a column; a name that is taken gets a number.
    fn add(&mut self, name: &str, values: impl Iterator<Item = PlainValue>) {
        let numbered = std::iter::once(name.to_string()).chain((2..).map(|n: usize| format!("{name} {n}")));
        let free = numbered.into_iter().find(|name| !self.columns.contains(name)).unwrap_or_default();
        self.columns.push(free);
        self.rows.iter_mut().zip(values).for_each(|(row, value)| row.push(value));
    }
}

fn number(value: Option<f64>) -> PlainValue {
    value.filter(|value| value.is_finite()).map_or(PlainValue::Missing, PlainValue::Number)
}

fn text(cell: &TableCell) -> PlainValue {
    match cell.text.as_str() {
        "" | "–" => PlainValue::Missing,
        text => PlainValue::Text(text.replace('\u{202f}', "")),
    }
}

/// Whether the text of a cell with a number, or of one without a number beside such cells, is more than the number and its
/// unit.
fn says_more(cell: &TableCell) -> bool {
    if matches!(cell.text.as_str(), "" | "–") {
        return false;
    }
    let text = cell.text.replace('\u{202f}', "");
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let numbers = text.split(|c| !is_digit(c)).filter(|part| part.contains(|c: char| c.is_ascii_digit())).count();
    cell.sort.is_none_or(|value| !value.is_finite()) || numbers != 1 || text.contains(['≈', '≥', '*', '+'])
}

/// The unit of the numbers of a column, from what is printed behind them: seconds; percent, or a share where the number is
/// one; or a word that all cells share, such as nodes.
fn unit(cells: &[&TableCell]) -> Option<String> {
    let numbers = || cells.iter().filter_map(|cell| Some((cell.text.as_str(), cell.sort.filter(|v| v.is_finite())?)));
    let last = |text: &str| text.trim_end_matches([' ', '*', ')']).rsplit([' ', '\u{202f}']).next().map(String::from);
    if numbers().any(|(text, _)| [" s", " ms", " µs"].iter().any(|unit| has_unit(text, unit))) {
        return Some("s".into());
    }
    if numbers().any(|(text, _)| text.contains('%')) {
        // Percent that are printed: the number is one of them, or a hundredth of it.
        let is_percent = |(text, value): (&str, f64)| {
            let printed = text[..text.find('%')?].trim_end().rsplit(' ').next()?.parse::<f64>().ok()?;
            (printed != 0.0).then(|| (printed - value).abs() < (printed - 100.0 * value).abs())
        };
        return Some(if numbers().find_map(is_percent).unwrap_or(false) { "%" } else { "share" }.into());
    }
    let mut words = numbers().filter(|(text, _)| !text.is_empty()).map(|(text, _)| last(text));
    let first = words.next()??;
    let is_word = first.chars().all(|c| c.is_alphabetic() || c == ' ') && first.len() > 1;
    (is_word && words.all(|word| word.as_deref() == Some(&first))).then_some(first)
}

/// Whether a number with this unit stands in a text.
fn has_unit(text: &str, unit: &str) -> bool {
    text.match_indices(unit).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(|c| c.is_ascii_digit());
        before && !text[at + unit.len()..].starts_with(char::is_alphanumeric)
    })
}
