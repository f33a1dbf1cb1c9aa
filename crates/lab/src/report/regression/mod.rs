//! Two runs of the same measurements, an earlier and a later one: whose answers changed, and who became faster or slower by
//! more than noise.

mod answers;
mod engines;
mod pairs;
#[cfg(test)]
mod tests;

use super::ReportTable;
use super::data::Data;
use super::format::{digits, many};
use super::front::standing::Standing;
use crate::bench::record::{ClassStore, RecordFile};
use answers::Change;
use engines::{EngineChange, SpeedVerdict};
use pairs::Pairs;

/// Least factor that counts as a difference between two runs: caches, frequency and neighbours of a machine differ from one
/// hour to the next by more than within a run.
pub const LEAST_NOISE: f64 = 1.05;

/// Most changes that a table lists.
const MOST_LISTED: usize = 40;

/// What changed from one run to another.
#[derive(Clone, Debug)]
pub struct Regression {
    /// In plain sentences.
    pub findings: Vec<String>,
    /// Changed answers, engines, single measurements; tables without rows are left out.
    pub tables: Vec<ReportTable>,
    /// An answer got worse or contradicts the earlier one, a measurement that was answered no longer is, or an engine became
    /// slower beyond noise.
    pub is_worse: bool,
}

/// Compares the records of two runs. Times are compared between equal processors alone, and only where both runs measured
/// them on the same clock.
pub fn compare(old: &RecordFile, new: &RecordFile, least_noise: f64) -> Regression {
    let pairs = Pairs::of(old, new);
    let comparable = incomparable(old, new);
    let noise = [old, new].map(noise).into_iter().fold(least_noise, f64::max);
    let changes = answers::changes(&pairs, noise);
    let engines = engines::changes(&pairs, noise, comparable.is_none());
    let worse: Vec<&Change> = changes.iter().filter(|change| change.is_worse).collect();
    let slower = engines.iter().filter(|e| e.verdict == SpeedVerdict::Slower).count();
    let mut findings = vec![format!(
        "{} in both runs; {} in the earlier run alone, {} in the later.",
        many(pairs.both.len(), "measurement"),
        pairs.old_alone,
        pairs.new_alone
    )];
    findings.push(match (changes.len(), worse.len()) {
        (0, _) => "No answer and no status changed.".into(),
        (all, 0) => format!("Answers or statuses that changed: {all}, none for the worse."),
        (all, worse) => format!("Answers or statuses that changed: {all}, {worse} for the worse."),
    });
    findings.push(match &comparable {
        Some(why) => format!("Times are shown and not judged: {why}."),
        None => judged(&engines, noise),
    });
    let tables = [answers::table(&changes, MOST_LISTED), engines::table(&engines), engines::single(&pairs, noise)];
    Regression {
        findings,
        tables: tables.into_iter().filter(|table| !table.rows.is_empty()).collect(),
        is_worse: !worse.is_empty() || slower > 0 || pairs.both.is_empty(),
    }
}

/// Why times of two runs cannot be compared.
fn incomparable(old: &RecordFile, new: &RecordFile) -> Option<String> {
    let of = |file: &RecordFile| (file.header.machine.cpu.clone(), file.header.minesat_records >= 2);
    let ((old_cpu, old_clock), (new_cpu, new_clock)) = (of(old), of(new));
    if old_cpu != new_cpu {
        return Some(format!("the processors differ ({old_cpu}, then {new_cpu})"));
    }
    (old_clock != new_clock).then(|| "one run measured wall time, the other processor time".into())
}

/// The noise of the comparisons of a run that measured an engine twice.
fn noise(file: &RecordFile) -> f64 {
    let data = Data::new(std::slice::from_ref(file), ClassStore::nowhere());
    let measured = Standing::all(&data).into_iter().filter(|standing| !standing.noise.twins.is_empty());
    measured.map(|standing| standing.noise.floor).fold(1.0, f64::max)
}

fn judged(engines: &[EngineChange], noise: f64) -> String {
    let named = |verdict: SpeedVerdict| {
        let of = engines.iter().filter(|e| e.verdict == verdict);
        of.map(|e| {
            let ratio = e.ratio.map_or(String::new(), |r| format!(" ({} times)", digits(r.estimate)));
            format!("{} {}{ratio}", e.engine, e.query)
        })
        .collect::<Vec<_>>()
        .join(", ")
    };
    let (slower, faster) = (named(SpeedVerdict::Slower), named(SpeedVerdict::Faster));
    let said = match (slower.is_empty(), faster.is_empty()) {
        (true, true) => "No engine became faster or slower".to_string(),
        (true, false) => format!("Faster: {faster}; none slower"),
        (false, true) => format!("Slower: {slower}; none faster"),
        (false, false) => format!("Slower: {slower}; faster: {faster}"),
    };
    format!("{said}, as far as the noise shows (ratios up to {} count as noise).", digits(noise))
}
