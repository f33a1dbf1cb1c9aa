//! The command line, for `python -m minesat`.

use std::ffi::OsString;
use std::path::PathBuf;

use minesat_core::process::{ProgramStart, hosted};
use pyo3::prelude::*;

/// Runs the command line and returns its exit code. `start` are the words that start this program again, `file` the one that
/// holds this code.
#[pyfunction]
pub fn run(py: Python<'_>, start: Vec<OsString>, file: PathBuf, arguments: Vec<OsString>) -> u8 {
    let mut start = start.into_iter();
    let path = PathBuf::from(start.next().unwrap_or_default());
    hosted(ProgramStart::new(path, start.collect()), file, arguments);
    py.detach(|| {
        minesat_cli::run(git_version::git_version!(
            args = ["--always", "--abbrev=12", "--dirty=-modified"],
            fallback = "unknown"
        ))
    })
}
