//! Which share of the certain cells each incomplete method proves.

use super::Highlight;
use crate::report::data::{Data, Fate};
use crate::report::format;
use crate::report::front::answer::percent;
use crate::report::front::names;
use crate::report::front::standing::Standing;
use crate::report::plots::{Axis, RankedEntry, ranking};
use crate::report::score::median;
use crate::report::stats::{Estimate, bootstrap};
use crate::report::table::TableCell;
use crate::report::{Plot, ReportTable};

/// Fewest methods of a ranking.
const METHODS: usize = 2;

/// Most methods in the finding.
const NAMED: usize = 8;

/// One method: name, shares of the certain cells per board, boards with all of them, median time.
struct Method {
    name: String,
    share: f64,
    interval: Estimate,
    whole: usize,
    boards: usize,
    time: Option<f64>,
}

/// The query, and the incomplete engines with their names, by the share of the certain cells that they find; None for fewer
/// than two.
pub fn methods(data: &Data) -> Option<(usize, Vec<(usize, String)>)> {
    let query = data.queries.iter().position(|q| q == "classify")?;
    let is_partial = |e: &usize| data.of(query, *e).any(|(_, o)| !o.complete && o.fate != Fate::Unsupported);
    let engines: Vec<usize> = (0..data.engines.len()).filter(is_partial).collect();
    let names = names::short(&engines.iter().map(|&e| data.engines[e].as_str()).collect::<Vec<_>>(), &data.engines);
    let share = |engine: usize| data.certain_share(query, engine);
    let mut methods: Vec<(usize, String)> =
        engines.into_iter().zip(names).filter(|(engine, _)| share(*engine).is_some()).collect();
    methods.sort_by(|a, b| share(b.0).unwrap_or(0.0).total_cmp(&share(a.0).unwrap_or(0.0)));
    (methods.len() >= METHODS).then_some((query, methods))
}

pub fn highlight(data: &Data, _: &[Standing]) -> Option<Highlight> {
    let (query, methods) = methods(data)?;
    let methods: Vec<Method> =
        methods.into_iter().filter_map(|(engine, name)| method(data, query, engine, name)).collect();
    let columns = ["method", "#certain cells", "#mean per board, 95 %", "#boards with all", "#boards", "#median time"];
    let mut table = ReportTable::new("classify: share of the certain cells found", &columns);
    for m in &methods {
        table.rows.push(vec![
            m.name.as_str().into(),
            TableCell::number(percent(m.share), m.share),
            TableCell::number(format!("{} – {}", percent(m.interval.low), percent(m.interval.high)), m.interval.low)
                .within(m.interval.low, m.interval.high),
            TableCell::count(m.whole as u64),
            TableCell::count(m.boards as u64),
            TableCell::seconds(m.time),
        ]);
    }
    table.notes.push("Certain cells have one value in all models, as a complete engine proved; a method that runs out of time finds none.".into());
    let title = "Share of the certain cells found, mean per board with its 95 % interval".to_string();
    let entry = |m: &Method| RankedEntry {
        name: m.name.clone(),
        value: m.interval,
        text: format!("{} · {}", percent(m.share), m.time.map_or(String::new(), crate::report::format::seconds)),
        leads: m.share >= 1.0,
    };
    let entries: Vec<RankedEntry> = methods.iter().map(entry).collect();
    let svg = ranking(&title, &Axis::linear_share("share of the certain cells"), &entries, &[]);
    let finding = finding(&methods);
    let leads = leads(data, query, methods.len());
    let plot = Plot { name: "deduction".into(), caption: title.clone(), title, svg };
    Some(Highlight { leads, finding: Some(finding), table: Some(table), plot: Some(plot) })
}

/// Whether the records are made to compare incomplete methods: where most engines are complete, they compare these.
pub fn leads(data: &Data, query: usize, methods: usize) -> bool {
    2 * methods >= data.engines_for(query).len()
}

fn finding(methods: &[Method]) -> String {
    let of_one = |m: &Method| {
        let time = m.time.map_or(String::new(), |time| format!(" ({})", format::seconds(time)));
        format!("{} {}{time}", m.name, percent(m.share))
    };
    let shares: Vec<String> = methods.iter().take(NAMED).map(of_one).collect();
    let rest = methods.len().saturating_sub(NAMED);
    let rest = if rest > 0 { format!(", and {rest} more methods less") } else { String::new() };
    format!("Share of the certain cells proved, and median time per board: {}{rest}.", shares.join(", "))
}

fn method(data: &Data, query: usize, engine: usize, name: String) -> Option<Method> {
    let proved = |board: usize| data.proved(query, board).filter(|n| *n > 0);
    let shares: Vec<f64> = (data.of(query, engine))
        .filter_map(|(board, o)| Some(o.certain.unwrap_or(0) as f64 / proved(board)? as f64))
        .collect();
    let times = data.of(query, engine).filter_map(|(_, o)| o.answered).collect();
    Some(Method {
        name,
        share: data.certain_share(query, engine)?,
        interval: bootstrap::mean_interval(&shares, crate::report::front::compare::SEED)?,
        whole: shares.iter().filter(|share| **share >= 1.0).count(),
        boards: shares.len(),
        time: median(times),
    })
}
