//! Boards: read, made, written, and asked about.

use std::io::Cursor;
use std::path::PathBuf;

use minesat_core::board::{Board, Said};
use minesat_core::engine::Verdict;
use minesat_core::input_error::InputError;
use minesat_core::system::{System, split};
use minesat_encode::encode::export::{FORMATS as EXPORTS, write_board};
use minesat_engines::answer::Query;
use minesat_explain::explain::{ExplainOptions, Failed, contradiction, explain};
use minesat_files::formats::{self, ReadOptions, Write};
use minesat_files::generate::{Params, instance};
use minesat_files::instance::{Input, Instance, InstanceReader, InstanceWriter};
use minesat_picture::picture::{Layers, Outline, Role, draw};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors;
use crate::work::{self, Size};
use crate::{answers, encoded};

/// Most cells of a picture that viewers can open.
const MOST_DRAWN_CELLS: usize = 250_000;

/// A board with its name and origin.
#[pyclass(frozen, module = "minesat._minesat")]
pub struct CoreBoard {
    pub instance: Instance,
}

impl CoreBoard {
    fn board(&self) -> &Board {
        &self.instance.board
    }
}

fn asked(py: Python<'_>, format: Option<&str>, letters: Option<&str>) -> PyResult<ReadOptions> {
    let format = match format {
        None => None,
        Some(name) => Some(formats::find(name).ok_or_else(|| {
            let names: Vec<&str> = formats::FORMATS.iter().map(|f| f.name).collect();
            errors::argument(py, format!("no format named {name:?}; there are {}", names.join(", ")))
        })?),
    };
    let letters: Option<Said> = letters.map(str::parse).transpose().map_err(|e| errors::argument(py, e))?;
    Ok(ReadOptions { format, letters: letters.unwrap_or_default() })
}

fn all(file: &str, input: Result<Input, InputError>) -> Result<Vec<CoreBoard>, InputError> {
    let reader: InstanceReader = input?.instances(file)?;
    reader.map(|instance| instance.map(|instance| CoreBoard { instance })).collect()
}

/// The boards in a text.
#[pyfunction]
pub fn parse(
    py: Python<'_>,
    text: Vec<u8>,
    file: String,
    format: Option<&str>,
    letters: Option<&str>,
) -> PyResult<Vec<CoreBoard>> {
    let asked = asked(py, format, letters)?;
    let read = py.detach(|| all(&file, Input::new(&file, Box::new(Cursor::new(text)), &asked)));
    read.map_err(|e| errors::input(py, &e))
}

/// The boards in a file.
#[pyfunction]
pub fn read(py: Python<'_>, path: &str, format: Option<&str>, letters: Option<&str>) -> PyResult<Vec<CoreBoard>> {
    let asked = asked(py, format, letters)?;
    py.detach(|| all(path, Input::open(path, &asked))).map_err(|e| errors::input(py, &e))
}

/// Writes an instance file; its name decides the compression.
#[pyfunction]
pub fn write(py: Python<'_>, path: PathBuf, boards: Vec<PyRef<'_, CoreBoard>>) -> PyResult<()> {
    let mut writer = InstanceWriter::create(&path)?;
    boards.iter().try_for_each(|board| writer.write(&board.instance))?;
    py.detach(|| writer.finish())?;
    Ok(())
}

/// Boards of a family.
#[pyfunction]
pub fn generate(
    py: Python<'_>,
    family: &str,
    settings: Vec<(String, String)>,
    seed: u64,
    index: u64,
    count: u64,
) -> PyResult<Vec<CoreBoard>> {
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let params = Params::with(family, &settings).map_err(|e| errors::argument(py, e))?;
    let mut boards = Vec::new();
    for index in index..index.saturating_add(count) {
        py.check_signals()?;
        let instance = py.detach(|| instance(&params, seed, index)).map_err(|e| errors::argument(py, e))?;
        boards.push(CoreBoard { instance });
    }
    Ok(boards)
}

#[pymethods]
impl CoreBoard {
    #[getter]
    fn name(&self) -> &str {
        &self.instance.name
    }

    #[getter]
    fn rows(&self) -> usize {
        self.board().grid().rows
    }

    #[getter]
    fn cols(&self) -> usize {
        self.board().grid().cols
    }

    #[getter]
    fn mines(&self) -> Option<u32> {
        self.board().mines()
    }

