//! What minesat has to choose from, as lists.

use std::fs::File;
use std::io::Read;

use minesat_core::input_error::InputError;
use minesat_core::spec::{OptionRow, SpecRow};
use minesat_encode::encode::ENCODINGS;
use minesat_engines::engine::{self, FAMILIES};
use minesat_files::compression::{unpacked as unpack, unreadable};
use minesat_files::formats::FORMATS;
use minesat_files::generate::GENERATORS;
use minesat_play::play::PLAYERS;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;

/// Name, summary, and (name, default, help) of the options.
type Row = (&'static str, &'static str, Vec<(&'static str, &'static str, &'static str)>);

fn row<R: SpecRow>(row: &R, summary: &'static str) -> Row {
    (row.name(), summary, row.options().iter().map(|o: &OptionRow| (o.name, o.default, o.help)).collect())
}

/// The engines.
#[pyfunction]
pub fn engines() -> Vec<Row> {
    FAMILIES.iter().map(|family| row(*family, family.summary)).collect()
}

/// The players.
#[pyfunction]
pub fn players() -> Vec<Row> {
    PLAYERS.iter().map(|player| row(player, player.summary)).collect()
}

/// The families of boards.
#[pyfunction]
pub fn families() -> Vec<Row> {
    let params = |g: &'static minesat_files::generate::Generator| g.params.iter().map(|p| (p.name, p.default, p.help));
    GENERATORS.iter().map(|g| (g.name, g.summary, params(g).collect())).collect()
}

/// The encodings of sums: name and summary.
#[pyfunction]
pub fn encodings() -> Vec<(&'static str, &'static str)> {
    ENCODINGS.iter().map(|method| (method.name, method.summary)).collect()
}

/// The formats of boards: name and summary.
#[pyfunction]
pub fn formats() -> Vec<(&'static str, &'static str)> {
    FORMATS.iter().map(|format| (format.name, format.about)).collect()
}

/// The family of an engine, and every option of it with its value.
#[pyfunction]
pub fn options(py: Python<'_>, engine: &str) -> PyResult<(&'static str, Vec<(&'static str, String)>)> {
    let spec = engine::parse(engine).map_err(|e| errors::argument(py, e))?;
    Ok((spec.row.name, spec.chosen.iter().map(|(name, value)| (name, value.to_string())).collect()))
}

/// The bytes of a file, plain, .gz or .zst.
#[pyfunction]
pub fn unpacked<'py>(py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyBytes>> {
    let read = || -> Result<Vec<u8>, InputError> {
        let failed = |e: std::io::Error| unreadable(path, &e);
        let mut bytes = Vec::new();
        unpack(File::open(path).map_err(failed)?).map_err(failed)?.read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    };
    py.detach(read).map(|bytes| PyBytes::new(py, &bytes)).map_err(|e| errors::input(py, &e))
}
