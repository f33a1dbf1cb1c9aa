//! Studies: one question each, of random boards, games or engines. A study has a plan (the command that identifies it), the
//! points of the plan, a row per point, a journal from which the same command resumes, and a report made of the rows
//! alone.
//!
//! [`make`] is the way from the plan to the report for all of them.

pub mod chain_effort;
pub mod chains;
pub mod closure;
pub mod dead_ends;
pub mod deviations;
pub mod drawn_board;
pub mod endgames;
mod error;
pub mod expert;
pub mod gadgets;
pub mod growth;
pub mod guesses;
pub mod limits;
pub mod merging;
pub mod optimal;
mod remake;
mod resume;
pub mod search_tree;
pub mod settings;
pub mod sweep_growth;
pub mod transition;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bench::record::Machine;
use crate::bench::{Progress, revision, this_machine};
use crate::compression::write_packed;
use crate::engine::Stop;
use crate::report::{Document, shell};

pub use error::StudyError;
pub use remake::remake;
pub use resume::{FILE, UnderWay};

/// Before the folder in a command.
const OUTPUT: &str = " --output ";

/// A study.
pub trait Study: Sync {
    /// One point of the plan.
    type Point: Send + Sync;
    /// What is measured at a point.
    type Row: Serialize + DeserializeOwned + Send;

    /// Name of the file of rows; one that ends in `.zst` or `.gz` is compressed.
    const ROWS: &'static str;
    /// Whether the file of rows begins with a line that names command, revision and machine.
    const HEADER: bool = true;
    /// Whether every line of that file is a row as it was measured, so that the report can be made from it again.
    const READS_BACK: bool = true;
    /// Whether points are measured on all threads at once; else one after the other.
    const AT_ONCE: bool;

    /// The command without the folder. Equal commands have equal points, and rows that differ in times alone.
    fn command(&self) -> String;

    /// The points in the order of the report.
    fn points(&self) -> Vec<Self::Point>;

    /// Name of a point, for progress and errors.
    fn name(&self, point: &Self::Point) -> String;

    /// Measures a point.
    ///
    /// # Errors
    /// A limit ran out, or an engine failed.
    fn measure(&self, point: &Self::Point) -> Result<Self::Row, Stop>;

    /// The lines of the file of rows that a row makes: itself.
    ///
    /// # Errors
    /// It has no form in JSON.
    fn lines(row: &Self::Row) -> serde_json::Result<Vec<String>> {
        Ok(vec![serde_json::to_string(row)?])
    }

    /// The report of all rows, which are in the order of the points.
    fn report(&self, rows: &[Self::Row]) -> Document;
}

/// The first line of a file of rows.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudyHead {
    /// The command that makes the study.
    pub command: String,
    /// Revision of the program.
    pub git: String,
    /// The computer that measured.
    pub machine: Machine,
}

/// The schema of a line of a file with such a first line and rows of this type.
#[cfg(feature = "schema")]
pub fn line_schema<Row: schemars::JsonSchema>() -> schemars::Schema {
    crate::schema::either::<StudyHead, Row>()
}

/// Where a study is made.
#[derive(Clone, Copy, Debug)]
pub struct StudyPlace<'a> {
    /// Folder of rows, report and charts.
    pub folder: &'a Path,
    /// The present spelling of the command that an earlier report names.
    pub present: fn(&str) -> String,
}

/// A row in the journal: the place of its point, and the row.
#[derive(Deserialize, Serialize)]
struct Part<R> {
    at: usize,
    row: R,
}

/// Measures the points that the journal does not have yet, on the threads of the current pool, and writes rows, report and
/// charts.
///
/// # Errors
/// The folder has the results of another command or cannot be written; a limit ran out, or an engine failed.
pub fn make<S: Study>(study: &S, place: StudyPlace, progress: &dyn Progress) -> Result<(), StudyError> {
    let command = study.command();
    let mut run = UnderWay::<Part<S::Row>>::of_report(place, &command)?;
    let points = study.points();
    let mut found: Vec<Option<S::Row>> = points.iter().map(|_| None).collect();
    for part in run.kept() {
        if let Some(found) = found.get_mut(part.at) {
            *found = Some(part.row);
        }
    }
    progress.begin(points.len() as u64, found.iter().flatten().count() as u64);
    let shared = Mutex::new(&mut run);
    let measured = |(at, (point, found)): (usize, (S::Point, Option<S::Row>))| {
        if let Some(row) = found {
            return Ok(row);
        }
        let name = study.name(&point);
        progress.measuring(&name);
        let row = study.measure(&point).map_err(|stop| StudyError::Stopped { name, stop })?;
        let part = Part { at, row };
        shared.lock().unwrap_or_else(PoisonError::into_inner).add(&part)?;
        progress.measured();
        Ok(part.row)
    };
    let all: Vec<_> = points.into_iter().zip(found).enumerate().collect();
    let rows: Result<Vec<S::Row>, StudyError> = match S::AT_ONCE {
        true => all.into_par_iter().map(measured).collect(),
        false => all.into_iter().map(measured).collect(),
    };
    progress.end();
    write(study, &rows?, place.folder, &command)?;
    run.finish()
}

/// Writes rows, report and charts.
fn write<S: Study>(study: &S, rows: &[S::Row], folder: &Path, command: &str) -> Result<(), StudyError> {
    let command = format!("{command}{OUTPUT}{}", shell(&[crate::file_name::text(folder)]));
    let machine = this_machine();
    let made = made_by(&command, revision(), &machine);
    let mut lines = String::new();
    if S::HEADER {
        let head = StudyHead { command, git: revision().into(), machine };
        lines += &(serde_json::to_string(&head).map_err(std::io::Error::from)? + "\n");
    }
    for row in rows {
        S::lines(row).map_err(std::io::Error::from)?.iter().for_each(|line| lines.extend([line, "\n"]));
    }
    let files = study.report(rows).files(Some(&made));
    write_files(folder, [(S::ROWS.to_string(), lines)].into_iter().chain(files))
}

/// The line of a report that names command, revision and machine.
fn made_by(command: &str, revision: &str, machine: &Machine) -> String {
    format!("Made by `{command}`, revision {revision}, on {} ({} cores).", machine.cpu, machine.cores)
}

/// Writes files by name and text, each of them whole, and compressed if its name says so.
///
/// # Errors
/// The folder cannot be written to.
pub fn write_files(folder: &Path, files: impl IntoIterator<Item = (String, String)>) -> Result<(), StudyError> {
    files.into_iter().try_for_each(|(name, text)| {
        let path = folder.join(name);
        write_packed(&path, text.into_bytes()).map_err(|e| StudyError::at(&path, e))
    })
}
