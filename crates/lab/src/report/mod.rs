//! Reports: tables and plots from records alone, so that a report can be remade from results of any age. Equal records
//! give equal bytes. [`ReportPage`] is the report of the bench, in Markdown and HTML; [`Document`] that of studies and
//! experiments, in Markdown.

mod boards;
mod data;
mod document;
pub mod export;
mod format;
pub mod front;
mod html;
mod markdown;
mod measurements;
mod page;
pub mod plots;
mod regression;
mod score;
mod sections;
pub mod stats;
mod table;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use crate::atomic_file::write_whole;
use crate::bench::record::{ClassStore, RecordFile};
use crate::file_name;

pub use boards::BoardRows;
pub use data::Data;
pub use document::{Document, REPORT};
pub use markdown::markdown_table;
pub use page::{PageBlock, Plot, ReportPage, Section, shell};
pub use regression::{LEAST_NOISE, Regression, compare};
pub use table::{Column, ReportTable, by_density, distinct, table};

/// The note under every table that shows nodes.
pub const NODES_RANK: &str =
    "Compare node counts only within a family of engines; across families compare time, solved counts and answers.";

/// Options of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportOptions {
    /// Pairs of engines for scatter plots, beside those chosen automatically.
    pub scatter: Vec<(String, String)>,
    /// The command that makes this report.
    pub command: String,
    /// Boards to draw.
    pub boards: BoardRows,
}

/// Makes a report. `store` has the verdicts of boards too large for their records.
pub fn make(files: &[RecordFile], store: ClassStore, options: &ReportOptions) -> ReportPage {
    let data = Data::new(files, store);
    let mut sections: Vec<Section> = sections::SECTIONS.iter().filter_map(|section| section(&data, options)).collect();
    let standings = front::standing::Standing::all(&data);
    // Behind the overview and what the engines disagree on.
    sections.splice(sections.len().min(2)..sections.len().min(2), front::ranks(&data, &standings));
    let mut front = front::make(files, &data, &standings);
    // Queries and engines come from files: escape them in file names, and give no two plots the same name.
    let mut taken = BTreeSet::new();
    for plot in &mut front.plots {
        plot.name = file_name::unique(&plot.name, &mut taken);
    }
    for block in sections.iter_mut().flat_map(|section| &mut section.blocks) {
        if let PageBlock::Plot(plot) = block {
            plot.name = file_name::unique(&plot.name, &mut taken);
        }
    }
    let measurements = measurements::packed(files, &data, &options.boards);
    ReportPage::new(files, options, front, sections, measurements, data.disagreements)
}

/// The page in Markdown and the plots that it shows: path in the folder of the report, text.
pub fn files(page: &ReportPage) -> Vec<(String, String)> {
    let plots = page.front.plots.iter().map(|plot| (plot_file(&plot.name), plot.svg.clone()));
    std::iter::once((REPORT.to_string(), markdown::render(page))).chain(plots).collect()
}

fn plot_file(name: &str) -> String {
    format!("plots/{name}.svg")
}

