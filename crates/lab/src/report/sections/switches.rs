//! The effect of each option of a family: engines that name options against the plain one, on the boards that both
//! solved.

use crate::report::data::{Fate, MergedResult};
use crate::report::format;
use crate::report::score::{geometric_mean, median};
use crate::report::table::TableCell;
use crate::report::{Data, NODES_RANK, PageBlock, ReportOptions, ReportTable, Section};

/// Fewest engines of a table, beside the plain one.
const VARIANTS: usize = 3;

/// Counters whose medians are shown, where the engines have them.
const SHOWN: [&str; 3] = ["width", "peak_states", "table_bytes"];

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let blocks: Vec<PageBlock> = tables(data).into_iter().map(PageBlock::Table).collect();
    let text = "Each engine against the plain one of its family, on the boards that both solved: the factors of its \
                time and its nodes (geometric means, above 1 is more), and medians of width, states and bytes. Solved \
                alone: boards that only one of the two solved."
        .to_string();
    (!blocks.is_empty()).then_some(Section { id: "switches", title: "Options one by one", text, blocks })
}

/// A table for every query and family.
pub fn tables(data: &Data) -> Vec<ReportTable> {
    let plain: Vec<usize> = (0..data.engines.len()).filter(|&e| !data.engines[e].contains(':')).collect();
    let pairs = (0..data.queries.len()).flat_map(|q| plain.iter().map(move |&e| (q, e)));
    pairs.filter_map(|(q, e)| table(data, q, e)).collect()
}

fn table(data: &Data, query: usize, plain: usize) -> Option<ReportTable> {
    let family = format!("{}:", data.engines[plain]);
    let measured = |e: &usize| data.of(query, *e).next().is_some();
    let variants: Vec<usize> =
        (0..data.engines.len()).filter(|&e| data.engines[e].starts_with(&family)).filter(measured).collect();
    if variants.len() < VARIANTS || !measured(&plain) {
        return None;
    }
    let title = format!("{}, {}: options", data.queries[query], data.engines[plain]);
    let mut table = ReportTable::new(title, &["engine", "#boards", "#solved alone", "#plain alone", "#time", "#nodes"]);
    let solved = |o: &&MergedResult| o.fate == Fate::Solved;
    let has = |name: &str| data.of(query, plain).any(|(_, o)| o.counters.contains_key(name));
    let shown: Vec<&str> = SHOWN.into_iter().filter(|name| has(name)).collect();
    shown.iter().for_each(|name| table.column(&name.replace('_', " ")));
    for engine in std::iter::once(plain).chain(variants) {
        let of_both = || data.of(query, engine).filter_map(|(i, o)| Some((o, data.get(query, i, plain)?)));
        let both: Vec<(&MergedResult, &MergedResult)> = of_both().filter(|(a, b)| solved(a) && solved(b)).collect();
        let alone = of_both().filter(|(a, b)| solved(a) && !solved(b)).count();
        let plain_alone = of_both().filter(|(a, b)| !solved(a) && solved(b)).count();
        let ratio = |of: &dyn Fn(&MergedResult) -> Option<f64>| {
            let ratios = both.iter().filter_map(|(a, b)| Some(of(a)? / of(b)?)).filter(|r| r.is_finite() && *r > 0.0);
            let mean = geometric_mean(ratios);
            mean.map_or(TableCell::nothing(), |m| TableCell::number(format!("x{}", format::digits(m)), m))
        };
        let mut row: Vec<TableCell> = vec![
            data.engines[engine].as_str().into(),
            TableCell::count(both.len() as u64),
            TableCell::nonzero(alone as u64),
            TableCell::nonzero(plain_alone as u64),
            ratio(&|o| o.seconds),
            ratio(&|o| o.nodes.map(|n| n as f64)),
        ];
        row.extend(shown.iter().map(|name| {
            let middle = median(both.iter().filter_map(|(a, _)| a.counters.get(*name)).map(|&n| n as f64).collect());
            middle.map_or(TableCell::nothing(), |n| TableCell::count(n.round() as u64))
        }));
        table.rows.push(row);
    }
    table.notes.push(NODES_RANK.into());
    Some(table)
}
