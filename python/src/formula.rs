//! Formulas and circuits as boards, and back.

use minesat_compile::compile::assemble::ShownMines;
use minesat_compile::compile::detect::of_content;
use minesat_compile::compile::layout::Layout;
use minesat_compile::compile::library::Library;
use minesat_compile::compile::problem::{BoardQuestion, CompileOptions, Problem, ProblemFormat, Via};
use minesat_core::grid::Place;
use minesat_files::instance::Instance;
use pyo3::prelude::*;

use crate::board::CoreBoard;
use crate::errors;

/// A formula with its board.
#[pyclass(frozen, module = "minesat._minesat")]
pub struct CoreCompiled {
    problem: Problem,
    instance: Instance,
    names: Vec<String>,
    variables: Vec<Place>,
    outputs: Vec<(String, Place)>,
}

fn format(py: Python<'_>, bytes: &[u8], file: &str, name: Option<&str>) -> PyResult<ProblemFormat> {
    match name {
        // Formats are named by the endings of their files.
        Some(name) => ProblemFormat::of(&format!("formula.{name}")).ok_or_else(|| {
            errors::argument(py, format!("no format named {name:?}; there are cnf, bench, blif, aag, aig, expr"))
        }),
        None => Ok(of_content(bytes).or(ProblemFormat::of(file)).unwrap_or(ProblemFormat::Expr)),
    }
}

/// Compiles a formula or circuit.
#[pyfunction]
pub fn compile(
    py: Python<'_>,
    text: Vec<u8>,
    file: &str,
    format_name: Option<&str>,
    library: &str,
    fix: Vec<(String, String)>,
) -> PyResult<CoreCompiled> {
    let format = format(py, &text, file, format_name)?;
    let (mut problem, _) = Problem::read(&text, file, format).map_err(|e| errors::input(py, &e))?;
    for (name, value) in &fix {
        let Problem::Circuit(circuit) = &mut problem else {
            return Err(errors::argument(py, "fix is for circuits; add a clause to a formula"));
        };
        circuit.fix(name, value).map_err(|e| errors::argument(py, format!("fix {name}={value}: {e}")))?;
    }
    let options = CompileOptions {
        layout: Layout::Ordered,
        mines: ShownMines::Hidden,
        via: Via::Auto,
        ask: BoardQuestion::Consistency,
    };
    let library = Library::named(library).map_err(|e| errors::argument(py, e))?;
    let compiled = py.detach(|| problem.compile(&library, &options)).map_err(|e| errors::argument(py, e))?;
    let mut instance = Instance::bare("formula", compiled.board);
    instance.family = "compiled".into();
    let numbers = || (1..=compiled.variables.len()).map(|number| number.to_string()).collect();
    let names = compiled.names.unwrap_or_else(numbers);
    Ok(CoreCompiled { problem, instance, names, variables: compiled.variables, outputs: compiled.outputs })
}

#[pymethods]
impl CoreCompiled {
    fn board(&self) -> CoreBoard {
        CoreBoard { instance: self.instance.clone() }
    }

    /// Names and cells of the variables or inputs.
    fn variables(&self) -> Vec<(String, Place)> {
        self.names.iter().cloned().zip(self.variables.iter().copied()).collect()
    }

    /// Names and cells of the outputs of a circuit.
    fn outputs(&self) -> Vec<(String, Place)> {
        self.outputs.clone()
    }

    /// Whether these values of the variables satisfy the formula.
    fn holds(&self, values: Vec<bool>) -> bool {
        values.len() == self.problem.variables() && self.problem.holds(&values)
    }

    /// The formula as DIMACS.
    fn dimacs(&self) -> String {
        self.problem.formula().to_string()
    }
}
