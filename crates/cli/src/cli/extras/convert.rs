//! `minesat convert`: converts boards and fields between formats.

use std::io::{Write as _, stdout};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use super::shared::boards;
use super::shared::boards::{BoardStream, LettersArg, TotalArg};
use super::shared::place::cell as place;
use super::{CliError, CommandResult};
use crate::board::Board;
use crate::compression::write_packed;
use crate::field::Field;
use crate::formats::{self, BoardFormat, FORMATS, Write};
use crate::input_error::InputError;
use crate::instance::{Input, Instance};
use crate::play::{Start, boards_file};

/// Formats that hold several boards.
const JSONL: &str = "jsonl";
const GAMES: &str = "games";

/// Convert boards and fields between formats
///
/// The format of a file is detected from its content unless --from names it. --open turns a field (formats `field`, `mbf`,
/// `sgt`) into a position: it opens cells as a click does, with all cells around a 0. Without it, the first click of a game
/// ID (`sgt`) is opened, if there is one. `jsonl` is the instance format of minesat, `games` the file of boards for `minesat
/// play --boards`. If --mines changes the total, an instance loses its family, seed, parameters, origin and expected
/// answers, which describe another board.
#[derive(Args)]
pub struct ConvertArgs {
    /// File, - for standard input
    #[arg(value_parser = super::file_name())]
    file: String,
    /// Only the instance of this name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Format of the file [default: detected from the content]
    #[arg(long, visible_alias = "format", value_name = "FORMAT", value_parser = boards::format())]
    from: Option<&'static BoardFormat>,
    #[command(flatten)]
    letters: LettersArg,
    /// Format to write
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(targets()))]
    to: String,
    /// Open this cell of a field, row and column from 0; repeatable. For `games` it is the first click [default: the one in
    /// the file, if there is one]
    #[arg(long, value_name = "ROW,COL", value_parser = place)]
    open: Vec<(usize, usize)>,
    /// Guarantee for the first click of `games` [default: safe]
    #[arg(long)]
    rule: Option<Promise>,
    /// The total of mines, ? for unknown, instead of that in the file
    #[arg(long, value_name = "N", value_parser = boards::total)]
    mines: Option<TotalArg>,
    /// File to write [default: standard output]
    #[arg(short, long)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Promise {
    /// No mine.
    Safe,
    /// No mine on it or next to it.
    Zero,
}

fn targets() -> Vec<PossibleValue> {
    let more =
        [(JSONL, "instances of minesat, one JSON object per line"), (GAMES, "fields for `minesat play --boards`")];
    let written = FORMATS.iter().filter(|f| !matches!(f.write, Write::Nothing));
    let single = written.map(|f| (f.name, f.about));
    single.chain(more).map(|(name, about)| PossibleValue::new(name).help(about)).collect()
}

/// Runs the command.
///
/// # Errors
/// Bad input, or a content that the other format cannot hold.
pub fn run(args: &ConvertArgs) -> CommandResult {
    if args.rule.is_some() && args.to != GAMES {
        return Err(unfit(args, "--rule is for games"));
    }
    let bytes = match Input::open(&args.file, &args.letters.asked(args.from))? {
        Input::Field(..) if args.only.is_some() => return Err(unfit(args, "--only is for files of instances")),
        Input::Field(name, field, click) => from_field(args, &name, &field, click)?,
        Input::Instances(reader) => from_instances(args, BoardStream::new(&args.file, *reader, args.only.as_deref()))?,
    };
    match &args.output {
        None => stdout().lock().write_all(&bytes)?,
        Some(path) => {
            write_packed(path, bytes).map_err(|e| CliError::at(path, &e))?;
        }
    }
    Ok(super::DONE)
}

