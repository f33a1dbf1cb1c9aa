//! The hierarchy of deduction: the share of the certain cells that each incomplete method finds, its cost, and which
//! method contains which.

use std::collections::BTreeMap;

use super::growth::file_name;
use crate::report::data::{Fate, MergedResult, ReportedBoard};
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{Data, PageBlock, Plot, ReportOptions, ReportTable, Section};

/// Instances with the number of their certain cells.
type Members = Vec<(usize, u64)>;

/// Series of boards: family and name, with their instances.
type Series<'a> = Vec<((&'a str, &'a str), Members)>;

/// Densities with the boards that have them.
type Points<'a> = Vec<(f64, &'a Members)>;

/// Fewest densities of a curve.
const CURVE: usize = 3;

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let query = data.queries.iter().position(|q| q == "classify")?;
    let is_partial = |e: &usize| data.of(query, *e).any(|(_, o)| !o.complete && o.fate != Fate::Unsupported);
    let methods: Vec<usize> = (0..data.engines.len()).filter(is_partial).collect();
    let series = series(data, query);
    if methods.len() < 2 || series.is_empty() {
        return None;
    }
    let mut blocks = vec![PageBlock::Table(shares(data, query, &methods, &series))];
    blocks.extend(curves(data, query, &methods, &series).into_iter().map(PageBlock::Plot));
    blocks.push(PageBlock::Table(costs(data, query, &methods, &series)));
    blocks.push(PageBlock::Plot(cost_plot(data, query, &methods, &series)));
    blocks.push(PageBlock::Table(super::order::table(data, query, &methods)));
    let text = "Methods that prove some of the certain cells (those with one value in all models, as a complete engine \
                proved them). Cells that a method does not answer in time count as not found.";
    Some(Section { id: "hierarchy", title: "The hierarchy of deduction", text: text.into(), blocks })
}

/// Instances with certain cells, by series in the order of the instances.
fn series(data: &Data, query: usize) -> Series<'_> {
    let mut all: Series = Vec::new();
    for (index, instance) in data.instances.iter().enumerate() {
        let proved = |e| data.get(query, index, e).filter(|o| o.complete && o.fate == Fate::Solved)?.certain;
        let Some(certain) = (0..data.engines.len()).find_map(proved).filter(|n| *n > 0) else { continue };
        let key = (instance.family.as_str(), instance.series());
        match all.iter_mut().find(|(k, _)| *k == key) {
            Some((_, members)) => members.push((index, certain)),
            None => all.push((key, vec![(index, certain)])),
        }
    }
    all
}

/// Certain cells that a method found on some boards, and all certain cells of those it was run on.
fn found(data: &Data, query: usize, method: usize, members: &[(usize, u64)]) -> (u64, u64, usize) {
    let (mut found, mut all, mut whole) = (0, 0, 0);
    for &(index, certain) in members {
        let Some(outcome) = data.get(query, index, method) else { continue };
        let own = outcome.certain.unwrap_or(0);
        found += own;
        all += certain;
        whole += usize::from(own == certain);
    }
    (found, all, whole)
}

fn percent((found, all, _): (u64, u64, usize)) -> Option<f64> {
    (all > 0).then(|| 100.0 * found as f64 / all as f64)
}

fn shares(data: &Data, query: usize, methods: &[usize], series: &Series) -> ReportTable {
    let mut table = ReportTable::new("Share of the certain cells found", &["boards", "#number", "#certain cells"]);
    methods.iter().for_each(|&m| table.column(&data.engines[m]));
    let mut row = |label: &str, members: &[(usize, u64)]| {
        let certain = members.iter().map(|m| m.1).sum();
        let mut row: Vec<TableCell> =
            vec![label.into(), TableCell::count(members.len() as u64), TableCell::count(certain)];
        row.extend(methods.iter().map(|&m| {
            let found = found(data, query, m, members);
            let share = |p: f64| {
                // Only all cells are 100 %.
                let shown = if found.0 < found.1 { p.min(99.99) } else { p };
                TableCell::number(format!("{shown:.2} % · {}", found.2), p).toned(if p >= 100.0 { "best" } else { "" })
            };
            percent(found).map_or(TableCell::nothing(), share)
        }));
        table.rows.push(row);
    };
    series.iter().for_each(|((_, name), members)| row(name, members));
    let all: Members = series.iter().flat_map(|s| &s.1).copied().collect();
    row("all", &all);
    table.notes.push("Share of the certain cells · boards on which all of them are found.".into());
    table
}

/// Median time of the answers to some boards.
fn time(data: &Data, query: usize, method: usize, members: &[(usize, u64)]) -> Option<f64> {
    median(members.iter().filter_map(|&(index, _)| data.get(query, index, method)?.answered).collect())
}

fn costs(data: &Data, query: usize, methods: &[usize], series: &Series) -> ReportTable {
    let mut table = ReportTable::new("Median time of an answer", &["boards", "#number"]);
    let complete = |e: &usize| data.of(query, *e).any(|(_, o)| o.complete && o.fate == Fate::Solved);
    let engines: Vec<usize> = methods.iter().copied().chain((0..data.engines.len()).filter(complete)).collect();
    engines.iter().for_each(|&m| table.column(&data.engines[m]));
    for ((_, name), members) in series {
        let mut row: Vec<TableCell> = vec![(*name).into(), TableCell::count(members.len() as u64)];
        row.extend(engines.iter().map(|&m| TableCell::seconds(time(data, query, m, members))));
        table.rows.push(row);
    }
    table
}

fn cost_plot(data: &Data, query: usize, methods: &[usize], series: &Series) -> Plot {
    let title = "Share of the certain cells against time".to_string();
    let mut chart = Chart::new(&title, Axis::log_time("mean time of an answer"), Axis::linear_count("percent found"));
    let all: Members = series.iter().flat_map(|s| &s.1).copied().collect();
    for &method in methods {
        let times: Vec<f64> = data.of(query, method).filter_map(|(_, o): (usize, &MergedResult)| o.answered).collect();
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        if let Some(share) = percent(found(data, query, method, &all)) {
            chart.add(&data.engines[method], method, PointMark::Dots, vec![(mean, share)]);
        }
    }
    let caption = format!("{title}: one point per method, over all boards");
    Plot { name: "hierarchy-cost".into(), caption, svg: chart.svg(), title }
}

/// Share against mine density, for families that come in several densities.
fn curves(data: &Data, query: usize, methods: &[usize], series: &Series) -> Vec<Plot> {
    let mut groups: BTreeMap<String, Points> = BTreeMap::new();
    for ((_, name), members) in series {
        let first: &ReportedBoard = &data.instances[members[0].0];
        let Some(density) = first.mark('d') else { continue };
        let rest: Vec<&str> = name.split('-').filter(|part| *part != format!("d{density}")).collect();
        groups.entry(rest.join("-")).or_default().push((density, members));
    }
    let plot = |(name, mut points): (String, Points)| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let title = format!("{name}: share of the certain cells found");
        let mut chart =
            Chart::new(&title, Axis::linear_count("mines, percent of the cells"), Axis::linear_count("percent"));
        for &method in methods {
            let line =
                points.iter().filter_map(|(d, members)| Some((*d, percent(found(data, query, method, members))?)));
            chart.add(&data.engines[method], method, PointMark::Line { dots: true }, line.collect());
        }
        let caption = format!("{title}, against the density of mines");
        Plot { name: file_name(&format!("hierarchy-{name}")), caption, svg: chart.svg(), title }
    };
    groups.into_iter().filter(|(_, points)| points.len() >= CURVE).map(plot).collect()
}
