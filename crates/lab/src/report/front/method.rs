//! How the records were made, and what limits an answer from them.

use std::collections::BTreeSet;

use super::answer::{percent, probability};
use super::standing::Standing;
use crate::bench::record::{RecordFile, SCHEMA};
use crate::report::data::{Data, Fate};
use crate::report::format;
use crate::report::format::many;

/// Times below this are shorter than what a person would notice and near what caches decide, seconds.
const SHORT: f64 = 1e-3;

/// Name and value of what a reader must know to measure again.
pub fn method(files: &[RecordFile], standings: &[Standing]) -> Vec<(String, String)> {
    let mut facts: Vec<(&str, String)> = Vec::new();
    for file in files {
        let (header, records) = (&file.header, &file.records);
        let memory = header.machine.memory_kib as f64 / f64::from(1 << 20);
        let machine = &header.machine;
        let count = |of: &dyn Fn(&crate::bench::record::Record) -> f64| {
            let mut all: Vec<String> = Vec::new();
            for record in records {
                let text = format::digits(of(record));
                if !all.contains(&text) {
                    all.push(text);
                }
            }
            all.join(", ")
        };
        let clock = if header.minesat_records >= 2 { "processor time" } else { "wall time" };
        let limits = format!(
            "{} s of {clock}, {} MiB",
            count(&|r| r.timeout_seconds),
            count(&|r| (r.memory_bytes >> 20) as f64)
        );
        let made = match header.planned {
            Some(planned) if (records.len() as u64) < planned => {
                format!("{} of {planned} (the run was cut short)", records.len())
            }
            _ => records.len().to_string(),
        };
        let jobs = if header.jobs > 1 { format!(", {} at a time", header.jobs) } else { ", one at a time".into() };
        facts.extend([
            ("measurements", made),
            ("machine", format!("{}, {} cores, {memory:.0} GiB, {}", machine.cpu, machine.cores, machine.kernel)),
            ("program", format!("minesat {} at revision {}, {}", header.version, header.git, header.rustc)),
            ("started", header.started.clone()),
            ("limits per measurement", limits),
            (
                "order",
                match header.seed.filter(|_| header.minesat_records >= 2) {
                    Some(seed) => format!("the engines in a random order per board (seed {seed}){jobs}"),
                    None => format!("that of the plan{jobs}"),
                },
            ),
            (
                "boards",
                header.files.iter().map(|f| format!("{} ({})", f.path, f.instances)).collect::<Vec<_>>().join(", "),
            ),
        ]);
    }
    let runs: Vec<usize> = files.iter().flat_map(|f| &f.records).map(|r| r.samples.len().max(1)).collect();
    let (repeated, most) = (runs.iter().filter(|n| **n > 1).count(), runs.iter().max().copied().unwrap_or(1));
    facts.push((
        "repetitions",
        format!(
            "{repeated} of {} measurements are medians of 2 to {most} runs, as one is too short to time",
            runs.len()
        ),
    ));
    // Several comparisons may have the same engine twice.
    let mut twins: Vec<String> = (standings.iter().flat_map(|s| &s.noise.twins))
        .map(|t| {
            let [low, high] = [t.interval.0, t.interval.1].map(format::digits);
            format!(
                "{} against {} on {}: ratio {low} to {high}, {}",
                t.names.0,
                t.names.1,
                many(t.boards, "board"),
                probability(t.p)
            )
        })
        .collect();
    let mut seen = BTreeSet::new();
    twins.retain(|twin| seen.insert(twin.clone()));
    let floor = standings.iter().map(|s| s.noise.floor).fold(1.0, f64::max);
    facts.push((
        "noise",
        match twins.is_empty() {
            true => {
                format!("no engine was measured twice; ratios of times up to {} count as noise", format::digits(floor))
            }
            false => format!("{}; ratios up to {} count as noise", twins.join("; "), format::digits(floor)),
        },
    ));
    facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// What a reader must know before relying on the answer.
pub fn caveats(files: &[RecordFile], data: &Data, standings: &[Standing]) -> Vec<String> {
    let mut lines = Vec::new();
    let records = || files.iter().flat_map(|f| &f.records);
    if files.iter().any(|f| f.header.minesat_records < SCHEMA) {
        lines.push("Times of record files of version 1 are wall times: on a busy machine they are too long.".into());
    }
    let starved = records().filter(|r| r.starved).count();
    let timed = records().filter(|r| r.cpu_seconds.is_some()).count();
    match starved {
        0 if timed > 0 => lines.push("No measurement was starved of the processor.".into()),
        0 => {}
        n => lines.push(format!(
            "{} got too little of the processor: their times are in no statistic.",
            many(n, "measurement")
        )),
    }
    if files.iter().any(|f| f.header.jobs > 1) {
        lines.push("Several measurements ran at a time, on cores of their own that share caches and memory.".into());
    }
    let times: Vec<f64> = data.results.values().filter_map(|o| o.seconds).collect();
    let short = times.iter().filter(|t| **t < SHORT).count();
    if 2 * short > times.len() {
        lines.push(format!(
            "{} of the times are below 1 ms: they rank fixed costs more than methods.",
            percent(short as f64 / times.len() as f64)
        ));
    }
    for (fate, what) in
        [(Fate::Limit, "ran into a limit"), (Fate::Error, "failed"), (Fate::Wrong, "gave a wrong answer")]
    {
        let n = data.results.values().filter(|o| o.fate == fate).count();
        if n > 0 {
            lines.push(format!("{} {what}.", many(n, "measurement")));
        }
    }
    if standings.iter().all(|s| s.noise.twins.is_empty()) {
        lines
            .push("The plan measures no engine twice, so the noise of the comparison is assumed, not measured.".into());
    }
    let mut unenforced: Vec<&String> = files.iter().flat_map(|f| &f.header.unenforced).collect();
    unenforced.dedup();
    lines.extend(unenforced.into_iter().map(|what| format!("On this system {what}.")));
    lines
}
