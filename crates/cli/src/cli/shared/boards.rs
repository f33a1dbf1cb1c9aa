//! The boards that a command reads: a file, its format, and the name of one instance.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::Map;

use crate::board::Said;
use crate::board::letters;
use crate::cli::{CliError, file_name};
use crate::formats::{self, BoardFormat, FORMATS, ReadOptions};
use crate::input_error::InputError;
use crate::instance::{Input, Instance, InstanceReader};

/// The options by which commands take boards.
#[derive(Args, Clone, Debug)]
pub struct BoardsArgs {
    /// Board or instance file, - for standard input, builtin:NAME for one in the program (smoke.jsonl, sources.jsonl)
    #[arg(value_parser = file_name())]
    pub file: String,
    /// Only the instance of this name
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// The file is one board in this format [default: detected from the content]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub format: Option<&'static BoardFormat>,
    #[command(flatten)]
    pub letters: LettersArg,
    /// The total of mines, ? for unknown, instead of that in the file
    #[arg(long, value_name = "N", value_parser = total)]
    pub mines: Option<TotalArg>,
}

/// The option for the meaning of letters.
#[derive(Args, Clone, Debug)]
pub struct LettersArg {
    /// Meaning of letters of a board in text: covered, flag, open, 0 to 8; for blanks also gap
    #[arg(id = "letters", long = "letters", value_name = "LETTER=MEANING,...", value_parser = str::parse::<Said>,
        allow_hyphen_values = true, long_help = letters_help())]
    pub said: Option<Said>,
}

impl LettersArg {
    /// The settings together with a format.
    pub fn asked(&self, format: Option<&'static BoardFormat>) -> ReadOptions {
        ReadOptions { format, letters: self.said.clone().unwrap_or_default() }
    }
}

fn letters_help() -> String {
    format!(
        "Meaning of letters of a board in text, such as `x=covered,!=flag,-=0`: covered, flag, open (without its number), 0 \
         to 8, and for blanks also gap (no cell).\n\nLetters with a meaning already, and the formats that use them (`grid` \
         is every format of rows alone). Of two meanings the other letters of the board decide; if both fit, the board is \
         an error.\n{}",
        letters::help()
    )
}

/// A total from the command line; None if it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TotalArg(pub Option<u32>);

/// Reads a number of mines, or `?`.
///
/// # Errors
/// The text is neither.
pub fn total(text: &str) -> Result<TotalArg, String> {
    match text {
        "?" => Ok(TotalArg(None)),
        _ => {
            text.parse().map(|n| TotalArg(Some(n))).map_err(|_| format!("{text:?} is neither a number of mines nor ?"))
        }
    }
}

impl TotalArg {
    /// The instance with this total. If that differs, its origin and expected answers no longer apply and are dropped.
    ///
    /// # Errors
    /// More mines than cells.
    pub fn of(self, instance: Instance) -> Result<Instance, CliError> {
        let cells = instance.board.grid().len();
        match self.0 {
            Some(n) if n as usize > cells => {
                Err(CliError::usage(format!("{}: {n} mines do not fit on {cells} cells", instance.name)))
            }
            total if total == instance.board.mines() => Ok(instance),
            total => {
                // The shown variables stay the same.
                let params = if instance.is_projected() { instance.params.clone() } else { Map::new() };
                let board = instance.board.with_mines(total);
                Ok(Instance { tier: instance.tier, params, ..Instance::bare(&instance.name, board) })
            }
        }
    }
}

/// Reads the name of a format.
pub fn format() -> impl TypedValueParser<Value = &'static BoardFormat> {
    let names = FORMATS.iter().map(|f| clap::builder::PossibleValue::new(f.name).help(f.about));
    PossibleValuesParser::new(names).try_map(|name| formats::find(&name).ok_or("no such format"))
}

