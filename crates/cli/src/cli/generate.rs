//! `minesat generate`: seeded instances of a family, stuck positions, fixed boards, and whole files by recipe.
//!
//! The sub-commands of families come from the table of families, so that each shows its own parameters.

use std::collections::HashSet;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

#[cfg(feature = "extras")]
use super::extras::stuck;
use super::shared::source::{OtherSource, Source, Write1};
use super::{CliError, CommandResult};
use crate::compression;
use crate::generate::{self, GENERATORS, Generator, Param, ParamKind, Params};
use crate::input_error::InputError;
use crate::instance::{Instance, InstanceWriter};
use crate::lines::lines;

/// Arguments of `minesat generate`.
pub struct GenerateArgs {
    what: What,
    tier: String,
    output: Option<PathBuf>,
}

enum What {
    Series(Series),
    Other(Box<dyn Source>),
    Boards(Vec<PathBuf>),
    Recipe(PathBuf),
}

/// The table of other sources.
const OTHERS: &[OtherSource] = &[
    #[cfg(feature = "extras")]
    stuck::STUCK,
];

/// Some instances of one family.
struct Series {
    family: &'static str,
    given: Vec<(&'static str, String)>,
    seed: u64,
    first: u64,
    count: u64,
}

const EXAMPLES: &str = "\
Examples:
  minesat generate uniform --rows 16 --cols 30 --mines 99 --seed 1 --count 10 -o expert.jsonl
  minesat generate scatter --rows 40 --cols 40 --density 0.2 --reveal 0.3 --seed 7 | minesat count -
  minesat generate stuck --count 1000 -o stuck.jsonl
  minesat generate lattice --help                the parameters of a family
  minesat generate recipe instances/recipes/smoke.txt -o smoke.jsonl";

const RECIPE_HELP: &str = "\
A recipe is a text file. Each line holds the arguments of one `minesat generate` call (a family, `stuck` or
`board`, without -o); a # begins a comment. Paths are relative to the recipe.";

