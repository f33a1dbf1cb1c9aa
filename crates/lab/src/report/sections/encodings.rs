//! Encodings of sums as clauses: their properties, and sizes and solver effort on boards.

use super::growth::{SizeGroups, file_name, series};
use super::overview::engine_par2;
use crate::report::data::Fate;
use crate::report::format;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{Data, PageBlock, Plot, ReportOptions, ReportTable, Section};

/// Values added up over boards.
const COUNTERS: [&str; 6] = ["variables", "clauses", "sat_calls", "conflicts", "decisions", "propagations"];

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    if data.encodings.is_empty() {
        return None;
    }
    let mut blocks = vec![PageBlock::Table(known(data)), PageBlock::Table(sizes(data))];
    for query in 0..data.queries.len() {
        blocks.extend(formulas(data, query).into_iter().map(PageBlock::Table));
        for (name, of_size) in &series(data) {
            blocks.extend(growth(data, query, name, of_size));
        }
    }
    let text = "Propagates: unit propagation finds every conflict and every forced literal of \"exactly m\" from any \
                partial assignment (arc consistency), tested on all of them up to 7 literals. Counts: every model of a \
                sum has exactly one extension, tested by truth tables. Sizes are exact, and tested against what is \
                written.";
    Some(Section { id: "encodings", title: "Encodings", text: text.into(), blocks })
}

fn known(data: &Data) -> ReportTable {
    let mut table =
        ReportTable::new("Encodings", &["encoding", "propagates", "counts", "size of exactly m of n", "source"]);
    for row in &data.encodings {
        let cells = [&row.name, &row.propagates, &row.counts, &row.formula, &row.source];
        table.rows.push(cells.into_iter().map(|text| TableCell::from(text.as_str())).collect());
    }
    table
}

fn sizes(data: &Data) -> ReportTable {
    let mut table = ReportTable::new("Clauses / auxiliary variables", &["encoding"]);
    for [n, m, ..] in data.encodings.first().map(|row| row.sizes.clone()).unwrap_or_default() {
        table.column(&format!("{m} of {n}"));
    }
    for row in &data.encodings {
        let size = |&[_, _, clauses, variables]: &[u64; 4]| match clauses {
            u64::MAX => TableCell::number("beyond 2^64", f64::INFINITY),
            _ => {
                TableCell::number(format!("{} / {}", format::count(clauses), format::count(variables)), clauses as f64)
            }
        };
        table.rows.push(std::iter::once(row.name.as_str().into()).chain(row.sizes.iter().map(size)).collect());
    }
    table.notes.push("Those for m = 1 write auto's choice for other m.".into());
    table
}

/// Groups of engines that were given the same boards and write clauses; sums over the boards that all engines of a
/// group solved.
fn formulas(data: &Data, query: usize) -> Vec<ReportTable> {
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for engine in data.engines_for(query) {
        let outcomes: Vec<_> = data.of(query, engine).collect();
        if !outcomes.iter().any(|(_, o)| o.counters.contains_key("clauses")) {
            continue;
        }
        let boards: Vec<usize> = outcomes.into_iter().map(|(index, _)| index).collect();
        match groups.iter_mut().find(|(known, _)| *known == boards) {
            Some((_, engines)) => engines.push(engine),
            None => groups.push((boards, vec![engine])),
        }
    }
    groups.retain(|(_, engines)| engines.len() > 1);
    groups.into_iter().map(|(boards, engines)| formula_table(data, query, &boards, &engines)).collect()
}

fn formula_table(data: &Data, query: usize, boards: &[usize], engines: &[usize]) -> ReportTable {
    let solved =
        |&&index: &&usize| engines.iter().all(|&e| data.get(query, index, e).is_some_and(|o| o.fate == Fate::Solved));
    let common: Vec<usize> = boards.iter().filter(solved).copied().collect();
    let title = format!("{}: formulas and effort on {} boards", data.queries[query], common.len());
    let mut table = ReportTable::new(title, &["engine", "#solved", "#PAR-2", "#time"]);
    COUNTERS.iter().for_each(|name| table.column(&name.replace('_', " ")));
    for &engine in engines {
        let outcomes = || common.iter().filter_map(|&i| data.get(query, i, engine));
        let all = data.of(query, engine).filter(|(_, o)| o.fate == Fate::Solved).count() as u64;
        let time: f64 = outcomes().filter_map(|o| o.seconds).sum();
        let mut row: Vec<TableCell> = vec![
            data.engines[engine].as_str().into(),
            TableCell::count(all),
            TableCell::seconds(engine_par2(data, query, engine)),
            TableCell::seconds(Some(time)),
        ];
        row.extend(COUNTERS.iter().map(|name| {
            let seen: Vec<u64> = outcomes().filter_map(|o| o.counters.get(*name).copied()).collect();
            if seen.is_empty() { TableCell::nothing() } else { TableCell::count(seen.iter().sum()) }
        }));
        table.rows.push(row);
    }
    table.notes.push(format!(
        "Solved and PAR-2 over the {} boards given, all else added up over those that every engine of the table solved.",
        boards.len()
    ));
    table
}

/// Clauses against size.
fn growth(data: &Data, query: usize, name: &str, sizes: &SizeGroups) -> Vec<PageBlock> {
    let title = format!("{name}, {}: clauses", data.queries[query]);
    let mut table = ReportTable::new(&title, &["size", "#cells"]);
    let mut chart = Chart::new(&title, Axis::log_count("cells of the board"), Axis::log_count("clauses"));
    let mut columns: Vec<Vec<Option<f64>>> = Vec::new();
    for engine in data.engines_for(query) {
        let clauses = |members: &Vec<usize>| {
            let outcomes = members.iter().filter_map(|&i| data.get(query, i, engine));
            median(outcomes.filter_map(|o| o.counters.get("clauses")).map(|&n| n as f64).collect())
        };
        let column: Vec<Option<f64>> = sizes.values().map(clauses).collect();
        let points = sizes.keys().zip(&column).filter_map(|(k, n)| Some((k.0 as f64, (*n)?)));
        let points: Vec<(f64, f64)> = points.filter(|p| p.1 > 0.0).collect();
        if points.len() > 1 {
            table.column(&data.engines[engine]);
            chart.add(&data.engines[engine], engine, PointMark::Line { dots: true }, points);
            columns.push(column);
        }
    }
    if columns.is_empty() {
        return Vec::new();
    }
    for (at, (cells, size)) in sizes.keys().enumerate() {
        let mut row: Vec<TableCell> = vec![size.as_str().into(), TableCell::count(*cells as u64)];
        row.extend(columns.iter().map(|c| c[at].map_or(TableCell::nothing(), |n| TableCell::count(n.round() as u64))));
        table.rows.push(row);
    }
    let plot = Plot {
        name: file_name(&format!("clauses-{name}-{}", data.queries[query])),
        caption: format!("{title} (medians) against the number of cells, both axes logarithmic"),
        svg: chart.svg(),
        title,
    };
    vec![PageBlock::Table(table), PageBlock::Plot(plot)]
}
