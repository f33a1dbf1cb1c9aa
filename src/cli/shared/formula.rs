//! Formulas on the command line: how they are read, and how they are laid out.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Write, stderr, stdin};
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use super::CliError;
use crate::compile::assemble::Mines;
use crate::compile::detect::{has_complement, is_numbers, of_content};
use crate::compile::layout::Layout;
use crate::compile::library::LIBRARIES;
use crate::compile::problem::{Ask, Format, Options, Problem, Via};
use crate::file_name;
use crate::formats::{self, foreign};
use crate::input_error::InputError;
use crate::instance::InstanceReader;
use crate::lines::MARK;
use crate::packed::{self, plain};

/// How a problem is read and laid out.
#[derive(Args)]
pub struct How {
    /// Form of the formula [default: detected from the content, else by the end of the file's name]
    #[arg(long)]
    pub format: Option<Format>,
    /// Refuse what is read with a warning otherwise: a missing header, another number of clauses, ...
    #[arg(long)]
    pub strict: bool,
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

/// The problem in a file. Without a format the content says which it is, else the end of the file's name; where they differ
/// the content wins, with a warning. Warnings go to standard error, or are errors with `strict`.
///
/// # Errors
/// The file cannot be read, what is wrong in it with line and column, or that nothing says what it is.
pub fn read(file: &str, format: Option<Format>, strict: bool) -> Result<Problem, InputError> {
    let name = if file == "-" { "<stdin>" } else { file };
    let bytes = match file {
        "-" => packed::bytes(name, Ok(stdin())),
        path => packed::bytes(name, File::open(file_name::path(path))),
    }?;
    // Of a formula without a line nothing says that it is one: a pipe may have failed.
    if bytes.iter().all(u8::is_ascii_whitespace) || bytes == MARK.as_bytes() {
        return Err(InputError::whole(name, "empty: no formula here"));
    }
    let (by_content, by_name) = (of_content(&bytes), Format::of(packed::plain(file)));
    let mut warnings = Vec::new();
    if let (None, Some(content), Some(named)) = (format, by_content, by_name)
        && content != named
    {
        let message = format!("named as {}, but the content is {}: read as that", named.about(), content.about());
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
    // Nobody may be there to read a warning; the answer stands without it.
    warnings.iter().for_each(|warning| drop(writeln!(stderr(), "warning: {warning}")));
    Ok(problem)
}

/// A content without a mark of a format, whose name says nothing either: clauses without a header, where it can be nothing
/// else.
fn of_numbers(bytes: &[u8], name: &str) -> Result<Format, InputError> {
    let text = String::from_utf8_lossy(bytes);
    let (numbers, other) = (is_numbers(&text), other(bytes, name));
    let message = match other {
        None if numbers && has_complement(&text) => return Ok(Format::Cnf),
        Some(what) if numbers => format!("this is {what}; --format cnf reads it as clauses without a header"),
        Some(what) => format!("this is {what}"),
        None if numbers => {
            "numbers without a header 'p cnf VARIABLES CLAUSES': --format cnf reads them as clauses".to_string()
        }
        None => {
            "neither the content nor the end of the name (.cnf, .bench, .blif, .aag, .aig, .expr) says which form this \
                 formula has: choose one with --format"
                .to_string()
        }
    };
    Err(InputError::whole(name, message))
}

/// What a content is that is no formula, and what takes it.
fn other(bytes: &[u8], name: &str) -> Option<String> {
    let is_board = match bytes.trim_ascii_start().first() {
        Some(b'{') => {
            let mut reader = InstanceReader::new(name, Box::new(Cursor::new(bytes.to_vec()))).ok()?;
            reader.next().is_some_and(|instance| instance.is_ok())
        }
        _ => formats::parse(bytes, None, name).is_ok(),
    };
    match is_board {
        true => Some("a board, no formula: `minesat solve` answers it, `minesat encode` makes a formula of it".into()),
        false => foreign::kind(bytes).map(|what| format!("{what}, which is not read as a formula")),
    }
}

/// Requires what `NAME=VALUE` says.
///
/// # Errors
/// The problem is no circuit, or has no such name; two settings that contradict each other.
pub fn fix(problem: &mut Problem, fixed: &[String]) -> Result<(), CliError> {
    let mut required: BTreeMap<String, (bool, &str)> = BTreeMap::new();
    for setting in fixed {
        let Problem::Circuit(circuit) = problem else {
            return Err(CliError::usage("--fix: only circuits have names to fix; add a clause"));
        };
        let (name, value) = setting
            .rsplit_once('=')
            .ok_or_else(|| CliError::usage(format!("--fix {setting}: NAME=VALUE is expected")))?;
        for (bit, value) in circuit.fix(name, value).map_err(|e| CliError::usage(format!("--fix {e}")))? {
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
