//! `minesat compile`: a formula as a board.

use std::io::{Read, Write, stdin, stdout};
use std::path::Path;

use clap::Args;
use serde_json::{Map, json};

use super::{CliError, Outcome};
use crate::compile::cnf::Formula;
use crate::compile::layout::{LIBRARIES, Mines, compile};
use crate::input_error::InputError;
use crate::instance::Instance;

/// A formula as a board with as many solutions as the formula has models
///
/// Reads DIMACS CNF. The board has one solution a model over the named variables, all with the same number
/// of mines, which is its total. A variable is true where the cell that --json lists in `params.variables`
/// is a mine.
#[derive(Args)]
pub struct CompileArgs {
    /// Formula in DIMACS CNF, - for standard input
    file: String,
    /// Tiles
    #[arg(long, default_value = "6x7", value_parser = clap::builder::PossibleValuesParser::new(LIBRARIES))]
    library: String,
    /// Mines that the clues of their tile make certain: flags, or covered
    #[arg(long, default_value = "hidden")]
    mines: Mines,
    /// Print one line of an instance file
    #[arg(long)]
    json: bool,
}

fn read(file: &str) -> Result<String, InputError> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => stdin().read_to_end(&mut bytes).map(|_| ()),
        path => std::fs::read(path).map(|content| bytes = content),
    };
    read.map_err(|e| InputError::whole(file, e.to_string()))?;
    String::from_utf8(bytes).map_err(|_| InputError::whole(file, "not UTF-8 text"))
}

/// Runs the command.
///
/// # Errors
/// Bad input, or a board too large.
pub fn run(args: &CompileArgs) -> Outcome {
    let formula = Formula::parse(&read(&args.file)?, &args.file)?;
    let compiled = compile(&formula, &args.library, args.mines).map_err(CliError::usage)?;
    let (tile_rows, tile_cols) = (compiled.tiles.len(), compiled.tiles[0].len());
    let mut out = stdout().lock();
    if !args.json {
        let (n, m) = (formula.variables, formula.clauses.len());
        writeln!(out, "c {n} variables, {m} clauses: {tile_rows} x {tile_cols} tiles of {}", args.library)?;
        for (index, cell) in compiled.variables.iter().enumerate() {
            writeln!(out, "c variable {} {} {}", index + 1, cell.0, cell.1)?;
        }
        write!(out, "{}", compiled.board)?;
        return Ok(super::DONE);
    }
    let stem = Path::new(&args.file).file_stem().map_or("formula".into(), |s| s.to_string_lossy().into_owned());
    let mut instance = Instance::bare(if stem == "-" { "formula" } else { &stem }, compiled.board);
    instance.family = "compiled".into();
    instance.origin = "minesat compile".into();
    let mut params = Map::new();
    params.insert("library".into(), json!(args.library));
    params.insert("clauses".into(), json!(formula.clauses.len()));
    params.insert("tiles".into(), json!([tile_rows, tile_cols]));
    params.insert("variables".into(), json!(compiled.variables));
    instance.params = params;
    writeln!(out, "{}", instance.to_json())?;
    Ok(super::DONE)
}
