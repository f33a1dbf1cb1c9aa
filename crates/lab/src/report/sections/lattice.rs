//! Growth with k on k x k lattices of clues, beside the theoretical rate.

use std::collections::BTreeMap;

use super::growth::file_name;
use crate::report::data::{Fate, MergedResult, ReportedBoard};
use crate::report::format;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{Data, PageBlock, Plot, ReportOptions, ReportTable, Section};

/// Fewest sizes of a series.
const SIZES: usize = 3;

/// k and its boards.
type Sizes = BTreeMap<usize, Vec<usize>>;

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let mut series: BTreeMap<usize, Sizes> = BTreeMap::new();
    for (index, instance) in data.instances.iter().enumerate() {
        if let Some((spacing, k)) = lattice(instance) {
            series.entry(spacing).or_default().entry(k).or_default().push(index);
        }
    }
    let mut blocks = Vec::new();
    for (&spacing, sizes) in series.iter().filter(|(_, sizes)| sizes.len() >= SIZES) {
        (0..data.queries.len()).for_each(|query| blocks.extend(growth(data, query, spacing, sizes)));
    }
    let text = "Medians over the solved boards of a k; in brackets the factor over the previous k, per step \
                of k. The last row is the rate over all solved k: (last / first)^(1 / difference of k). Theory for \
                spacing 2: visited row by row, one sum per column is open, and an open sum with clue c needs between 0 \
                and c more mines; that bounds the states by the product of (c + 1) over k clues, a rate of \
                exp(E ln(c + 1)) per k for c binomial over 8 cells with the density of the boards."
        .to_string();
    (!blocks.is_empty()).then_some(Section { id: "lattices", title: "Lattices: growth with k", text, blocks })
}

/// Most engines with a line or a row.
const MOST: usize = 5;

/// For the spacing with most sizes: a row per engine with its largest solved k and the growth of its time and nodes per step
/// of k, a plot of the times of the first engines, and a sentence. None without lattices of three sizes.
pub fn rates(data: &Data, query: usize, engines: &[usize]) -> Option<(ReportTable, Plot, Option<String>)> {
    let mut series: BTreeMap<usize, Sizes> = BTreeMap::new();
    for (index, instance) in data.instances.iter().enumerate() {
        if let Some((spacing, k)) = lattice(instance) {
            series.entry(spacing).or_default().entry(k).or_default().push(index);
        }
    }
    let (spacing, sizes) = series.into_iter().max_by_key(|(_, sizes)| sizes.len()).filter(|(_, s)| s.len() >= SIZES)?;
    let title = format!("lattice, spacing {spacing}, {}", data.queries[query]);
    let columns = ["engine", "#largest k solved", "#time there", "#time, per step of k", "#nodes, per step of k"];
    let mut table = ReportTable::new(&title, &columns);
    let mut chart = Chart::new(&title, Axis::linear_count("k"), Axis::log_time("median time"));
    let mut finding = None;
    for (style, &engine) in engines.iter().enumerate() {
        let name = &data.engines[engine];
        let middle = |of: &dyn Fn(&MergedResult) -> Option<f64>| -> Vec<(f64, f64)> {
            let value = |members: &Vec<usize>| {
                let all = members.iter().filter_map(|&i| data.get(query, i, engine)).filter(|o| o.fate == Fate::Solved);
                median(all.filter_map(of).collect())
            };
            sizes.iter().filter_map(|(k, members)| Some((*k as f64, value(members)?))).collect()
        };
        let (times, nodes) = (middle(&|o| o.seconds), middle(&|o| o.nodes.map(|n| n as f64)));
        let Some(&(k, seconds)) = times.last() else { continue };
        // Short times are those of reading and reducing the board.
        let rate = |points: &[(f64, f64)], least: f64| {
            let points: Vec<_> = points.iter().filter(|p| p.1 >= least).collect();
            let (first, last) = (points.first()?, points.last()?);
            (last.0 > first.0).then(|| (last.1 / first.1).powf(1.0 / (last.0 - first.0)))
        };
        let (of_time, of_nodes) = (rate(&times, 1e-3), rate(&nodes, 100.0));
        let cell = |r: Option<f64>| {
            r.map_or(TableCell::nothing(), |r| TableCell::number(format!("x{}", format::digits(r)), r))
        };
        if let (None, Some(rate)) = (&finding, of_time) {
            let rate = format::digits(rate);
            finding = Some(format!(
                "On lattices of spacing {spacing} each step of k multiplies the time of {name} by {rate}."
            ));
        }
        table.rows.push(vec![
            name.as_str().into(),
            TableCell::count(k as u64),
            TableCell::seconds(Some(seconds)),
            cell(of_time),
            cell(of_nodes),
        ]);
        if style < MOST && times.len() > 1 {
            chart.add(name, style, PointMark::Line { dots: true }, times);
        }
    }
    if table.rows.is_empty() || chart.is_empty() {
        return None;
    }
    table.notes.push("Medians over the solved boards of a k; growth from 1 ms and 100 nodes on.".into());
    let caption = format!("{title}: median time of the best engines against k, time logarithmic");
    let plot = Plot { name: file_name(&format!("lattice-of-the-best-{spacing}")), caption, svg: chart.svg(), title };
    Some((table, plot, finding))
}

