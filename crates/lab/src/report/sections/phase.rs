//! Random clues: the probability that a board has a model, and the effort to decide it, against the share of cells that
//! show a clue.

use std::collections::BTreeMap;

use super::growth::file_name;
use crate::report::data::Fate;
use crate::report::format;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::score::par2;
use crate::report::table::TableCell;
use crate::report::{Data, NODES_RANK, PageBlock, Plot, ReportOptions, ReportTable, Section};

/// The family of boards.
const FAMILY: &str = "random-clues";

/// Boards of one size and kind (cells, name), by clues in thousandths of the cells.
pub type Sizes = BTreeMap<(usize, String), BTreeMap<u64, Vec<usize>>>;

/// The boards of random clues in three or more shares of clues.
pub fn sizes(data: &Data) -> Sizes {
    let mut sizes = Sizes::new();
    for (index, instance) in data.instances.iter().enumerate().filter(|(_, i)| i.family == FAMILY) {
        let Some(percent) = instance.mark('r') else { continue };
        let is_share = |part: &&str| part.strip_prefix('r').is_some_and(|rest| rest.parse::<f64>().is_ok());
        let marks = instance.series().trim_start_matches(FAMILY);
        let kind: Vec<&str> = marks.split('-').filter(|p| !is_share(p)).collect();
        let of_size = sizes.entry((instance.cells, kind.join(" ").trim().to_string())).or_default();
        of_size.entry((percent * 10.0).round() as u64).or_default().push(index);
    }
    sizes.retain(|_, shares| shares.len() > 2);
    sizes
}

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let sizes = sizes(data);
    let mut blocks = Vec::new();
    for query in (0..data.queries.len()).filter(|_| !sizes.is_empty()) {
        blocks.extend(of_query(data, query, &sizes));
    }
    let text = "Clues drawn independently of each other. With few of them a board nearly always has a model, with many \
                never; the decision is hardest where the two meet. Times are means in which an unanswered board counts \
                twice its limit (PAR-2): medians would hide the effort, since single clues refute half of the boards.";
    (!blocks.is_empty()).then_some(Section { id: "phase", title: "Random clues", text: text.into(), blocks })
}

/// Percentage of boards with a model, among those that an engine decided.
pub fn consistent(data: &Data, query: usize, members: &[usize]) -> Option<f64> {
    let known = |i: &usize| (0..data.engines.len()).find_map(|e| data.get(query, *i, e)?.consistent);
    let decided: Vec<bool> = members.iter().filter_map(known).collect();
    (!decided.is_empty()).then(|| 100.0 * decided.iter().filter(|c| **c).count() as f64 / decided.len() as f64)
}

fn of_query(data: &Data, query: usize, sizes: &Sizes) -> Vec<PageBlock> {
    let name = &data.queries[query];
    let engines = data.engines_for(query);
    let table = |((_, size), shares): (&(usize, String), &BTreeMap<u64, Vec<usize>>)| {
        PageBlock::Table(table(data, query, &engines, size, shares))
    };
    let blocks: Vec<PageBlock> = sizes.iter().map(table).collect();
    let mut plots = vec![model_plot(data, query, sizes)];
    for &engine in &engines {
        let title = format!("{name}, {}: time against clues", data.engines[engine]);
        let mut chart = Chart::new(&title, clues(), Axis::log_time("PAR-2"));
        for (style, ((_, size), shares)) in sizes.iter().enumerate() {
            let time = |of: &Vec<usize>| {
                let outcomes = of.iter().filter_map(|&i| data.get(query, i, engine));
                par2(outcomes.map(|o| (o.answered, o.limit)))
            };
            let line = shares.iter().filter_map(|(s, of)| Some((*s as f64 / 10.0, time(of)?)));
            chart.add(size, style, PointMark::Line { dots: true }, line.collect());
        }
        plots.push(plot(format!("phase-{name}-{}", data.engines[engine]), title, &chart));
    }
    plots.into_iter().map(PageBlock::Plot).chain(blocks).collect()
}

/// The share of boards with a model, a line per size.
pub fn model_plot(data: &Data, query: usize, sizes: &Sizes) -> Plot {
    let name = &data.queries[query];
    let title = format!("{name}: boards with a model");
    let mut chart = Chart::new(&title, clues(), Axis::linear_count("percent with a model"));
    for (style, ((_, size), shares)) in sizes.iter().enumerate() {
        let line = shares.iter().filter_map(|(s, of)| Some((*s as f64 / 10.0, consistent(data, query, of)?)));
        chart.add(size, style, PointMark::Line { dots: true }, line.collect());
    }
    plot(format!("phase-{name}-consistent"), title, &chart)
}

fn clues() -> Axis {
    Axis::linear_count("clues, percent of the cells")
}

fn plot(name: String, title: String, chart: &Chart) -> Plot {
    Plot { name: file_name(&name), caption: title.clone(), svg: chart.svg(), title }
}

fn table(data: &Data, query: usize, engines: &[usize], size: &str, shares: &BTreeMap<u64, Vec<usize>>) -> ReportTable {
    let title = format!("{}: random clues on {size}", data.queries[query]);
    let mut table = ReportTable::new(title, &["#clues", "#boards", "#with a model"]);
    engines.iter().for_each(|&e| table.column(&data.engines[e]));
    for (share, members) in shares {
        let percent = |p: f64| TableCell::number(format!("{p:.0} %"), p);
        let mut row = vec![
            percent(*share as f64 / 10.0),
            TableCell::count(members.len() as u64),
            consistent(data, query, members).map_or(TableCell::nothing(), percent),
        ];
        row.extend(engines.iter().map(|&engine| {
            let outcomes: Vec<_> = members.iter().filter_map(|&i| data.get(query, i, engine)).collect();
            let decided = outcomes.iter().filter(|o| o.fate == Fate::Solved).count();
            let nodes: Vec<u64> = outcomes.iter().filter_map(|o| o.nodes).collect();
            let mean = || nodes.iter().sum::<u64>() as f64 / nodes.len() as f64;
            let nodes = if nodes.is_empty() { String::new() } else { format!(" · {} nodes", format::digits(mean())) };
            par2(outcomes.iter().map(|o| (o.answered, o.limit))).map_or(TableCell::nothing(), |time| {
                TableCell::number(format!("{decided} · {}{nodes}", format::seconds(time)), time)
            })
        }));
        table.rows.push(row);
    }
    table.notes.push("Boards decided · PAR-2 · mean nodes, until the end or the limit.".into());
    table.notes.push(NODES_RANK.into());
    table
}
