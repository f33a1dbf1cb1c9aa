//! How much memory the engines take, where it decides something: where a limit on it ran out.

use super::Highlight;
use crate::report::ReportTable;
use crate::report::data::Data;
use crate::report::front::names;
use crate::report::front::standing::Standing;
use crate::report::score::median;
use crate::report::table::TableCell;

/// Share of an engine's measurements that run out of memory where the records are about memory.
const ABOUT_MEMORY: f64 = 0.2;

/// Most engines named in the finding.
const MOST: usize = 4;

/// What an engine took over all queries.
struct Taken {
    name: String,
    kib: Vec<f64>,
    /// Measurements that ran out.
    out: u64,
}

pub fn highlight(data: &Data, _: &[Standing]) -> Option<Highlight> {
    let names = names::short(&data.engines.iter().map(String::as_str).collect::<Vec<_>>(), &data.engines);
    let taken = |(engine, name): (usize, String)| {
        let of = (0..data.queries.len()).flat_map(|query| data.of(query, engine).map(|(_, o)| o.max_rss_kib as f64));
        let out = data.statuses.get(&(engine, "memory".to_string())).copied().unwrap_or(0);
        Taken { name, kib: of.collect(), out }
    };
    let mut engines: Vec<Taken> = names.into_iter().enumerate().map(taken).collect();
    engines.sort_by_key(|engine| std::cmp::Reverse(engine.out));
    let out: Vec<String> = (engines.iter().filter(|engine| engine.out > 0).take(MOST))
        .map(|engine| format!("{} in {} of {}", engine.name, engine.out, engine.kib.len()))
        .collect();
    if out.is_empty() {
        return None;
    }
    let columns = ["engine", "#median MiB", "#largest MiB", "#out of memory", "#measurements"];
    let mut table = ReportTable::new("Memory, all queries", &columns);
    for Taken { name, kib, out } in &engines {
        let cell = |kib: f64| TableCell::number(format!("{:.0}", kib / 1024.0), kib / 1024.0);
        table.rows.push(vec![
            name.as_str().into(),
            median(kib.clone()).map_or(TableCell::nothing(), cell),
            cell(kib.iter().copied().fold(0.0, f64::max)),
            TableCell::nonzero(*out),
            TableCell::count(kib.len() as u64),
        ]);
    }
    let is_about = engines.iter().any(|engine| engine.out as f64 >= ABOUT_MEMORY * engine.kib.len().max(1) as f64);
    let all = engines.iter().filter(|engine| engine.out > 0).count();
    let rest = if all > MOST { format!(", and {} more", all - MOST) } else { String::new() };
    let finding = format!("Measurements that ran out of memory: {}{rest}; of the other engines none.", out.join(", "));
    Some(Highlight { leads: is_about, finding: Some(finding), table: Some(table), plot: None })
}
