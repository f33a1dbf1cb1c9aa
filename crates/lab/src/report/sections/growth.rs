//! Time against size, for the series of boards that come in several sizes.

use std::collections::BTreeMap;

use crate::report::data::ReportedBoard;
use crate::report::format;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::score::median_of_solved;
use crate::report::table::TableCell;
use crate::report::{Data, PageBlock, Plot, ReportOptions, ReportTable, Section};

/// Boards up to this many cells across are strips: a separate series for every width.
const STRIP: usize = 3;

/// Fewest sizes of a series.
const SIZES: usize = 3;

/// Least ratio of the largest to the smallest size: below that, times are mostly noise.
const SPAN: usize = 10;

/// Sizes (cells, `rows x cols`) with their instances.
pub type SizeGroups = BTreeMap<(usize, String), Vec<usize>>;

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let mut blocks = Vec::new();
    for (name, sizes) in &series(data) {
        for query in 0..data.queries.len() {
            blocks.extend(growth(data, query, name, sizes));
        }
    }
    let text = "Median time over the boards of a size, where an unsolved board counts as longer than all others. In \
                brackets the factor over the next smaller size, to compare with the growth of the size."
        .to_string();
    (!blocks.is_empty()).then_some(Section { id: "growth", title: "Growth with size", text, blocks })
}

/// Boards that come in several sizes.
pub fn series(data: &Data) -> BTreeMap<String, SizeGroups> {
    let mut series: BTreeMap<String, SizeGroups> = BTreeMap::new();
    for (index, instance) in data.instances.iter().enumerate() {
        let sizes = series.entry(name(instance)).or_default();
        sizes.entry((instance.cells, instance.size())).or_default().push(index);
    }
    series.retain(|_, sizes| is_series(sizes));
    series
}

fn is_series(sizes: &SizeGroups) -> bool {
    let cells = |size: Option<&(usize, String)>| size.map_or(0, |s| s.0);
    sizes.len() >= SIZES && cells(sizes.keys().next_back()) >= SPAN * cells(sizes.keys().next())
}

/// A family, strips by their width.
fn name(instance: &ReportedBoard) -> String {
    let width = instance.rows.min(instance.cols);
    let family = if instance.family.is_empty() { "boards" } else { &instance.family };
    if width <= STRIP { format!("{family} {width}xN") } else { family.to_string() }
}

fn growth(data: &Data, query: usize, name: &str, sizes: &SizeGroups) -> Vec<PageBlock> {
    let title = format!("{name}, {}", data.queries[query]);
    let mut table = ReportTable::new(&title, &["size", "#cells", "#boards"]);
    let mut chart = Chart::new(&title, Axis::log_count("cells of the board"), Axis::log_time("median time"));
    let mut columns: Vec<Vec<Option<f64>>> = Vec::new();
    for engine in data.engines_for(query) {
        let of_size = |members: &Vec<usize>| {
            let measured = members.iter().filter_map(|&i| data.get(query, i, engine));
            median_of_solved(measured.map(|o| o.seconds))
        };
        let times: Vec<Option<f64>> = sizes.values().map(of_size).collect();
        let points: Vec<(f64, f64)> = sizes.keys().zip(&times).filter_map(|(k, t)| Some((k.0 as f64, (*t)?))).collect();
        if points.len() > 1 {
            table.column(&data.engines[engine]);
            columns.push(times);
            chart.add(&data.engines[engine], engine, PointMark::Line { dots: true }, points);
        }
    }
    if columns.is_empty() {
        return Vec::new();
    }
    let mut before: Option<usize> = None;
    for (row, ((cells, size), members)) in sizes.iter().enumerate() {
        let step = before.map(|b| format!(" (x{})", format::digits(*cells as f64 / b as f64))).unwrap_or_default();
        before = Some(*cells);
        let mut line: Vec<TableCell> = vec![
            size.as_str().into(),
            TableCell::number(format::count(*cells as u64) + &step, *cells as f64),
            TableCell::count(members.len() as u64),
        ];
        line.extend(columns.iter().map(|times| {
            let earlier = row.checked_sub(1).and_then(|r| times[r]);
            let ratio = times[row].zip(earlier).map(|(now, then)| format!(" (x{})", format::digits(now / then)));
            let text = |t: f64| TableCell::number(format::seconds(t) + &ratio.unwrap_or_default(), t);
            times[row].map_or(TableCell::nothing(), text)
        }));
        table.rows.push(line);
    }
    let plot = Plot {
        name: file_name(&format!("growth-{name}-{}", data.queries[query])),
        caption: format!("{title}: median time against the number of cells, both axes logarithmic"),
        svg: chart.svg(),
        title,
    };
    vec![PageBlock::Table(table), PageBlock::Plot(plot)]
}

/// A name that is valid in every file system.
pub fn file_name(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' }).collect()
}
