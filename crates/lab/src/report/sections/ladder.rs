//! The ladder of backtracking: the effect of each improvement on the number of nodes.

use std::collections::BTreeMap;

use crate::report::data::Fate;
use crate::report::format;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::table::TableCell;
use crate::report::{Data, NODES_RANK, PageBlock, Plot, ReportOptions, ReportTable, Section};

/// The rungs from the lowest to the highest, by their names in records.
const RUNGS: [&str; 6] = [
    "backtrack:naive",
    "backtrack:backtrack",
    "backtrack:forward-checking",
    "backtrack:mrv",
    "backtrack:propagate",
    "backtrack:arc",
];

/// Boards of one family, size and number of mines.
type Group = (String, usize, String, Option<u32>);

/// Groups with their instances.
type Groups = BTreeMap<Group, Vec<usize>>;

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let rungs: Vec<usize> = RUNGS.iter().filter_map(|r| data.engines.iter().position(|e| e == r)).collect();
    let mut blocks = Vec::new();
    for query in 0..data.queries.len() {
        // Boards of one tier that were given to the same rungs share a table.
        let mut by_rungs: BTreeMap<(&str, Vec<usize>), Groups> = BTreeMap::new();
        for (index, i) in data.instances.iter().enumerate() {
            let tried: Vec<usize> = rungs.iter().copied().filter(|&e| data.get(query, index, e).is_some()).collect();
            let group = (i.family.clone(), i.cells, i.size(), i.mines);
            by_rungs.entry((&i.tier, tried)).or_default().entry(group).or_default().push(index);
        }
        let mut number = 0;
        for ((tier, tried), groups) in &by_rungs {
            // If lower rungs gave up on boards, the others are also compared among themselves.
            let all = |e: &usize| groups.values().flatten().all(|&i| nodes(data, query, i, *e).is_some());
            let able: Vec<usize> = tried.iter().copied().filter(all).collect();
            let again = (able.len() < tried.len()).then_some(able);
            for rungs in [Some(tried.clone()), again].into_iter().flatten().filter(|rungs| rungs.len() > 1) {
                number += 1;
                let name = format!("{} {tier}", data.queries[query]);
                blocks.extend(ladder(data, query, &rungs, groups, (name.trim(), number)));
            }
        }
    }
    let text = "Nodes expanded by the rungs of the backtracking ladder, each rung adding one improvement to the one \
                before. Totals are over the boards that every rung of the table solved, so that all of them are \
                compared on equal work; the second table counts what the others cost until they were stopped."
        .to_string();
    (!blocks.is_empty()).then_some(Section { id: "ladder", title: "The ladder of backtracking", text, blocks })
}

/// A row per rung with its nodes, added up over the boards that all rungs solved, and the steps from rung to rung as a
/// sentence. None for fewer than three rungs.
pub fn totals(data: &Data, query: usize) -> Option<(ReportTable, String)> {
    let rungs: Vec<usize> = RUNGS.iter().filter_map(|r| data.engines.iter().position(|e| e == r)).collect();
    let rungs: Vec<usize> = rungs.into_iter().filter(|&e| data.of(query, e).next().is_some()).collect();
    if rungs.len() < 3 {
        return None;
    }
    let given: Vec<usize> =
        (0..data.instances.len()).filter(|&i| rungs.iter().all(|&e| data.get(query, i, e).is_some())).collect();
    let common: Vec<usize> =
        given.iter().copied().filter(|&i| rungs.iter().all(|&e| nodes(data, query, i, e).is_some())).collect();
    let title = format!("{}: the ladder of backtracking", data.queries[query]);
    let columns = ["rung", "#boards", "#solved", "#nodes where all solve", "#of the rung before"];
    let mut table = ReportTable::new(title, &columns);
    let mut all: Vec<u64> = Vec::new();
    for &rung in &rungs {
        let sum: u64 = common.iter().filter_map(|&i| nodes(data, query, i, rung)).sum();
        let share = all.last().filter(|before| **before > 0).map(|&before| sum as f64 / before as f64);
        let solved = given.iter().filter(|&&i| nodes(data, query, i, rung).is_some()).count();
        table.rows.push(vec![
            data.engines[rung].as_str().into(),
            TableCell::count(given.len() as u64),
            TableCell::count(solved as u64),
            TableCell::count(sum),
            share.map_or(TableCell::nothing(), |s| TableCell::number(format!("{} %", format::digits(100.0 * s)), s)),
        ]);
        all.push(sum);
    }
    table.notes.push(NODES_RANK.into());
    Some((table, steps(data, &rungs, &all, common.len()).replace("Totals over", "Nodes over")))
}

/// Nodes of a rung on a board that it solved.
fn nodes(data: &Data, query: usize, instance: usize, rung: usize) -> Option<u64> {
    data.get(query, instance, rung).filter(|o| o.fate == Fate::Solved).and_then(|o| o.nodes)
}

