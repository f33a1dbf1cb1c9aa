//! Asks the engines about candidates.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

use super::error::HardestError;
use super::objective::BoardEffort;
use super::plan::HardestPlan;
use super::planted::EvolvedBoard;
use crate::answer::{Answer, ask};
use crate::board::Board;
use crate::engine::{Counter, Engine, Limits, Stop, Verdict, build, live, parse};
use crate::grid::Grid;
use crate::suite::structure;

/// Why a candidate has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoEffort {
    /// An engine needed more than the limit of effort: the same on every machine.
    Limit,
    /// An engine does not take the board: the same on every machine.
    Unsupported,
    /// An engine did not observe its counter: the same on every machine.
    Uncounted,
    /// The limit of time, which other machines may keep.
    Time,
    /// The limit of memory, which other machines may keep.
    Memory,
}

impl NoEffort {
    /// All of them, with what they are in words.
    pub const ALL: [(NoEffort, &str); 5] = [
        (NoEffort::Limit, "above the limit of effort"),
        (NoEffort::Unsupported, "not supported by the engine"),
        (NoEffort::Uncounted, "without the counter"),
        (NoEffort::Time, "stopped by time"),
        (NoEffort::Memory, "stopped by memory"),
    ];
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CandidateOutcome {
    /// It has numbers.
    Measured(BoardEffort),
    /// It is void.
    Void(NoEffort),
}

/// The engines of a plan.
pub struct CandidateJudge<'a> {
    plan: &'a HardestPlan,
    engines: Vec<Box<dyn Engine>>,
}

impl CandidateJudge<'_> {
    /// Builds the engines. From now on this process counts what costs time to count.
    ///
    /// # Errors
    /// An engine does not exist.
    pub fn new(plan: &HardestPlan) -> Result<CandidateJudge<'_>, HardestError> {
        live::show();
        let engines = plan.specs().map(|spec| build(spec)).collect::<Result<_, _>>()?;
        Ok(CandidateJudge { plan, engines })
    }

    /// Whether an engine starts programs, whose processor time is known only when they have ended.
    pub fn starts_programs(&self) -> bool {
        let starts = |spec: &String| parse(spec).is_ok_and(|spec| (spec.row.starts_program)(&spec.chosen));
        self.plan.specs().any(starts)
    }

    /// The unit of an engine's effort (0: the engine, 1: the other), in the plural.
    pub fn unit(&self, engine: usize) -> &'static str {
        if let Some(counter) = self.plan.counter {
            return counter.name();
        }
        let engine = self.engines[engine].as_ref();
        // Which counter a family shows may depend on the options; an engine shows it on any board.
        let board = Board::covered(Grid { rows: 1, cols: 1 }, None);
        let stats = ask(engine, &board, self.plan.query, Limits::default()).stats;
        engine.family().effort_of(&stats).map_or("", |(_, unit)| unit)
    }

    /// Measures a candidate. The answers are checked against each other and against the mines of the candidate.
    ///
    /// # Errors
    /// An engine failed, or its answer is wrong.
    pub fn measure(&self, candidate: &EvolvedBoard) -> Result<CandidateOutcome, HardestError> {
        let board = candidate.board();
        let mut efforts = [None; 2];
        let mut first: Option<Answer> = None;
        for (place, engine) in self.engines.iter().enumerate() {
            let answer = self.asked(engine.as_ref(), place, &board)?;
            let effort = match self.effort(engine.as_ref(), &answer) {
                Ok(effort) => effort,
                Err(None) => return Err(self.fault(place, &stopped(&answer), &board)),
                Err(Some(none)) => return Ok(CandidateOutcome::Void(none)),
            };
            if candidate.keeps_field() && contradicts(&answer, candidate) {
                return Err(self.fault(place, "a wrong answer: the board has a solution that it excludes", &board));
            }
            efforts[place] = Some(effort);
            match &first {
                Some(before) if differ(before, &answer, [0, place].map(|e| self.engines[e].is_complete())) => {
                    return Err(self.fault(place, &format!("another answer than {}", self.plan.engine), &board));
                }
                Some(_) => {}
                None => first = Some(answer),
            }
        }
        let [engine, other] = efforts;
        let width = self.plan.objective.needs_width.then(|| structure(&board)["tree_width"].as_u64()).flatten();
        Ok(CandidateOutcome::Measured(BoardEffort { engine: engine.unwrap_or(0), other, width }))
    }

    fn asked(&self, engine: &dyn Engine, place: usize, board: &Board) -> Result<Answer, HardestError> {
        let limits = self.plan.limits;
        let limits = Limits { time: Some(limits.time), nodes: Some(limits.effort), memory: Some(limits.memory) };
        let asked = catch_unwind(AssertUnwindSafe(|| ask(engine, board, self.plan.query, limits)));
        asked.map_err(|_| self.fault(place, "a panic", board))
    }

    /// The effort of an answer; else why there is none, and nothing where the engine failed.
    fn effort(&self, engine: &dyn Engine, answer: &Answer) -> Result<u64, Option<NoEffort>> {
        match &answer.found {
            Ok(_) => {}
            Err(Stop::Failed(_)) => return Err(None),
            Err(Stop::Nodes) => return Err(Some(NoEffort::Limit)),
            Err(Stop::Unsupported(_)) => return Err(Some(NoEffort::Unsupported)),
            Err(Stop::Timeout | Stop::Interrupted) => return Err(Some(NoEffort::Time)),
            Err(Stop::Memory) => return Err(Some(NoEffort::Memory)),
        }
        let family = engine.family().effort_of(&answer.stats).map(|(effort, _)| effort);
        // Engines that cannot be stopped at a number of nodes have answered, and are judged by it all the same.
        if family.is_some_and(|effort| effort > self.plan.limits.effort) {
            return Err(Some(NoEffort::Limit));
        }
        let counted = |counter: Counter| answer.stats.get(counter);
        self.plan.counter.map_or(family, counted).ok_or(Some(NoEffort::Uncounted))
    }

    fn fault(&self, place: usize, what: &str, board: &Board) -> HardestError {
        let spec = if place == 0 { Some(&self.plan.engine) } else { self.plan.against.as_ref() };
        HardestError::Fault(format!("{}: {what}, on this board:\n{board}", spec.map_or("", |spec| spec)))
    }
}

fn stopped(answer: &Answer) -> String {
    answer.found.as_ref().err().map(ToString::to_string).unwrap_or_default()
}

/// Whether an answer excludes the mines of a candidate, which are a solution of its board.
fn contradicts(answer: &Answer, candidate: &EvolvedBoard) -> bool {
    let excludes = |(variable, verdict): (usize, &Verdict)| {
        let mine = candidate.mines[answer.map.cells[variable] as usize];
        *verdict == if mine { Verdict::Safe } else { Verdict::Mine }
    };
    answer.status() == "inconsistent"
        || answer.verdicts().is_some_and(|verdicts| verdicts.iter().enumerate().any(excludes))
}

/// Whether two answers contradict each other; an incomplete engine may leave things open.
fn differ(one: &Answer, other: &Answer, complete: [bool; 2]) -> bool {
    if !complete.contains(&true) {
        return false;
    }
    if complete == [true, true] && one.status() != other.status() {
        return true;
    }
    if let (Some(one), Some(other)) = (one.models(), other.models())
        && one != other
    {
        return true;
    }
    let known = |verdict: Verdict| verdict != Verdict::Unknown;
    match (one.verdicts(), other.verdicts()) {
        (Some(one), Some(other)) => {
            one.iter().zip(&other).any(|(&one, &other)| known(one) && known(other) && one != other)
        }
        _ => false,
    }
}
