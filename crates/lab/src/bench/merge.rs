//! Merges the record files of the shares of a plan into the file of a single run.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::key::MeasurementKey;
use super::plan::BenchPlan;
use super::record::{Book, ClassStore, Disagreement, InstanceFile, Record, RecordFile, RecordHeader, SCHEMA};
use super::runner::judge;
use super::survey::InstanceSurvey;
use crate::input_error::InputError;

/// The result of merging.
#[derive(Clone, Debug)]
pub struct Merged {
    /// As of a single run; different processors are all named.
    pub header: RecordHeader,
    /// In the order of a single run, each measurement once, judged by all others.
    pub records: Vec<Record>,
    /// Measurements of the plan that no file contains: `instance engine query run`.
    pub missing: Vec<String>,
    /// Contradictory answers, sorted, each once.
    pub disagreements: Vec<Disagreement>,
    /// The record files do not come from one kind of processor.
    pub mixed: bool,
}

/// Merges record files. Reads the plan's instance files for the set and the order of the measurements. A measurement
/// that occurs twice (a share that ran again) is taken once, an answer before a failure; verdicts that a file keeps
/// beside it are copied to `store`.
///
/// # Errors
/// Files of different plans, versions or instance files; a measurement with two different answers, or one that is not
/// of the plan; missing or changed instance files; verdicts that are missing or cannot be written.
pub fn merge(files: &[RecordFile], store: &ClassStore) -> Result<Merged, InputError> {
    let Some(first) = files.first() else { return Err(InputError::whole("merge", "no record files")) };
    for file in files {
        let differences = differences(&first.header, &file.header);
        if !differences.is_empty() {
            let message = format!("records of another run than {}: {}", first.path, differences.join("; "));
            return Err(InputError::whole(&file.path, message));
        }
    }
    let plan = BenchPlan::from_json(&first.header.plan)
        .map_err(|e| InputError::whole(&first.path, format!("the header has no plan: {e}")))?;
    let survey = InstanceSurvey::of(&plan, None)?;
    same_instances(&first.header.files, &survey.files)?;

    let mut found = collect(files)?;
    let mut merged = Merged {
        header: header(files, survey.measurements),
        records: Vec::new(),
        missing: Vec::new(),
        disagreements: Vec::new(),
        mixed: files.iter().any(|f| f.header.machine.cpu != first.header.machine.cpu),
    };
    let mut book = Book::new(store.clone());
    let mut seen = FxHashSet::default();
    for task in survey.tasks(&plan, first.header.seed.unwrap_or_default()) {
        let task = task?;
        // Two groups may share a measurement.
        if !seen.insert(task.key()) {
            continue;
        }
        let Some((file, record)) = found.remove(&task.key()) else {
            let (name, job) = (&task.subject.instance.name, &task.job);
            merged.missing.push(format!("{name} {} {} run {}", job.engine, job.query.name(), task.run));
            continue;
        };
        let mut record = record.clone();
        keep_verdicts(&record, file, store)?;
        judge(&mut book, &task.subject, &mut record);
        merged.records.push(record);
    }
    if let Some((file, record)) = found.into_values().next() {
        let Record { instance, engine, query, .. } = record;
        return Err(InputError::whole(&file.path, format!("{instance} {engine} {query} is not part of the plan")));
    }
    merged.disagreements = book.disagreements;
    merged.disagreements.sort();
    merged.disagreements.dedup();
    Ok(merged)
}

/// The differences that keep the records of two headers from being of one run.
fn differences(a: &RecordHeader, b: &RecordHeader) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| {
        let (a, b) = (format!("{a:?}"), format!("{b:?}"));
        if a != b {
            found.push(format!("{what} ({b}, not {a})"));
        }
    };
    compare("program version", &a.version, &b.version);
    compare("git revision", &a.git, &b.git);
    compare("build profile", &a.profile, &b.profile);
    compare("plan", &a.plan_sha256, &b.plan_sha256);
    compare("seed", &a.seed, &b.seed);
    let hashes = |h: &RecordHeader| h.files.iter().map(|f| (f.path.clone(), f.sha256.clone())).collect::<Vec<_>>();
    compare("instance files", &hashes(a), &hashes(b));
    if let (Some(a), Some(b)) = (a.shard, b.shard) {
        compare("number of shares", &a.of, &b.of);
    }
    found
}

fn same_instances(measured: &[InstanceFile], now: &[InstanceFile]) -> Result<(), InputError> {
    let changed = measured.iter().find(|f| !now.iter().any(|n| n.path == f.path && n.sha256 == f.sha256));
    changed.map_or(Ok(()), |f| Err(InputError::whole(&f.path, "has changed since the measurements")))
}

/// Every measurement of the files once.
fn collect(files: &[RecordFile]) -> Result<BTreeMap<MeasurementKey, (&RecordFile, &Record)>, InputError> {
    let mut found: BTreeMap<MeasurementKey, (&RecordFile, &Record)> = BTreeMap::new();
    for file in files {
        for record in &file.records {
            let Some((earlier, other)) = found.insert(record.key(), (file, record)) else { continue };
            match (other.is_answered(), record.is_answered()) {
                (true, true) if answer(other) != answer(record) => {
                    let Record { instance, engine, query, .. } = record;
                    let message = format!("answers {instance} {engine} {query} differently than {}", earlier.path);
                    return Err(InputError::whole(&file.path, message));
                }
                // Of two answers the first stays, so that the order of the files decides nothing but times.
                (true, _) | (false, false) => found.insert(record.key(), (earlier, other)),
                (false, true) => None,
            };
        }
    }
    Ok(found)
}

/// The fields that every answer to a measurement must share.
fn answer(record: &Record) -> impl PartialEq {
    let Record { status, decision, classes_sha256, models, models_sha256, frontier_models, .. } = record.clone();
    (status, decision, classes_sha256, models, models_sha256, frontier_models, record.frontier_models_sha256.clone())
}

/// Copies the verdicts of a board too large for its record.
fn keep_verdicts(record: &Record, file: &RecordFile, store: &ClassStore) -> Result<(), InputError> {
    let Some(hash) = record.classes_sha256.as_ref().filter(|_| record.classes.is_none()) else { return Ok(()) };
    let missing = || format!("the verdicts of {} are not beside it, in `classes`", record.instance);
    let beside = ClassStore::beside(&crate::file_name::path(&file.path));
    let rows = beside.get(hash).or_else(|| store.get(hash)).ok_or_else(|| InputError::whole(&file.path, missing()))?;
    let fail = |e| InputError::whole("classes", format!("verdicts cannot be kept: {e}"));
    store.put(hash, &rows).map_err(fail)
}

/// The merged header: the common fields, the earliest start, every processor.
fn header(files: &[RecordFile], planned: u64) -> RecordHeader {
    let mut header = files[0].header.clone();
    header.minesat_records = SCHEMA;
    header.shard = None;
    header.planned = Some(planned);
    let mut cpus: Vec<&str> = files.iter().map(|f| f.header.machine.cpu.as_str()).collect();
    cpus.sort_unstable();
    cpus.dedup();
    header.machine.cpu = cpus.join(" and ");
    for other in files.iter().map(|f| &f.header) {
        header.jobs = header.jobs.max(other.jobs);
        if other.started < header.started {
            header.started.clone_from(&other.started);
        }
    }
    header
}
