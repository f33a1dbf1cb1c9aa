//! Answers of engines as dictionaries.

use minesat_core::board::Board;
use minesat_core::engine::{Decision, Limits};
use minesat_core::system::System;
use minesat_engines::answer::{Answer, Detail, Found, Query, ask_system};
use minesat_engines::engine::build;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::{errors, values, work};

/// Asks an engine about a board.
///
/// # Errors
/// No such engine, no answer, or a signal.
pub fn ask<'py>(
    py: Python<'py>,
    board: Board,
    query: Query,
    engine: &str,
    exact: bool,
    limits: Limits,
) -> PyResult<Bound<'py, PyDict>> {
    let engine = build(engine).map_err(|e| errors::argument(py, e))?;
    let detail = Detail { exact, ..Detail::default() };
    let (answer, chances) = work::run(py, limits, move |control| {
        let (system, map) = System::from_board(&board);
        let answer = ask_system(engine.as_ref(), &system, map, query, detail, control);
        // Divisions of large numbers take long.
        let chances = answer.chances().map(|(values, index)| (values.into_owned(), index.into_owned()));
        (answer, chances)
    })?;
    if let Err(stop) = &answer.found {
        return Err(errors::stopped(py, stop));
    }
    dictionary(py, &answer, chances)
}

fn dictionary<'py>(
    py: Python<'py>,
    answer: &Answer,
    chances: Option<(Vec<f64>, Vec<u32>)>,
) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("status", answer.status())?;
    found.set_item("seconds", answer.seconds)?;
    let stats = PyDict::new(py);
    answer.stats.iter().try_for_each(|(counter, value)| stats.set_item(counter.name(), value))?;
    found.set_item("stats", stats)?;
    if let Some(verdicts) = answer.verdicts() {
        found.set_item("classes", values::letters(py, &answer.map, |v| verdicts[v].letter() as u8))?;
    }
    if let Ok(Found::Decision(decision)) = &answer.found {
        let (word, model) = match decision {
            Decision::Model(model) => ("consistent", Some(model)),
            Decision::Inconsistent => ("inconsistent", None),
            Decision::Unknown => ("unknown", None),
        };
        found.set_item("decision", word)?;
        found.set_item("model", model.map(|m| values::letters(py, &answer.map, |v| if m[v] { b'*' } else { b'-' })))?;
    }
    if let Some(models) = answer.models() {
        found.set_item("models", values::int(py, models)?)?;
    }
    if let Some(models) = answer.frontier_models() {
        found.set_item("frontier_models", values::int(py, &models)?)?;
    }
    if let Some(tally) = answer.tally() {
        let by_mines = PyDict::new(py);
        for (mines, count) in (tally.offset..).zip(&tally.counts) {
            by_mines.set_item(mines, values::int(py, count)?)?;
        }
        found.set_item("tally", by_mines)?;
    }
    if let Some((chances, index)) = chances {
        found.set_item("chances", values::floats(py, &answer.map, |v| chances[index[v] as usize]))?;
    }
    if let Some(count) = answer.count() {
        // Cells with equal numbers share one.
        let mined = PyList::empty(py);
        count.cells.values.iter().try_for_each(|mined_in| mined.append(values::int(py, mined_in)?))?;
        found.set_item("mined", mined)?;
        let index: Vec<u8> = count.cells.index.iter().flat_map(|i| i.to_ne_bytes()).collect();
        found.set_item("index", PyBytes::new(py, &index))?;
    }
    Ok(found)
}
