//! Tables as LaTeX: `tabular` with the lines of the package booktabs, as printed in the report. Needs no other package, and
//! compiles with pdflatex, fonts in T1 or not.

use std::fmt::Write;

use super::{NamedTable, TableFormat, TableSet, path};
use crate::report::table::TableCell;

/// Row in the table of formats.
pub const FORMAT: TableFormat =
    TableFormat { name: "latex", summary: "a file per table, with booktabs", has_records: false, files };

fn files(set: &TableSet) -> Vec<(String, String)> {
    set.tables.iter().map(|named| (path(&named.name, "tex"), tabular(named))).collect()
}

fn tabular(named: &NamedTable) -> String {
    let table = named.table;
    let mut text = format!("% \\usepackage{{booktabs}}\n% \\caption{{{}}}\n", escaped(&table.title));
    table.notes.iter().for_each(|note| text += &format!("% {}\n", escaped(note)));
    let columns: String = table.columns.iter().map(|column| if column.number { 'r' } else { 'l' }).collect();
    let _ = writeln!(text, "\\begin{{tabular}}{{{columns}}}\n  \\toprule");
    text += &line(table.columns.iter().map(|column| escaped(&column.name)));
    text += "  \\midrule\n";
    table.rows.iter().for_each(|row| text += &line(row.iter().map(cell)));
    text + "  \\bottomrule\n\\end{tabular}\n"
}

fn cell(cell: &TableCell) -> String {
    let text = escaped(&cell.text);
    match cell.tone {
        "best" => format!("\\textbf{{{text}}}"),
        "bad" => format!("\\emph{{{text}}}"),
        _ => text,
    }
}

/// A row. `[` and `*` after the end of a row would be its options.
fn line(cells: impl Iterator<Item = String>) -> String {
    let row = cells.collect::<Vec<_>>().join(" & ");
    let guard = if row.starts_with(['[', '*']) { "{}" } else { "" };
    format!("  {guard}{row} \\\\\n")
}

/// Characters with a command of their own.
const COMMANDS: &[(char, &str)] = &[
    ('\\', "\\textbackslash{}"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('%', "\\%"),
    ('&', "\\&"),
    ('#', "\\#"),
    ('$', "\\$"),
    ('_', "\\_"),
    ('~', "\\textasciitilde{}"),
    ('^', "\\textasciicircum{}"),
    ('<', "\\textless{}"),
    ('>', "\\textgreater{}"),
    ('|', "\\textbar{}"),
    ('"', "\\char34{}"),
    ('`', "\\char96{}"),
    ('µ', "$\\mu$"),
    ('μ', "$\\mu$"),
    ('×', "$\\times$"),
    ('·', "$\\cdot$"),
    ('±', "$\\pm$"),
    ('≈', "$\\approx$"),
    ('≥', "$\\geq$"),
    ('≤', "$\\leq$"),
    ('≠', "$\\neq$"),
    ('−', "$-$"),
    ('∞', "$\\infty$"),
    ('→', "$\\rightarrow$"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('°', "$^\\circ$"),
    ('–', "--"),
    ('—', "---"),
    ('…', "\\ldots{}"),
    ('‘', "\\textquoteleft{}"),
    ('’', "\\textquoteright{}"),
    ('“', "\\textquotedblleft{}"),
    ('”', "\\textquotedblright{}"),
    ('\u{a0}', "~"),
    ('\u{202f}', "\\,"),
    ('\u{2009}', "\\,"),
];

/// Text as LaTeX on one line. Letters of Latin-1 stay; what is beyond has its number.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match COMMANDS.iter().find(|(letter, _)| *letter == c) {
            Some((_, command)) => out += command,
            None if c.is_control() || c == '\u{2028}' || c == '\u{2029}' => out.push(' '),
            // Two of them would become one longer or lower one.
            None if c == before && matches!(c, '-' | '\'' | ',') => out.extend(['{', '}', c]),
            // `!` and `?` with a grave accent, which is a command here, need no care.
            None if c.is_ascii() || c.is_alphabetic() && u32::from(c) < 0x100 => out.push(c),
            None => out += &format!("[U+{:04X}]", u32::from(c)),
        }
        before = c;
    }
    out
}
