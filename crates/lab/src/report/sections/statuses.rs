//! Raw statuses and categories of all measurements.

use std::collections::BTreeSet;

use crate::bench::record::Category;
use crate::report::table::TableCell;
use crate::report::{Data, PageBlock, ReportOptions, ReportTable, Section};

const CATEGORIES: [(Category, &str); 4] = [
    (Category::Correct, "correct"),
    (Category::Wrong, "wrong"),
    (Category::Unknown, "unknown"),
    (Category::Error, "error"),
];

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let text = "Status: reported by the engine, or how its process ended. Category, judged by all records: correct = a \
                complete answer that the expected one or another family confirms; wrong = contradicts the expected \
                answer, or more families than agree with it; unknown = no answer, a partial one, or a solved one that \
                neither an expected answer nor an engine of another family confirms; error = the engine failed.";
    let statuses: BTreeSet<&String> = data.statuses.keys().map(|(_, status)| status).collect();
    let mut columns = vec!["engine".to_string()];
    columns.extend(statuses.iter().map(|s| format!("#{s}")));
    columns.extend(CATEGORIES.iter().map(|(_, name)| format!("#→ {name}")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = ReportTable::new("Measurements by status and category", &columns);
    for (engine, name) in data.engines.iter().enumerate() {
        let mut row: Vec<TableCell> = vec![name.as_str().into()];
        let count = |n: Option<&u64>| TableCell::nonzero(n.copied().unwrap_or(0));
        row.extend(statuses.iter().map(|s| count(data.statuses.get(&(engine, (*s).clone())))));
        row.extend(CATEGORIES.iter().map(|(category, _)| count(data.categories.get(&(engine, *category)))));
        table.rows.push(row);
    }
    Some(Section { id: "statuses", title: "Statuses", text: text.into(), blocks: vec![PageBlock::Table(table)] })
}
