//! The extension module of the Python package: thin functions over the crates of minesat. What Python sees of it is in
//! `minesat/`; `minesat/_minesat.pyi` has the signatures.

mod answers;
mod board;
mod encoded;
mod errors;
mod formula;
mod games;
mod program;
mod tables;
mod values;
mod work;

/// Functions of minesat; import `minesat` instead.
#[pyo3::pymodule]
mod _minesat {
    #[pymodule_export]
    use super::board::{CoreBoard, generate, parse, read, write};
    #[pymodule_export]
    use super::formula::{CoreCompiled, compile};
    #[pymodule_export]
    use super::games::{CoreGame, play};
    #[pymodule_export]
    use super::program::run;
    #[pymodule_export]
    use super::tables::{encodings, engines, families, formats, options, players, unpacked};

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
