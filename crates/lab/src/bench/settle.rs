//! Finds the expected answer of an instance: the facts on which at least two engine families agree.

use std::time::Duration;

use super::measure::{Job, Measured, Starter};
use super::record::{Book, ClassStore, Disagreement, Record, family_of, sha256};
use super::subject::Subject;
use super::survey::Measurement;
use super::{expected, plan, row};
use crate::answer::Query;
use crate::engine::build;
use crate::input_error::InputError;
use crate::instance::{Expected, Instance};
use crate::spec::SpecError;

/// Longest number written into an instance file; longer ones are given by their hash.
pub const MOST_DIGITS: usize = super::measure::MOST_DIGITS;
/// Most cells of a board whose verdicts are written out; those of larger ones are given by hash.
pub const MOST_SETTLED_CELLS: usize = 40_000;

/// The queries and the engines.
#[derive(Clone, Debug)]
pub struct Settler {
    starter: Starter,
    jobs: Vec<Job>,
}

/// The result for one instance.
#[derive(Clone, Debug)]
pub struct Settled {
    /// Facts agreed on, with those known before; None if there are none, or any disagreement.
    pub expected: Option<Expected>,
    /// Contradictions between the answers, or to the known answer.
    pub disagreements: Vec<Disagreement>,
    /// Statuses of the runs that gave no answer: `engine query status`.
    pub unanswered: Vec<String>,
    /// Engine, whether it answered, and effort of every run, in the order of the engines and queries.
    pub efforts: Vec<(String, bool, Option<u64>)>,
}

/// One answer with the facts in it that two engines can agree on.
struct Voice {
    engine: String,
    complete: bool,
    measured: Measured,
}

/// Why engines settle nothing.
#[derive(Debug, thiserror::Error)]
pub enum NoSettler {
    /// No such engine.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// Engines of one family, which may have one fault.
    #[error("an expected answer needs engines of at least two families")]
    OneFamily,
    /// The program cannot be started again.
    #[error("cannot start itself: {0}")]
    Start(#[from] std::io::Error),
}

impl Settler {
    /// Runs these engines on all queries.
    ///
    /// # Errors
    /// An unknown engine, or engines of one family only.
    pub fn new(engines: &[String], timeout: Duration, memory: u64) -> Result<Self, NoSettler> {
        Self::asking(engines, &plan::QUERIES, timeout, memory)
    }

    /// Runs these engines on some queries.
    ///
    /// # Errors
    /// As [`Settler::new`].
    pub fn asking(engines: &[String], queries: &[Query], timeout: Duration, memory: u64) -> Result<Self, NoSettler> {
        let mut jobs = Vec::new();
        for spec in engines {
            let complete = build(spec)?.is_complete();
            jobs.extend(queries.iter().map(|&query| Job {
                engine: spec.clone(),
                complete,
                query,
                timeout,
                wall: timeout.saturating_mul(plan::WALL_FACTOR),
                memory,
            }));
        }
        if engines.iter().all(|e| family_of(e) == family_of(&engines[0])) {
            return Err(NoSettler::OneFamily);
        }
        let starter = Starter::new()?;
        Ok(Settler { starter, jobs })
    }

