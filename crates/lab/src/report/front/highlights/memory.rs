//! How much memory the engines take, where it decides something: where a limit on it ran out.

use super::Highlight;
use crate::report::ReportTable;
use crate::report::data::Data;
use crate::report::front::standing::Standing;
use crate::report::score::median;
use crate::report::table::TableCell;

pub fn highlight(data: &Data, standings: &[Standing]) -> Option<Highlight> {
    let standing = standings.first()?;
    let out = |engine: usize| data.statuses.get(&(engine, "memory".to_string())).copied().unwrap_or(0);
    if standing.rows.iter().all(|row| out(row.engine) == 0) {
        return None;
    }
    let title = format!("{}: memory", data.queries[standing.query]);
    let mut table = ReportTable::new(title, &["engine", "#median MiB", "#largest MiB", "#out of memory, all queries"]);
    let mut most: Option<(u64, &str)> = None;
    for row in &standing.rows {
        let kib: Vec<f64> = data.of(standing.query, row.engine).map(|(_, o)| o.max_rss_kib as f64).collect();
        let largest = kib.iter().copied().fold(0.0, f64::max);
        let cell = |kib: f64| TableCell::number(format!("{:.0}", kib / 1024.0), kib / 1024.0);
        if most.is_none_or(|(n, _)| out(row.engine) > n) {
            most = Some((out(row.engine), &row.name));
        }
        table.rows.push(vec![
            row.name.as_str().into(),
            median(kib).map_or(TableCell::nothing(), cell),
            cell(largest),
            TableCell::nonzero(out(row.engine)),
        ]);
    }
    let finding = most.map(|(n, name)| format!("{name} runs out of memory most often, {n} times."));
    Some(Highlight { leads: false, finding, table: Some(table), plot: None })
}
