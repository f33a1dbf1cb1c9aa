//! The tables of the front page, at most eight columns each.

use std::collections::BTreeMap;

use super::answer::percent;
use super::standing::{EngineRow, Standing, place};
use crate::report::data::Data;
use crate::report::format;
use crate::report::score::median;
use crate::report::table::TableCell;
use crate::report::{NODES_RANK, ReportTable};

/// Most columns of a table on the front page.
pub const MOST_COLUMNS: usize = 8;

/// Most rows of a table by families.
const MOST_FAMILIES: usize = 24;

/// Engines with a column of their own in the table by families.
const BEST: usize = 5;

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
