//! `minesat grade`: makes a suite of boards graded by the effort that engines need.

use std::fs;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::{CliError, CommandResult};
use crate::atomic_file::write_whole;
use crate::bench::plan::{LEAST_MEMORY, MEMORY};
use crate::instance::{Instance, InstanceReader, InstanceWriter};
use crate::process::on_interrupt;
use crate::suite::{Grade, Grader, GradingLimits, MANIFEST, Selection, SuiteManifest, select, table};
use crate::units::{bytes, seconds};

const HELP: &str = "\
Every board is classified by sat:solver=batsat, search, frontier and backtrack, each within the limits. The median effort
(conflicts or nodes; of four the second least; an engine without an answer needs more than any other) is the board's grade:
band 3 means 10^3 to below 10^4, the last band, 6, also more than the limits allow. Boards are left out that equal an earlier
one up to rotation, reflection and transposition, whose median is below 100, or whose answer one family of engines alone gives
and no construction confirms. Grades are kept in a file, so an interrupted run resumes and candidates can be added.";

/// Make a suite: boards graded by the effort engines need
#[derive(Args)]
#[command(after_help = HELP)]
pub struct GradeArgs {
    /// Instance files with the candidates, best first
    #[arg(required = true, value_name = "FILE", value_parser = super::file_name())]
    files: Vec<String>,
    /// Folder of the suite: a file per family and manifest.json
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// File that keeps the grades [default: grades.jsonl in the folder]
    #[arg(long, value_name = "FILE")]
    grades: Option<PathBuf>,
    /// Number of the suite's version
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Most boards of a family and band
    #[arg(long, default_value_t = 8, value_name = "N")]
    most: usize,
    /// Time limit of every engine on every board: processor time in seconds
    #[arg(short, long, default_value = "5", value_name = "SECONDS", value_parser = seconds)]
    timeout: Duration,
    /// Memory limit of every engine [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or a file that cannot be written.
pub fn run(args: &GradeArgs) -> CommandResult {
    let limits = GradingLimits { time: args.timeout, memory: args.memory.unwrap_or(MEMORY) };
    if limits.memory < LEAST_MEMORY || limits.time.is_zero() {
        return Err(CliError::usage(format!(
            "an engine needs time, and at least {} MiB of memory",
            LEAST_MEMORY >> 20
        )));
    }
    // An error in a file ends the command before the first engine starts.
    let mut candidates = 0;
    for file in &args.files {
        candidates += InstanceReader::open(file)?.try_fold(0, |n, instance| instance.map(|_| n + 1))?;
    }
    fs::create_dir_all(&args.output).map_err(|e| CliError::at(&args.output, &e))?;
    let grades = args.grades.clone().unwrap_or_else(|| args.output.join("grades.jsonl"));
    let mut grader = Grader::new(limits, &grades)?;
    on_interrupt();
    let mut graded: Vec<(Instance, Grade)> = Vec::new();
    let mut disagreements = Vec::new();
    for file in &args.files {
        for instance in InstanceReader::open(file)? {
            let instance = instance?;
            let Some(grade) = grader.grade(&instance)? else { return Ok(super::INTERRUPTED) };
            let effort = grade.median().map_or("no answer".into(), |effort| effort.to_string());
            let settled = grade.settled().unwrap_or("unsettled");
            writeln!(stderr(), "{}/{candidates} {}: {effort}, {settled}", graded.len() + 1, instance.shown())?;
            disagreements.extend(grade.disagreements.iter().cloned());
            graded.push((instance, grade));
        }
    }
    if !disagreements.is_empty() {
        for what in &disagreements {
            writeln!(stdout(), "disagreement: {what}")?;
        }
        return Ok(super::DISAGREE);
    }
    let selection = select(graded, args.most);
    write(&selection, &SuiteManifest::of(&selection, args.number, limits), &args.output)?;
    write!(stdout(), "{}", table(selection.families.values().flatten()))?;
    let out = selection.left_out;
    writeln!(
        stdout(),
        "\nleft out: {} equal to another, {} too easy, {} unsettled, {} beyond {} of a family and band",
        out.twins,
        out.easy,
        out.unsettled,
        out.surplus,
        args.most
    )?;
    Ok(super::DONE)
}

/// Writes the files of a suite, then its manifest; files that an earlier manifest names and this one does not are removed.
fn write(selection: &Selection, manifest: &SuiteManifest, folder: &Path) -> Result<(), CliError> {
    for (boards, file) in selection.families.values().zip(&manifest.files) {
        let path = folder.join(&file.file);
        let failed = |e: std::io::Error| CliError::at(&path, &e);
        let mut writer = InstanceWriter::create(&path).map_err(failed)?;
        boards.iter().try_for_each(|instance| writer.write(instance)).map_err(failed)?;
        writer.finish().map_err(failed)?;
    }
    let path = folder.join(MANIFEST);
    let earlier: Option<SuiteManifest> = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    for gone in earlier
        .iter()
        .flat_map(|earlier| &earlier.files)
        .filter(|gone| !manifest.files.iter().any(|f| f.file == gone.file))
    {
        let path = folder.join(crate::file_name::plain(&gone.file));
        match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(CliError::at(&path, &e)),
            _ => {}
        }
    }
    let mut text = serde_json::to_string_pretty(manifest).map_err(std::io::Error::from)?;
    text.push('\n');
    write_whole(&path, text.as_bytes()).map_err(|e| CliError::at(&path, &e))
}
