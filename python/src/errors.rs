//! Errors of minesat as exceptions. Their classes are Python's, in `minesat/_errors.py`.

use std::fmt::Display;

use minesat_core::engine::Stop;
use minesat_core::input_error::InputError;
use pyo3::prelude::*;

/// An instance of a class of `minesat/_errors.py`.
fn made<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let class = py.import("minesat._errors").and_then(|module| module.getattr(class));
    match class.and_then(|class| class.call1(arguments)) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// `InputError` with the place in the text; the caret stands in the message.
pub fn input(py: Python<'_>, error: &InputError) -> PyErr {
    let shown = error.render();
    let shown = shown.strip_prefix("error: ").unwrap_or(&shown);
    let place = |number: usize| Some(number).filter(|&n| n > 0);
    made(py, "InputError", (shown, &error.file, place(error.line), place(error.column), &error.message))
}

/// `InputError` about an argument.
pub fn argument(py: Python<'_>, error: impl Display) -> PyErr {
    made(py, "InputError", (error.to_string(),))
}

/// The exception for an engine that stopped without an answer.
pub fn stopped(py: Python<'_>, stop: &Stop) -> PyErr {
    let class = match stop {
        Stop::Timeout | Stop::Nodes | Stop::Memory | Stop::Interrupted => "LimitError",
        Stop::Unsupported(_) => "UnsupportedError",
        Stop::Failed(_) => "EngineError",
    };
    made(py, class, (stop.to_string(), stop.status()))
}

/// A thread that ended without an answer.
pub fn died(py: Python<'_>, how: &str) -> PyErr {
    made(py, "EngineError", (format!("the engine died: {how}"), "error"))
}
