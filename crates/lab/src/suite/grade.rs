//! Grades boards: what engines of four families need for them, their answers, and what the linear relaxation says.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::band::{band_of, median};
use super::structure::structure;
use crate::answer::Query;
use crate::bench::measure::{Job, Starter};
use crate::bench::plan::WALL_FACTOR;
use crate::bench::record::{family_of, sha256};
use crate::bench::revision;
use crate::bench::settle::{NoSettler, Settled, Settler};
use crate::generate::GENERATORS;
use crate::input_error::InputError;
use crate::instance::{Expected, Instance};
use crate::journal::{Journal, RunIdentity};

/// The engines whose median effort is the grade, one of each family that is complete and counts its effort.
pub const GRADERS: [&str; 4] = ["sat:solver=batsat", "search", "frontier", "backtrack"];

/// Further engines that answer, beside the graders; their effort is kept as a feature. All SAT backends of the program stand
/// here or among the graders.
pub const WITNESSES: [&str; 1] = ["sat:solver=varisat"];

/// The engine that solves the linear relaxation, and the share of the time limit that it gets: it is a feature, not a grade.
const RELAXATION: (&str, u32) = ("lp", 5);

/// Limits of every engine on every board.
#[derive(Clone, Copy, Debug)]
pub struct GradingLimits {
    /// Processor time.
    pub time: Duration,
    /// Bytes.
    pub memory: u64,
}

/// What was measured on one board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grade {
    /// SHA-256 of the text of the board.
    pub board: String,
    /// Engine, whether it answered, and its effort, of graders and witnesses.
    pub efforts: Vec<(String, bool, Option<u64>)>,
    /// `infeasible`, `feasible`, or `not solved` within its limits.
    pub relaxation: String,
    /// Covered cells that the bounds of the relaxation decide, where it is feasible.
    pub decided: Option<u64>,
    /// What engines of two families agree on, and what was known before.
    pub expected: Option<Expected>,
    /// Contradictory answers.
    pub disagreements: Vec<String>,
}

/// Grades boards one by one, each once: grades are kept in a file, where the next run finds them.
pub struct Grader {
    settler: Settler,
    starter: Starter,
    limits: GradingLimits,
    journal: Journal,
    known: FxHashMap<String, Grade>,
}

/// The hash by which a grade belongs to a board as it stands: classes depend on its orientation.
fn board_hash(instance: &Instance) -> String {
    sha256(instance.board.to_string().as_bytes())
}

/// The instance with what its construction says of its answer, if nothing else does: a board drawn from a field has that field
/// as a solution.
fn with_construction(mut instance: Instance) -> Instance {
    let is_planted = GENERATORS.iter().any(|family| family.name == instance.family && family.keeps_field);
    if instance.expected.is_none() && is_planted {
        instance.expected = Some(Expected { status: Some("ok".into()), ..Expected::default() });
    }
    instance.features.clear();
    instance
}

impl Grader {
    /// A grader that keeps its grades in this file. A file of another revision of the program or of other limits is refused.
    ///
    /// # Errors
    /// The file cannot be read or written, or the program not started.
    pub fn new(limits: GradingLimits, grades: &Path) -> Result<Grader, InputError> {
        let engines: Vec<String> = GRADERS.iter().chain(&WITNESSES).map(|engine| (*engine).to_string()).collect();
        let failed = |error: String| InputError::whole("minesat grade", error);
        let settler = Settler::asking(&engines, &[Query::Classify], limits.time, limits.memory);
        let settler = settler.map_err(|error: NoSettler| failed(error.to_string()))?;
        let starter = Starter::new().map_err(|error| failed(format!("cannot start itself: {error}")))?;
        let command = format!("grade -t {} --memory {}", limits.time.as_secs_f64(), limits.memory);
        let (journal, parts) = Journal::open(grades, RunIdentity { command, made_by: vec![revision().into()] })?;
        let known = parts.into_iter().map(|grade: Grade| (grade.board.clone(), grade)).collect();
        Ok(Grader { settler, starter, limits, journal, known })
    }

