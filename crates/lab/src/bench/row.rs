//! From a finished child to a record.

use super::measure::{Measured, ReportedNumber};
use super::record::{ClassStore, MOST_DIGITS, MOST_RECORDED_CELLS, Record, sha256};
use super::survey::Measurement;
use crate::input_error::InputError;
use crate::process::Ended;

/// The output of a child and how it ended.
pub type Result = (Measured, Ended);

/// The record of a measurement, not yet judged. Verdicts of large boards go to the store.
///
/// # Errors
/// The store cannot be written.
pub fn record(
    task: &Measurement,
    (measured, ended): Result,
    store: &ClassStore,
) -> std::result::Result<Record, InputError> {
    let subject = &task.subject;
    let grid = subject.instance.board.grid();
    let letters = |letter: char| {
        let rows = measured.classes.as_ref()?;
        Some(rows.iter().map(|row| row.matches(letter).count() as u64).sum())
    };
    let (models, models_digits, models_sha256) = number(measured.models.as_ref());
    let (frontier_models, frontier_models_digits, frontier_models_sha256) = number(measured.frontier_models.as_ref());
    let mut record = Record {
        file: subject.file.clone(),
        file_sha256: subject.file_sha256.clone(),
        instance: subject.instance.name.clone(),
        board_sha256: subject.board_sha256.clone(),
        family: subject.instance.family.clone(),
        tier: subject.instance.tier.clone(),
        rows: grid.rows,
        cols: grid.cols,
        covered: subject.covered,
        mines: subject.instance.board.mines(),
        engine: task.job.engine.clone(),
        complete: measured.complete,
        query: task.job.query.name().into(),
        run: task.run,
        timeout_seconds: task.job.timeout.as_secs_f64(),
        memory_bytes: task.job.memory,
        status: measured.status.clone(),
        message: measured.message.clone(),
        decision: measured.decision.clone(),
        safe_cells: letters('s'),
        mine_cells: letters('m'),
        open_cells: letters('o'),
        unknown_cells: letters('u'),
        models,
        models_digits,
        models_sha256,
        frontier_models,
        frontier_models_digits,
        frontier_models_sha256,
        seconds: measured.seconds,
        wall_seconds: ended.wall.as_secs_f64(),
        cpu_user_seconds: ended.usage.user.as_secs_f64(),
        cpu_sys_seconds: ended.usage.system.as_secs_f64(),
        max_rss_kib: measured.max_rss_kib.unwrap_or(ended.usage.max_rss_kib),
        counters: measured.stats,
        ..Record::default()
    };
    if let Some(rows) = measured.classes {
        let hash = sha256(rows.join("\n").as_bytes());
        if grid.len() <= MOST_RECORDED_CELLS {
            record.classes = Some(rows);
        } else {
            let fail = |e| InputError::whole("classes", format!("verdicts cannot be kept: {e}"));
            store.put(&hash, &rows).map_err(fail)?;
        }
        record.classes_sha256 = Some(hash);
    }
    Ok(record)
}

/// The three fields of a number: digits if short, their number, a hash if long.
fn number(found: Option<&ReportedNumber>) -> (Option<String>, Option<u64>, Option<String>) {
    let Some(found) = found else { return (None, None, None) };
    match &found.decimal {
        Some(decimal) if decimal.len() <= MOST_DIGITS => (Some(decimal.clone()), Some(found.digits), None),
        _ => (None, Some(found.digits), Some(found.sha256.clone())),
    }
}
