//! Engines that became faster or slower.

use std::collections::BTreeMap;

use super::pairs::{MeasuredPair, Pairs};
use crate::report::format::{digits, seconds};
use crate::report::front::compare::SEED;
use crate::report::front::standing::LEVEL;
use crate::report::score::geometric_mean;
use crate::report::stats::{Estimate, bootstrap, holm, wilcoxon};
use crate::report::{ReportTable, table::TableCell};

/// Fewest boards on which an engine is judged.
const FEWEST: usize = 5;

/// Single measurements below this are too short to be listed, seconds.
const WORTH: f64 = 1e-2;

/// Most single measurements in a table.
const MOST_SINGLE: usize = 10;

/// What happened to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedVerdict {
    /// Faster beyond noise.
    Faster,
    /// Slower beyond noise.
    Slower,
    /// No difference beyond noise.
    Same,
    /// Too few boards, or runs whose times cannot be compared.
    NotJudged,
}

impl SpeedVerdict {
    fn word(self) -> &'static str {
        match self {
            SpeedVerdict::Faster => "faster",
            SpeedVerdict::Slower => "slower",
            SpeedVerdict::Same => "≈",
            SpeedVerdict::NotJudged => "not judged",
        }
    }
}

/// An engine and a query in both runs.
#[derive(Clone, Debug)]
pub struct EngineChange {
    /// Query.
    pub query: String,
    /// Engine specification.
    pub engine: String,
    /// Boards that it solved in both runs, with times that count.
    pub boards: usize,
    /// Geometric mean of the time ratios, later by earlier, with its 95 % interval.
    pub ratio: Option<Estimate>,
    /// Geometric mean of the ratios of its efforts.
    pub effort: Option<f64>,
    /// What follows.
    pub verdict: SpeedVerdict,
}

/// Every engine and query of both runs.
pub fn changes(pairs: &Pairs, noise: f64, comparable: bool) -> Vec<EngineChange> {
    let mut groups: BTreeMap<(&str, &str), Vec<&MeasuredPair>> = BTreeMap::new();
    for pair in &pairs.both {
        groups.entry((&pair.first().query, &pair.first().engine)).or_default().push(pair);
    }
    let times: Vec<Vec<(f64, f64)>> = groups
        .values()
        .map(|group| group.iter().filter_map(|p| p.times()).map(|(old, new)| (new, old)).collect())
        .collect();
    let logs = |pairs: &[(f64, f64)]| -> Vec<f64> {
        pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0).map(|(a, b)| (a / b).ln()).collect()
    };
    let p: Vec<f64> = times.iter().map(|pairs| wilcoxon::signed_rank(&logs(pairs)).unwrap_or(1.0)).collect();
    let mut found = Vec::new();
    for ((((query, engine), group), times), p) in groups.into_iter().zip(times).zip(holm(&p)) {
        let ratio = bootstrap::ratio_interval(&times, SEED);
        let efforts = group.iter().filter_map(|pair| pair.efforts()).filter(|(old, new)| *old > 0.0 && *new > 0.0);
        let verdict = match ratio {
            Some(_) if !comparable || times.len() < FEWEST => SpeedVerdict::NotJudged,
            Some(r) if p < LEVEL && r.estimate > noise => SpeedVerdict::Slower,
            Some(r) if p < LEVEL && r.estimate * noise < 1.0 => SpeedVerdict::Faster,
            Some(_) => SpeedVerdict::Same,
            None => SpeedVerdict::NotJudged,
        };
        found.push(EngineChange {
            query: query.into(),
            engine: engine.into(),
            boards: times.len(),
            ratio,
            effort: geometric_mean(efforts.map(|(old, new)| new / old)),
            verdict,
        });
    }
    found
}

/// A row per engine and query.
pub fn table(engines: &[EngineChange]) -> ReportTable {
    let columns = ["query", "engine", "#boards", "#later / earlier", "#95 %", "#effort", "verdict"];
    let mut table = ReportTable::new("Times of the later run against the earlier one", &columns);
    for change in engines {
        let (ratio, range) = match change.ratio {
            Some(r) => (
                TableCell::number(digits(r.estimate), r.estimate),
                TableCell::number(format!("{} – {}", digits(r.low), digits(r.high)), r.low).within(r.low, r.high),
            ),
            None => (TableCell::nothing(), TableCell::nothing()),
        };
        let tone = if change.verdict == SpeedVerdict::Slower { "bad" } else { "" };
        table.rows.push(vec![
            change.query.as_str().into(),
            change.engine.as_str().into(),
            TableCell::count(change.boards as u64),
            ratio,
            range,
            change.effort.map_or(TableCell::nothing(), |e| TableCell::number(digits(e), e)),
            TableCell::from(change.verdict.word()).toned(tone),
        ]);
    }
    table.notes.push(
        "Geometric means over the boards that both runs solved; above 1 the later run is slower, or needs more effort. A \
         verdict needs p < 0.01 by Wilcoxon and Holm, and a ratio beyond the noise."
            .into(),
    );
    table
}

/// The single measurements that changed most, beyond noise.
pub fn single(pairs: &Pairs, noise: f64) -> ReportTable {
    let columns = ["board", "engine", "query", "#earlier", "#later", "#ratio"];
    let mut table = ReportTable::new("Single measurements that changed most", &columns);
    let mut all: Vec<(&MeasuredPair, f64, f64)> = (pairs.both.iter())
        .filter_map(|pair| pair.times().map(|(old, new)| (pair, old, new)))
        .filter(|(_, old, new)| old.max(*new) >= WORTH && old.min(*new) > 0.0 && old.max(*new) > noise * old.min(*new))
        .collect();
    let change = |(_, old, new): &(&MeasuredPair, f64, f64)| (new / old).ln().abs();
    all.sort_by(|a, b| change(b).total_cmp(&change(a)));
    for (pair, old, new) in all.iter().take(MOST_SINGLE) {
        let record = pair.first();
        table.rows.push(vec![
            record.instance.as_str().into(),
            record.engine.as_str().into(),
            record.query.as_str().into(),
            TableCell::number(seconds(*old), *old),
            TableCell::number(seconds(*new), *new),
            TableCell::number(digits(new / old), new / old),
        ]);
    }
    table
}
