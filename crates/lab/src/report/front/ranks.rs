//! Critical-difference diagrams: mean ranks, with a bar beside engines that no test tells apart.

use super::compare::test;
use super::standing::place;
use super::standing::{EngineRow, LEVEL, Standing};
use crate::report::plots::{Axis, RankedEntry, ranking};
use crate::report::stats::{Estimate, cliques, holm};
use crate::report::{Data, PageBlock, Plot, Section};

/// Engines of a diagram: fewer need none, and of more the bars are too many to read.
const ENGINES: std::ops::RangeInclusive<usize> = 3..=20;

/// Fewest boards: with fewer, no pair can be significant after Holm's correction.
const FEWEST: usize = 10;

/// The section, for the page in HTML.
pub fn section(data: &Data, standings: &[Standing]) -> Option<Section> {
    let diagrams: Vec<Plot> = standings.iter().filter_map(|standing| diagram(data, standing)).collect();
    let text = "Mean ranks of the complete engines by time, 1 for the fastest on a board. A bar joins engines of which no pair \
                differs (Wilcoxon's signed-rank test of all pairs, p < 0.01 after Holm's correction; Demšar 2006, Benavoli, \
                Corani and Mangili 2016)."
        .to_string();
    let blocks: Vec<PageBlock> = diagrams.into_iter().map(PageBlock::Plot).collect();
    (!blocks.is_empty()).then_some(Section { id: "ranks", title: "Mean ranks", text, blocks })
}

fn diagram(data: &Data, standing: &Standing) -> Option<Plot> {
    let mut rows: Vec<&EngineRow> = standing.complete().collect();
    if !ENGINES.contains(&rows.len()) || standing.boards.len() < FEWEST {
        return None;
    }
    rows.sort_by(|a, b| a.rank.total_cmp(&b.rank));
    let pairs: Vec<(usize, usize)> = (0..rows.len()).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let p: Vec<f64> = (pairs.iter())
        .map(|&(a, b)| test(data, standing.query, rows[a].engine, rows[b].engine, &standing.timed).unwrap_or(1.0))
        .collect();
    let told_apart: Vec<(usize, usize)> =
        pairs.into_iter().zip(holm(&p)).filter(|(_, p)| *p < LEVEL).map(|(pair, _)| pair).collect();
    let joined = cliques(rows.len(), |a, b| !told_apart.contains(&(a, b)));
    let entries: Vec<RankedEntry> = (rows.iter().enumerate())
        .map(|(at, row)| RankedEntry {
            name: row.name.clone(),
            value: Estimate { estimate: row.rank, low: row.rank, high: row.rank },
            text: format!("{:.2}", row.rank),
            leads: at == 0 || joined.iter().any(|group| group.start == 0 && group.contains(&at)),
        })
        .collect();
    let title = format!("{}: mean ranks", place(data, standing));
    Some(Plot {
        name: format!("ranks-{}-{}-boards", data.queries[standing.query], standing.boards.len()),
        caption: format!("{title}; a bar joins engines that no test tells apart"),
        svg: ranking(&title, &Axis::linear_count("mean rank"), &entries, &joined),
        title,
    })
}
