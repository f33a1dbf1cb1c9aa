//! The formulas that encodings write, beside the work of the solver.

use super::Highlight;
use crate::report::ReportTable;
use crate::report::data::{Data, Fate};
use crate::report::format;
use crate::report::front::standing::Standing;
use crate::report::table::TableCell;

/// Counters of the table.
const COLUMNS: [&str; 5] = ["variables", "clauses", "conflicts", "decisions", "propagations"];

pub fn highlight(data: &Data, standings: &[Standing]) -> Option<Highlight> {
    if data.encodings.is_empty() {
        return None;
    }
    let writes = |s: &&Standing| {
        s.complete().count() > 2
            && s.complete().all(|row| data.of(s.query, row.engine).any(|(_, o)| o.counters.contains_key("clauses")))
    };
    let standing = standings.iter().find(writes)?;
    let solved = |board: &&usize| {
        standing
            .complete()
            .all(|row| data.get(standing.query, **board, row.engine).is_some_and(|o| o.fate == Fate::Solved))
    };
    let common: Vec<usize> = standing.boards.iter().filter(solved).copied().collect();
    let title = format!("{}: formulas and work, added up over {} boards", data.queries[standing.query], common.len());
    let mut table = ReportTable::new(title, &["engine"]);
    COLUMNS.iter().for_each(|counter| table.column(counter));
    let mut clauses: Vec<(u64, &str)> = Vec::new();
    for row in standing.complete() {
        let sum = |counter: &str| -> Option<u64> {
            let of = common.iter().filter_map(|&board| data.get(standing.query, board, row.engine));
            let values: Vec<u64> = of.filter_map(|o| o.counters.get(counter).copied()).collect();
            (!values.is_empty()).then(|| values.iter().sum())
        };
        clauses.extend(sum("clauses").map(|n| (n, row.name.as_str())));
        let cells = COLUMNS.iter().map(|counter| sum(counter).map_or(TableCell::nothing(), TableCell::count));
        table.rows.push(std::iter::once(row.name.as_str().into()).chain(cells).collect());
    }
    clauses.sort_unstable();
    let finding = match clauses.as_slice() {
        [(fewest, small), .., (most, large)] if fewest < most => Some(format!(
            "{small} writes the fewest clauses ({}), {large} the most ({}).",
            format::count(*fewest),
            format::count(*most)
        )),
        _ => None,
    };
    Some(Highlight { leads: false, finding, table: Some(table), plot: None })
}
