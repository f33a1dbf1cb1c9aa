//! Runs a plan.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;

use rustc_hash::{FxHashMap, FxHashSet};

use super::key::MeasurementKey;
use super::log::{Log, OnExisting};
use super::machine::{self, header, load};
use super::measure::Starter;
use super::plan::BenchPlan;
use super::progress::Progress;
use super::record::{Book, ClassStore, Disagreement, EXPECTED, Record};
use super::row::{self, FinishedRun};
use super::shard::Shard;
use super::subject::Subject;
use super::survey::{InstanceSurvey, Measurement, Tasks};
use crate::input_error::InputError;
use crate::lines::visible;
use crate::process::{is_interrupted, memory_ceiling, on_interrupt, usable_cores};

/// Most times that a measurement is made again because it got too little of the processor.
const MOST_RETRIES: u32 = 2;

/// How a plan is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Path of the record file.
    pub records: PathBuf,
    /// What to do if the record file exists.
    pub start: OnExisting,
    /// Measurements at a time, each on a core of its own. More than one disturbs the times, as they share caches and memory.
    pub jobs: usize,
    /// More measurements at a time than the process has cores: their times are void, and their statuses hold.
    pub oversubscribe: bool,
    /// Seed of the random order in which the engines answer about each board.
    pub seed: u64,
    /// Only this share of the measurements.
    pub shard: Option<Shard>,
    /// The command line, for the header.
    pub command: Vec<String>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Measurements of the plan.
    pub measurements: u64,
    /// Measurements found in the record file.
    pub earlier: u64,
    /// Measurements made now.
    pub made: u64,
    /// A signal ended the run early.
    pub interrupted: bool,
    /// Measurements in which the engine failed, those found in the record file included.
    pub failed: u64,
    /// Measurements whose times do not count, as they got too little of the processor again and again.
    pub starved: usize,
    /// Contradictions, those of earlier records included.
    pub disagreements: Vec<Disagreement>,
    /// Those of them that were reported during the run.
    pub reported: BTreeSet<Disagreement>,
}

/// Runs a plan: checks all its files first, so that bad input writes nothing; opens or resumes the record file; then
/// makes every measurement that is not in it.
///
/// # Errors
/// Bad input, or an unusable record file.
pub fn run(plan: &BenchPlan, options: &RunOptions, progress: &dyn Progress) -> Result<Summary, InputError> {
    let survey = InstanceSurvey::of(plan, options.shard)?;
    let cores = cores(options)?;
    let tasks = Mutex::new(survey.tasks(plan, options.seed));
    // Until here there is nothing to lose: a signal ends the process.
    on_interrupt();
    let header = header(machine::Made {
        title: plan.title.clone(),
        question: plan.question.clone(),
        plan: plan.to_json(),
        seed: options.seed,
        jobs: options.jobs,
        shard: options.shard,
        planned: survey.measurements,
        files: survey.files.clone(),
        command: options.command.clone(),
    });
    for what in &header.unenforced {
        progress.note(&format!("on this system {what}"));
    }
    let asked = plan.groups.iter().map(|group| group.memory).max().unwrap_or(0);
    if let Some(most) = memory_ceiling().filter(|&most| most < asked) {
        let limit = "the hard limit of this process on address space (ulimit -H -v)";
        progress.note(&format!("measurements get {most} bytes of memory, which is {limit}, instead of {asked}"));
    }
    let starter = Starter::new().map_err(|e| InputError::whole("minesat", format!("cannot start itself: {e}")))?;
    let (log, earlier) = Log::open(&options.records, &header, options.start, survey.measurements)?;
    let mut state = State::new(log, Book::new(ClassStore::beside(&options.records)));
    earlier.records.iter().for_each(|record| state.remember(record));

    progress.begin(survey.measurements, earlier.records.len() as u64);
    let state = Mutex::new(state);
    thread::scope(|scope| {
        for job in 0..options.jobs.max(1) {
            let core = (!cores.is_empty()).then(|| cores[job % cores.len()]);
            let (tasks, state, starter) = (&tasks, &state, &starter);
            scope.spawn(move || worker(tasks, state, starter, core, progress));
        }
    });
    // Times that the machine spoiled are measured again, one at a time, when all else is done.
    for _ in 0..MOST_RETRIES {
        let again = std::mem::take(&mut state.lock().unwrap_or_else(PoisonError::into_inner).again);
        if again.is_empty() || is_interrupted() {
            break;
        }
        let tasks: Mutex<Tasks<'_>> =
            Mutex::new(Box::new(survey.tasks(plan, options.seed).filter(move |task| match task {
                Ok(task) => again.contains(&task.key()),
                Err(_) => true,
            })));
        worker(&tasks, &state, &starter, cores.first().copied(), progress);
    }
    progress.end();

    let mut state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.log.finish()?;
    match state.error.take() {
        Some(error) => Err(error),
        None => Ok(Summary {
            measurements: survey.measurements,
            earlier: earlier.records.len() as u64,
            made: state.made,
            interrupted: is_interrupted(),
            failed: state.failed,
            starved: state.starved.len(),
            reported: std::mem::take(&mut state.reported),
            disagreements: state.all_disagreements(),
        }),
    }
}

