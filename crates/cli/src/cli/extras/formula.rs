//! Formulas on the command line: reading them and laying them out.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Write, stderr, stdin};
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use crate::cli::CliError;
use crate::compile::assemble::ShownMines;
use crate::compile::detect::{has_complement, is_numbers, of_content};
use crate::compile::layout::Layout;
use crate::compile::library::LIBRARIES;
use crate::compile::problem::{BoardQuestion, CompileOptions, Problem, ProblemFormat, Via};
use crate::compression::{self, plain};
use crate::file_name;
use crate::formats::{self, foreign};
use crate::input_error::InputError;
use crate::instance::InstanceReader;
use crate::lines::MARK;

/// How a problem is read and laid out.
#[derive(Args)]
pub struct How {
    /// Form of the formula [default: detected from the content, else from the end of the file's name]
    #[arg(long)]
    pub format: Option<ProblemFormat>,
    /// Turn warnings into errors: a missing header, a wrong number of clauses, ...
    #[arg(long)]
    pub strict: bool,
    /// Library of tiles
    #[arg(long, default_value = "6x7", value_parser = PossibleValuesParser::new(LIBRARIES))]
    pub library: String,
    /// Use of the rows and columns of tiles
    #[arg(long, default_value = "ordered")]
    pub layout: Layout,
    /// Whether the gates of a circuit are laid out as they are or as clauses
    #[arg(long, default_value = "auto")]
    pub via: Via,
    /// Mines that are certain from the clues of their tile: flags, or covered
    #[arg(long = "known-mines", alias = "mines", default_value = "hidden")]
    pub mines: ShownMines,
    /// Question that the board asks; inference: the cell `params.question` is safe if and only if the formula is
    /// unsatisfiable
    #[arg(long, default_value = "consistency")]
    pub ask: BoardQuestion,
}

impl How {
    /// The options that differ from their defaults, as typed.
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

    /// The options of the compiler.
    pub fn options(&self) -> CompileOptions {
        CompileOptions { layout: self.layout, mines: self.mines, via: self.via, ask: self.ask }
    }
}

/// The name of the problem in a file.
pub fn name(file: &str) -> String {
    match Path::new(plain(file)).file_stem().map(|stem| stem.to_string_lossy()) {
        Some(stem) if stem != "-" => stem.into_owned(),
        _ => "formula".into(),
    }
}

/// Reads the problem in a file. If `format` is None, it is detected from the content, else from the end of the file's name;
/// if the two differ, the content decides, with a warning. Warnings go to standard error; with `strict` they are errors.
///
/// # Errors
/// The file cannot be read, has an error (with line and column), or is of no known format.
pub fn read(file: &str, format: Option<ProblemFormat>, strict: bool) -> Result<Problem, InputError> {
    let name = if file == "-" { "<stdin>" } else { file };
    let bytes = match file {
        "-" => compression::bytes(name, Ok(stdin())),
        path => compression::bytes(name, File::open(file_name::path(path))),
    }?;
    // An empty file may be the output of a command that failed, so it is not the empty formula.
    if bytes.iter().all(u8::is_ascii_whitespace) || bytes == MARK.as_bytes() {
        return Err(InputError::whole(name, "the file is empty: no formula"));
    }
    let (by_content, by_name) = (of_content(&bytes), ProblemFormat::of(compression::plain(file)));
    let mut warnings = Vec::new();
    if let (None, Some(content), Some(named)) = (format, by_content, by_name)
        && content != named
    {
        let message = format!("the name says {}, but the content is {}, which decides", named.about(), content.about());
        warnings.push(InputError::whole(name, message));
    }
    let format = match format.or(by_content).or(by_name) {
        Some(format) => format,
        None => of_numbers(&bytes, name)?,
    };
    let (problem, more) = Problem::read(&bytes, name, format).map_err(|mut error| {
        if let Some(other) = by_content.filter(|other| *other != format) {
            error.message += &format!(" (read as {}; the content looks like {})", format.about(), other.about());
        } else if let (None, Some(what)) = (by_content, other(&bytes, name)) {
            error.message += &format!(" (read as {}; this is {what})", format.about());
        }
        error
    })?;
    warnings.extend(more);
    if strict && !warnings.is_empty() {
        return Err(warnings.remove(0));
    }
    // Standard error may be closed; the answer does not depend on the warning.
    warnings.iter().for_each(|warning| drop(writeln!(stderr(), "warning: {warning}")));
    Ok(problem)
}

/// The format of a file that neither its content nor its name identifies: clauses without a header if it can be nothing
/// else.
fn of_numbers(bytes: &[u8], name: &str) -> Result<ProblemFormat, InputError> {
    let text = String::from_utf8_lossy(bytes);
    let (numbers, other) = (is_numbers(&text), other(bytes, name));
    let message = match other {
        None if numbers && has_complement(&text) => return Ok(ProblemFormat::Cnf),
        Some(what) if numbers => format!("this is {what}; --format cnf reads it as clauses without a header"),
        Some(what) => format!("this is {what}"),
        None if numbers => {
            "numbers without a header 'p cnf VARIABLES CLAUSES'; --format cnf reads them as clauses".to_string()
        }
        None => {
            "neither the content nor the end of the name (.cnf, .bench, .blif, .aag, .aig, .expr) identifies the form of \
             this formula: choose one with --format"
                .to_string()
        }
    };
    Err(InputError::whole(name, message))
}

/// What a file is if it is not a formula, and which command reads it.
fn other(bytes: &[u8], name: &str) -> Option<String> {
    let is_board = match bytes.trim_ascii_start().first() {
        Some(b'{') => {
            let mut reader = InstanceReader::new(name, Box::new(Cursor::new(bytes.to_vec()))).ok()?;
            reader.next().is_some_and(|instance| instance.is_ok())
        }
        _ => formats::parse(bytes, None, name).is_ok(),
    };
    if is_board {
        Some("a board, not a formula: `minesat solve` reads it, `minesat encode` makes a formula of it".into())
    } else {
        foreign::kind(bytes).map(|what| format!("{what}, not a formula"))
    }
}

/// Adds the requirements `NAME=VALUE` to a circuit.
///
/// # Errors
/// The problem is not a circuit or has no such name, or two settings contradict each other.
pub fn fix(problem: &mut Problem, fixed: &[String]) -> Result<(), CliError> {
    let mut required: BTreeMap<String, (bool, &str)> = BTreeMap::new();
    for setting in fixed {
        let Problem::Circuit(circuit) = problem else {
            return Err(CliError::usage("--fix is for circuits; add a clause to a formula"));
        };
        let (name, value) = setting
            .rsplit_once('=')
            .ok_or_else(|| CliError::usage(format!("--fix {setting}: NAME=VALUE is expected")))?;
        for (bit, value) in circuit.fix(name, value).map_err(|e| CliError::usage(format!("--fix {setting}: {e}")))? {
            match required.get(&bit) {
                Some(&(other, before)) if other != value => {
                    let message = format!(
                        "--fix {before} and --fix {setting} contradict each other: {bit} cannot be both 0 and 1"
                    );
                    return Err(CliError::usage(message));
                }
                _ => required.insert(bit, (value, setting)),
            };
        }
    }
    Ok(())
}
