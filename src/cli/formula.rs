//! Formulas on the command line: how they are read, and how they are laid out.

use std::io::{Write, stderr, stdin};
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use super::CliError;
use crate::compile::assemble::Mines;
use crate::compile::dimacs;
use crate::compile::layout::Layout;
use crate::compile::library::LIBRARIES;
use crate::compile::problem::{Ask, Format, Options, Problem, Via};
use crate::input_error::InputError;
use crate::packed::{self, plain};

/// How a problem is read and laid out.
#[derive(Args)]
pub struct How {
    /// Form of the formula [default: by the end of the file's name, else cnf]
    #[arg(long)]
    pub format: Option<Format>,
    /// Tiles
    #[arg(long, default_value = "6x7", value_parser = PossibleValuesParser::new(LIBRARIES))]
    pub library: String,
    /// How rows and columns of tiles are used
    #[arg(long, default_value = "ordered")]
    pub layout: Layout,
    /// How a circuit becomes a board
    #[arg(long, default_value = "auto")]
    pub via: Via,
    /// Mines that the clues of their tile make certain: flags, or covered
    #[arg(long = "known-mines", alias = "mines", default_value = "hidden")]
    pub mines: Mines,
    /// What the board is to say; inference: the cell `params.question` is safe if and only if the formula is
    /// unsatisfiable
    #[arg(long, default_value = "consistency")]
    pub ask: Ask,
}

impl How {
    /// The options that are not the default, as they would be typed.
    pub fn flags(&self) -> String {
        let typed = |value: &dyn Fn() -> Option<PossibleValue>| value().map_or(String::new(), |v| v.get_name().into());
        let given = [
            ("library", "6x7", self.library.clone()),
            ("layout", "ordered", typed(&|| self.layout.to_possible_value())),
            ("via", "auto", typed(&|| self.via.to_possible_value())),
            ("known-mines", "hidden", typed(&|| self.mines.to_possible_value())),
            ("ask", "consistency", typed(&|| self.ask.to_possible_value())),
        ];
        let unusual = given.iter().filter(|(_, default, value)| default != value);
        unusual.map(|(name, _, value)| format!(" --{name} {value}")).collect()
    }

    /// The options for the compiler.
    pub fn options(&self) -> Options {
        Options { layout: self.layout, mines: self.mines, via: self.via, ask: self.ask }
    }
}

/// What the problem in a file is called.
pub fn name(file: &str) -> String {
    match Path::new(plain(file)).file_stem().map(|stem| stem.to_string_lossy()) {
        Some(stem) if stem != "-" => stem.into_owned(),
        _ => "formula".into(),
    }
}

/// The problem in a file.
///
/// # Errors
/// The file cannot be read, or what is wrong in it with line and column.
pub fn read(file: &str, format: Option<Format>) -> Result<Problem, InputError> {
    let name = if file == "-" { "<stdin>" } else { file };
    let text = match file {
        "-" => packed::text(name, Ok(stdin())),
        path => packed::text_of(Path::new(path)),
    }?;
    let format = format.unwrap_or_else(|| Format::of(file));
    // Of a formula without a line nothing says that it is one: a pipe may have failed.
    if text.trim().is_empty() {
        return Err(InputError::whole(name, "empty: no formula here"));
    }
    if format == Format::Cnf {
        let (formula, warnings) = dimacs::read(&text, name)?;
        // Nobody may be there to read a warning; the answer stands without it.
        warnings.iter().for_each(|warning| drop(writeln!(stderr(), "warning: {warning}")));
        return Ok(Problem::Clauses(formula));
    }
    Problem::parse(&text, name, format)
}

/// Requires what `NAME=VALUE` says.
///
/// # Errors
/// The problem is no circuit, or has no such name.
pub fn fix(problem: &mut Problem, fixed: &[String]) -> Result<(), CliError> {
    for setting in fixed {
        let Problem::Circuit(circuit) = problem else {
            return Err(CliError::usage("--fix: only circuits have names to fix; add a clause"));
        };
        let (name, value) = setting
            .rsplit_once('=')
            .ok_or_else(|| CliError::usage(format!("--fix {setting}: NAME=VALUE is expected")))?;
        circuit.fix(name, value).map_err(|e| CliError::usage(format!("--fix {e}")))?;
    }
    Ok(())
}
