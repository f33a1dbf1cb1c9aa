//! On which families of boards each incomplete method proves what is certain, and where it stops.

use std::collections::BTreeMap;

use super::Highlight;
use super::deduction::{leads, methods};
use crate::report::ReportTable;
use crate::report::data::Data;
use crate::report::front::answer::percent;
use crate::report::front::standing::Standing;
use crate::report::front::tables::MOST_COLUMNS;
use crate::report::table::TableCell;

/// Families of a table: of one there is nothing to compare, and of more nobody reads.
const FAMILIES: std::ops::RangeInclusive<usize> = 2..=24;

/// Columns before those of the methods.
const FIRST: usize = 3;

pub fn highlight(data: &Data, _: &[Standing]) -> Option<Highlight> {
    let (query, methods) = methods(data)?;
    let mut families: BTreeMap<&str, Vec<(usize, u64)>> = BTreeMap::new();
    for board in 0..data.instances.len() {
        if let Some(certain) = data.proved(query, board).filter(|certain| *certain > 0) {
            families.entry(&data.instances[board].family).or_default().push((board, certain));
        }
    }
    if !FAMILIES.contains(&families.len()) {
        return None;
    }
    let title = format!("{}: share of the certain cells found, by family", data.queries[query]);
    let mut table = ReportTable::new(title, &["family", "#boards", "#certain cells"]);
    let shown = &methods[..methods.len().min(MOST_COLUMNS - FIRST)];
    shown.iter().for_each(|(_, name)| table.column(name));
    let mut of_best: Vec<(f64, &str)> = Vec::new();
    for (family, boards) in &families {
        let certain: u64 = boards.iter().map(|(_, certain)| certain).sum();
        let share = |engine: usize| {
            let found = boards.iter().filter_map(|(board, _)| data.get(query, *board, engine)?.certain);
            found.sum::<u64>() as f64 / certain as f64
        };
        let mut row = vec![(*family).into(), TableCell::count(boards.len() as u64), TableCell::count(certain)];
        row.extend(shown.iter().map(|(engine, _)| TableCell::number(percent(share(*engine)), share(*engine))));
        table.rows.push(row);
        of_best.extend(shown.first().map(|(engine, _)| (share(*engine), *family)));
    }
    of_best.sort_by(|a, b| a.0.total_cmp(&b.0));
    let whole = of_best.iter().filter(|(share, _)| *share >= 1.0).count();
    let finding = match (of_best.first(), methods.first()) {
        (Some((share, family)), Some((_, name))) if *share < 1.0 => Some(format!(
            "{name} proves every certain cell on {whole} of {} families of boards; it proves least on {family}, {}.",
            families.len(),
            percent(*share)
        )),
        _ => None,
    };
    table.notes.push(
        "Boards with certain cells, as a complete engine proved them; a method that runs out of time finds none."
            .into(),
    );
    Some(Highlight { leads: leads(data, query, methods.len()), finding, table: Some(table), plot: None })
}
