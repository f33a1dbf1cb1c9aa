//! Answers and statuses that changed.

use super::pairs::{MeasuredPair, Pairs};
use crate::bench::record::Record;
use crate::report::format::seconds;
use crate::report::{ReportTable, table::TableCell};

/// A measurement whose answer or status changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// Name of the board.
    pub instance: String,
    /// Engine specification.
    pub engine: String,
    /// Query.
    pub query: String,
    /// Before.
    pub old: String,
    /// After.
    pub new: String,
    /// The later run is worse, or contradicts the earlier one.
    pub is_worse: bool,
}

/// All changes. An answer that came so late that noise explains its loss is no change for the worse.
pub fn changes(pairs: &Pairs, noise: f64) -> Vec<Change> {
    pairs.both.iter().filter_map(|pair| change(pair, noise)).collect()
}

fn change(pair: &MeasuredPair, noise: f64) -> Option<Change> {
    let answered = |records: &[&'_ Record]| records.iter().all(|r| r.is_answered());
    let (old, new) = (pair.old[0], pair.new[0]);
    let of = |old: String, new: String, is_worse: bool| {
        let Record { instance, engine, query, .. } = pair.first().clone();
        Some(Change { instance, engine, query, old, new, is_worse })
    };
    match (answered(&pair.old), answered(&pair.new)) {
        (true, true) => differing(old, new)
            .and_then(|(what, was, is, is_worse)| of(format!("{what} {was}"), format!("{what} {is}"), is_worse)),
        (false, false) if old.status == new.status => None,
        // A time limit where there was a memory limit, and the like: neither answers.
        (false, false) => of(old.status.clone(), new.status.clone(), matches!(new.status.as_str(), "error")),
        (false, true) => of(limit(&pair.old), took(new), false),
        (true, false) => {
            let time = pair.old.iter().filter_map(|r| r.time()).fold(0.0, f64::max);
            let shorter_limit = new.timeout_seconds < old.timeout_seconds;
            let is_late = new.status == "timeout" && time * noise >= new.timeout_seconds;
            of(took(old), limit(&pair.new), !shorter_limit && !is_late)
        }
    }
}

fn limit(records: &[&Record]) -> String {
    records.iter().find(|r| !r.is_answered()).map_or(String::new(), |r| match r.status.as_str() {
        "timeout" => format!("timeout at {}", seconds(r.timeout_seconds)),
        status => status.to_string(),
    })
}

fn took(record: &Record) -> String {
    record.time().map_or(record.status.clone(), |time| format!("{} in {}", record.status, seconds(time)))
}

/// The first fact in which two answers differ, and whether that is for the worse: for complete engines always, for others
/// where they find less. Facts that one of the answers does not have are not compared.
fn differing(old: &Record, new: &Record) -> Option<(&'static str, String, String, bool)> {
    let number = |n: Option<u64>| n.map(|n| n.to_string());
    let facts: [(&'static str, Option<String>, Option<String>); 9] = [
        ("status", Some(old.status.clone()), Some(new.status.clone())),
        ("decision", old.decision.clone(), new.decision.clone()),
        ("safe cells", number(old.safe_cells), number(new.safe_cells)),
        ("mine cells", number(old.mine_cells), number(new.mine_cells)),
        ("unknown cells", number(old.unknown_cells), number(new.unknown_cells)),
        ("verdicts", old.classes_sha256.clone(), new.classes_sha256.clone()),
        ("models", old.models.clone(), new.models.clone()),
        ("models (hash)", old.models_sha256.clone(), new.models_sha256.clone()),
        ("frontier models", old.frontier_models.clone(), new.frontier_models.clone()),
    ];
    let found = facts.into_iter().find_map(|(what, a, b)| Some((what, a?, b?)).filter(|(_, a, b)| a != b));
    let (what, mut a, mut b) = found?;
    let certain = |r: &Record| r.safe_cells.unwrap_or(0) + r.mine_cells.unwrap_or(0);
    let is_worse = old.complete || certain(new) <= certain(old) || what == "status";
    for text in [&mut a, &mut b] {
        if text.len() > 24 {
            *text = format!("{}...", text.chars().take(20).collect::<String>());
        }
    }
    Some((what, a, b, is_worse))
}

/// The changes, those for the worse first.
pub fn table(changes: &[Change], most: usize) -> ReportTable {
    let mut table =
        ReportTable::new("Answers and statuses that changed", &["board", "engine", "query", "earlier", "later"]);
    let (worse, other): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(|change| change.is_worse);
    for change in worse.iter().chain(&other).take(most) {
        let tone = if change.is_worse { "bad" } else { "" };
        table.rows.push(vec![
            change.instance.as_str().into(),
            change.engine.as_str().into(),
            change.query.as_str().into(),
            change.old.as_str().into(),
            TableCell::from(change.new.as_str()).toned(tone),
        ]);
    }
    if changes.len() > most {
        table.notes.push(format!("{} more are not shown.", changes.len() - most));
    }
    table
}