/// The cores that the measurements run on.
///
/// # Errors
/// Fewer than measurements at a time.
fn cores(options: &RunOptions) -> Result<Vec<usize>, InputError> {
    let cores = usable_cores();
    if !cores.is_empty() && options.jobs > cores.len() && !options.oversubscribe {
        let message = format!(
            "{} at a time on {} cores would measure how they disturb each other; at most --jobs {}, or --oversubscribe for \
             statuses and answers alone",
            options.jobs,
            cores.len(),
            cores.len()
        );
        return Err(InputError::whole("--jobs", message));
    }
    Ok(cores)
}

/// Makes measurements until none are left, something fails, or the run is interrupted.
fn worker(
    tasks: &Mutex<Tasks<'_>>,
    state: &Mutex<State>,
    starter: &Starter,
    core: Option<usize>,
    progress: &dyn Progress,
) {
    while let Some(task) = next(tasks, state) {
        progress.measuring(&format!(
            "{} {} {}",
            task.subject.instance.shown(),
            visible(&task.job.engine),
            task.job.query.name()
        ));
        let load = load();
        let done = starter.measure(&task.subject.line, &task.job, core);
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = match done {
            Ok(None) => return,
            Ok(Some((measured, ended))) => {
                let attempts_before = state.attempts(&task.key());
                state.keep(&task, FinishedRun { measured, ended, core, load, attempts_before }, progress)
            }
            Err(e) => Err(InputError::whole("minesat measure", format!("cannot be started: {e}"))),
        };
        if let Err(error) = kept {
            state.error.get_or_insert(error);
            return;
        }
        progress.measured();
    }
}

/// The next measurement that has not been made.
fn next(tasks: &Mutex<Tasks<'_>>, state: &Mutex<State>) -> Option<Measurement> {
    let mut tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if is_interrupted() {
            return None;
        }
        let task = tasks.next()?;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        match task {
            _ if state.error.is_some() => return None,
            Err(error) => state.error = Some(error),
            Ok(task) if state.log.has(&task.key()) && !state.retries(&task.key()) => {}
            Ok(task) => return Some(task),
        }
    }
}

/// State shared by the workers.
struct State {
    log: Log,
    book: Book,
    /// Contradictions to expected answers in earlier records.
    conflicts: Vec<Disagreement>,
    /// Attempts at the measurements whose times do not count.
    starved: FxHashMap<MeasurementKey, u32>,
    /// Those of them that are made again.
    again: FxHashSet<MeasurementKey>,
    reported: BTreeSet<Disagreement>,
    made: u64,
    failed: u64,
    error: Option<InputError>,
}

impl State {
    fn new(log: Log, book: Book) -> Self {
        State {
            log,
            book,
            conflicts: Vec::new(),
            starved: FxHashMap::default(),
            again: FxHashSet::default(),
            reported: BTreeSet::new(),
            made: 0,
            failed: 0,
            error: None,
        }
    }

    /// Attempts so far at a measurement whose times do not count; 0 if they do.
    fn attempts(&self, key: &MeasurementKey) -> u32 {
        self.starved.get(key).copied().unwrap_or(0)
    }

    /// True if a measurement is made again.
    fn retries(&self, key: &MeasurementKey) -> bool {
        (1..=MOST_RETRIES).contains(&self.attempts(key))
    }

    /// Notes whether a measurement is to be made again.
    fn note_starved(&mut self, record: &Record) {
        let key = record.key();
        if record.starved {
            self.starved.insert(key, record.attempts_before + 1);
            if self.retries(&key) {
                self.again.insert(key);
            }
        } else {
            self.starved.remove(&key);
        }
    }

    /// Adds an earlier record.
    fn remember(&mut self, record: &Record) {
        self.note_starved(record);
        self.book.add(record);
        self.failed += u64::from(record.status == "error");
        self.conflicts.extend(record.conflict.as_ref().map(|what| Disagreement {
            instance: record.instance.clone(),
            one: format!("{} {}", record.engine, record.query),
            other: EXPECTED.into(),
            what: what.clone(),
        }));
    }

    /// Makes a record of a measurement, judges it by all others, and appends it.
    fn keep(&mut self, task: &Measurement, made: FinishedRun, progress: &dyn Progress) -> Result<(), InputError> {
        let mut record = row::record(task, made, self.book.store())?;
        let is_new = record.attempts_before == 0;
        let before = self.book.disagreements.len();
        judge(&mut self.book, &task.subject, &mut record);
        for found in &self.book.disagreements[before..] {
            progress.note(&format!("disagreement: {}", visible(&found.to_string())));
            self.reported.insert(found.clone());
        }
        self.log.append(&record)?;
        self.note_starved(&record);
        if is_new {
            self.made += 1;
            self.failed += u64::from(record.status == "error");
        }
        Ok(())
    }

    /// All contradictions, each once, in a fixed order.
    fn all_disagreements(self) -> Vec<Disagreement> {
        let mut all = self.conflicts;
        all.extend(self.book.disagreements);
        all.sort();
        all.dedup();
        all
    }
}

/// Adds a record to the book and judges it by the answers there.
pub fn judge(book: &mut Book, subject: &Subject, record: &mut Record) {
    if let Some(expected) = &subject.instance.expected {
        book.expect(&subject.board_sha256, &subject.instance.name, super::expected::claim(expected));
    }
    book.add(record);
    record.conflict = book.against_expected(record);
    record.category = book.judge(record);
}
