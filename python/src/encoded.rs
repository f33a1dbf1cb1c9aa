//! Boards as clauses.

use minesat_core::board::Board;
use minesat_core::system::System;
use minesat_encode::encode::{self, EncodePlan, Encoding, Floating};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors;

/// Clauses as lists of numbers, with the number of variables and the cell of each of the first ones.
///
/// # Errors
/// No such encoding, or too many clauses.
pub fn clauses<'py>(
    py: Python<'py>,
    board: &Board,
    (local, total): (&str, Option<&str>),
    slack: bool,
    most_clauses: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let named = |name: &str| -> PyResult<&'static dyn Encoding> {
        let found = encode::find(name).map(|method| method.encoding);
        let known = || format!("no encoding named {name:?}; there are {}", encode::NAMES.join(", "));
        found.ok_or_else(|| errors::argument(py, known()))
    };
    let plan = EncodePlan {
        local: named(local)?,
        total: total.map(named).transpose()?,
        floating: if slack { Floating::Slack } else { Floating::All },
        most_clauses,
    };
    let (system, map) = System::from_board(board);
    let cnf = py.detach(|| encode::encode(&system, &plan)).map_err(|e| errors::argument(py, e))?;
    let clauses = PyList::empty(py);
    for clause in cnf.clauses() {
        clauses.append(PyList::new(py, clause.iter().map(|lit| lit.dimacs()))?)?;
    }
    let encoded = PyDict::new(py);
    encoded.set_item("variables", cnf.variables())?;
    encoded.set_item("clauses", clauses)?;
    encoded.set_item("cells", PyList::new(py, (0..system.cells).map(|variable| map.position(variable)))?)?;
    Ok(encoded)
}