/// Writes `report.md` with its plots, and the scatter plots that were asked for, as SVG files, and `report.html`, which has
/// everything. Plots that the earlier `report.md` showed and this one does not are removed, with their PDF.
///
/// # Errors
/// The folder cannot be written to.
pub fn write(page: &ReportPage, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder.join("plots"))?;
    let files = files(page);
    let earlier = std::fs::read_to_string(folder.join(REPORT)).unwrap_or_default();
    for plot in page.plot_files() {
        write_whole(&folder.join(plot_file(&plot.name)), plot.svg.as_bytes())?;
    }
    for (name, text) in &files {
        write_whole(&folder.join(name), text.as_bytes())?;
    }
    let shown = earlier.lines().filter_map(|line| line.rsplit_once("](")?.1.strip_suffix(')'));
    let is_plot = |path: &str| {
        path.strip_prefix("plots/")
            .is_some_and(|name| name.strip_suffix(".svg").is_some_and(|stem| !stem.contains('/')))
    };
    for stale in shown.filter(|path| is_plot(path) && files.iter().all(|(name, _)| name != path)) {
        for ending in ["svg", "pdf"] {
            let _ = std::fs::remove_file(folder.join(stale).with_extension(ending));
        }
    }
    write_whole(&folder.join("report.html"), html::render(page).as_bytes())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::bench::record::{Machine, Record, RecordHeader, SCHEMA};
    use serde_json::{Map, Value, json};

    pub(crate) fn header() -> RecordHeader {
        RecordHeader {
            minesat_records: SCHEMA,
            version: "1".into(),
            git: "abc".into(),
            profile: "release".into(),
            rustc: "rustc".into(),
            machine: Machine::default(),
            started: "then".into(),
            seed: None,
            jobs: 1,
            shard: None,
            planned: None,
            title: "A <title>".into(),
            question: None,
            unenforced: Vec::new(),
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

    fn page(records: Vec<Record>) -> ReportPage {
        let file = RecordFile { path: "r.jsonl".into(), header: header(), records, complete_bytes: 0, is_cut: false };
        make(
            &[file],
            ClassStore::nowhere(),
            &ReportOptions { command: "minesat report r.jsonl".into(), ..ReportOptions::default() },
        )
    }

    fn table<'a>(page: &'a ReportPage, title: &str) -> &'a ReportTable {
        let blocks = page.sections.iter().flat_map(|s| &s.blocks);
        let mut tables = blocks.filter_map(|b| if let PageBlock::Table(t) = b { Some(t) } else { None });
        tables.find(|t| t.title == title).unwrap_or_else(|| panic!("no table {title:?}"))
    }

    fn row(table: &ReportTable, index: usize) -> Vec<String> {
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

    fn verdicts(engine: &str, name: &str, complete: bool, row: &str) -> Record {
        let count = |letter| Some(row.matches(letter).count() as u64);
        Record {
            instance: name.into(),
            family: "scatter".into(),
            cols: 4,
            board_sha256: name.into(),
            complete,
            safe_cells: count('s'),
            mine_cells: count('m'),
            unknown_cells: count('u'),
            classes: Some(vec![row.into()]),
            classes_sha256: Some(crate::bench::record::sha256(row.as_bytes())),
            ..record(engine, 4, 1, 0.1)
        }
    }

    #[test]
    fn the_hierarchy_says_who_finds_what() {
        let page = page(vec![
            verdicts("all", "scatter-1x4-d10-s1-0", true, "smso"),
            verdicts("left", "scatter-1x4-d10-s1-0", false, "smuu"),
            verdicts("right", "scatter-1x4-d10-s1-0", false, "umsu"),
            verdicts("all", "scatter-1x4-d20-s2-0", true, "ssoo"),
            verdicts("left", "scatter-1x4-d20-s2-0", false, "ssuu"),
            verdicts("right", "scatter-1x4-d20-s2-0", false, "uuuu"),
        ]);
        let shares = table(&page, "Share of the certain cells found");
        assert_eq!(row(shares, 0), ["scatter-1x4-d10", "1", "3", "66.67 % · 0", "66.67 % · 0"]);
        assert_eq!(row(shares, 1), ["scatter-1x4-d20", "1", "2", "100.00 % · 1", "0.00 % · 0"]);
        assert_eq!(row(shares, 2), ["all", "2", "5", "80.00 % · 1", "40.00 % · 0"]);
        let pairs = table(&page, "Which method finds more, pair by pair");
        let witness = "scatter-1x4-d10-s1-0";
        assert_eq!(row(pairs, 0), ["left", "right", "neither contains the other", "3", witness, "1", witness]);
    }

    #[test]
    fn random_clues_are_shown_by_their_share() {
        let board = |share: u32, index: usize, status: &str| Record {
            instance: format!("random-clues-1x4-d30-r{share}-s1-{index}"),
            family: "random-clues".into(),
            cols: 4,
            board_sha256: format!("{share} {index}"),
            query: "decide".into(),
            status: status.into(),
            decision: (status == "ok").then(|| "consistent".into()),
            ..record("a", 4, 6, if status == "timeout" { 10.0 } else { 1.0 })
        };
        let page = page(vec![
            board(10, 0, "ok"),
            board(10, 1, "ok"),
            board(20, 0, "inconsistent"),
            board(20, 1, "ok"),
            board(30, 0, "inconsistent"),
            board(30, 1, "timeout"),
        ]);
        let clues = table(&page, "decide: random clues on 1x4 d30");
        assert_eq!(row(clues, 0), ["10 %", "2", "100 %", "2 · 1.00 s · 6.00 nodes"]);
        assert_eq!(row(clues, 1)[..3], ["20 %", "2", "50 %"]);
        assert_eq!(row(clues, 2), ["30 %", "2", "0 %", "1 · 10.5 s · 6.00 nodes"]);
    }

    #[test]
    fn every_table_with_nodes_says_how_they_rank() {
        let page = page(vec![record("a", 10, 1, 0.1), record("b", 10, 2, 0.2)]);
        for block in page.sections.iter().flat_map(|s| &s.blocks) {
            let PageBlock::Table(table) = block else { continue };
            let nodes = table.title.contains("odes") || table.columns.iter().any(|c| c.name.contains("nodes"));
            assert!(!nodes || table.notes.iter().any(|n| n == NODES_RANK), "{}", table.title);
        }
    }

    #[test]
    fn equal_records_give_equal_bytes_and_html_is_escaped() {
        let records = || vec![record("a", 10, 1, 0.1), record("b<i>", 10, 2, 0.2), record("a", 20, 1, 0.3)];
        let (html, markdown) = (html::render(&page(records())), markdown::render(&page(records())));
        assert_eq!((&html, &markdown), (&html::render(&page(records())), &markdown::render(&page(records()))));
        assert!(html.contains("A &lt;title&gt;") && html.contains("b&lt;i&gt;") && !html.contains("b<i>"), "{html}");
        assert!(html.contains("<svg") && html.contains("minesat report r.jsonl"));
        assert!(markdown.contains("A \\<title>"));
    }

    #[test]
    fn a_report_of_nothing_is_a_report() {
        let empty = page(Vec::new());
        assert!(html::render(&empty).contains("</html>") && markdown::render(&empty).contains("# A"));
    }
}
