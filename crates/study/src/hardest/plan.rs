//! What a search is given.

use std::time::Duration;

use super::error::HardestError;
use super::objective::{BoardEffort, Objective, RatioTerms};
use crate::answer::Query;
use crate::engine::{Counter, build};
use crate::generate::Params;

/// A search. Equal plans give equal boards on every machine, unless limits of time or memory voided candidates.
#[derive(Clone)]
pub struct HardestPlan {
    /// Specification of the engine that the boards are to be hard for.
    pub engine: String,
    /// The engine that it is compared with.
    pub against: Option<String>,
    /// The question to both.
    pub query: Query,
    /// What is to be large.
    pub objective: &'static Objective,
    /// What two engines are compared by.
    pub terms: RatioTerms,
    /// The counter that stands for the effort of both engines; None: the effort of their families.
    pub counter: Option<Counter>,
    /// The family `scatter` with the size of the boards and what the starts are drawn with.
    pub starts: Params,
    /// Whether one clue may be wrong by one, which reaches boards without a solution.
    pub near_miss: bool,
    /// Candidates after the starts.
    pub steps: u64,
    /// Decides everything else.
    pub seed: u64,
    /// Boards that evolve beside each other; each has a start of its own.
    pub lines: usize,
    /// Most boards in the archive.
    pub keep: usize,
    /// Limits of an engine on a candidate.
    pub limits: CandidateLimits,
}

/// Limits of an engine on a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidateLimits {
    /// Most nodes, and most effort.
    pub effort: u64,
    /// Processor time.
    pub time: Duration,
    /// Bytes.
    pub memory: u64,
}

impl HardestPlan {
    /// Checks what does not depend on a board.
    ///
    /// # Errors
    /// An engine does not exist, or the objective lacks an engine or its factor.
    pub fn check(&self) -> Result<(), HardestError> {
        for spec in self.specs() {
            build(spec)?;
        }
        if self.objective.compares && self.against.is_none() {
            return Err(HardestError::NoOther(self.objective.name));
        }
        let is_factor = |factor: f64| factor.is_finite() && factor >= 1.0;
        match self.terms.factor {
            Some(factor) if self.objective.has_factor && is_factor(factor) => Ok(()),
            None if !self.objective.has_factor => Ok(()),
            _ => Err(HardestError::Factor),
        }
    }

    /// The place of a board in the search, larger is better.
    pub fn rank(&self, effort: &BoardEffort, covered: u64) -> f64 {
        (self.objective.rank)(effort, covered, &self.terms)
    }

    /// The number of a board that people see.
    pub fn shown(&self, effort: &BoardEffort, covered: u64) -> f64 {
        (self.objective.shown)(effort, covered, &self.terms)
    }

    /// The specifications of its engines.
    pub fn specs(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.engine).chain(&self.against)
    }

    /// The command that makes this search, with all that decides its result.
    pub fn command(&self) -> String {
        let mut words = format!("minesat hardest -e {}", self.engine);
        if let Some(other) = &self.against {
            words += &format!(" --against {other} --floor {}", self.terms.floor);
        }
        match self.terms.factor {
            Some(factor) => words += &format!(" --smallest {factor}"),
            None => words += &format!(" --objective {}", self.objective.name),
        }
        if let Some(counter) = self.counter {
            words += &format!(" --counter {}", counter.name());
        }
        if self.near_miss {
            words += " --near-miss";
        }
        let CandidateLimits { effort, time, memory } = self.limits;
        let HardestPlan { query, steps, seed, lines, keep, .. } = self;
        words += &format!(
            " -q {}{} --steps {steps} --seed {seed} --lines {lines} --keep {keep} --nodes {effort} -t {} --memory {memory}",
            query.name(),
            self.starts.flags(),
            time.as_secs_f64()
        );
        words
    }

    /// The beginning of the names of its boards.
    pub fn name(&self) -> String {
        let plain = |spec: &str| spec.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let against = self.against.as_ref().map_or(String::new(), |other| format!("-against-{}", plain(other)));
        let (rows, cols) = (self.starts.whole("rows"), self.starts.whole("cols"));
        let objective = if self.objective.name == "effort" || self.objective.name == "ratio" {
            String::new()
        } else {
            format!("-{}", self.objective.name)
        };
        format!("hardest-{}{against}{objective}-{rows}x{cols}-s{}", plain(&self.engine), self.seed)
    }
}
