//! Makes the report of a study again from its rows, without measuring.

use serde::Deserialize;

use super::resume::is_of;
use super::{OUTPUT, Study, StudyError, StudyPlace, made_by, write_files};
use crate::bench::record::Machine;
use crate::compression;
use crate::input_error::InputError;
use crate::report::shell;

/// The first line of a file of rows.
#[derive(Deserialize)]
struct RowsHeader {
    command: String,
    git: String,
    machine: Machine,
}

/// Writes report and charts of a study from the rows that are in its folder.
///
/// # Errors
/// There are no rows, they are of another command, or cannot be read; the folder cannot be written to.
pub fn remake<S: Study>(study: &S, place: StudyPlace) -> Result<(), StudyError> {
    let path = place.folder.join(S::ROWS);
    let name = crate::file_name::text(&path);
    if !(S::HEADER && S::READS_BACK) {
        let why = "these rows do not hold all that the report shows; without --report the study measures again";
        return Err(InputError::whole(&name, why).into());
    }
    let text = compression::text_of(&path)?;
    let mut lines = (1..).zip(text.lines());
    let (_, first) = lines.next().unwrap_or((1, ""));
    let header: RowsHeader = serde_json::from_str(first).map_err(|e| InputError::json(&name, 1, first, &e))?;
    if !is_of(place, &header.command, &study.command()) {
        let folder = place.folder.display().to_string();
        return Err(StudyError::Others { folder, made: format!(": {}", header.command) });
    }
    let row =
        |(line, text): (usize, &str)| serde_json::from_str(text).map_err(|e| InputError::json(&name, line, text, &e));
    let rows: Vec<S::Row> = lines.map(row).collect::<Result<_, _>>()?;
    let points = study.points().len();
    if rows.len() != points {
        return Err(InputError::whole(&name, format!("{} rows for {points} points", rows.len())).into());
    }
    let command = format!("{}{OUTPUT}{}", study.command(), shell(&[crate::file_name::text(place.folder)]));
    write_files(place.folder, study.report(&rows).files(Some(&made_by(&command, &header.git, &header.machine))))
}
