//! Numbers and lists as Python values.

use minesat_core::board::Grid;
use minesat_core::system::CellMap;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// A large number as an `int`.
pub fn int<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// Numbers as the bytes of an array of float64; NaN where there is none.
pub fn floats<'py>(py: Python<'py>, map: &CellMap, of: impl Fn(usize) -> f64) -> Bound<'py, PyBytes> {
    let mut all = vec![f64::NAN; map.grid.len()];
    map.cells.iter().enumerate().for_each(|(variable, &cell)| all[cell as usize] = of(variable));
    let bytes: Vec<u8> = all.iter().flat_map(|value| value.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}

/// One letter per cell of a board: that of `of` at covered cells, `.` elsewhere.
pub fn letters<'py>(py: Python<'py>, map: &CellMap, of: impl Fn(usize) -> u8) -> Bound<'py, PyBytes> {
    let mut all = vec![b'.'; map.grid.len()];
    map.cells.iter().enumerate().for_each(|(variable, &cell)| all[cell as usize] = of(variable));
    PyBytes::new(py, &all)
}

/// The cell at a place of a board.
pub fn cell(grid: Grid, (row, col): (usize, usize)) -> Option<usize> {
    (row < grid.rows && col < grid.cols).then(|| grid.at(row, col))
}
