//! From a finished child to a record.

use super::measure::{Measured, ReportedNumber, STALLED};
use super::plan::unlabelled;
use super::record::{ClassStore, MOST_DIGITS, MOST_RECORDED_CELLS, Record, is_starved, sha256};
use super::survey::Measurement;
use crate::engine::parse;
use crate::input_error::InputError;
use crate::process::Ended;

/// A finished measurement.
pub struct FinishedRun {
    /// The output of the child.
    pub measured: Measured,
    /// How it ended.
    pub ended: Ended,
    /// The core that it was bound to.
    pub core: Option<usize>,
    /// Load of the machine when it was started.
    pub load: Option<f64>,
    /// Attempts before this one whose times did not count.
    pub attempts_before: u32,
}

/// The record of a measurement, not yet judged. Verdicts of large boards go to the store.
///
/// # Errors
/// The store cannot be written.
pub fn record(
    task: &Measurement,
    FinishedRun { measured, ended, core, load, attempts_before }: FinishedRun,
    store: &ClassStore,
) -> Result<Record, InputError> {
    let subject = &task.subject;
    let grid = subject.instance.board.grid();
    let letters = |letter: char| {
        let rows = measured.classes.as_ref()?;
        Some(rows.iter().map(|row| row.matches(letter).count() as u64).sum())
    };
    let (models, models_digits, models_sha256) = number(measured.models.as_ref());
    let (frontier_models, frontier_models_digits, frontier_models_sha256) = number(measured.frontier_models.as_ref());
    let cpu = ended.usage.user + ended.usage.system;
    let mut record = Record {
        file: subject.file.clone(),
        file_sha256: subject.file_sha256.clone(),
        suite: subject.suite.clone(),
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
        wall_limit_seconds: Some(task.job.wall.as_secs_f64()),
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
        effort: measured.effort,
        effort_unit: measured.effort_unit,
        cpu_seconds: measured.cpu_seconds,
        samples: measured.samples,
        seconds: measured.seconds,
        wall_seconds: ended.wall.as_secs_f64(),
        cpu_user_seconds: ended.usage.user.as_secs_f64(),
        cpu_sys_seconds: ended.usage.system.as_secs_f64(),
        starved: measured.status == STALLED || is_starved(cpu.as_secs_f64(), ended.wall.as_secs_f64()),
        core,
        load,
        attempts_before,
        involuntary_switches: ended.usage.involuntary_switches,
        max_rss_kib: measured.max_rss_kib.unwrap_or(ended.usage.max_rss_kib),
        counters: measured.stats,
        ..Record::default()
    };
    // A column for every option, so that a data frame selects by them.
    if let Ok(spec) = parse(unlabelled(&task.job.engine)) {
        let columns = spec.chosen.iter().map(|(option, value)| (format!("option_{option}"), value.into()));
        record.counters.extend(columns);
    }
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
