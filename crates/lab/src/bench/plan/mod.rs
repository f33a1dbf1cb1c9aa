//! Plans: which engines answer which queries on which instances, within which limits.

mod engines;
mod error;
mod only;
mod read;
mod spelled;

use std::path::PathBuf;
use std::time::Duration;

use crate::answer::Query;

pub use engines::{expand, expand_all, split, unlabelled};
pub use error::PlanError;
pub use only::Only;
#[cfg(feature = "schema")]
pub use read::plan_schema;
pub use read::{parse_plan, read_plan};

/// Default time limit of a measurement, processor time.
pub const TIMEOUT: Duration = Duration::from_secs(10);
/// Least wall limit of a measurement, in time limits: a process that gets a tenth of a core still decides its status by its
/// processor time.
pub const WALL_FACTOR: u32 = 10;
/// Default memory limit of a measurement.
pub const MEMORY: u64 = 2 << 30;
/// Least memory limit: a process needs some to start.
pub const LEAST_MEMORY: u64 = 64 << 20;
/// Default queries; a count includes the number of models.
pub const QUERIES: [Query; 3] = [Query::Decide, Query::Classify, Query::Count];

/// A plan: groups, each with instances, engines and limits of its own, so that slow engines can be
/// given small boards only.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchPlan {
    /// Title of the report on the records.
    pub title: String,
    /// The question that the report answers, if the plan asks one.
    pub question: Option<String>,
    /// Folder for records and report, if the plan names one.
    pub results: Option<PathBuf>,
    /// In the order in which they are measured, if no seed shuffles the measurements.
    pub groups: Vec<PlanGroup>,
}

/// Every engine answers every query on every instance.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanGroup {
    /// Instance files, relative to the working directory, or `builtin:NAME` as [`InstanceReader::open`] takes it.
    ///
    /// [`InstanceReader::open`]: crate::instance::InstanceReader::open
    pub instances: Vec<String>,
    /// Engine specifications, without duplicates.
    pub engines: Vec<String>,
    /// At least one, without duplicates.
    pub queries: Vec<Query>,
    /// Time limit of one measurement: processor time, above 0.
    pub timeout: Duration,
    /// Wall limit of one measurement, at least [`WALL_FACTOR`] time limits; None = exactly these.
    pub wall: Option<Duration>,
    /// Memory limit of one measurement, bytes; at least [`LEAST_MEMORY`].
    pub memory: u64,
    /// Repetitions, 1 or more.
    pub runs: u32,
    /// Which instances of the files are measured.
    pub only: Only,
}

/// Settings given on the command line; each replaces the plan's in all groups, except `only`, which narrows it.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Instance files; empty = those of the plan.
    pub instances: Vec<String>,
    /// Words as for [`expand`]; empty = the engines of the plan.
    pub engines: Vec<String>,
    /// Without duplicates; empty = those of the plan.
    pub queries: Vec<Query>,
    /// Time limit of one measurement, processor time; None = that of the plan.
    pub timeout: Option<Duration>,
    /// Wall limit of one measurement; None = that of the plan, and the least if another time limit is given.
    pub wall: Option<Duration>,
    /// Memory limit of one measurement, bytes; None = that of the plan.
    pub memory: Option<u64>,
    /// Repetitions; None = those of the plan.
    pub runs: Option<u32>,
    /// Restrictions `key=value`, as for [`Only::add`].
    pub only: Vec<String>,
}

impl BenchPlan {
    /// A plan of one group with every default.
    pub fn new(title: &str) -> Self {
        let group = PlanGroup {
            instances: Vec::new(),
            engines: expand("all").expect("the word for every engine"),
            queries: QUERIES.to_vec(),
            timeout: TIMEOUT,
            wall: None,
            memory: MEMORY,
            runs: 1,
            only: Only::default(),
        };
        BenchPlan { title: title.into(), question: None, results: None, groups: vec![group] }
    }

    /// Replaces settings in all groups.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn apply(&mut self, overrides: &Overrides) -> Result<(), PlanError> {
        let engines = expand_all(&overrides.engines)?;
        let mut only = Only::default();
        overrides.only.iter().try_for_each(|text| only.add(text))?;
        for group in &mut self.groups {
            if !overrides.instances.is_empty() {
                group.instances.clone_from(&overrides.instances);
            }
            if !engines.is_empty() {
                group.engines.clone_from(&engines);
            }
            if !overrides.queries.is_empty() {
                group.queries.clone_from(&overrides.queries);
            }
            if let Some(timeout) = overrides.timeout {
                (group.timeout, group.wall) = (timeout, None);
            }
            group.wall = overrides.wall.or(group.wall);
            group.memory = overrides.memory.unwrap_or(group.memory);
            group.runs = overrides.runs.unwrap_or(group.runs);
            group.only.narrow(&only);
            group.check()?;
        }
        Ok(())
    }
}

impl PlanGroup {
    /// The wall limit in force.
    pub fn wall_limit(&self) -> Duration {
        self.wall.unwrap_or(self.timeout.saturating_mul(WALL_FACTOR))
    }

    /// Checks the limits and repetitions.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn check_numbers(&self) -> Result<(), PlanError> {
        if self.memory < LEAST_MEMORY {
            return Err(PlanError::Memory);
        }
        if self.timeout.is_zero() {
            return Err(PlanError::NoTime);
        }
        let least = self.timeout.saturating_mul(WALL_FACTOR);
        if self.wall.is_some_and(|wall| wall < least) {
            return Err(PlanError::Wall(least.as_secs_f64()));
        }
        if self.runs == 0 {
            return Err(PlanError::NoRuns);
        }
        Ok(())
    }

    /// Checks constraints that the types do not express.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn check(&self) -> Result<(), PlanError> {
        self.check_numbers()?;
        if self.engines.is_empty() || self.queries.is_empty() {
            return Err(PlanError::Nothing);
        }
        for (i, query) in self.queries.iter().enumerate() {
            if self.queries[..i].contains(query) {
                return Err(PlanError::QueryTwice(query.name()));
            }
        }
        for (i, file) in self.instances.iter().enumerate() {
            if self.instances[..i].contains(file) {
                return Err(PlanError::FileTwice(file.clone()));
            }
        }
        if let Some(file) = self.instances.iter().find(|f| *f == "-") {
            return Err(PlanError::StandardInput(file.clone()));
        }
        Ok(())
    }
}