impl BoardsArgs {
    /// The chosen instances, as a stream.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(&self) -> Result<BoardStream, CliError> {
        let mut boards = boards(&self.file, self.only.as_deref(), &self.letters.asked(self.format))?;
        boards.total = self.mines;
        Ok(boards)
    }

    /// The chosen instance: the only one of the file, or the one of the name.
    ///
    /// # Errors
    /// Bad input, or several boards and none chosen.
    pub fn one(&self) -> Result<Instance, CliError> {
        one(self.open()?)
    }
}

/// The only instance of a file, or the one of a name.
///
/// # Errors
/// Bad input, or several boards and none chosen.
pub fn pick(file: &str, only: Option<&str>) -> Result<Instance, CliError> {
    one(boards(file, only, &ReadOptions::default())?)
}

fn boards(file: &str, only: Option<&str>, asked: &ReadOptions) -> Result<BoardStream, CliError> {
    Ok(BoardStream::new(file, Input::open(file, asked)?.instances(file)?, only))
}

fn one(mut boards: BoardStream) -> Result<Instance, CliError> {
    let first = boards.next().unwrap_or_else(|| Err(InputError::whole(&boards.file, "no board here").into()))?;
    match boards.next() {
        None => Ok(first),
        Some(Err(error)) => Err(error),
        Some(Ok(_)) => {
            Err(CliError::usage(format!("{} holds several boards: choose one with --only NAME", boards.file)))
        }
    }
}

/// Most similar names in the error for an unknown one, and their least similarity (Jaro-Winkler, 1 is equal).
const MOST_NAMES: usize = 3;
const LEAST_LIKENESS: f64 = 0.7;

/// A stream of instances. If none of them has the name asked for, it ends with an error.
pub struct BoardStream {
    file: String,
    reader: InstanceReader,
    only: Option<String>,
    /// The total given to all of them.
    total: Option<TotalArg>,
    /// The names most similar to the one asked for, best first.
    near: Vec<(f64, String)>,
    done: bool,
}

impl BoardStream {
    /// The instances of `file`, or only the one of a name.
    pub fn new(file: &str, reader: InstanceReader, only: Option<&str>) -> Self {
        BoardStream {
            file: file.into(),
            reader,
            only: only.map(Into::into),
            total: None,
            near: Vec::new(),
            done: false,
        }
    }

    /// Keeps a name if it is among the most similar ones.
    fn note(&mut self, asked: &str, name: String) {
        let score = strsim::jaro_winkler(asked, &name);
        if score < LEAST_LIKENESS {
            return;
        }
        let at = self.near.partition_point(|(other, _)| *other >= score);
        self.near.insert(at, (score, name));
        self.near.truncate(MOST_NAMES);
    }

    fn no_such(&self, asked: &str) -> CliError {
        let names: Vec<String> = self.near.iter().map(|(_, name)| format!("{name:?}")).collect();
        let near = if names.is_empty() { String::new() } else { format!("; similar names: {}", names.join(", ")) };
        CliError::usage(format!("{} holds no instance named {asked:?}{near}", self.file))
    }
}

impl BoardStream {
    /// The next one, with the total of the file.
    fn unchanged(&mut self) -> Option<Result<Instance, CliError>> {
        while !self.done {
            let item = self.reader.next();
            let Some(asked) = self.only.clone() else { return item.map(|i| i.map_err(Into::into)) };
            match item {
                Some(Ok(instance)) if instance.name != asked => self.note(&asked, instance.name),
                Some(found) => {
                    // Names are unique in a file, so the rest need not be read.
                    self.done = true;
                    return Some(found.map_err(Into::into));
                }
                None => {
                    self.done = true;
                    return Some(Err(self.no_such(&asked)));
                }
            }
        }
        None
    }
}

impl Iterator for BoardStream {
    type Item = Result<Instance, CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.unchanged()?;
        let Some(total) = self.total else { return Some(item) };
        let changed = item.and_then(|instance| total.of(instance));
        self.done |= changed.is_err();
        Some(changed)
    }
}
