//! Tables.

/// A table of a report.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Heading above the table, plain text.
    pub title: String,
    /// From left to right.
    pub columns: Vec<Column>,
    /// From top to bottom, each with one cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// Lines below the table.
    pub notes: Vec<String>,
}

/// Head of a column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Text of the head.
    pub name: String,
    /// Aligned right.
    pub number: bool,
}

/// One cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub text: String,
    /// The key for sorting, if it is not the text.
    pub sort: Option<f64>,
    /// Empty, `best` or `bad`.
    pub tone: &'static str,
}

impl Table {
    /// A table without rows. A column whose name begins with `#` is aligned right.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let column = |name: &&str| match name.strip_prefix('#') {
            Some(name) => Column { name: name.into(), number: true },
            None => Column { name: (*name).into(), number: false },
        };
        let columns = columns.iter().map(column).collect();
        Table { title: title.into(), columns, ..Table::default() }
    }

    /// Adds a right-aligned column.
    pub fn column(&mut self, name: &str) {
        self.columns.push(Column { name: name.into(), number: true });
    }
}

impl Cell {
    /// A cell that is sorted by a number.
    pub fn number(text: impl Into<String>, sort: f64) -> Self {
        Cell { text: text.into(), sort: Some(sort), tone: "" }
    }

    /// A whole number, digits in groups of three.
    pub fn count(n: u64) -> Self {
        Cell::number(super::format::count(n), n as f64)
    }

    /// A whole number, empty for zero.
    pub fn nonzero(n: u64) -> Self {
        if n == 0 { Cell::number("", 0.0) } else { Cell::count(n) }
    }

    /// A time; empty if there is none.
    pub fn seconds(seconds: Option<f64>) -> Self {
        seconds.map_or(Cell::nothing(), |s| Cell::number(super::format::seconds(s), s))
    }

    /// No value.
    pub fn nothing() -> Self {
        Cell { text: "–".into(), sort: None, tone: "" }
    }

    /// The same cell, marked.
    pub fn toned(self, tone: &'static str) -> Self {
        Cell { tone, ..self }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell { text: text.into(), ..Cell::default() }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell { text, ..Cell::default() }
    }
}
