//! `minesat label`: writes expected answers into instance files.

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::shared::reported::verdict;
use super::{CliError, CommandResult};
use crate::bench::plan::{MEMORY, expand_all, split};
use crate::bench::settle::Settler;
use crate::instance::{InstanceReader, InstanceWriter, builtin};
use crate::process::{is_interrupted, on_interrupt};
use crate::units::{bytes, seconds};

/// Write expected answers into instance files
///
/// An answer is written where engines of two families agree. A file is rewritten as a whole or not at all. If two answers disagree, or if one contradicts the answer that the file
/// expects already, the file stays as it is and the exit code is 1.
#[derive(Args)]
pub struct LabelArgs {
    /// Instance files
    #[arg(required = true, value_parser = super::file_name())]
    files: Vec<String>,
    /// Engines to ask, of at least two families; words as for `minesat bench`
    #[arg(short, long, num_args = 1.., default_value = "all", value_name = "SPEC")]
    engines: Vec<String>,
    /// Time limit per query, in seconds
    #[arg(short, long, default_value = "10", value_name = "SECONDS", value_parser = seconds)]
    timeout: Duration,
    /// Memory limit per query [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// File to write instead of the one that is read
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or engines of one family only.
pub fn run(args: &LabelArgs) -> CommandResult {
    if args.output.is_some() && args.files.len() > 1 {
        return Err(CliError::usage("-o is for one file"));
    }
    if let Some(file) = args
        .files
        .iter()
        .find(|f| Path::new(f).extension().is_some_and(|end| end == "mine") || *f == "-" || builtin(f).is_some())
    {
        return Err(CliError::usage(format!("{file}: expected answers are written to JSON Lines files")));
    }
    let words: Vec<String> = args.engines.iter().flat_map(|e| split(e)).collect();
    let engines = expand_all(&words).map_err(|e| CliError::usage(e.to_string()))?;
    let settler = Settler::new(&engines, args.timeout, args.memory.unwrap_or(MEMORY));
    let settler = settler.map_err(|e| CliError::usage(e.to_string()))?;
    // An error in a file ends the command before the first engine starts.
    for file in &args.files {
        InstanceReader::open(file)?.try_for_each(|instance| instance.map(|_| ()))?;
    }
    on_interrupt();
    let mut code = super::DONE;
    for file in &args.files {
        code = code.max(one_file(&settler, file, args.output.as_ref().unwrap_or(&crate::file_name::path(file)))?);
        if is_interrupted() {
            return Ok(super::INTERRUPTED);
        }
    }
    Ok(code)
}

/// Labels a file; the writer removes what it wrote unless it finishes.
fn one_file(settler: &Settler, file: &str, output: &Path) -> CommandResult {
    let fail = |e: std::io::Error| CliError::at(output, &e);
    let mut writer = InstanceWriter::create(output).map_err(fail)?;
    let mut disagreements = Vec::new();
    let (mut instances, mut settled) = (0, 0);
    for instance in InstanceReader::open(file)? {
        let mut instance = instance?;
        let Some(found) = settler.settle(&instance, file)? else { return Ok(super::INTERRUPTED) };
        instances += 1;
        settled += usize::from(found.expected.as_ref().is_some_and(|e| e.status.is_some()));
        if !found.unanswered.is_empty() {
            writeln!(stderr(), "{}: no answer from {}", instance.shown(), found.unanswered.join(", "))?;
        }
        disagreements.extend(found.disagreements);
        instance.expected = found.expected;
        writer.write(&instance).map_err(fail)?;
    }
    if disagreements.is_empty() {
        writer.finish().map_err(fail)?;
        writeln!(stdout(), "{}: {settled} of {instances} instances have an expected answer", output.display())?;
    }
    Ok(verdict(&disagreements))
}
