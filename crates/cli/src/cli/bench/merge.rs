//! `minesat bench merge`: joins the shares of a plan into one run.

use std::ffi::OsStr;
use std::fs;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::atomic_file::write_whole;
use crate::bench::merge::{Merged, merge};
use crate::bench::record::{ClassStore, RecordFile, read_records};
use crate::bench::write_run;
use crate::cli::shared::reported::{self, command_line, verdict};
use crate::cli::{CliError, CommandResult};
use crate::lines::visible_lines;

const AFTER_HELP: &str = "\
The record files must come from the same plan, program and instance files; the instance files are read again. Apart \
from times, the result is what one machine would have written, and `minesat bench` with the same plan and -o resumes it. \
Exit codes: 1 answers disagree; 2 the files do not belong together or measurements are missing.

Example:
  for i in 1 2 3 4; do minesat bench plan.toml --shard $i/4 -o results/x; done    on four machines
  minesat bench merge results/x/shard-*-of-4.jsonl -o results/x";

/// Join the record files of `bench --shard` into one run, and write its report
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct MergeArgs {
    /// Record files, plain or compressed
    #[arg(required = true, value_parser = crate::cli::file_name())]
    records: Vec<String>,
    /// Folder for records and report, or a record file ending in .jsonl
    #[arg(short, long)]
    output: PathBuf,
    /// Write the records even if measurements are missing
    #[arg(long)]
    partial: bool,
    /// Join records of different processors, whose times do not compare
    #[arg(long)]
    mixed: bool,
    /// Write records only
    #[arg(long)]
    no_report: bool,
}

/// Most missing measurements that are listed.
const MOST_NAMED: usize = 20;

/// Runs the command.
///
/// # Errors
/// Files that do not belong together, or that lack measurements of the plan.
pub fn run(args: &MergeArgs) -> CommandResult {
    let files = args.records.iter().map(|path| read_records(path)).collect::<Result<Vec<RecordFile>, _>>()?;
    let path = if args.output.extension() == Some(OsStr::new("jsonl")) {
        args.output.clone()
    } else {
        args.output.join("records.jsonl")
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut merged = merge(&files, &ClassStore::beside(&path))?;
    if merged.mixed && !args.mixed {
        let cpus = &merged.header.machine.cpu;
        return Err(CliError::usage(format!("times of {cpus} do not compare; --mixed joins them anyway")));
    }
    missing(&merged, args.partial)?;
    replaceable(&path, &merged)?;
    merged.header.command = command_line();
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(folder).map_err(|e| CliError::at(folder, &e))?;
    }
    write_whole(&path, &lines(&merged)?).map_err(|e| CliError::at(&path, &e))?;
    write_run(&path, &merged.header)?;
    let (made, all) = (merged.records.len(), merged.records.len() + merged.missing.len());
    writeln!(stdout(), "{made} of {all} measurements from {} files: {}", files.len(), path.display())?;
    if !args.no_report {
        reported::write(&[read_records(&crate::file_name::text(&path))?], folder, &[])?;
    }
    Ok(verdict(&merged.disagreements))
}

/// Lists what is missing; an error unless that is allowed.
fn missing(merged: &Merged, allowed: bool) -> Result<(), CliError> {
    let n = merged.missing.len();
    if n == 0 {
        return Ok(());
    }
    let mut text: String = merged.missing.iter().take(MOST_NAMED).map(|name| format!("missing: {name}\n")).collect();
    if n > MOST_NAMED {
        text += &format!("missing: {} more\n", n - MOST_NAMED);
    }
    stderr().write_all(visible_lines(&text).as_bytes())?;
    if allowed {
        Ok(())
    } else {
        Err(CliError::usage(format!("{n} measurements are missing; --partial writes what is there")))
    }
}

/// Refuses to overwrite anything but earlier records of this plan.
fn replaceable(path: &Path, merged: &Merged) -> Result<(), CliError> {
    if !path.exists() {
        return Ok(());
    }
    match read_records(&crate::file_name::text(path)) {
        Ok(old) if old.header.plan_sha256 == merged.header.plan_sha256 && old.header.shard.is_none() => Ok(()),
        _ => Err(CliError::usage(format!("{} holds something else and stays as it is", path.display()))),
    }
}

fn lines(merged: &Merged) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    for record in &merged.records {
        serde_json::to_writer(&mut bytes, record).map_err(std::io::Error::from)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}
