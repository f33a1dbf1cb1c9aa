//! `minesat decode`: a solver's answer, checked and shown on the board.

use std::io::{Read, Write, stdin, stdout};

use clap::Args;

use super::{DISAGREE, INCONSISTENT, Outcome, draw, encode};
use crate::encode::literals;
use crate::input_error::InputError;
use crate::system::System;

/// A solver's answer to an export of `minesat encode`, checked against the board and shown on it
///
/// Reads `v` lines (SAT and pseudo-Boolean competitions), MiniSat's result file, or lines with a name
/// x1, x2, ... and a value (LP solvers). Variables that are not given are safe cells, except that
/// those next to no clue are filled up to the total with --slack. Exit codes: 0 a model, 1 none, 20
/// the solver says that there is none (not checked), 2 nothing that could be read.
#[derive(Args)]
pub struct DecodeArgs {
    /// Board or instance file
    file: String,
    /// The solver's output, - for standard input
    answer: String,
    /// The instance of this name, where the file holds several
    #[arg(long)]
    only: Option<String>,
    /// The export left the total out, or wrote it with --slack: put its other mines on cells next to
    /// no clue
    #[arg(long)]
    slack: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &DecodeArgs) -> Outcome {
    let instance = encode::pick(&args.file, args.only.as_deref())?;
    let mut bytes = Vec::new();
    match args.answer.as_str() {
        "-" => stdin().read_to_end(&mut bytes)?,
        path => std::fs::File::open(path)
            .and_then(|mut f| f.read_to_end(&mut bytes))
            .map_err(|e| InputError::whole(path, e.to_string()))?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let output = literals::read(&text).map_err(|e| {
        let line = text.lines().nth(e.line - 1).unwrap_or_default();
        InputError::at(&args.answer, e.line, line, 0, e.message)
    })?;
    let mut out = anstream::AutoStream::auto(stdout());
    if output.satisfiable == Some(false) {
        writeln!(out, "{}: the solver says that there is no model (not checked)", instance.name)?;
        return Ok(INCONSISTENT);
    }
    if output.satisfiable.is_none() && output.literals.is_empty() {
        return Err(InputError::whole(&args.answer, "neither a status nor values in here").into());
    }
    let (system, map) = System::from_board(&instance.board);
    let mut model = vec![false; system.cells];
    for lit in output.literals {
        if let Some(cell) = model.get_mut(lit.variable() - 1) {
            *cell = lit.is_positive();
        }
    }
    if args.slack {
        fill(&system, &mut model);
    }
    let is_model = system.is_model(&model);
    let verdict = if is_model { "a model" } else { "no model" };
    writeln!(out, "{}: {verdict}", instance.name)?;
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

/// Puts what the total leaves on cells next to no clue.
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
