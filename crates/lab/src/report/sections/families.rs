//! Solved counts and times by family and size, and by tier.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::data::{Fate, ReportedBoard};
use crate::report::format;
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{Data, PageBlock, ReportOptions, ReportTable, Section};

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let mut blocks = Vec::new();
    for query in 0..data.queries.len() {
        let by_family = |i: &ReportedBoard| vec![i.family.clone(), i.size()];
        blocks.extend(matrix(data, query, "family and size", &["family", "size"], by_family));
        let by_mines = |i: &ReportedBoard| vec![i.family.clone(), i.size(), share(i)];
        let title = "family, size and share of mines";
        let by_mines = || matrix(data, query, title, &["family", "size", "mines"], by_mines);
        blocks.extend(is_series(data).then(by_mines).flatten());
        let by_tier = |i: &ReportedBoard| vec![i.tier.clone()];
        blocks.extend(matrix(data, query, "tier", &["tier"], by_tier).filter(|t| t.rows.len() > 1));
    }
    let text = "Solved of measured, and the median time of the solved ones. The engine that solved most is marked (a star, or \
                a green cell), the fastest where several did.";
    let blocks = blocks.into_iter().map(PageBlock::Table).collect();
    Some(Section { id: "families", title: "Families and sizes", text: text.into(), blocks })
}

/// Mines of all cells, to a tenth of a percent.
fn share(instance: &ReportedBoard) -> String {
    let percent = |mines: u32| format!("{:.1} %", 100.0 * f64::from(mines) / instance.cells as f64);
    instance.mines.map_or("unknown".into(), percent)
}

/// Most rows of the table by shares of mines: with arbitrary shares it would be useless.
const MOST_SHARES: usize = 100;

/// Whether boards of one family and size come in series of different shares of mines.
fn is_series(data: &Data) -> bool {
    let kinds: BTreeSet<_> = data.instances.iter().map(|i| (&i.family, i.size())).collect();
    let shares: BTreeSet<_> = data.instances.iter().map(|i| (&i.family, i.size(), share(i))).collect();
    shares.len() > kinds.len() && shares.len() <= MOST_SHARES && 2 * shares.len() <= data.instances.len()
}

/// One row per group of instances, one column per engine.
fn matrix(
    data: &Data,
    query: usize,
    by: &str,
    keys: &[&str],
    key: impl Fn(&ReportedBoard) -> Vec<String>,
) -> Option<ReportTable> {
    let engines = data.engines_for(query);
    // Instances are sorted by family and size, and so are the groups by their first instance.
    let mut groups: Vec<(Vec<String>, Vec<usize>)> = Vec::new();
    let mut place: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for (index, instance) in data.instances.iter().enumerate() {
        let key = key(instance);
        let at = *place.entry(key.clone()).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(index);
    }
    let mut table = ReportTable::new(format!("{} by {by}", data.queries[query]), keys);
    table.column("boards");
    engines.iter().for_each(|&e| table.column(&data.engines[e]));
    for (key, members) in groups {
        let mut row: Vec<TableCell> = key.into_iter().map(TableCell::from).collect();
        row.push(TableCell::count(members.len() as u64));
        row.extend(cells(data, query, &members, &engines));
        table.rows.push(row);
    }
    (!engines.is_empty()).then_some(table)
}

fn cells(data: &Data, query: usize, members: &[usize], engines: &[usize]) -> Vec<TableCell> {
    let score = |engine: usize| {
        let measured: Vec<_> = members.iter().filter_map(|&i| data.get(query, i, engine)).collect();
        let times: Vec<f64> = measured.iter().filter(|o| o.fate == Fate::Solved).filter_map(|o| o.seconds).collect();
        (measured.len(), times.len(), median(times))
    };
    let scores: Vec<_> = engines.iter().map(|&e| score(e)).collect();
    let solved_first = |a: &(usize, f64), b: &(usize, f64)| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1));
    let best = scores.iter().filter_map(|s| Some((s.1, s.2?))).min_by(solved_first);
    let cell = |&(measured, solved, time): &(usize, usize, Option<f64>)| match time {
        _ if measured == 0 => TableCell::nothing(),
        None => TableCell::number(format!("0/{measured}"), f64::INFINITY),
        Some(t) => {
            let tone = if best == Some((solved, t)) { "best" } else { "" };
            TableCell::number(format!("{solved}/{measured} · {}", format::seconds(t)), t).toned(tone)
        }
    };
    scores.iter().map(cell).collect()
}
