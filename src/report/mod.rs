//! Reports: tables and plots from record files alone, so that a report can be remade from results
//! of any age. Equal records give equal bytes.

mod data;
mod format;
mod html;
mod markdown;
mod page;
pub mod plots;
mod score;
mod sections;
mod table;

use std::io;
use std::path::Path;

use crate::bench::record::{ClassStore, RecordFile};
use crate::whole_file::write_whole;

pub use data::Data;
pub use page::{Block, Page, Plot, Section, shell};
pub use sections::overview;
pub use table::{Column, Table};

/// Stands under every table that shows nodes.
pub const NODES_RANK: &str =
    "Nodes rank within a family; across families only time, solved counts and answers compare.";

/// What a report can be told besides the records.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Pairs of engines for scatter plots, beside those that are chosen by themselves.
    pub scatter: Vec<(String, String)>,
    /// The command that makes this report.
    pub command: String,
}

/// Makes a report. `store` has the verdicts of boards too large for their records.
pub fn make(files: &[RecordFile], store: ClassStore, options: &Options) -> Page {
    let data = Data::new(files, store);
    let sections = sections::SECTIONS.iter().filter_map(|section| section(&data, options)).collect();
    Page::new(files, options, sections)
}

/// Writes `report.md`, `report.html` and the plots as SVG files.
///
/// # Errors
/// The folder cannot be written to.
pub fn write(page: &Page, folder: &Path) -> io::Result<()> {
    let plots = folder.join("plots");
    std::fs::create_dir_all(&plots)?;
    for plot in page.plots() {
        write_whole(&plots.join(format!("{}.svg", plot.name)), plot.svg.as_bytes())?;
    }
    write_whole(&folder.join("report.md"), markdown::render(page).as_bytes())?;
    write_whole(&folder.join("report.html"), html::render(page).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::{Header, Machine, Record, SCHEMA};
    use serde_json::{Map, Value, json};

    fn header() -> Header {
        Header {
            minesat_records: SCHEMA,
            version: "1".into(),
            git: "abc".into(),
            profile: "release".into(),
            rustc: "rustc".into(),
            machine: Machine::default(),
            started: "then".into(),
            seed: None,
            jobs: 1,
            title: "A <title>".into(),
            plan: Value::Null,
            plan_sha256: String::new(),
            files: Vec::new(),
            command: vec!["minesat".into(), "bench".into()],
            counters: Map::new(),
            encodings: Vec::new(),
        }
    }

    fn record(engine: &str, cols: usize, nodes: u64, seconds: f64) -> Record {
        let mut record = Record {
            instance: format!("<b>{cols}"),
            board_sha256: cols.to_string(),
            family: "corridor".into(),
            rows: 1,
            cols,
            engine: engine.into(),
            complete: true,
            query: "classify".into(),
            run: 1,
            timeout_seconds: 10.0,
            status: if seconds < 10.0 { "ok" } else { "timeout" }.into(),
            seconds: Some(seconds),
            ..Record::default()
        };
        record.counters.insert("nodes".into(), json!(nodes));
        record
    }

    fn page(records: Vec<Record>) -> Page {
        let file = RecordFile { path: "r.jsonl".into(), header: header(), records, complete_bytes: 0 };
        make(
            &[file],
            ClassStore::nowhere(),
            &Options { command: "minesat report r.jsonl".into(), ..Options::default() },
        )
    }

    fn table<'a>(page: &'a Page, title: &str) -> &'a Table {
        let blocks = page.sections.iter().flat_map(|s| &s.blocks);
        let mut tables = blocks.filter_map(|b| if let Block::Table(t) = b { Some(t) } else { None });
        tables.find(|t| t.title == title).unwrap_or_else(|| panic!("no table {title:?}"))
    }

    fn row(table: &Table, index: usize) -> Vec<String> {
        table.rows[index].iter().map(|c| c.text.replace('\u{202f}', "")).collect()
    }

    #[test]
    fn the_tables_say_what_the_records_say() {
        let page = page(vec![
            record("backtrack:naive", 10, 1000, 0.5),
            record("backtrack:naive", 100, 5000, 11.0),
            record("backtrack:naive", 1000, 7000, 11.0),
            record("backtrack:mrv", 10, 10, 0.1),
            record("backtrack:mrv", 100, 20, 1.0),
            record("backtrack:mrv", 1000, 30, 4.0),
        ]);
        let overview = table(&page, "classify");
        assert_eq!(row(overview, 0)[..5], ["backtrack:mrv", "3", "3", "", ""]);
        assert_eq!(row(overview, 1)[..5], ["backtrack:naive", "3", "1", "", "2"]);
        // PAR-2 of naive: (0.5 + 20 + 20) / 3; of the virtual best: (0.1 + 1 + 4) / 3.
        assert_eq!((row(overview, 1)[8].as_str(), row(overview, 2)[8].as_str()), ("13.5 s", "1.70 s"));
        let growth = table(&page, "corridor 1xN, classify");
        assert_eq!(row(growth, 1), ["1x100", "100 (x10.0)", "1", "1.00 s (x10.0)"]);
        let ladder = table(&page, "classify: nodes on the boards that all rungs solved");
        assert_eq!(row(ladder, 0)[1..], ["1", "1", "1000", "10"]);
        assert_eq!(row(ladder, 3)[..], ["all", "3", "1", "1000", "10"]);
        assert_eq!(ladder.notes.last().map(String::as_str), Some(NODES_RANK));
        let effort = table(&page, "classify: solved, and nodes until the end or the limit");
        assert_eq!(row(effort, 1)[2..], ["0 · ≥ 5000", "1 · 20"]);
    }

    #[test]
    fn every_table_with_nodes_says_how_they_rank() {
        let page = page(vec![record("a", 10, 1, 0.1), record("b", 10, 2, 0.2)]);
        for block in page.sections.iter().flat_map(|s| &s.blocks) {
            let Block::Table(table) = block else { continue };
            let nodes = table.title.contains("odes") || table.columns.iter().any(|c| c.name.contains("nodes"));
            assert!(!nodes || table.notes.iter().any(|n| n == NODES_RANK), "{}", table.title);
        }
    }

    #[test]
    fn equal_records_give_equal_bytes_and_html_is_escaped() {
        let records = || vec![record("a", 10, 1, 0.1), record("b<i>", 10, 2, 0.2), record("a", 20, 1, 0.3)];
        let (html, markdown) = (html::render(&page(records())), markdown::render(&page(records())));
        assert_eq!((&html, &markdown), (&html::render(&page(records())), &markdown::render(&page(records()))));
        assert!(html.contains("A &lt;title&gt;") && html.contains("b&lt;i&gt;") && !html.contains("<i>"), "{html}");
        assert!(html.contains("<svg") && html.contains("minesat report r.jsonl"));
        assert!(markdown.contains("A \\<title>"));
    }

    #[test]
    fn a_report_of_nothing_is_a_report() {
        let empty = page(Vec::new());
        assert!(html::render(&empty).contains("</html>") && markdown::render(&empty).contains("# A"));
    }
}
