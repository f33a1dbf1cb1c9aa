//! The tables of the front page, at most eight columns each.

use std::collections::BTreeMap;

use super::answer::{percent, place};
use super::compare::scores;
use super::standing::{EngineRow, Standing};
use crate::report::data::{Data, Fate};
use crate::report::format;
use crate::report::format::many;
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{NODES_RANK, ReportTable};

/// Most columns of a table on the front page.
pub const MOST_COLUMNS: usize = 8;

/// Most rows of a table by families.
const MOST_FAMILIES: usize = 24;

/// Engines with a column of their own in the table by families.
const BEST: usize = 5;

/// A board on which the slowest engine takes this many times the fastest's time separates the engines.
const SEPARATED: f64 = 10.0;

/// Time below which a board says little about which engine is faster, seconds.
const WORTH: f64 = 1e-3;

/// The engines of a comparison.
pub fn engines(data: &Data, standing: &Standing) -> ReportTable {
    let columns =
        ["engine", "#solved", "#PAR-2", "#95 %", "#times the best's", "#contribution", "#certain cells", "#effort"];
    let mut table = ReportTable::new(place(data, standing), &columns);
    for row in &standing.rows {
        table.rows.push(engine(data, standing, row));
    }
    if let Some(seconds) = standing.virtual_best.filter(|_| standing.complete().count() > 1) {
        let mut row = vec![TableCell::nothing(); columns.len()];
        (row[0], row[2]) = ("virtual best".into(), TableCell::seconds(Some(seconds)));
        table.rows.push(row);
    }
    table.notes.push(
        "Times the best's: geometric mean on the boards that both solved, with its 95 % interval; ≈ is a difference that noise \
         explains, * one that it does not (p < 0.01 by Wilcoxon and Holm on the typical board, or the 95 % interval of the PAR-2 \
         ratio). Contribution: how much more time the virtual \
         best takes without the engine."
            .into(),
    );
    table.notes.push(NODES_RANK.into());
    table
}

fn engine(data: &Data, standing: &Standing, row: &EngineRow) -> Vec<TableCell> {
    let solved = TableCell::number(format!("{} of {}", row.solved, standing.boards.len()), row.solved as f64);
    let (par2, range) = match row.par2 {
        Some(p) => {
            let range = format!("{} – {}", format::seconds(p.low), format::seconds(p.high));
            (TableCell::seconds(Some(p.estimate)), TableCell::number(range, p.low).within(p.low, p.high))
        }
        None => (TableCell::nothing(), TableCell::nothing()),
    };
    let times = match row.against_best {
        None => TableCell::nothing(),
        Some(difference) => difference.ratio.map_or(TableCell::nothing(), |ratio| {
            let [estimate, low, high] = [ratio.estimate, ratio.low, ratio.high].map(format::digits);
            let (before, after) = if difference.is_real { ("", " *") } else { ("≈ ", "") };
            TableCell::number(format!("{before}{estimate} ({low} – {high}){after}"), ratio.estimate)
                .within(ratio.low, ratio.high)
        }),
    };
    let contribution = match row.par2 {
        Some(_) if !row.repeats && standing.complete().count() > 1 => {
            TableCell::number(percent(row.contribution), row.contribution)
        }
        _ => TableCell::nothing(),
    };
    let certain = row.certain.map_or(TableCell::nothing(), |share| TableCell::number(percent(share), share));
    vec![
        row.name.as_str().into(),
        solved,
        par2,
        range,
        times,
        contribution,
        certain,
        super::effort::cell(data, standing.query, row.engine),
    ]
}

/// Where each engine wins and loses: boards on which it is the fastest beyond noise, and those on which another takes a tenth
/// of its time. None for fewer than three engines.
pub fn wins(data: &Data, standing: &Standing) -> Option<ReportTable> {
    let complete: Vec<&EngineRow> = standing.complete().collect();
    if complete.len() < 3 {
        return None;
    }
    let columns = ["engine", "#boards", "#fastest", "#beaten ten times", "#mean rank", "#median time"];
    let mut table = ReportTable::new(format!("{}: wins and losses", place(data, standing)), &columns);
    let all: Vec<Vec<f64>> =
        complete.iter().map(|row| scores(data, standing.query, row.engine, &standing.boards)).collect();
    for (own, row) in complete.iter().enumerate() {
        let others =
            |board: usize| (0..all.len()).filter(|&e| e != own).map(|e| all[e][board]).fold(f64::INFINITY, f64::min);
        let solved = |board: usize| {
            data.get(standing.query, standing.boards[board], row.engine).is_some_and(|o| o.fate == Fate::Solved)
        };
        let boards = 0..standing.boards.len();
        let fastest = (boards.clone())
            .filter(|&b| solved(b) && others(b) > WORTH && all[own][b] * standing.noise.floor < others(b))
            .count();
        let beaten = boards.filter(|&b| all[own][b] >= SEPARATED * others(b)).count();
        let times = data.of(standing.query, row.engine).filter_map(|(_, o)| o.seconds).collect();
        table.rows.push(vec![
            row.name.as_str().into(),
            TableCell::count(standing.boards.len() as u64),
            TableCell::count(fastest as u64),
            TableCell::count(beaten as u64),
            TableCell::number(format!("{:.2}", row.rank), row.rank),
            TableCell::seconds(median(times)),
        ]);
    }
    let column = |board: usize| all.iter().map(move |scores| scores[board]);
    let is_apart = |board: &usize| {
        let (least, most) = (column(*board).fold(f64::INFINITY, f64::min), column(*board).fold(0.0, f64::max));
        most >= SEPARATED * least
    };
    let apart = (0..standing.boards.len()).filter(is_apart).count();
    table.notes.push(format!(
        "On {apart} of {} the slowest takes at least ten times the fastest's time.",
        many(standing.boards.len(), "board")
    ));
    table.notes.push(format!(
        "Fastest: faster than every other by more than the noise ({}), on boards that take the others over 1 ms. Unsolved \
         boards count as twice the limit.",
        format::digits(standing.noise.floor)
    ));
    Some(table)
}

/// Solved boards and median times by family, of the best engines. None for fewer than two families.
pub fn families(data: &Data, standing: &Standing) -> Option<ReportTable> {
    let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for &board in &standing.boards {
        families.entry(&data.instances[board].family).or_default().push(board);
    }
    if families.len() < 2 || families.len() > MOST_FAMILIES || standing.complete().count() < 2 {
        return None;
    }
    let best: Vec<&EngineRow> = standing.complete().take(BEST).collect();
    let mut table = ReportTable::new(format!("{}: by family", place(data, standing)), &["family", "#boards"]);
    best.iter().for_each(|row| table.column(&row.name));
    for (family, boards) in families {
        let mut row = vec![family.into(), TableCell::count(boards.len() as u64)];
        row.extend(best.iter().map(|engine| {
            let of = boards.iter().filter_map(|&board| data.get(standing.query, board, engine.engine)?.seconds);
            let times: Vec<f64> = of.collect();
            let solved = times.len();
            median(times).map_or(TableCell::nothing(), |time| {
                let all = if solved == boards.len() { String::new() } else { format!("{solved} · ") };
                TableCell::number(format!("{all}{}", format::seconds(time)), time)
            })
        }));
        table.rows.push(row);
    }
    table.notes.push("Median time of the solved boards; their number where some are not solved.".into());
    Some(table)
}
