//! One line per engine and query: solved instances and times.

use crate::report::data::Fate;
use crate::report::score::{median, par2};
use crate::report::table::TableCell;
use crate::report::{Data, NODES_RANK, PageBlock, ReportOptions, ReportTable, Section};

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let text = "Solved: a complete answer within the limits that nothing more trusted contradicts (the expected \
                answer, or more families of engines). Partly: answered with some cells unknown. Repetitions of a \
                measurement, in one file or several, count once: the median of their times, and the worst of \
                their results. PAR-2: mean time with unsolved instances at twice their limit, for engines \
                that are complete. Median: of the solved ones. Fastest: instances on which no engine was faster. \
                Certain cells: cells found safe or mined, of those that complete engines proved. Virtual best: the \
                fastest engine on every instance by itself.";
    let blocks = (0..data.queries.len()).map(|query| PageBlock::Table(table(data, query))).collect();
    Some(Section { id: "overview", title: "Engines", text: text.into(), blocks })
}

fn table(data: &Data, query: usize) -> ReportTable {
    let columns = [
        "engine",
        "#instances",
        "#solved",
        "#partly",
        "#limit",
        "#unsupported",
        "#error",
        "#wrong",
        "#PAR-2",
        "#median",
        "#fastest",
        "#nodes, solved",
        "#certain cells",
    ];
    let mut table = ReportTable::new(&data.queries[query], &columns);
    let fastest = fastest(data, query);
    let best_par2 = (0..data.engines.len()).filter_map(|e| engine_par2(data, query, e)).min_by(f64::total_cmp);
    for (engine, &fastest) in fastest.iter().enumerate() {
        let all: Vec<_> = data.of(query, engine).collect();
        if all.is_empty() {
            continue;
        }
        let fates = |fate: Fate| all.iter().filter(|(_, o)| o.fate == fate).count() as u64;
        let par2 = engine_par2(data, query, engine);
        let solved = || all.iter().filter(|(_, o)| o.fate == Fate::Solved);
        let nodes: Option<Vec<u64>> = solved().map(|(_, o)| o.nodes).collect();
        let nodes = nodes.filter(|n| !n.is_empty()).map_or(TableCell::nothing(), |n| TableCell::count(n.iter().sum()));
        let bad = |n: u64| TableCell::nonzero(n).toned(if n > 0 { "bad" } else { "" });
        table.rows.push(vec![
            data.engines[engine].as_str().into(),
            TableCell::count(all.len() as u64),
            TableCell::count(fates(Fate::Solved)),
            TableCell::nonzero(fates(Fate::Partial)),
            TableCell::nonzero(fates(Fate::Limit)),
            TableCell::nonzero(fates(Fate::Unsupported)),
            bad(fates(Fate::Error)),
            bad(fates(Fate::Wrong)),
            TableCell::seconds(par2).toned(if par2.is_some() && par2 == best_par2 { "best" } else { "" }),
            TableCell::seconds(median(solved().filter_map(|(_, o)| o.seconds).collect())),
            TableCell::nonzero(fastest),
            nodes,
            data.certain_share(query, engine)
                .map_or(TableCell::nothing(), |share| TableCell::number(format!("{:.1} %", 100.0 * share), share)),
        ]);
    }
    table.rows.push(virtual_best(data, query));
    table.notes.push(NODES_RANK.into());
    table
}

/// PAR-2 of an engine; None if it does not support the query, and for an incomplete engine: it answers open cells, in a
/// moment.
pub fn engine_par2(data: &Data, query: usize, engine: usize) -> Option<f64> {
    let supported = data.of(query, engine).any(|(_, o)| o.fate != Fate::Unsupported && o.complete);
    par2(data.of(query, engine).map(|(_, o)| (o.seconds, o.limit))).filter(|_| supported)
}

/// For every engine the number of instances on which no engine was faster.
fn fastest(data: &Data, query: usize) -> Vec<u64> {
    let mut wins = vec![0; data.engines.len()];
    for instance in 0..data.instances.len() {
        let Some((Some(best), _)) = data.virtual_best(query, instance) else { continue };
        for (engine, wins) in wins.iter_mut().enumerate() {
            let own = data.get(query, instance, engine).and_then(|o| o.seconds);
            *wins += u64::from(own.is_some_and(|s| s <= best));
        }
    }
    wins
}

fn virtual_best(data: &Data, query: usize) -> Vec<TableCell> {
    let times: Vec<_> = (0..data.instances.len()).filter_map(|i| data.virtual_best(query, i)).collect();
    let solved: Vec<f64> = times.iter().filter_map(|t| t.0).collect();
    let mut row = vec![TableCell::nothing(); 13];
    row[0] = "virtual best".into();
    row[1] = TableCell::count(times.len() as u64);
    row[2] = TableCell::count(solved.len() as u64);
    row[8] = TableCell::seconds(par2(times.into_iter()));
    row[9] = TableCell::seconds(median(solved));
    row
}
