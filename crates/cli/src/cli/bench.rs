//! `minesat bench`: measurements by plan, and a report on them.

mod merge;

use std::ffi::OsStr;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};

use super::shared::bar::Bar;
use super::shared::reported::{self, command_line, verdict};
use super::shared::{engine, jobs, names};
use super::{CliError, CommandResult};
use crate::answer::Query;
use crate::bench::plan::{BenchPlan, Overrides, parse_plan, read_plan, split};
use crate::bench::record::read_records;
use crate::bench::{self, OnExisting, RunOptions, Shard, Summary};
use crate::engine::sat::{lacks_command, with_command};
use crate::units::{bytes, seconds};

/// The plan that runs where none is named: its path in the project, and its text.
const SMOKE: &str = "instances/plans/smoke.toml";
const SMOKE_TEXT: &str = include_str!("../../builtin/smoke.toml");

/// Folder of results where neither the command line nor the plan names one.
const RESULTS: &str = "minesat-results";

const AFTER_HELP: &str = "\
Each measurement runs in a child process of its own, bound to one core, which is killed if it does not stop at its limit, \
and becomes one line of the record file. Limits and times count processor time, so a busy machine makes no timeouts; a \
measurement that got too little of the processor is made again, at most twice. ENGINE#LABEL names an engine a second time, \
to show the noise of a comparison. After an interruption the same command resumes the run. Every answer is compared with the \
expected one and with those of all other engines; the exit code is 1 if any two disagree or an engine fails.

Without a plan and --instances, bench runs the smoke plan: all engines on the small boards in the program.

Examples:
  minesat bench                                            the smoke plan; records and report in minesat-results
  minesat bench instances/plans/c1-c2.toml                 a plan of your choice
  minesat bench -i my.jsonl -e frontier,sat -q count -t 30 your own boards
  minesat bench plan.toml --shard 3/10 -o results/x        a tenth of a plan; `bench merge` joins all ten
  minesat bench -i my.jsonl -e 'backtrack:*' --only tier=easy --seed 1 -o results/ladder";

/// Measure engines, compare their answers, and write a report
#[derive(Args)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct BenchArgs {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Subcommand)]
enum BenchCommand {
    Merge(merge::MergeArgs),
}

/// What is measured, and where the records go.
#[derive(Args)]
struct RunArgs {
    /// Plan in TOML [default: the smoke plan, unless --instances is given]
    #[arg(value_parser = super::file_name())]
    plan: Option<String>,
    /// Instance files; builtin:NAME is one in the program (smoke.jsonl, sources.jsonl)
    #[arg(short, long, num_args = 1.., value_name = "FILE", value_parser = super::file_name())]
    instances: Vec<String>,
    /// Engines: specifications; `all` is every family, `FAMILY:*` every preset of a family, `*` both
    #[arg(short, long, num_args = 1.., value_name = "SPEC", value_parser = names::engines(), hide_possible_values = true)]
    engines: Vec<String>,
    /// Program for each `sat:solver=external` without a command of its own
    #[arg(long, value_name = "COMMAND", value_parser = engine::solver_command)]
    solver_command: Option<String>,
    /// Queries [default: decide, classify and count]
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    queries: Vec<Query>,
    /// Time limit of a measurement in seconds of processor time [default: 10]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Wall limit of a measurement in seconds, which ends one that gets no processor time [default: 10 time limits]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    wall: Option<Duration>,
    /// Memory limit of a measurement [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Repetitions of each measurement
    #[arg(long)]
    runs: Option<u32>,
    /// Only instances with this family=, tier=, name= (may end in *), split=, band=, least_sat=, most_covered= or first=
    #[arg(long, value_name = "KEY=VALUE")]
    only: Vec<String>,
    /// Measurements at a time, each on a core of its own; more than one distorts the times
    #[arg(short, long, default_value_t = 1, value_parser = jobs::number())]
    jobs: usize,
    /// Allow more measurements at a time than cores: their times are void, their statuses hold
    #[arg(long)]
    oversubscribe: bool,
    /// Seed of the random order in which the engines answer about each board
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only share I of N of the measurements, for one of several machines; `minesat bench merge` joins the shares
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Folder for records and report, or a record file ending in .jsonl [default: the plan's `results`, else
    /// minesat-results for the smoke plan and minesat-results/NAME for others]
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Fail if the folder holds the records of another run; the smoke plan starts afresh there otherwise
    #[arg(long, conflicts_with = "restart")]
    resume: bool,
    /// Discard earlier records; a file that holds anything else stays
    #[arg(long)]
    restart: bool,
    /// Write records only
    #[arg(long)]
    no_report: bool,
}

impl RunArgs {
    fn is_smoke(&self) -> bool {
        self.plan.is_none() && self.instances.is_empty()
    }

