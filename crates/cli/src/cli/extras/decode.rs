//! `minesat decode`: checks the answer of a solver or engine on the board, and on the formula that the board was compiled
//! from.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stdin, stdout};
use std::path::Path;

use clap::Args;
use serde_json::Value;

use super::formula;
use super::shared::{boards, draw};
use super::{CliError, CommandResult, DISAGREE, INCONSISTENT};
use crate::compile::problem::{Problem, ProblemFormat};
use crate::compression;
use crate::encode::literals;
use crate::input_error::InputError;
use crate::instance::Instance;
use crate::system::{CellMap, System};

/// Check a solver's answer against the board or formula
///
/// Reads `v` lines (SAT and pseudo-Boolean competitions), MiniSat's result file, lines with a name x1, x2, ... and a value
/// (LP solvers), and the output of `minesat solve --model` and `minesat sample`. Of the latter it takes the first model of
/// the instance, or of the only instance in the output unless --only is given. A variable without a value is a safe cell;
/// --slack instead fills the cells next to no clue up to the total. With --formula, for a board of `minesat compile
/// --json`, it checks the assignment on the formula and prints it. Exit codes: 0 a model; 1 not a model; 20 the solver
/// reports that there is no model (not checked); 2 the answer cannot be read.
#[derive(Args)]
pub struct DecodeArgs {
    /// Board or instance file
    #[arg(value_parser = super::file_name())]
    file: String,
    /// Output of the solver, - for standard input
    #[arg(value_parser = super::file_name())]
    answer: String,
    /// Name of the instance, if the file holds several
    #[arg(long)]
    only: Option<String>,
    /// Put the remaining mines on cells next to no clue, for an export with --slack or --without-total
    #[arg(long)]
    slack: bool,
    /// Formula or circuit that the board was compiled from
    #[arg(long, value_name = "FILE", value_parser = super::file_name())]
    formula: Option<String>,
    /// Form of the formula [default: detected from the content, else from the end of the file's name]
    #[arg(long, requires = "formula")]
    format: Option<ProblemFormat>,
    /// Values that were required of the circuit
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', requires = "formula")]
    fix: Vec<String>,
}

/// The content of an answer.
enum Said {
    Model(Vec<bool>),
    NoModel,
}

/// The name whose answer is taken: that of the instance, else the only one in the text, as a copied board has another
/// name. None if no answer has a name.
fn answered<'a>(names: &BTreeSet<&'a str>, name: &str, is_asked: bool) -> Result<Option<&'a str>, String> {
    match (names.get(name), names.first()) {
        (Some(own), _) => Ok(Some(own)),
        (None, Some(only)) if names.len() == 1 && !is_asked => Ok(Some(only)),
        (None, Some(_)) => Err(format!("no answer for the instance {name:?}")),
        (None, None) => Ok(None),
    }
}

