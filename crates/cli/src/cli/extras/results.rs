//! `minesat results`: whether committed results are up to date, and the page of their findings.

use std::collections::BTreeMap;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::{CliError, CommandResult};
use crate::atomic_file::write_whole;
use crate::bench::record::{read_records, run_file};
use crate::compression::{plain, write_packed};
use crate::lines::visible;
use crate::results::{self, Age, CheckedFolder, FINDINGS, README, findings_page};

const CHECK_HELP: &str = "\
A folder of results is up to date if its plan and instance files are those that were measured, and its report is what this \
program makes from the records. Nothing is measured. Records older than the last change of the engines are listed and are \
no failure. The exit code is 1 if anything is not up to date.";

/// Check committed results, and make the page of their findings
#[derive(Args)]
pub struct ResultsArgs {
    #[command(subcommand)]
    command: ResultsCommand,
}

#[derive(Subcommand)]
enum ResultsCommand {
    /// Check that results fit their plans, boards, records and this program
    #[command(after_help = CHECK_HELP)]
    Check {
        /// Folder of all results
        #[arg(default_value = "results")]
        folder: PathBuf,
        /// Folder of the plans
        #[arg(long, default_value = "instances/plans", value_name = "FOLDER")]
        plans: PathBuf,
    },
    /// Write README.md, the page of findings, from the reports in a folder
    Findings {
        /// Folder of all results
        #[arg(default_value = "results")]
        folder: PathBuf,
    },
    /// Compress the record files of finished runs
    Pack {
        /// Record files of `minesat bench`
        #[arg(required = true, value_parser = super::file_name())]
        records: Vec<String>,
    },
}

/// Runs the command.
///
/// # Errors
/// A folder, a plan or records cannot be read or written.
pub fn run(args: &ResultsArgs) -> CommandResult {
    match &args.command {
        ResultsCommand::Check { folder, plans } => check(folder, plans),
        ResultsCommand::Findings { folder } => {
            if !folder.is_dir() {
                return Err(CliError::usage(format!("{} is no folder", folder.display())));
            }
            let file = folder.join(README);
            write_whole(&file, findings_page(folder, FINDINGS).as_bytes()).map_err(|e| CliError::at(&file, &e))?;
            writeln!(stdout(), "{}", file.display())?;
            Ok(super::DONE)
        }
        ResultsCommand::Pack { records } => records.iter().try_for_each(|path| pack(path)).map(|()| super::DONE),
    }
}

fn check(folder: &Path, plans: &Path) -> CommandResult {
    let found = results::check(folder, plans)?;
    let mut out = stdout();
    for checked in &found.folders {
        let word = if checked.problems.is_empty() { "ok" } else { "not up to date" };
        writeln!(out, "{}: {word}{}", visible(&checked.folder), facts(checked))?;
        for note in &checked.notes {
            writeln!(out, "  note: {}", visible(note))?;
        }
        for problem in &checked.problems {
            writeln!(stderr(), "{}: {}", visible(&checked.folder), visible(problem))?;
        }
    }
    found.problems.iter().try_for_each(|problem| writeln!(stderr(), "{}", visible(problem)))?;
    let wrong = found.folders.iter().filter(|folder| !folder.problems.is_empty()).count();
    writeln!(
        out,
        "{} of {} folders are up to date; {:.1} MiB",
        found.folders.len() - wrong,
        found.folders.len(),
        found.bytes as f64 / f64::from(1 << 20)
    )?;
    Ok(if found.is_clean() { super::DONE } else { super::DISAGREE })
}

/// Number of records, and how old they are: the revisions of equal age together.
fn facts(checked: &CheckedFolder) -> String {
    let mut text = checked.records.map_or(String::new(), |n| format!(", {n} records"));
    let mut ages: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (revision, age) in &checked.revisions {
        let age = match age {
            Age::Commits(0) => "the engines have not changed since".to_string(),
            Age::Commits(1) => "one commit to the engines since".to_string(),
            Age::Commits(n) => format!("{n} commits to the engines since"),
            Age::Unknown(why) => why.clone(),
        };
        ages.entry(age).or_default().push(revision);
    }
    for (age, revisions) in ages {
        text += &format!(", revision {} ({age})", visible(&revisions.join(" ")));
    }
    text
}

/// Compresses a complete record file: first the packed one is whole, then the plain one goes.
fn pack(path: &str) -> Result<(), CliError> {
    let records = crate::file_name::path(path);
    if plain(path) != path {
        return Err(CliError::usage(format!("{} is packed already", visible(path))));
    }
    let file = read_records(path)?;
    let made = file.records.len() as u64;
    if file.is_cut || file.header.planned.is_some_and(|planned| made < planned) {
        let name = visible(path);
        return Err(CliError::usage(format!("{name}: the run has not ended; `minesat bench` resumes it")));
    }
    let packed = crate::file_name::path(&format!("{path}.zst"));
    let bytes = std::fs::read(&records).map_err(|e| CliError::at(&records, &e))?;
    write_packed(&packed, bytes).map_err(|e| CliError::at(&packed, &e))?;
    debug_assert_eq!(run_file(&packed), run_file(&records));
    std::fs::remove_file(&records).map_err(|e| CliError::at(&records, &e))?;
    writeln!(stdout(), "{}", packed.display())?;
    Ok(())
}