    /// The plan with the settings of the command line.
    fn plan(&self) -> Result<BenchPlan, CliError> {
        let mut plan = match &self.plan {
            Some(path) => read_plan(path)?,
            None if self.is_smoke() => parse_plan(SMOKE_TEXT, SMOKE)?,
            None => BenchPlan::new(&stem(&self.instances[0])),
        };
        let engines = self.engines.iter().flat_map(|words| split(words)).collect();
        plan.apply(&Overrides {
            instances: self.instances.clone(),
            engines,
            queries: self.queries.clone(),
            timeout: self.timeout,
            wall: self.wall,
            memory: self.memory,
            runs: self.runs,
            only: self.only.clone(),
        })
        .map_err(CliError::usage)?;
        if let Some(command) = &self.solver_command {
            let mut found = false;
            for spec in plan.groups.iter_mut().flat_map(|g| &mut g.engines).filter(|spec| lacks_command(spec)) {
                (*spec, found) = (with_command(spec, command).unwrap_or_default(), true);
            }
            if !found {
                let none = "--solver-command: no engine here is sat:solver=external without a command";
                return Err(CliError::usage(none));
            }
        }
        Ok(plan)
    }

    fn records(&self, plan: &BenchPlan) -> PathBuf {
        let named = |p: &Path| p.extension() == Some(OsStr::new("jsonl"));
        let records = match self.shard {
            None => "records.jsonl".to_string(),
            Some(Shard { index, of }) => format!("shard-{index}-of-{of}.jsonl"),
        };
        match &self.output {
            Some(file) if named(file) => file.clone(),
            Some(folder) => folder.join(records),
            None => self.results(plan).join(records),
        }
    }

    /// The folder of records where the command line names none.
    fn results(&self, plan: &BenchPlan) -> PathBuf {
        match (&plan.results, &self.plan) {
            (Some(folder), _) => folder.clone(),
            (None, _) if self.is_smoke() => RESULTS.into(),
            (None, Some(path)) => Path::new(RESULTS).join(stem(path)),
            (None, None) => Path::new(RESULTS).join(&plan.title),
        }
    }

    fn start(&self) -> OnExisting {
        match () {
            () if self.restart => OnExisting::Restart,
            () if self.is_smoke() && !self.resume && self.shard.is_none() => OnExisting::ResumeOrRestart,
            () => OnExisting::Resume,
        }
    }
}

/// A file's name up to its first dot.
fn stem(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().filter(|s| !s.is_empty()).unwrap_or("bench").to_string()
}

/// Runs the command.
///
/// # Errors
/// Bad input; records of another run.
pub fn run(args: &BenchArgs) -> CommandResult {
    match &args.command {
        Some(BenchCommand::Merge(args)) => merge::run(args),
        None => measure(&args.run),
    }
}

/// Plan, measurements, report.
fn measure(args: &RunArgs) -> CommandResult {
    let plan = args.plan()?;
    let records = args.records(&plan);
    let options = RunOptions {
        records: records.clone(),
        start: args.start(),
        jobs: args.jobs,
        oversubscribe: args.oversubscribe,
        seed: args.seed,
        shard: args.shard,
        command: command_line(),
    };
    let summary = bench::run(&plan, &options, &Bar::new())?;
    print(&summary, &records)?;
    if summary.interrupted {
        return Ok(super::INTERRUPTED);
    }
    // A share has no report of its own.
    if !args.no_report && args.shard.is_none() {
        let folder = records.parent().unwrap_or(Path::new(""));
        let files = vec![read_records(&crate::file_name::text(&records))?];
        reported::write(&files, folder, &[])?;
    }
    let unreported: Vec<_> = summary.disagreements.iter().filter(|d| !summary.reported.contains(d)).cloned().collect();
    verdict(&unreported);
    if summary.failed > 0 {
        writeln!(stderr(), "{} measurements ended in an error of the engine: {}", summary.failed, records.display())?;
        return Ok(super::DISAGREE);
    }
    Ok(if summary.disagreements.is_empty() { super::DONE } else { super::DISAGREE })
}

fn print(summary: &Summary, records: &Path) -> Result<(), CliError> {
    let mut out = stdout();
    let earlier = match summary.earlier {
        0 => String::new(),
        n => format!(" and {n} made before"),
    };
    writeln!(out, "{} of {} measurements{earlier}: {}", summary.made, summary.measurements, records.display())?;
    if summary.starved > 0 {
        let n = summary.starved;
        writeln!(out, "{n} measurements got too little of the processor on a busy machine: their times do not count")?;
    }
    if summary.interrupted {
        writeln!(stderr(), "interrupted; the same command resumes the run")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_has_no_endings() {
        assert_eq!(stem("x/smoke.jsonl.gz"), "smoke");
    }
}