    /// The grade of a board, measured or kept; None if interrupted.
    ///
    /// # Errors
    /// A child cannot be started, or the grade not be kept.
    pub fn grade(&mut self, instance: &Instance) -> Result<Option<Grade>, InputError> {
        let board = board_hash(instance);
        if let Some(grade) = self.known.get(&board) {
            return Ok(Some(grade.clone()));
        }
        let instance = with_construction(instance.clone());
        let Some(Settled { expected, disagreements, efforts, .. }) = self.settler.settle(&instance, "")? else {
            return Ok(None);
        };
        // How far an engine came that gave no answer depends on the machine.
        let efforts =
            efforts.into_iter().map(|(engine, answered, effort)| (engine, answered, effort.filter(|_| answered)));
        let efforts = efforts.collect();
        let Some((relaxation, decided)) = self.relaxation(&instance)? else { return Ok(None) };
        let disagreements = disagreements.iter().map(ToString::to_string).collect();
        let grade = Grade { board, efforts, relaxation, decided, expected, disagreements };
        let failed = |error: std::io::Error| InputError::whole("grades", format!("cannot be kept: {error}"));
        self.journal.add(&grade).map_err(failed)?;
        self.known.insert(grade.board.clone(), grade.clone());
        Ok(Some(grade))
    }

    /// What the relaxation says: its status, and the cells that it decides. None if interrupted.
    fn relaxation(&self, instance: &Instance) -> Result<Option<(String, Option<u64>)>, InputError> {
        let (engine, share) = RELAXATION;
        let time = self.limits.time / share;
        let job = Job {
            engine: engine.into(),
            complete: false,
            query: Query::Classify,
            timeout: time,
            wall: time.saturating_mul(WALL_FACTOR),
            memory: self.limits.memory,
        };
        let bare = Instance { expected: None, ..instance.clone() };
        let done = self.starter.measure(&(bare.line() + "\n"), &job, None);
        let done = done.map_err(|e| InputError::whole("minesat measure", format!("cannot be started: {e}")))?;
        let Some((measured, _)) = done else { return Ok(None) };
        let decided = |rows: Vec<String>| rows.iter().map(|row| row.matches(['s', 'm']).count() as u64).sum();
        Ok(Some(match measured.status.as_str() {
            "inconsistent" => ("infeasible".into(), None),
            "ok" => ("feasible".into(), measured.classes.map(decided)),
            _ => ("not solved".into(), None),
        }))
    }
}

impl Grade {
    /// The effort of an engine; None if it gave no answer.
    pub fn effort(&self, engine: &str) -> Option<u64> {
        let run = self.efforts.iter().find(|run| run.0 == engine && run.1);
        // Without any counter the answer needed none of what the engine counts.
        run.map(|run| run.2.unwrap_or(0))
    }

    /// The median effort of the graders; None if the median engine gave no answer.
    pub fn median(&self) -> Option<u64> {
        median(&GRADERS.map(|engine| self.effort(engine)))
    }

    /// The band of the board; None below the first.
    pub fn band(&self) -> Option<u32> {
        band_of(self.median())
    }

    /// The least effort of the SAT backends; None if one of them gave no answer.
    pub fn sat_effort(&self) -> Option<u64> {
        let backends = GRADERS.iter().chain(&WITNESSES).filter(|engine| family_of(engine) == "sat");
        let efforts: Option<Vec<u64>> = backends.map(|engine| self.effort(engine)).collect();
        efforts.and_then(|efforts| efforts.into_iter().min())
    }