impl Args for GenerateArgs {
    fn augment_args(command: Command) -> Command {
        command
            .about("Make instances; equal seeds give equal bytes on every machine")
            .after_help(EXAMPLES)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("FAMILY")
            .subcommand_help_heading("Families and files")
            .subcommands(GENERATORS.iter().map(family_command))
            .subcommands(OTHERS.iter().map(|other| common((other.arguments)(Command::new(other.name)))))
            .subcommand(
                common(Command::new("board"))
                    .about("Fixed boards: board text whose `c source: ` lines name its source")
                    .arg(Arg::new("file").required(true).num_args(1..).value_parser(value_parser!(PathBuf))),
            )
            .subcommand(
                common(Command::new("recipe"))
                    .about("The instances of all lines of a recipe")
                    .after_help(RECIPE_HELP)
                    .arg(Arg::new("file").required(true).value_parser(value_parser!(PathBuf))),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn common(command: Command) -> Command {
    command
        .arg(
            Arg::new("tier")
                .long("tier")
                .value_name("TIER")
                .default_value("")
                .hide_default_value(true)
                .help("Tier of the instances"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("File to write, compressed if its name ends in .gz or .zst [default: standard output]"),
        )
}

fn family_command(family: &'static Generator) -> Command {
    let whole = |name: &'static str| Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64));
    common(Command::new(family.name))
        .about(family.summary)
        .args(family.params.iter().map(parameter))
        .arg(whole("seed").default_value("1").help("Seed of the series"))
        .arg(whole("count").default_value("1").help("Number of instances"))
        .arg(whole("index").default_value("0").help("Number of the first instance in the series"))
}

fn parameter(param: &'static Param) -> Arg {
    let arg = Arg::new(param.name).long(param.name).help(param.help);
    let arg = match param.kind {
        ParamKind::Words(words) => arg.value_parser(PossibleValuesParser::new(words)),
        ParamKind::Whole(..) | ParamKind::Share => {
            let check = |text: &str| param.check(text).map(|()| text.to_string());
            arg.value_parser(ValueParser::new(check))
        }
    };
    let arg = match param.kind {
        ParamKind::Words(_) => arg.value_name("WORD"),
        ParamKind::Whole(..) => arg.value_name("N"),
        ParamKind::Share => arg.value_name("SHARE"),
    };
    // Only the help shows the default: clap must not return it as if it had been given.
    match param.default {
        "" => arg,
        default => arg.help(format!("{} [default: {default}]", param.help)),
    }
}

impl FromArgMatches for GenerateArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (name, sub) = matches.subcommand().ok_or_else(|| clap::Error::new(ErrorKind::MissingSubcommand))?;
        let mut paths = sub.try_get_many::<PathBuf>("file").ok().flatten().into_iter().flatten().cloned();
        let what = if let Some(family) = GENERATORS.iter().find(|g| g.name == name) {
            What::Series(series(family, sub))
        } else if let Some(other) = OTHERS.iter().find(|other| other.name == name) {
            What::Other((other.read)(sub)?)
        } else if name == "board" {
            What::Boards(paths.collect())
        } else {
            What::Recipe(paths.next().unwrap_or_default())
        };
        let tier = sub.get_one::<String>("tier").cloned().unwrap_or_default();
        Ok(GenerateArgs { what, tier, output: sub.get_one::<PathBuf>("output").cloned() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn series(family: &'static Generator, matches: &ArgMatches) -> Series {
    let given = |param: &'static Param| Some((param.name, matches.get_one::<String>(param.name)?.clone()));
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    Series {
        family: family.name,
        given: family.params.iter().filter_map(given).collect(),
        seed: number("seed"),
        first: number("index"),
        count: number("count"),
    }
}

/// Runs the command.
///
/// # Errors
/// Parameters that do not fit together, an error in a recipe or board, a file that cannot be written.
pub fn run(args: &GenerateArgs) -> CommandResult {
    let mut sink = Sink::open(args.output.as_deref())?;
    let mut names = HashSet::new();
    // The names of one series differ by their index, so they need no check, which takes memory.
    let is_series = matches!(args.what, What::Series(_) | What::Other(_));
    let mut write = |mut instance: Instance| {
        if !is_series && !names.insert(instance.name.clone()) {
            return Err(CliError::usage(format!("a second instance named {:?}", instance.name)));
        }
        if !args.tier.is_empty() {
            instance.tier.clone_from(&args.tier);
        }
        sink.write(&instance)
    };
    match &args.what {
        What::Series(series) => series.each(&mut write)?,
        What::Other(source) => source.each(&mut write)?,
        What::Boards(paths) => boards(paths, &mut write)?,
        What::Recipe(path) => recipe(path, &mut write)?,
    }
    sink.finish()?;
    Ok(super::DONE)
}

impl Series {
    fn each(&self, write: Write1) -> Result<(), CliError> {
        let mut params = Params::of(self.family).map_err(CliError::usage)?;
        self.given.iter().try_for_each(|(name, text)| params.set(name, text)).map_err(CliError::usage)?;
        let end =
            self.first.checked_add(self.count).ok_or_else(|| CliError::usage("--index and --count end past 2^64"))?;
        for index in self.first..end {
            write(generate::instance(&params, self.seed, index).map_err(CliError::usage)?)?;
        }
        Ok(())
    }
}

fn boards(paths: &[PathBuf], write: Write1) -> Result<(), CliError> {
    for path in paths {
        let text = compression::text_of(path)?;
        write(generate::fixed::instance(path, &text)?)?;
    }
    Ok(())
}

fn recipe(path: &Path, write: Write1) -> Result<(), CliError> {
    let file = crate::file_name::text(path);
    let text = compression::text_of(path)?;
    for (number, line) in lines(&text) {
        let at = |message: String| InputError::at(&file, number, line, named(line, &message), message);
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let command = GenerateArgs::augment_args(Command::new("minesat generate").no_binary_name(true));
        let parsed = command.try_get_matches_from(words).and_then(|m| GenerateArgs::from_arg_matches(&m));
        let call = parsed.map_err(|e| at(first_line(&e.to_string())))?;
        if call.output.is_some() {
            return Err(at("a line of a recipe has no output file".into()).into());
        }
        let mut tiered = |mut instance: Instance| {
            instance.tier.clone_from(&call.tier);
            write(instance)
        };
        let made = match &call.what {
            What::Series(series) => series.each(&mut tiered),
            What::Other(source) => source.each(&mut tiered),
            What::Boards(paths) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                boards(&paths.iter().map(|p| folder.join(p)).collect::<Vec<_>>(), &mut tiered)
            }
            What::Recipe(_) => Err(CliError::usage("a recipe cannot include another recipe")),
        };
        made.map_err(|e| match e {
            CliError::Usage(message) => at(message).into(),
            other => other,
        })?;
    }
    Ok(())
}

/// The place in a line of the value or option that a message names, else 0.
fn named(line: &str, message: &str) -> usize {
    let is_end = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || c == '=');
    let find = |word: &str, from: usize| {
        let mut places = line[from..].match_indices(word).map(|(at, _)| from + at);
        let is_whole =
            |at: &usize| is_end(line[..*at].chars().next_back()) && is_end(line[at + word.len()..].chars().next());
        places.find(is_whole)
    };
    let quoted: Vec<&str> = message.split('\'').skip(1).step_by(2).filter(|word| !word.is_empty()).collect();
    let option = quoted.iter().filter(|word| word.starts_with("--")).find_map(|word| {
        let name = word.split([' ', '=']).next()?;
        find(name, 0)
    });
    let value = quoted.first().filter(|word| !word.starts_with("--"));
    value.and_then(|word| find(word, option.unwrap_or(0))).or(option).unwrap_or(0)
}

/// The message of clap without its usage lines and hints.
fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or(message);
    line.strip_prefix("error: ").unwrap_or(line).to_string()
}

/// Standard output, or a file that appears when it is complete.
enum Sink {
    Out(io::BufWriter<io::Stdout>),
    File(PathBuf, InstanceWriter),
}

impl Sink {
    fn open(path: Option<&Path>) -> Result<Self, CliError> {
        match path {
            None => Ok(Sink::Out(io::BufWriter::new(stdout()))),
            Some(path) => {
                let writer = InstanceWriter::create(path).map_err(|e| CliError::at(path, &e))?;
                Ok(Sink::File(path.into(), writer))
            }
        }
    }

    fn write(&mut self, instance: &Instance) -> Result<(), CliError> {
        match self {
            Sink::Out(out) => Ok(writeln!(out, "{}", instance.line())?),
            Sink::File(path, writer) => writer.write(instance).map_err(|e| CliError::at(path, &e)),
        }
    }

    fn finish(self) -> Result<(), CliError> {
        match self {
            Sink::Out(mut out) => Ok(out.flush()?),
            Sink::File(path, writer) => writer.finish().map_err(|e| CliError::at(&path, &e)),
        }
    }
}