    /// One letter per cell, in reading order.
    fn letters<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let letters: Vec<u8> = self.board().cells().iter().map(|cell| cell.letter() as u8).collect();
        PyBytes::new(py, &letters)
    }

    /// The line of an instance file.
    fn line(&self) -> String {
        self.instance.line()
    }

    fn named(&self, name: String) -> CoreBoard {
        CoreBoard { instance: Instance { name, ..self.instance.clone() } }
    }

    /// Whether both boards are the same, whatever their names.
    fn equals(&self, other: PyRef<'_, CoreBoard>) -> bool {
        self.board() == other.board()
    }

    /// The board in a format.
    fn text<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let names: Vec<&str> =
            (formats::FORMATS.iter()).filter(|f| matches!(f.write, Write::Board(_))).map(|f| f.name).collect();
        match formats::find(format).map(|f| f.write) {
            Some(Write::Board(write)) => {
                write(self.board()).map(|bytes| PyBytes::new(py, &bytes)).map_err(|e| errors::argument(py, e))
            }
            _ => {
                let message = format!("no format named {format:?} for a board; there are {}", names.join(", "));
                Err(errors::argument(py, message))
            }
        }
    }

    /// The sums of the board in a format of other programs.
    fn export(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let Some(format) = EXPORTS.iter().find(|f| f.name == format) else {
            let names: Vec<&str> = EXPORTS.iter().map(|f| f.name).collect();
            return Err(errors::argument(py, format!("no export named {format:?}; there are {}", names.join(", "))));
        };
        let mut out = Vec::new();
        write_board(&mut out, format, self.board(), &[format!("instance {}", self.instance.shown())])?;
        Ok(String::from_utf8(out)?)
    }

    /// Asks an engine.
    #[pyo3(signature = (query, engine, exact, timeout, memory))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        query: &str,
        engine: &str,
        exact: bool,
        timeout: Option<f64>,
        memory: Option<Size>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let query = match query {
            "decide" => Query::Decide,
            "classify" => Query::Classify,
            "models" => Query::Models,
            _ => Query::Count,
        };
        let limits = work::limits(py, timeout, memory)?;
        answers::ask(py, self.board().clone(), query, engine, exact, limits)
    }

    /// An explanation as JSON; None if a board without a contradiction is asked why it is impossible.
    #[pyo3(signature = (cell, calls, timeout, memory))]
    fn explain(
        &self,
        py: Python<'_>,
        cell: Option<(usize, usize)>,
        calls: Option<u64>,
        timeout: Option<f64>,
        memory: Option<Size>,
    ) -> PyResult<Option<String>> {
        let limits = work::limits(py, timeout, memory)?;
        let default = ExplainOptions::default();
        let options = ExplainOptions { calls: calls.unwrap_or(default.calls), ..default };
        let board = self.board().clone();
        let found = work::run(py, limits, move |mut control| match cell {
            Some(at) => explain(&board, at, &options, &mut control).map(Some),
            None => contradiction(&board, &options, &mut control).map_err(Failed::Stopped),
        })?;
        match found {
            Ok(found) => Ok(found.map(|found| serde_json::to_string(&found).expect("numbers and strings"))),
            Err(Failed::Cell(why)) => Err(errors::argument(py, why)),
            Err(Failed::Stopped(stop)) => Err(errors::stopped(py, &stop)),
        }
    }

    /// The clauses of the board.
    #[pyo3(signature = (local, total, slack, most_clauses))]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        local: &str,
        total: Option<&str>,
        slack: bool,
        most_clauses: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        encoded::clauses(py, self.board(), (local, total), slack, most_clauses)
    }

    /// Whether mines at these cells (a byte per cell, 1 for a mine) are a model of the board.
    fn is_model(&self, mines: Vec<u8>) -> bool {
        let (system, map) = System::from_board(self.board());
        let model: Vec<bool> =
            map.cells.iter().map(|&cell| mines.get(cell as usize).is_some_and(|&byte| byte > 0)).collect();
        system.is_model(&model)
    }

    /// The board as SVG, with layers: letters of verdicts, probabilities, mines (each one entry per cell), outlined clues and
    /// cells.
    #[pyo3(signature = (verdicts, chances, model, clues, cells, components))]
    fn svg(
        &self,
        py: Python<'_>,
        verdicts: Option<Vec<u8>>,
        chances: Option<Vec<f64>>,
        model: Option<Vec<u8>>,
        clues: Vec<(usize, usize)>,
        cells: Vec<(usize, usize)>,
        components: bool,
    ) -> PyResult<String> {
        let count = self.board().grid().len();
        if count > MOST_DRAWN_CELLS {
            let message = format!("the board has {count} cells; at most {MOST_DRAWN_CELLS} are drawn");
            return Err(errors::argument(py, message));
        }
        let (system, map) = System::from_board(self.board());
        let at = |cell: &u32| *cell as usize;
        let outline = |role: Role| move |cell: (usize, usize)| Outline { cell, role };
        let outlined = clues.into_iter().map(outline(Role::Clue)).chain(cells.into_iter().map(outline(Role::Question)));
        let mut layers = Layers {
            verdicts: verdicts.map(|letters| map.cells.iter().map(|cell| verdict(letters[at(cell)])).collect()),
            chances: chances.map(|all| map.cells.iter().map(|cell| all[at(cell)]).collect()),
            model: model.map(|mines| map.cells.iter().map(|cell| mines[at(cell)] > 0).collect()),
            outlines: outlined.collect(),
            ..Layers::default()
        };
        if components {
            let mut numbers = vec![None; system.cells];
            for (number, component) in split(&system).components.iter().enumerate() {
                component.cells.iter().for_each(|&cell| numbers[cell as usize] = Some(number));
            }
            layers.components = Some(numbers);
        }
        Ok(draw(self.board(), &map, &layers, &self.instance.name))
    }
}

/// The verdict of a letter.
fn verdict(letter: u8) -> Verdict {
    let all = [Verdict::Safe, Verdict::Mine, Verdict::Open, Verdict::Unknown];
    all.into_iter().find(|v| v.letter() as u8 == letter).unwrap_or(Verdict::Unknown)
}