    /// How the answer is known: engines of two families agree on whether there is a solution, or those of one agree with
    /// the construction of the board. None: nothing but one family says it.
    pub fn settled(&self) -> Option<&'static str> {
        let expected = self.expected.as_ref().filter(|expected| expected.status.is_some())?;
        let families: BTreeSet<&str> = expected.engines.iter().map(|engine| family_of(engine)).collect();
        if families.len() > 1 {
            return Some("engines");
        }
        self.efforts.iter().any(|run| run.1).then_some("construction")
    }

    /// The instance with its features and its expected answer.
    pub fn applied(&self, instance: Instance) -> Instance {
        let mut features = structure(&instance.board);
        let engines = GRADERS.iter().chain(&WITNESSES);
        let efforts: Map<String, Value> =
            engines.map(|engine| ((*engine).to_string(), self.effort(engine).into())).collect();
        let measured = json!({
            "band": self.band(),
            "median_effort": self.median(),
            "effort": efforts,
            "sat_effort": self.sat_effort(),
            "relaxation": self.relaxation,
            "relaxation_decides": self.decided,
            "settled": self.settled(),
        });
        if let Value::Object(measured) = measured {
            features.extend(measured);
        }
        Instance { features, expected: self.expected.clone(), ..instance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn grade(efforts: &[(&str, bool, Option<u64>)], engines: &[&str], status: Option<&str>) -> Grade {
        let engines = engines.iter().map(|engine| (*engine).to_string()).collect();
        Grade {
            board: String::new(),
            efforts: efforts.iter().map(|&(engine, answered, effort)| (engine.into(), answered, effort)).collect(),
            relaxation: "feasible".into(),
            decided: Some(2),
            expected: status.map(|status| Expected { status: Some(status.into()), engines, ..Expected::default() }),
            disagreements: Vec::new(),
        }
    }

    #[test]
    fn a_run_without_an_answer_has_no_effort() {
        let runs = [
            ("sat:solver=batsat", true, Some(4000)),
            ("search", false, Some(90_000)),
            ("frontier", true, Some(70_000)),
            ("backtrack", false, None),
            ("sat:solver=varisat", true, None),
        ];
        let one = grade(&runs, &["sat:solver=batsat", "sat:solver=varisat", "frontier"], Some("ok"));
        assert_eq!((one.median(), one.band(), one.sat_effort()), (Some(70_000), Some(4), Some(0)));
        assert_eq!(one.settled(), Some("engines"));
        let only_sat =
            grade(&[("sat:solver=batsat", true, Some(9)), ("sat:solver=varisat", false, Some(9))], &[], None);
        assert_eq!((only_sat.median(), only_sat.band(), only_sat.sat_effort()), (None, Some(6), None));
        assert_eq!(only_sat.settled(), None);
        assert_eq!(grade(&runs, &[], Some("ok")).settled(), Some("construction"));
        assert_eq!(grade(&[("search", false, None)], &[], Some("ok")).settled(), None);
    }

    #[test]
    fn what_was_measured_becomes_features() {
        let runs = GRADERS.map(|engine| (engine, true, Some(2000)));
        let instance = Instance::bare("a", Board::parse("1 2 ?\n#1\n", "t").unwrap());
        let graded = grade(&runs, &["search", "frontier"], Some("ok")).applied(instance.clone());
        let text = |name: &str| graded.features[name].to_string();
        assert_eq!([text("band"), text("median_effort"), text("relaxation")], ["3", "2000", "\"feasible\""]);
        assert_eq!([text("sat_effort"), text("relaxation_decides")], ["null", "2"]);
        assert_eq!(graded.features["effort"]["search"], 2000);
        assert!(graded.features["effort"]["sat:solver=varisat"].is_null());
        assert_eq!(graded.expected.unwrap().engines, ["search", "frontier"]);
        assert_eq!(graded.board, instance.board);
    }

    #[test]
    fn only_boards_that_keep_their_field_are_consistent_by_construction() {
        let status = |family: &str| {
            let board = Board::parse("1 2 ?\n#1\n", "t").unwrap();
            with_construction(Instance { family: family.into(), ..Instance::bare("a", board) }).expected
        };
        assert_eq!(status("lattice").unwrap().status.as_deref(), Some("ok"));
        for family in ["near-miss", "random-clues", "compiled", ""] {
            assert_eq!(status(family), None, "{family}");
        }
    }
}
