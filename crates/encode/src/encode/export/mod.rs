//! A system in the formats of other programs. Adding a format is one file and one row.

mod json;
mod lp;
mod mps;
mod opb;

use std::io::{self, Write};

use crate::board::Board;
use crate::system::System;

#[cfg(feature = "schema")]
pub use json::schema as json_schema;

/// The sums without auxiliary variables. Variable `i + 1` is called `x{i + 1}`.
pub struct ExportProblem<'a> {
    /// Its sums, and its total as one more where it is known.
    pub system: &'a System,
    /// Comment lines for the top.
    pub comments: &'a [String],
    /// (variable from 1, row, column), rows and columns from 0.
    pub cells: &'a [(usize, usize, usize)],
}

impl ExportProblem<'_> {
    /// Every sum as its variables (from 1) and its count, the total last.
    fn sums(&self) -> impl Iterator<Item = (Vec<usize>, i64)> {
        let sums = self.system.sums.iter();
        let sums = sums.map(|s| (s.cells.iter().map(|&c| c as usize + 1).collect(), i64::from(s.count)));
        let total = self.system.total;
        sums.chain(total.map(|total| ((1..=self.system.cells).collect(), total)))
    }

    /// Comments and the cell map, as lines with the format's comment prefix.
    fn head(&self, out: &mut dyn Write, prefix: &str) -> io::Result<()> {
        for line in self.comments.iter().flat_map(|c| c.lines()) {
            writeln!(out, "{prefix} {line}")?;
        }
        self.cells.iter().try_for_each(|(v, row, col)| writeln!(out, "{prefix} cell {v} {row} {col}"))
    }
}

/// One row of the table of formats.
pub struct ExportFormat {
    /// Word of `--to`, such as `opb`.
    pub name: &'static str,
    /// The format in one line, for help.
    pub summary: &'static str,
    /// Whether comments hold the board, so that minesat reads the file back: their lines may be too long for other
    /// readers.
    pub holds_board: bool,
    /// Writes a problem in many small writes: pass a buffered writer.
    pub write: fn(&mut dyn Write, &ExportProblem) -> io::Result<()>,
}

/// All formats besides DIMACS, which needs an encoding.
pub const FORMATS: &[&ExportFormat] = &[&opb::FORMAT, &lp::FORMAT, &mps::FORMAT, &json::FORMAT];

/// Writes the sums of a board, with the board itself where the format holds it.
///
/// # Errors
/// Those of the writer.
pub fn write_board(out: &mut dyn Write, format: &ExportFormat, board: &Board, comments: &[String]) -> io::Result<()> {
    let (system, map) = System::from_board(board);
    let cell = |v: usize| (v + 1, map.position(v).0, map.position(v).1);
    let cells: Vec<_> = (0..system.cells).map(cell).collect();
    let mut comments = comments.to_vec();
    if format.holds_board {
        let grid = board.grid();
        let mines = board.mines().map_or("?".to_string(), |mines| mines.to_string());
        comments.push(format!("board {} {} {mines}", grid.rows, grid.cols));
        comments.extend(board.rows().map(|row| format!("row {row}")));
    }
    (format.write)(out, &ExportProblem { system: &system, comments: &comments, cells: &cells })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    fn written(format: &ExportFormat, system: &System) -> String {
        let cells = [(1, 0, 0), (2, 0, 2)];
        let problem = ExportProblem { system, comments: &["two\nlines".into()], cells: &cells };
        let mut out = Vec::new();
        (format.write)(&mut out, &problem).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn formats_as_programs_read_them() {
        let system = System { cells: 2, sums: vec![Sum::new(vec![0, 1], 1), Sum::new(vec![], 2)], total: Some(1) };
        assert_eq!(
            written(&opb::FORMAT, &system),
            "* #variable= 2 #constraint= 3\n* two\n* lines\n* cell 1 0 0\n* cell 2 0 2\n\
             +1 x1 +1 x2 = 1 ;\n+0 x1 = 2 ;\n+1 x1 +1 x2 = 1 ;\n"
        );
        assert_eq!(
            written(&lp::FORMAT, &system),
            "\\ two\n\\ lines\n\\ cell 1 0 0\n\\ cell 2 0 2\nMinimize\n obj: 0 x1\nSubject To\n \
             s1: + x1 + x2 = 1\n s2: 0 x1 = 2\n s3: + x1 + x2 = 1\nBinary\n x1\n x2\nEnd\n"
        );
        assert!(written(&mps::FORMAT, &system).contains("    x2 s1 1\n    x2 s3 1\n"));
        let json: serde_json::Value = serde_json::from_str(&written(&json::FORMAT, &system)).unwrap();
        assert_eq!(json["sums"][0], serde_json::json!({ "variables": [1, 2], "count": 1 }));
    }

    #[test]
    fn variables_in_no_sum_are_declared() {
        let system = System { cells: 3, sums: vec![Sum::new(vec![0], 1)], total: None };
        assert!(written(&lp::FORMAT, &system).contains(" obj: 0 x1 + 0 x2 + 0 x3\n"));
        assert!(written(&mps::FORMAT, &system).contains("    x2 obj 0\n    x3 obj 0\n"));
    }

    /// GLPK refuses an LP without a row.
    #[test]
    fn a_program_without_sums_has_a_row() {
        let system = System { cells: 2, sums: vec![], total: None };
        let lp = written(&lp::FORMAT, &system);
        assert!(lp.contains("Minimize\n obj: 0 x1 + 0 x2\nSubject To\n s1: 0 x1 = 0\nBinary\n x1\n x2\nEnd\n"), "{lp}");
        assert!(written(&mps::FORMAT, &system).contains("ROWS\n N obj\nCOLUMNS\n"));
    }

    #[test]
    fn nothing_at_all_is_written_too() {
        let system = System { cells: 0, sums: vec![Sum::new(vec![], 1)], total: Some(-1) };
        FORMATS.iter().for_each(|f| assert!(!written(f, &system).is_empty(), "{}", f.name));
    }
}
