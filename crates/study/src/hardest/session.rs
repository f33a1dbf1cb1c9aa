//! A search from its beginning, or from where an interruption or a kill left it, to its end.
//!
//! Candidates are judged in copies of this process, some hundreds or thousands in each: a copy can be ended at a limit that an
//! engine does not obey, and the candidate is void. What is kept are the outcomes; the boards follow from them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::HardestError;
use super::evolve::BoardEvolution;
use super::measure::{CandidateJudge, CandidateOutcome, NoEffort};
use super::plan::{CandidateLimits, HardestPlan};
use crate::process::clock::count_processor_time;
use crate::process::{Finish, Over, guarded, is_interrupted, watch};
use crate::study::UnderWay;

/// Wall time after which a copy hands over its outcomes.
const PART: Duration = Duration::from_secs(2);

/// Most outcomes of a copy.
const MOST: usize = 5000;

/// The outcomes of some candidates, in their order.
type Part = Vec<CandidateOutcome>;

/// A search whose end has been reached, and its journal.
pub struct FinishedEvolution<'a> {
    /// The search.
    pub evolution: BoardEvolution<'a>,
    /// The unit of the engine's effort and of the other's, in the plural.
    pub units: Vec<&'static str>,
    journal: UnderWay<Part>,
}

impl FinishedEvolution<'_> {
    /// Removes the journal: the result is written.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn finish(self) -> Result<(), HardestError> {
        Ok(self.journal.finish()?)
    }
}

/// The journal of the search that writes this file.
fn journal_of(output: &Path) -> PathBuf {
    let mut path = output.as_os_str().to_os_string();
    path.push(".under-way");
    path.into()
}

/// Runs a search to its end; None if interrupted. `output` is the file that will have its boards; the journal is beside it.
/// This process must have one thread. `shown` is called now and then.
///
/// # Errors
/// The plan does not fit together; the journal is one of another run, or cannot be written; an engine failed.
pub fn evolve<'a>(
    plan: &'a HardestPlan,
    output: &Path,
    shown: &dyn Fn(&BoardEvolution),
) -> Result<Option<FinishedEvolution<'a>>, HardestError> {
    let mut evolution = BoardEvolution::new(plan)?;
    let judge = CandidateJudge::new(plan)?;
    let units = (0..plan.specs().count()).map(|engine| judge.unit(engine)).collect();
    let mut journal: UnderWay<Part> = UnderWay::open(&journal_of(output), plan.command(), &[])?;
    for part in journal.kept() {
        take(&mut evolution, &part)?;
    }
    while evolution.candidate()?.is_some() {
        shown(&evolution);
        let part = part(&evolution, &judge)?;
        journal.add(&part)?;
        take(&mut evolution, &part)?;
        if is_interrupted() {
            return Ok(None);
        }
    }
    Ok(Some(FinishedEvolution { evolution, units, journal }))
}

/// Gives a search the outcomes of its next candidates.
fn take(evolution: &mut BoardEvolution, part: &Part) -> Result<(), HardestError> {
    for &outcome in part {
        if let Some(candidate) = evolution.candidate()? {
            evolution.judge(candidate, outcome);
        }
    }
    Ok(())
}

/// The outcomes of the next candidates, at least of one.
fn part(evolution: &BoardEvolution, judge: &CandidateJudge) -> Result<Part, HardestError> {
    let CandidateLimits { time, memory, .. } = evolution.plan().limits;
    // Candidates by their place in the part whose copy had to be ended.
    let mut ended = BTreeMap::new();
    loop {
        let (steps, finish) = guarded((Some(time), Some(memory)), |guard| {
            if !judge.starts_programs() {
                count_processor_time();
            }
            let judged = judged(evolution.clone(), judge, &ended, time, &mut || guard.step());
            serde_json::to_vec(&judged.map_err(|error| error.to_string())).unwrap_or_default()
        })
        .map_err(HardestError::Copy)?;
        let why = match finish {
            Finish::Note(note) => {
                let judged: Result<Part, String> =
                    serde_json::from_slice(&note).map_err(|e| HardestError::Copy(e.into()))?;
                return judged.map_err(HardestError::Fault);
            }
            Finish::Over(Over::Time) => NoEffort::Time,
            Finish::Over(Over::Memory) => NoEffort::Memory,
            Finish::Died(how) => {
                let step = evolution.step() + steps as u64 + 1;
                return Err(HardestError::Fault(format!("an engine died at or before step {step}: {how}")));
            }
        };
        ended.insert(steps, CandidateOutcome::Void(why));
    }
}

/// Judges the next candidates one by one, and says so after each.
fn judged(
    mut evolution: BoardEvolution,
    judge: &CandidateJudge,
    ended: &BTreeMap<usize, CandidateOutcome>,
    time: Duration,
    said: &mut dyn FnMut(),
) -> Result<Part, HardestError> {
    let begun = Instant::now();
    let mut part = Part::new();
    // An error of the search itself shows in the waiting process.
    while let Ok(Some(candidate)) = evolution.candidate() {
        let outcome = match ended.get(&part.len()) {
            Some(&outcome) => outcome,
            None => {
                watch::begin(Some(time));
                judge.measure(&candidate)?
            }
        };
        evolution.judge(candidate, outcome);
        part.push(outcome);
        said();
        if part.len() == MOST || begun.elapsed() > PART || is_interrupted() {
            break;
        }
    }
    Ok(part)
}
