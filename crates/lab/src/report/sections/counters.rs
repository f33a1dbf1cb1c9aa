//! All counters of the engines.

use std::collections::BTreeSet;

use crate::report::data::Fate;
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{Data, NODES_RANK, PageBlock, ReportOptions, ReportTable, Section};

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let blocks: Vec<PageBlock> = (0..data.queries.len()).filter_map(|q| table(data, q)).map(PageBlock::Table).collect();
    let meanings: Vec<String> =
        names(data).iter().filter_map(|n| Some(format!("{n}: {}", data.counters.get(*n)?))).collect();
    let text = format!(
        "Medians over the answered instances. A counter that an engine does not have is left out, never zero. {}.",
        meanings.join("; ")
    );
    (!blocks.is_empty()).then_some(Section { id: "counters", title: "Counters", text, blocks })
}

fn names(data: &Data) -> BTreeSet<&String> {
    data.results.values().flat_map(|o| o.counters.keys()).collect()
}

fn table(data: &Data, query: usize) -> Option<ReportTable> {
    let answered = |o: &&crate::report::data::MergedResult| matches!(o.fate, Fate::Solved | Fate::Partial);
    let of_query = data.results.range((query, 0, 0)..(query + 1, 0, 0)).map(|(_, o)| o);
    let names: BTreeSet<&String> = of_query.filter(answered).flat_map(|o| o.counters.keys()).collect();
    let mut table = ReportTable::new(format!("Counters, {}", data.queries[query]), &["engine"]);
    names.iter().for_each(|name| table.column(&name.replace('_', " ")));
    for engine in data.engines_for(query) {
        let cell = |name: &&String| {
            let values = data.of(query, engine).map(|(_, o)| o).filter(answered).filter_map(|o| o.counters.get(*name));
            let middle = median(values.map(|&n| n as f64).collect());
            middle.map_or(TableCell::nothing(), |n| TableCell::count(n.round() as u64))
        };
        let mut row: Vec<TableCell> = vec![data.engines[engine].as_str().into()];
        row.extend(names.iter().map(cell));
        table.rows.push(row);
    }
    if names.iter().any(|n| *n == "nodes") {
        table.notes.push(NODES_RANK.into());
    }
    (!names.is_empty() && !table.rows.is_empty()).then_some(table)
}