/// The model of the instance `name` in the output of `solve --model` or `sample`, with or without `--json`: rows of `*`
/// mine, `-` no mine and `.`, after a name or alone. `is_asked`: the name was given by `--only`. None if the text holds no
/// model; an error if it holds answers for other instances only.
fn model_in(text: &str, name: &str, is_asked: bool, map: &CellMap) -> Result<Option<Said>, String> {
    let of_rows = |rows: &[&str]| {
        let letters: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
        let fits = rows.len() == map.grid.rows && letters.len() == map.grid.len();
        fits.then(|| Said::Model(map.cells.iter().map(|&cell| letters[cell as usize] == b'*').collect()))
    };
    let answers = text.lines().filter(|line| line.starts_with('{'));
    let answers: Vec<Value> = answers.filter_map(|line| serde_json::from_str(line).ok()).collect();
    let names = answers.iter().filter_map(|answer| answer["instance"].as_str()).collect();
    let own = answered(&names, name, is_asked)?;
    for answer in answers.iter().filter(|answer| answer["instance"].as_str().is_none_or(|of| Some(of) == own)) {
        if let Some(rows) = answer["model"].as_array() {
            return Ok(of_rows(&rows.iter().filter_map(Value::as_str).collect::<Vec<_>>()));
        }
        if answer["status"] == "inconsistent" {
            return Ok(Some(Said::NoModel));
        }
    }
    if !answers.is_empty() {
        return Ok(None);
    }
    let lines: Vec<&str> = text.lines().collect();
    let is_row = |line: &&&str| !line.is_empty() && line.bytes().all(|b| b"*-.".contains(&b));
    // The name in a line above rows or with the word inconsistent.
    let name_of = |at: usize| -> Option<&str> {
        let (name, said) = lines[at].rsplit_once(": ")?;
        let has_rows = said == "a model" || said.starts_with("model ");
        let is_head = said == "inconsistent" || has_rows && lines.get(at + 1).is_some_and(|line| is_row(&line));
        is_head.then_some(name)
    };
    let own = answered(&(0..lines.len()).filter_map(name_of).collect(), name, is_asked)?;
    let first = match (0..lines.len()).find(|&at| own.is_some() && name_of(at) == own) {
        Some(at) if lines[at].ends_with(": inconsistent") => return Ok(Some(Said::NoModel)),
        Some(at) => at + 1,
        None => 0,
    };
    let rows: Vec<&str> = lines[first..].iter().filter(is_row).take(map.grid.rows).copied().collect();
    Ok(of_rows(&rows))
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &DecodeArgs) -> CommandResult {
    let instance = boards::pick(&args.file, args.only.as_deref())?;
    let text = match args.answer.as_str() {
        "-" => compression::text("<stdin>", Ok(stdin()))?,
        path => compression::text_of(Path::new(path))?,
    };
    let text = text.as_str();
    let (system, map) = System::from_board(&instance.board);
    let mut out = anstream::AutoStream::auto(stdout());
    let file = if args.answer == "-" { "<stdin>" } else { &args.answer };
    let said =
        match model_in(text, &instance.name, args.only.is_some(), &map).map_err(|why| InputError::whole(file, why))? {
            Some(said) => said,
            None => literal_model(text, file, system.cells)?,
        };
    let Said::Model(mut model) = said else {
        writeln!(out, "{}: the solver reports that there is no model (not checked)", instance.shown())?;
        return Ok(INCONSISTENT);
    };
    if args.slack {
        fill(&system, &mut model);
    }
    let is_model = system.is_model(&model);
    let verdict = if is_model { "a model" } else { "not a model" };
    writeln!(out, "{}: {verdict}", instance.shown())?;
    if let (true, Some(file)) = (is_model, &args.formula) {
        return on_formula(args, file, &instance, &map, &model, &mut out);
    }
    write!(out, "{}", draw::model(&instance.board, &map, &model))?;
    if is_model {
        return Ok(super::DONE);
    }
    for sum in &system.sums {
        let mines = sum.cells.iter().filter(|&&c| model[c as usize]).count() as i64;
        if mines != i64::from(sum.count) {
            let places = sum.cells.iter().map(|&c| format!("{:?}", map.position(c as usize)));
            let places = places.collect::<Vec<_>>().join(" ");
            writeln!(out, "{mines} mines instead of {} on (row, column) {places}", sum.count)?;
        }
    }
    let mines = model.iter().filter(|&&m| m).count() as i64;
    if let Some(total) = system.total.filter(|&t| t != mines) {
        writeln!(out, "{mines} mines on covered cells instead of {total}")?;
    }
    Ok(DISAGREE)
}

/// A model as literals.
fn literal_model(text: &str, file: &str, cells: usize) -> Result<Said, InputError> {
    let output = literals::read(text).map_err(|e| {
        let line = text.lines().nth(e.line - 1).unwrap_or_default();
        InputError::at(file, e.line, line, e.byte, e.message)
    })?;
    if output.satisfiable == Some(false) {
        return Ok(Said::NoModel);
    }
    if output.satisfiable.is_none() && output.literals.is_empty() {
        return Err(InputError::whole(
            file,
            if literals::is_unknown(text) {
                "the solver found no answer: its status is unknown"
            } else {
                "the answer holds neither a status nor values"
            },
        ));
    }
    let mut model = vec![false; cells];
    for lit in output.literals {
        if let Some(cell) = model.get_mut(lit.variable() - 1) {
            *cell = lit.is_positive();
        }
    }
    Ok(Said::Model(model))
}