fn from_field(args: &ConvertArgs, name: &str, field: &Field, click: Option<usize>) -> Result<Vec<u8>, CliError> {
    let mut cells = opened(args, field)?;
    if args.open.is_empty() {
        cells.extend(click);
    }
    let takes_position = matches!(formats::find(&args.to).map(|f| f.write), Some(Write::Board(_))) || args.to == JSONL;
    if args.mines.is_some() && !takes_position {
        return Err(unfit(args, "--mines is for a position; a field determines its total"));
    }
    if !args.open.is_empty() && !takes_position && args.to != GAMES {
        return Err(unfit(args, "--open is for a position; a field has no covered cells"));
    }
    match (args.to.as_str(), formats::find(&args.to).map(|f| f.write)) {
        (GAMES, _) => games(args, field, &cells),
        (_, Some(Write::Field(write))) => write(field).map_err(|why| unfit(args, why)),
        _ => {
            let mut open = vec![false; field.grid().len()];
            cells.iter().for_each(|&cell| field.open_from(cell, &mut open));
            position(args, name, field.board(&open, Some(field.count() as u32)))
        }
    }
}

/// The cells to open; a mine among them is an error.
fn opened(args: &ConvertArgs, field: &Field) -> Result<Vec<usize>, CliError> {
    let grid = field.grid();
    let cell = |&(row, col): &(usize, usize)| match row < grid.rows && col < grid.cols {
        false => Err(unfit(args, format!("({row}, {col}) is not on the board"))),
        true if field.is_mine(grid.at(row, col)) => Err(unfit(args, format!("({row}, {col}) is a mine"))),
        true => Ok(grid.at(row, col)),
    };
    args.open.iter().map(cell).collect()
}

/// A file of one board for `minesat play`.
fn games(args: &ConvertArgs, field: &Field, cells: &[usize]) -> Result<Vec<u8>, CliError> {
    let &[first] = cells else { return Err(unfit(args, "`games` needs the first click: one --open ROW,COL")) };
    let start = match args.rule.unwrap_or(Promise::Safe) {
        Promise::Safe => Start::Safe(first),
        Promise::Zero => Start::Zero(first),
    };
    if start.keep_free(field.grid()).iter().any(|&cell| field.is_mine(cell)) {
        return Err(unfit(args, "--rule zero needs a first click without a mine next to it"));
    }
    let mut bytes = Vec::new();
    boards_file::write(&mut bytes, field.grid(), field.count(), start, std::slice::from_ref(field))?;
    Ok(bytes)
}

fn from_instances(args: &ConvertArgs, boards: BoardStream) -> Result<Vec<u8>, CliError> {
    if !args.open.is_empty() {
        return Err(unfit(args, "--open needs a field; the covered cells of a position are unknown"));
    }
    let mut bytes = Vec::new();
    for (index, instance) in boards.enumerate() {
        let mut instance = instance?;
        if args.to != JSONL && index > 0 {
            return Err(unfit(
                args,
                format!("the file holds several boards and {} holds one: choose it with --only NAME", args.to),
            ));
        }
        match args.to.as_str() {
            JSONL => {
                if let Some(total) = args.mines {
                    instance = total.of(instance)?;
                }
                bytes.extend(format!("{}\n", instance.line()).into_bytes());
            }
            _ => bytes = position(args, &instance.name, instance.board)?,
        }
    }
    match bytes.is_empty() {
        true => Err(InputError::whole(&args.file, "no board here").into()),
        false => Ok(bytes),
    }
}

/// A position in the format asked for.
fn position(args: &ConvertArgs, name: &str, board: Board) -> Result<Vec<u8>, CliError> {
    let board = with_total(args, board)?;
    match formats::find(&args.to).map(|f| f.write) {
        Some(Write::Board(write)) => write(&board).map_err(|why| unfit(args, why)),
        None if args.to == JSONL => Ok(format!("{}\n", Instance::bare(name, board).line()).into_bytes()),
        _ => Err(unfit(args, format!("{} stores where the mines are, which is unknown in a position", args.to))),
    }
}

fn with_total(args: &ConvertArgs, board: Board) -> Result<Board, CliError> {
    match args.mines {
        None => Ok(board),
        Some(total) => Ok(total.of(Instance::bare(&args.file, board))?.board),
    }
}

fn unfit(args: &ConvertArgs, why: impl std::fmt::Display) -> CliError {
    CliError::usage(format!("{}: {why}", args.file))
}
