//! Hard boards: a seeded search evolves boards on which an engine needs much effort, alone or in relation to another engine.
//!
//! Boards keep the field from which their clues are computed, so they stay consistent whatever changes. Candidates whose run a
//! limit of time or memory ended are void; every other outcome is a count, so equal plans give equal boards on every machine.

mod archive;
mod boards;
mod error;
mod evolve;
mod measure;
mod mutate;
mod objective;
mod plan;
mod planted;
mod session;

#[cfg(test)]
mod tests;

pub use archive::{ArchivedBoard, BoardArchive};
#[cfg(feature = "schema")]
pub use boards::line_schema;
pub use boards::{instances, refuse_others, wanted};
pub use error::HardestError;
pub use evolve::{BoardEvolution, CourseRow};
pub use measure::{CandidateJudge, CandidateOutcome, NoEffort};
pub use objective::{BoardEffort, OBJECTIVES, Objective, RatioTerms, objective};
pub use plan::{CandidateLimits, HardestPlan};
pub use planted::{ChangedClue, EvolvedBoard};
pub use session::{FinishedEvolution, evolve};
