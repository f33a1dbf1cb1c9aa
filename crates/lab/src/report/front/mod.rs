//! The front page of a report: the question, the answer, how it was measured, what shows it, and what limits it. All else is
//! for the page in HTML.

pub mod answer;
pub mod compare;
mod effort;
pub mod highlights;
mod method;
pub mod names;
mod noise;
mod ranks;
pub mod standing;
pub mod tables;
mod wins;

use super::page::{Front, Plot};
use super::plots::{Axis, RankedEntry, ranking};
use super::{Data, ReportTable, format};
use crate::bench::record::RecordFile;
use standing::Standing;
use standing::place;

/// Most plots of the front page.
const MOST_PLOTS: usize = 2;

pub use ranks::section as ranks;

/// The front page of records.
pub fn make(files: &[RecordFile], data: &Data, standings: &[Standing]) -> Front {
    let highlights: Vec<_> = highlights::HIGHLIGHTS.iter().filter_map(|make| make(data, standings)).collect();
    let findings: Vec<(bool, String)> = highlights.iter().filter_map(|h| Some((h.leads, h.finding.clone()?))).collect();
    let mut plots: Vec<Plot> = highlights.iter().filter_map(|h| h.plot.clone()).take(MOST_PLOTS - 1).collect();
    plots.extend(standings.iter().filter_map(|standing| ranked(data, standing)).take(MOST_PLOTS - plots.len()));
    let mut tables: Vec<ReportTable> = standings.iter().map(|standing| tables::engines(data, standing)).collect();
    tables.extend(highlights.into_iter().filter_map(|h| h.table));
    if let Some(first) = standings.first() {
        tables.extend(wins::table(data, first));
        tables.extend(tables::families(data, first));
    }
    Front {
        question: question(files),
        answer: answer::answer(data, standings, &findings),
        method: method::method(files, standings),
        plots,
        tables,
        comparisons: standings.len(),
        caveats: method::caveats(files, data, standings),
    }
}

/// The questions of the plans; without one, the title as a question.
fn question(files: &[RecordFile]) -> String {
    let mut all: Vec<String> = Vec::new();
    for file in files {
        let asked = file
            .header
            .question
            .clone()
            .unwrap_or_else(|| format!("{}: which engine is best, and by how much?", file.header.title));
        if !all.contains(&asked) {
            all.push(asked);
        }
    }
    all.join(" ")
}

/// The complete engines of a comparison by PAR-2; None for fewer than two.
fn ranked(data: &Data, standing: &Standing) -> Option<Plot> {
    let entry = |row: &standing::EngineRow| {
        let par2 = row.par2?;
        let unsolved = standing.boards.len() - row.solved;
        let unsolved = if unsolved > 0 { format!(", {unsolved} unsolved") } else { String::new() };
        Some(RankedEntry {
            name: row.name.clone(),
            value: par2,
            text: format::seconds(par2.estimate) + &unsolved,
            leads: row.against_best.is_none_or(|d| !d.is_real),
        })
    };
    let entries: Vec<RankedEntry> = standing.complete().filter_map(entry).collect();
    let title = format!("{}: PAR-2 with its 95 % interval", place(data, standing));
    (entries.len() > 1).then(|| Plot {
        name: format!("par2-{}-{}-boards", data.queries[standing.query], standing.boards.len()),
        caption: format!("{title}; blue: as good as the best, as far as the noise shows"),
        svg: ranking(&title, &Axis::log_time("PAR-2, logarithmic"), &entries, &[]),
        title,
    })
}

#[cfg(test)]
mod tests;
