//! Nodes by family and size.

use std::collections::BTreeMap;

use crate::report::data::Fate;
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{Data, NODES_RANK, PageBlock, ReportOptions, ReportTable, Section};

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let blocks: Vec<PageBlock> = (0..data.queries.len()).filter_map(|q| table(data, q)).map(PageBlock::Table).collect();
    let text = "Median over the solved instances, of the engines that count nodes.".to_string();
    let meaning = data.counters.get("nodes").map(|text| format!(" Nodes: {text}.")).unwrap_or_default();
    (!blocks.is_empty()).then_some(Section { id: "nodes", title: "Nodes", text: text + &meaning, blocks })
}

fn table(data: &Data, query: usize) -> Option<ReportTable> {
    let counts = |e: &usize| data.of(query, *e).any(|(_, o)| o.fate == Fate::Solved && o.nodes.is_some());
    let engines: Vec<usize> = (0..data.engines.len()).filter(counts).collect();
    let mut groups: BTreeMap<(&str, usize, String), Vec<usize>> = BTreeMap::new();
    for (index, instance) in data.instances.iter().enumerate() {
        groups.entry((&instance.family, instance.cells, instance.size())).or_default().push(index);
    }
    let mut table = ReportTable::new(format!("Nodes, {}", data.queries[query]), &["family", "size"]);
    engines.iter().for_each(|&e| table.column(&data.engines[e]));
    for ((family, _, size), members) in groups {
        let cell = |&e: &usize| {
            let solved = members.iter().filter_map(|&i| data.get(query, i, e)).filter(|o| o.fate == Fate::Solved);
            let nodes = median(solved.filter_map(|o| o.nodes).map(|n| n as f64).collect());
            nodes.map_or(TableCell::nothing(), |n| TableCell::count(n.round() as u64))
        };
        let mut row: Vec<TableCell> = vec![family.into(), size.into()];
        row.extend(engines.iter().map(cell));
        if row[2..].iter().any(|c| c.sort.is_some()) {
            table.rows.push(row);
        }
    }
    table.notes.push(NODES_RANK.into());
    (!table.rows.is_empty()).then_some(table)
}
