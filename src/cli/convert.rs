//! `minesat convert`: boards and fields from one format into another.

use std::io::{Write as _, stdout};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use super::shared::boards::{Boards, LettersArg, Total};
use super::given::cell as place;
use super::{CliError, Outcome, boards};
use crate::board::Board;
use crate::field::Field;
use crate::formats::{self, FORMATS, Format, Write};
use crate::input_error::InputError;
use crate::instance::{Input, Instance};
use crate::packed::write_packed;
use crate::play::{Start, boards_file};

/// Formats that are files of several boards.
const JSONL: &str = "jsonl";
const GAMES: &str = "games";

/// A board or field in another format
///
/// The format of a file is detected from its content unless --from names it. A field (formats `field`, `mbf`, `sgt`)
/// becomes a position by --open, which opens cells as a click does, with all around a 0; without it the first click is
/// opened that a game ID (`sgt`) may hold, else nothing. `jsonl` is the
/// instance format of minesat, `games` the file of boards that `minesat play --boards` plays. An instance whose total
/// is said anew loses its family, seed, parameters, origin and expected answers, which are of another board.
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
    from: Option<&'static Format>,
    #[command(flatten)]
    letters: LettersArg,
    /// Format to write
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(targets()))]
    to: String,
    /// Of a field, open this cell, row and column from 0; several are allowed. For `games`, the first click [default: that of
    /// the file, if it holds one]
    #[arg(long, value_name = "ROW,COL", value_parser = place)]
    open: Vec<(usize, usize)>,
    /// What the first click of `games` is promised [default: safe]
    #[arg(long)]
    rule: Option<Promise>,
    /// Say this total, ? for unknown, instead of what the file says
    #[arg(long, value_name = "N", value_parser = boards::total)]
    mines: Option<Total>,
    /// Where to write (standard output otherwise)
    #[arg(short, long)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Promise {
    /// No mine.
    Safe,
    /// No mine on it nor next to it.
    Zero,
}

fn targets() -> Vec<PossibleValue> {
    let more = [(JSONL, "instances of minesat, one JSON object a line"), (GAMES, "fields for `minesat play --boards`")];
    let written = FORMATS.iter().filter(|f| !matches!(f.write, Write::Nothing));
    let single = written.map(|f| (f.name, f.about));
    single.chain(more).map(|(name, about)| PossibleValue::new(name).help(about)).collect()
}

/// Runs the command.
///
/// # Errors
/// Bad input, or a content that the other format cannot hold.
pub fn run(args: &ConvertArgs) -> Outcome {
    if args.rule.is_some() && args.to != GAMES {
        return Err(unfit(args, "--rule is for games"));
    }
    let bytes = match Input::open(&args.file, &args.letters.asked(args.from))? {
        Input::Field(..) if args.only.is_some() => return Err(unfit(args, "--only is for files of instances")),
        Input::Field(name, field, click) => from_field(args, &name, &field, click)?,
        Input::Instances(reader) => from_instances(args, Boards::new(&args.file, *reader, args.only.as_deref()))?,
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
        return Err(unfit(args, "--mines is for a position; how many mines a field has is told by the field"));
    }
    if !args.open.is_empty() && !takes_position && args.to != GAMES {
        return Err(unfit(args, "--open is for a position; a field hides nothing"));
    }
    match (args.to.as_str(), formats::find(&args.to).map(|f| f.write)) {
        (GAMES, _) => games(args, field, &cells),
        (_, Some(Write::Field(write))) => write(field).map_err(|why| unfit(args, &why)),
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
        false => Err(unfit(args, &format!("({row}, {col}) is not on the board"))),
        true if field.is_mine(grid.at(row, col)) => Err(unfit(args, &format!("({row}, {col}) is a mine"))),
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
        return Err(unfit(args, "a mine next to the first click breaks the promise of --rule zero"));
    }
    let mut bytes = Vec::new();
    boards_file::write(&mut bytes, field.grid(), field.count(), start, std::slice::from_ref(field))?;
    Ok(bytes)
}

fn from_instances(args: &ConvertArgs, boards: Boards) -> Result<Vec<u8>, CliError> {
    if !args.open.is_empty() {
        return Err(unfit(args, "--open needs a field; what a position hides nobody knows"));
    }
    let mut bytes = Vec::new();
    for (index, instance) in boards.enumerate() {
        let mut instance = instance?;
        if args.to != JSONL && index > 0 {
            return Err(unfit(args, &format!("several boards, but {} holds one: --only NAME", args.to)));
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
        Some(Write::Board(write)) => write(&board).map_err(|why| unfit(args, &why)),
        None if args.to == JSONL => Ok(format!("{}\n", Instance::bare(name, board).line()).into_bytes()),
        _ => Err(unfit(args, &format!("{} says where the mines are, which a position does not", args.to))),
    }
}

fn with_total(args: &ConvertArgs, board: Board) -> Result<Board, CliError> {
    match args.mines {
        None => Ok(board),
        Some(total) => Ok(total.of(Instance::bare(&args.file, board))?.board),
    }
}

fn unfit(args: &ConvertArgs, why: &str) -> CliError {
    CliError::usage(format!("{}: {why}", args.file))
}