/// Checks the assignment that a model of a compiled board represents on the formula, and prints it.
fn on_formula(
    args: &DecodeArgs,
    file: &str,
    instance: &Instance,
    map: &CellMap,
    model: &[bool],
    out: &mut dyn Write,
) -> CommandResult {
    let mut problem = formula::read(file, args.format, false)?;
    formula::fix(&mut problem, &args.fix)?;
    let value_at = |place: &Value| -> Option<bool> {
        let (row, col) = (place[0].as_u64()? as usize, place[1].as_u64()? as usize);
        let inside = row < map.grid.rows && col < map.grid.cols;
        Some(model[map.variable(inside.then(|| map.grid.at(row, col))?)?])
    };
    let list = |name: &str| instance.params.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    // Shown variables are named by their numbers; hidden ones are listed with their numbers.
    let number = |index: usize| {
        if instance.is_projected() {
            list("names").get(index)?.as_str()?.parse::<u64>().ok()
        } else {
            Some(index as u64 + 1)
        }
    };
    let shown = list("variables").iter().enumerate().map(|(index, place)| Some((number(index)?, value_at(place)?)));
    let hidden = list("hidden").iter().map(|entry| {
        let cell = entry.as_array()?.get(1..)?.to_vec();
        Some((entry[0].as_u64()?, value_at(&Value::Array(cell))?))
    });
    let values: Option<BTreeMap<u64, bool>> = shown.chain(hidden).collect();
    let is_whole = |values: &BTreeMap<u64, bool>| values.keys().copied().eq(1..=problem.variables() as u64);
    let Some(values) = values.filter(is_whole).map(|values| values.into_values().collect::<Vec<bool>>()) else {
        let message = format!(
            "{}: params.variables does not list a covered cell for each of the {} variables of {file}; decode the board as \
             `compile --json` writes it",
            instance.name,
            problem.variables()
        );
        return Err(CliError::usage(message));
    };
    // On an inference board the models of the formula are those in which the cell in question is a mine.
    let required = instance.params.get("question").is_none_or(|place| value_at(place) == Some(true));
    let holds = problem.holds(&values);
    let verdict = match (holds, required) {
        (true, _) => "satisfied",
        (false, true) => "NOT SATISFIED",
        (false, false) => "not satisfied, as expected: the cell in question is safe",
    };
    writeln!(out, "{file}: {verdict}")?;
    let names: Vec<String> = match &problem {
        Problem::Clauses(_) => (1..=values.len()).map(|v| v.to_string()).collect(),
        Problem::Circuit(circuit) => circuit.inputs.iter().map(|(name, _)| name.clone()).collect(),
    };
    let literal = |(name, &value): (&String, &bool)| format!("{}{name}", if value { "" } else { "-" });
    let literals: Vec<String> = names.iter().zip(&values).map(literal).collect();
    // As in SAT competitions; the names of a circuit have no end mark.
    let end = matches!(problem, Problem::Clauses(_)).then(|| "0".to_string());
    let words: Vec<String> = literals.into_iter().chain(end).collect();
    words.chunks(16).try_for_each(|line| writeln!(out, "v {}", line.join(" ")))?;
    Ok(if holds == required { super::DONE } else { DISAGREE })
}

/// Puts the remaining mines of the total on cells next to no clue.
fn fill(system: &System, model: &mut [bool]) {
    let frontier = system.is_frontier();
    let Some(total) = system.total else { return };
    let mines = (0..model.len()).filter(|&c| frontier[c] && model[c]).count() as i64;
    let mut rest = total - mines;
    for cell in (0..model.len()).filter(|&c| !frontier[c]) {
        model[cell] = rest > 0;
        rest -= 1;
    }
}