    /// Settles one instance; None if interrupted. A known answer is checked, and kept if no new agreement is found.
    ///
    /// # Errors
    /// A child cannot be started.
    pub fn settle(&self, instance: &Instance, file: &str) -> Result<Option<Settled>, InputError> {
        let subject = std::sync::Arc::new(Subject::new(instance.clone(), file, "", None));
        // Verdicts of large boards are needed only while this instance is settled.
        let mut book = Book::new(ClassStore::nowhere());
        let mut voices = Vec::new();
        let (mut unanswered, mut efforts) = (Vec::new(), Vec::new());
        if let Some(known) = &instance.expected {
            book.expect(&subject.board_sha256, &instance.name, expected::claim(known));
        }
        for job in &self.jobs {
            let done = self.starter.measure(&subject.line, job, None);
            let done = done.map_err(|e| InputError::whole("minesat measure", format!("cannot be started: {e}")))?;
            let Some((measured, ended)) = done else { return Ok(None) };
            let task = Measurement { subject: subject.clone(), job: job.clone(), run: 1 };
            let mut record: Record = row::record(
                &task,
                row::FinishedRun { measured: measured.clone(), ended, core: None, load: None, attempts_before: 0 },
                book.store(),
            )?;
            record.classes.clone_from(&measured.classes);
            book.add(&record);
            efforts.push((job.engine.clone(), record.is_answered(), measured.effort));
            match record.is_answered() {
                true => voices.push(Voice { engine: job.engine.clone(), complete: job.complete, measured }),
                false => unanswered.push(format!("{} {} {}", job.engine, job.query.name(), record.status)),
            }
        }
        let expected = book.disagreements.is_empty().then(|| agreed(&voices, instance.expected.clone()));
        Ok(Some(Settled { expected: expected.flatten(), disagreements: book.disagreements, unanswered, efforts }))
    }
}

/// The facts that engines of two families state, written over the known ones.
fn agreed(voices: &[Voice], known: Option<Expected>) -> Option<Expected> {
    let mut expected = known.clone().unwrap_or_default();
    let mut engines: Vec<&str> = Vec::new();
    // Among voices that state a fact and do not contradict each other, two families are needed.
    let mut stated = |states: &dyn Fn(&Voice) -> bool| -> Option<usize> {
        let who: Vec<usize> = (0..voices.len()).filter(|&i| states(&voices[i])).collect();
        let first = *who.first()?;
        let family = |i: usize| family_of(&voices[i].engine);
        if who.iter().all(|&i| family(i) == family(first)) {
            return None;
        }
        engines.extend(who.iter().map(|&i| voices[i].engine.as_str()));
        Some(first)
    };
    let states_status = |v: &Voice| {
        let m = &v.measured;
        m.status == "inconsistent" || m.decision.as_deref().map_or(v.complete, |d| d == "consistent")
    };
    let mut restated = [false; 3];
    if let Some(i) = stated(&states_status) {
        restated[0] = true;
        expected.status = Some(voices[i].measured.status.clone());
    }
    if let Some(i) = stated(&|v| v.measured.models.is_some()) {
        restated[1] = true;
        let found = voices[i].measured.models.as_ref();
        expected.models = found.and_then(|t| t.decimal.clone()).filter(|d| d.len() <= MOST_DIGITS);
        expected.models_sha256 = found.filter(|_| expected.models.is_none()).map(|t| t.sha256.clone());
    }
    let whole = |v: &Voice| v.measured.classes.as_ref().filter(|rows| !rows.iter().any(|r| r.contains('u'))).cloned();
    if let Some(i) = stated(&|v| whole(v).is_some()) {
        restated[2] = true;
        let rows = whole(&voices[i]).unwrap_or_default();
        let cells: usize = rows.iter().map(String::len).sum();
        expected.classes_sha256 = (cells > MOST_SETTLED_CELLS).then(|| sha256(rows.join("\n").as_bytes()));
        expected.classes = (cells <= MOST_SETTLED_CELLS).then_some(rows);
    }
    if engines.is_empty() {
        return known;
    }
    // In the order asked, without duplicates; after those that stated the kept facts.
    let stays = [
        known.as_ref().is_some_and(|k| k.status.is_some()) && !restated[0],
        known.as_ref().is_some_and(|k| k.models.is_some() || k.models_sha256.is_some()) && !restated[1],
        known.as_ref().is_some_and(|k| k.classes.is_some() || k.classes_sha256.is_some()) && !restated[2],
    ];
    if !stays.contains(&true) {
        expected.engines.clear();
    }
    for voice in voices {
        if engines.contains(&voice.engine.as_str()) && !expected.engines.contains(&voice.engine) {
            expected.engines.push(voice.engine.clone());
        }
    }
    Some(expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::measure::ReportedNumber;

    fn voice(engine: &str, models: &str, rows: Option<&[&str]>) -> Voice {
        let found = ReportedNumber {
            decimal: Some(models.into()),
            digits: models.len() as u64,
            sha256: sha256(models.as_bytes()),
        };
        Voice {
            engine: engine.into(),
            complete: true,
            measured: Measured {
                status: "ok".into(),
                complete: true,
                models: Some(found).filter(|_| !models.is_empty()),
                classes: rows.map(|rows| rows.iter().map(|r| (*r).to_string()).collect()),
                ..Measured::default()
            },
        }
    }

    #[test]
    fn a_fact_needs_two_families() {
        let found = agreed(&[voice("a", "5", Some(&["so"])), voice("b:x", "5", None)], None).unwrap();
        assert_eq!((found.status.as_deref(), found.models.as_deref()), (Some("ok"), Some("5")));
        assert_eq!((found.classes, found.engines), (None, vec!["a".to_string(), "b:x".to_string()]));
        assert_eq!(agreed(&[voice("a:x", "5", None), voice("a:y", "5", None)], None), None);
    }

    #[test]
    fn what_is_known_stays_where_nothing_new_is_agreed_on() {
        let known = Expected { models: Some("5".into()), engines: vec!["z".into()], ..Expected::default() };
        assert_eq!(agreed(&[voice("a", "5", None)], Some(known.clone())), Some(known.clone()));
        let found = agreed(&[voice("a", "", Some(&["s"])), voice("b", "", Some(&["s"]))], Some(known)).unwrap();
        assert_eq!((found.models.as_deref(), found.classes), (Some("5"), Some(vec!["s".to_string()])));
        // The engines that counted the models are still named, beside those that found the classes.
        assert_eq!(found.engines, ["z", "a", "b"]);
    }

    #[test]
    fn partial_verdicts_state_nothing() {
        let voices = [voice("a", "", Some(&["su"])), voice("b", "", Some(&["so"])), voice("a", "", Some(&["so"]))];
        assert_eq!(agreed(&voices, None).unwrap().classes, Some(vec!["so".to_string()]));
        assert_eq!(agreed(&voices[..2], None).unwrap().classes, None);
    }
}