/// Spacing and k of a lattice.
fn lattice(instance: &ReportedBoard) -> Option<(usize, usize)> {
    if instance.family != "lattice" || instance.rows < 3 {
        return None;
    }
    let mark = instance.name.split('-').find_map(|part| part.strip_prefix("spacing"));
    let spacing = mark.map_or(Some(2), |digits| digits.parse().ok())?;
    Some((spacing, (instance.rows - 3) / spacing + 1))
}

/// The theoretical rate for boards of this density.
fn theory(density: f64) -> f64 {
    let mut chance = (1.0 - density).powi(8);
    let mut mean = 0.0;
    for c in 0..=8 {
        mean += chance * f64::from(c + 1).ln();
        chance *= f64::from(8 - c) / f64::from(c + 1) * density / (1.0 - density);
    }
    mean.exp()
}

/// The values of one engine, by k.
struct Line {
    name: String,
    engine: usize,
    values: Vec<Option<f64>>,
    text: fn(f64) -> String,
}

fn growth(data: &Data, query: usize, spacing: usize, sizes: &Sizes) -> Vec<PageBlock> {
    let title = format!("lattice, spacing {spacing}, {}", data.queries[query]);
    let line = |engine: usize, name: String, of: &dyn Fn(&MergedResult) -> Option<f64>, text: fn(f64) -> String| {
        let value = |members: &Vec<usize>| {
            let solved = members.iter().filter_map(|&i| data.get(query, i, engine)).filter(|o| o.fate == Fate::Solved);
            median(solved.filter_map(of).collect())
        };
        Line { name, engine, values: sizes.values().map(value).collect(), text }
    };
    let count = |n: f64| format::count(n.round() as u64);
    let mut lines = Vec::new();
    for engine in data.engines_for(query) {
        let name = &data.engines[engine];
        lines.push(line(engine, name.clone(), &|o| o.seconds, format::seconds));
        lines.push(line(engine, format!("{name} nodes"), &|o| o.nodes.map(|n| n as f64), count));
    }
    lines.retain(|line| line.values.iter().flatten().count() > 1);
    if lines.is_empty() {
        return Vec::new();
    }
    let mut table = ReportTable::new(&title, &["k", "#cells"]);
    lines.iter().for_each(|line| table.column(&format!("#{}", line.name)));
    let ks: Vec<usize> = sizes.keys().copied().collect();
    let rate = |line: &Line, from: usize, to: usize| {
        let (a, b) = (line.values[from]?, line.values[to]?);
        (a > 0.0 && b > 0.0).then(|| (b / a).powf(1.0 / (ks[to] - ks[from]) as f64))
    };
    for (row, (k, members)) in sizes.iter().enumerate() {
        let mut cells = vec![TableCell::count(*k as u64), TableCell::count(data.instances[members[0]].cells as u64)];
        cells.extend(lines.iter().map(|line| {
            let step = row.checked_sub(1).and_then(|before| rate(line, before, row));
            let step = step.map(|r| format!(" (x{})", format::digits(r))).unwrap_or_default();
            line.values[row].map_or(TableCell::nothing(), |v| TableCell::number((line.text)(v) + &step, v))
        }));
        table.rows.push(cells);
    }
    let mut last: Vec<TableCell> = vec!["rate per k".into(), TableCell::nothing()];
    last.extend(lines.iter().map(|line| {
        let solved: Vec<usize> = (0..ks.len()).filter(|&i| line.values[i].is_some()).collect();
        let whole = solved.first().zip(solved.last()).and_then(|(&a, &b)| rate(line, a, b));
        whole.map_or(TableCell::nothing(), |r| TableCell::number(format!("x{}", format::digits(r)), r))
    }));
    table.rows.push(last);
    let known = data.instances.iter().filter(|i| lattice(i).is_some_and(|l| l.0 == spacing));
    let density = median(known.filter_map(|i| Some(f64::from(i.mines?) / i.cells as f64)).collect());
    if let Some(density) = density.filter(|_| spacing == 2) {
        let (rate, density) = (format::digits(theory(density)), format::digits(density));
        table.notes.push(format!("Theory: x{rate} states per k at density {density}, as a bound."));
    }
    let mut chart = Chart::new(&title, Axis::linear_count("k"), Axis::log_time("median time"));
    for line in lines.iter().filter(|line| !line.name.ends_with(" nodes")) {
        let points = ks.iter().zip(&line.values).filter_map(|(&k, v)| Some((k as f64, (*v)?))).collect();
        chart.add(&line.name, line.engine, PointMark::Line { dots: true }, points);
    }
    let caption = format!("{title}: median time against k, time logarithmic");
    let plot = Plot {
        name: file_name(&format!("lattice-{spacing}-{}", data.queries[query])),
        caption,
        svg: chart.svg(),
        title,
    };
    vec![PageBlock::Table(table), PageBlock::Plot(plot)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_the_mean_over_clues() {
        assert!((theory(0.5) - 4.77).abs() < 0.05, "{}", theory(0.5));
        assert!((theory(1e-9) - 1.0).abs() < 1e-6);
    }
}
