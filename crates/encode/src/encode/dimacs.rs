//! DIMACS CNF files, with the lines that model counters read.

use std::io::{self, Write};

use super::Cnf;

/// Comment lines of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes<'a> {
    /// Comment lines at the top.
    pub comments: &'a [String],
    /// (variable, row, column), row and column from 0: lines `c cell <variable> <row> <column>`.
    pub cells: &'a [(usize, usize, usize)],
    /// The variables that a projected model counter counts over: lines `c p show ... 0`, with
    /// `c t pmc` to say that this is a projected count. None: neither line.
    pub show: Option<&'a [usize]>,
}

/// Shown variables per line: drat-trim reads comments of at most 65,536 characters.
const SHOWN_ON_A_LINE: usize = 1000;

/// The lines `c p show ... 0`; an empty one if no variable is shown.
pub fn shown_lines(shown: &[usize]) -> String {
    let parts = shown.chunks(SHOWN_ON_A_LINE).chain(shown.is_empty().then_some(shown));
    let line = |part: &[usize]| format!("c p show {}0\n", part.iter().map(|v| format!("{v} ")).collect::<String>());
    parts.map(line).collect()
}

/// Writes a formula: comments, cell map, header, shown variables (Model Counting Competition 2021-), clauses. Makes
/// many small writes: pass a buffered writer.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut dyn Write, cnf: &Cnf, notes: &Notes) -> io::Result<()> {
    for line in notes.comments.iter().flat_map(|c| c.lines()) {
        writeln!(out, "c {line}")?;
    }
    for (variable, row, column) in notes.cells {
        writeln!(out, "c cell {variable} {row} {column}")?;
    }
    if notes.show.is_some() {
        writeln!(out, "c t pmc")?;
    }
    writeln!(out, "p cnf {} {}", cnf.variables(), cnf.len())?;
    if let Some(shown) = notes.show {
        out.write_all(shown_lines(shown).as_bytes())?;
    }
    for clause in cnf.clauses() {
        for lit in clause {
            write!(out, "{} ", lit.dimacs())?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Lit, Sink};

    #[test]
    fn the_file_as_counters_read_it() {
        let mut cnf = Cnf::new(2);
        let aux = cnf.new_variable();
        cnf.clause(&[Lit::positive(1), !aux]);
        cnf.clause(&[]);
        let comments = ["two\nlines".to_string()];
        let notes = Notes { comments: &comments, cells: &[(1, 0, 3), (2, 1, 3)], show: Some(&[1, 2]) };
        let mut out = Vec::new();
        write(&mut out, &cnf, &notes).unwrap();
        let expected = "c two\nc lines\nc cell 1 0 3\nc cell 2 1 3\nc t pmc\np cnf 3 2\nc p show 1 2 0\n1 -3 0\n0\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