fn ladder(
    data: &Data,
    query: usize,
    rungs: &[usize],
    groups: &Groups,
    (name, number): (&str, usize),
) -> Vec<PageBlock> {
    let title = format!("{name}: nodes on the boards that all rungs solved");
    let mut common = ReportTable::new(title, &["boards", "#given", "#solved by all"]);
    let title = format!("{name}: solved, and nodes until the end or the limit");
    let mut effort = ReportTable::new(title, &["boards", "#given"]);
    for &rung in rungs {
        common.column(&data.engines[rung]);
        effort.column(&data.engines[rung]);
    }
    let mut chart = Chart::new(&common.title, Axis::words(), Axis::log_count("nodes"));
    let mut totals = (0, vec![0u64; rungs.len()]);
    let mut bars: Vec<Vec<(f64, f64)>> = vec![Vec::new(); rungs.len()];
    for (place, (group, members)) in groups.iter().enumerate() {
        let by_all = |&&i: &&usize| rungs.iter().all(|&e| nodes(data, query, i, e).is_some());
        let by_all: Vec<usize> = members.iter().filter(by_all).copied().collect();
        let nodes: Vec<u64> =
            rungs.iter().map(|&e| by_all.iter().filter_map(|&i| nodes(data, query, i, e)).sum()).collect();
        common.rows.push(row(&label(group), members.len(), by_all.len(), &nodes));
        totals.0 += by_all.len();
        totals.1.iter_mut().zip(&nodes).for_each(|(t, n)| *t += n);
        effort.rows.push(effort_row(data, query, &label(group), members, rungs));
        chart.x.tick(place as f64 + 0.5, &short_label(group));
        for (r, &n) in nodes.iter().enumerate().filter(|(_, n)| **n > 0) {
            bars[r].push((place as f64 + (r as f64 + 0.75) / (rungs.len() as f64 + 0.5), n as f64));
        }
    }
    let boards: Vec<usize> = groups.values().flatten().copied().collect();
    if groups.len() > 1 {
        common.rows.push(row("all", boards.len(), totals.0, &totals.1));
        effort.rows.push(effort_row(data, query, "all", &boards, rungs));
    }
    common.notes.push(steps(data, rungs, &totals.1, totals.0));
    common.notes.push(NODES_RANK.into());
    effort.notes.push("A total with ≥ includes boards that were not solved, counted until they were stopped.".into());
    effort.notes.push(NODES_RANK.into());
    chart.x.range = Some((0.0, groups.len() as f64));
    // Bars start below one node, so that a single node is visible.
    let highest = bars.iter().flatten().map(|p| p.1).fold(1.0, f64::max);
    chart.y.range = Some((chart.y.place(0.0), chart.y.place(highest) + 0.2));
    let width = 0.9 / (rungs.len() as f64 + 0.5);
    for (bars, &rung) in bars.into_iter().zip(rungs) {
        chart.add(&data.engines[rung], rung, PointMark::Bars { width }, bars);
    }
    let plot = (totals.0 > 0).then(|| Plot {
        name: format!("ladder-{}-{number}", data.queries[query]),
        title: common.title.clone(),
        caption: format!("{}, on a logarithmic axis; {} boards", common.title, totals.0),
        svg: chart.svg(),
    });
    let unsolved = totals.0 < boards.len();
    let tables = [Some(common), Some(effort).filter(|_| unsolved)];
    plot.map(PageBlock::Plot).into_iter().chain(tables.into_iter().flatten().map(PageBlock::Table)).collect()
}

fn label((family, _, size, mines): &Group) -> String {
    let mines = mines.map_or("total unknown".to_string(), |m| format!("{m} mines"));
    format!("{family} {size}, {mines}").trim_start().to_string()
}

fn short_label((_, _, size, mines): &Group) -> String {
    mines.map_or(size.clone(), |m| format!("{size}, {m}"))
}

fn row(label: &str, given: usize, solved: usize, nodes: &[u64]) -> Vec<TableCell> {
    let mut row = vec![label.into(), TableCell::count(given as u64), TableCell::count(solved as u64)];
    row.extend(nodes.iter().map(|&n| if solved == 0 { TableCell::nothing() } else { TableCell::count(n) }));
    row
}

fn effort_row(data: &Data, query: usize, label: &str, members: &[usize], rungs: &[usize]) -> Vec<TableCell> {
    let mut row = vec![label.into(), TableCell::count(members.len() as u64)];
    row.extend(rungs.iter().map(|&e| {
        let all: Vec<_> = members.iter().filter_map(|&i| data.get(query, i, e)).collect();
        let solved = all.iter().filter(|o| o.fate == Fate::Solved).count();
        let nodes: u64 = all.iter().filter_map(|o| o.nodes).sum();
        let at_least = if solved < all.len() { "≥ " } else { "" };
        TableCell::number(format!("{solved} · {at_least}{}", format::count(nodes)), nodes as f64)
    }));
    row
}

/// The factor by which every step of the ladder lowers the total.
fn steps(data: &Data, rungs: &[usize], totals: &[u64], boards: usize) -> String {
    let step = |i: usize| {
        let sign = if totals[i] > totals[i + 1] {
            ">"
        } else if totals[i] == totals[i + 1] {
            "="
        } else {
            "<"
        };
        let short = data.engines[rungs[i + 1]].split(':').nth(1).unwrap_or("");
        format!("{sign} {short} {}", format::count(totals[i + 1]))
    };
    let first = data.engines[rungs[0]].split(':').nth(1).unwrap_or("");
    let rest: Vec<String> = (0..rungs.len() - 1).map(step).collect();
    format!("Totals over {boards} boards: {first} {} {}.", format::count(totals[0]), rest.join(" "))
}
