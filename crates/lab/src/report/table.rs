//! Tables: with columns that sort for pages in Markdown and HTML, and plain ones in Markdown.

/// A table of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportTable {
    /// Heading above the table, plain text.
    pub title: String,
    /// From left to right.
    pub columns: Vec<Column>,
    /// From top to bottom, each with one cell per column.
    pub rows: Vec<Vec<TableCell>>,
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
pub struct TableCell {
    pub text: String,
    /// The key for sorting, if it is not the text: the number that the cell shows, in seconds if it is a time.
    pub sort: Option<f64>,
    /// Ends of the interval that the cell shows, in the unit of the number.
    pub ends: Option<(f64, f64)>,
    /// Empty, `best` or `bad`.
    pub tone: &'static str,
}

impl ReportTable {
    /// A table without rows. A column whose name begins with `#` is aligned right.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let column = |name: &&str| match name.strip_prefix('#') {
            Some(name) => Column { name: name.into(), number: true },
            None => Column { name: (*name).into(), number: false },
        };
        let columns = columns.iter().map(column).collect();
        ReportTable { title: title.into(), columns, ..ReportTable::default() }
    }

    /// Adds a right-aligned column.
    pub fn column(&mut self, name: &str) {
        self.columns.push(Column { name: name.into(), number: true });
    }
}

impl TableCell {
    /// A cell that is sorted by a number.
    pub fn number(text: impl Into<String>, sort: f64) -> Self {
        TableCell { text: text.into(), sort: Some(sort), ..TableCell::default() }
    }

    /// A whole number, digits in groups of three.
    pub fn count(n: u64) -> Self {
        TableCell::number(super::format::count(n), n as f64)
    }

    /// A whole number, empty for zero.
    pub fn nonzero(n: u64) -> Self {
        if n == 0 { TableCell::number("", 0.0) } else { TableCell::count(n) }
    }

    /// A time; empty if there is none.
    pub fn seconds(seconds: Option<f64>) -> Self {
        seconds.map_or(TableCell::nothing(), |s| TableCell::number(super::format::seconds(s), s))
    }

    /// No value.
    pub fn nothing() -> Self {
        TableCell { text: "–".into(), ..TableCell::default() }
    }

    /// The same cell, whose text has an interval with these ends.
    pub fn within(self, low: f64, high: f64) -> Self {
        TableCell { ends: Some((low, high)), ..self }
    }

    /// The same cell, marked.
    pub fn toned(self, tone: &'static str) -> Self {
        TableCell { tone, ..self }
    }
}

impl From<&str> for TableCell {
    fn from(text: &str) -> Self {
        TableCell { text: text.into(), ..TableCell::default() }
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> Self {
        TableCell { text, ..TableCell::default() }
    }
}

/// A plain table in Markdown; a bar or a line end within a cell does not end its column.
pub fn table<H: AsRef<str>>(head: &[H], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(head.iter().map(|name| cell(name.as_ref())).collect());
    text += &format!("|{}\n", "---|".repeat(head.len()));
    rows.into_iter().for_each(|row| text += &line(row.iter().map(|text| cell(text)).collect()));
    text
}

/// A plain table of a sweep: one row per density, one column per shape (rows, columns). The place of a missing point is
/// empty.
pub fn by_density(
    densities: &[f64],
    shapes: &[(usize, usize)],
    value: impl Fn(f64, (usize, usize)) -> Option<String>,
) -> String {
    let head: Vec<String> =
        std::iter::once("density".into()).chain(shapes.iter().map(|(rows, cols)| format!("{rows}x{cols}"))).collect();
    let row = |&density: &f64| {
        let values = shapes.iter().map(|&shape| value(density, shape).unwrap_or_default());
        std::iter::once(format!("{density:.2}")).chain(values).collect()
    };
    table(&head, densities.iter().map(row))
}

/// The values in ascending order, each once.
pub fn distinct<T: PartialOrd>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    values.dedup();
    values
}
