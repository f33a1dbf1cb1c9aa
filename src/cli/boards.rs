//! The boards that a command is given: a file, perhaps a format, perhaps one name.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::CliError;
use crate::formats::{self, FORMATS, Format};
use crate::input_error::InputError;
use crate::instance::{Input, Instance, InstanceReader};

/// The options by which commands take boards.
#[derive(Args, Clone, Debug)]
pub struct BoardsArgs {
    /// Board or instance file, - for standard input
    #[arg(value_parser = super::file_name())]
    pub file: String,
    /// Only the instance of this name
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// The file is one board in this format [default: told by the bytes]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub format: Option<&'static Format>,
}

/// Takes the name of a format.
pub fn format() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|f| clap::builder::PossibleValue::new(f.name).help(f.about));
    PossibleValuesParser::new(names).try_map(|name| formats::find(&name).ok_or("no such format"))
}

impl BoardsArgs {
    /// The instances meant, as a stream.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(&self) -> Result<Boards, CliError> {
        boards(&self.file, self.only.as_deref(), self.format)
    }

    /// The one instance meant: the only one of the file, or that of the name.
    ///
    /// # Errors
    /// Bad input, several boards and none chosen.
    pub fn one(&self) -> Result<Instance, CliError> {
        one(self.open()?)
    }
}

/// The one instance of a file, or that of a name.
///
/// # Errors
/// Bad input, several boards and none chosen.
pub fn pick(file: &str, only: Option<&str>) -> Result<Instance, CliError> {
    one(boards(file, only, None)?)
}

fn boards(file: &str, only: Option<&str>, format: Option<&Format>) -> Result<Boards, CliError> {
    Ok(Boards::new(file, Input::open(file, format)?.instances(file)?, only))
}

fn one(mut boards: Boards) -> Result<Instance, CliError> {
    let first = boards.next().unwrap_or_else(|| Err(InputError::whole(&boards.file, "no board here").into()))?;
    match boards.next() {
        None => Ok(first),
        Some(Err(error)) => Err(error),
        Some(Ok(_)) => {
            Err(CliError::usage(format!("{} holds several boards: choose one with --only NAME", boards.file)))
        }
    }
}

/// Most names told where one is not found, and how alike they are at least (Jaro-Winkler, 1 is equal).
const MOST_NAMES: usize = 3;
const LEAST_LIKENESS: f64 = 0.7;

/// A stream of instances. A name that none of them has is an error at its end.
pub struct Boards {
    file: String,
    reader: InstanceReader,
    only: Option<String>,
    /// The names most like the one asked for, best first.
    near: Vec<(f64, String)>,
    done: bool,
}

impl Boards {
    /// The instances of `file`, or only that of a name.
    pub fn new(file: &str, reader: InstanceReader, only: Option<&str>) -> Self {
        Boards { file: file.into(), reader, only: only.map(Into::into), near: Vec::new(), done: false }
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
        let near = match names.is_empty() {
            true => String::new(),
            false => format!("; near it are {}", names.join(", ")),
        };
        CliError::usage(format!("{} holds no instance named {asked:?}{near}", self.file))
    }
}

impl Iterator for Boards {
    type Item = Result<Instance, CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            let item = self.reader.next();
            let Some(asked) = self.only.clone() else { return item.map(|i| i.map_err(Into::into)) };
            match item {
                Some(Ok(instance)) if instance.name != asked => self.note(&asked, instance.name),
                Some(found) => {
                    // Names are unique in a file: the rest need not be read.
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
