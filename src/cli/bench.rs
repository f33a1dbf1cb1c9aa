//! `minesat bench`: measurements by plan, and a report on them.

use std::ffi::OsStr;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::bench_bar::Bar;
use super::report::{self, split_engines, verdict};
use super::{CliError, Outcome};
use crate::answer::Query;
use crate::bench::plan::{Overrides, Plan, read_plan};
use crate::bench::record::read_records;
use crate::bench::{self, Options, Shard, Start, Summary};
use crate::units::{bytes, seconds};

/// The plan that runs where none is named.
const SMOKE: &str = "instances/plans/smoke.toml";

const AFTER_HELP: &str = "\
Every measurement is a child process of its own, stopped from outside a while after its time is over, and one line in the \
record file. A run that was interrupted goes on where it stopped when the same command is given again. Every answer \
is compared with the expected one and with those of all other engines; exit code 1 if any two disagree or an engine fails.

Examples:
  minesat bench                                            the smoke plan, records and report in results/smoke
  minesat bench instances/plans/c1-c2.toml                 a plan of your choice
  minesat bench -i my.jsonl -e frontier,sat -q count -t 30 your own boards
  minesat bench plan.toml --shard 3/10 -o results/x        a tenth of a plan; minesat merge joins all ten
  minesat bench -i my.jsonl -e 'backtrack:*' --only tier=easy --seed 1 -o results/ladder";

/// Measure engines on instance files, check their answers against each other, and write a report
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct BenchArgs {
    /// Plan in TOML; without it and without --instances, the smoke plan
    #[arg(value_parser = super::file_name())]
    plan: Option<String>,
    /// Instance files
    #[arg(short, long, num_args = 1.., value_name = "FILE", value_parser = super::file_name())]
    instances: Vec<String>,
    /// Engines: specifications, or `all` families, `FAMILY:*` all presets of a family, `*` everything
    #[arg(short, long, num_args = 1.., value_name = "SPEC")]
    engines: Vec<String>,
    /// Let `sat:solver=external` without a command run this program
    #[arg(long, value_name = "COMMAND", value_parser = super::solver_command)]
    solver_command: Option<String>,
    /// Queries
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    queries: Vec<Query>,
    /// Time limit of a measurement in seconds [default: 10]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Memory limit of a measurement [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Repetitions of every measurement
    #[arg(long)]
    runs: Option<u32>,
    /// Only instances with family=, tier=, name= (perhaps ending in *), most_covered= or first=
    #[arg(long, value_name = "KEY=VALUE")]
    only: Vec<String>,
    /// Measurements at a time; more than one disturbs the times
    #[arg(short, long, default_value_t = 1, value_parser = super::jobs::number())]
    jobs: usize,
    /// Random order with this seed, instead of the order of the files
    #[arg(long)]
    seed: Option<u64>,
    /// Only share I of N of the measurements, for one of several machines; `minesat merge` joins them
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Folder for records and report, or a record file ending in .jsonl
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Go on with the records that are there, and fail if they are another run's, where the smoke plan starts afresh
    #[arg(long, conflicts_with = "restart")]
    resume: bool,
    /// Throw earlier records away; a file that holds something else stays
    #[arg(long)]
    restart: bool,
    /// Write records only
    #[arg(long)]
    no_report: bool,
}

impl BenchArgs {
    fn is_smoke(&self) -> bool {
        self.plan.is_none() && self.instances.is_empty()
    }

    /// The plan with the settings of the command line.
    fn plan(&self) -> Result<Plan, CliError> {
        let mut plan = match &self.plan {
            Some(path) => read_plan(path)?,
            None if self.is_smoke() && !Path::new(SMOKE).exists() => {
                return Err(CliError::usage(format!(
                    "there is no {SMOKE} here: run this in the folder of the project, or name a plan or --instances"
                )));
            }
            None if self.is_smoke() => read_plan(SMOKE)?,
            None => Plan::new(&stem(&self.instances[0])),
        };
        // Several engines in one word, without cutting the options of one engine apart.
        let engines = self.engines.iter().flat_map(|e| split_engines(e)).collect();
        plan.apply(&Overrides {
            instances: self.instances.clone(),
            engines,
            queries: self.queries.clone(),
            timeout: self.timeout,
            memory: self.memory,
            runs: self.runs,
            only: self.only.clone(),
        })
        .map_err(CliError::Usage)?;
        let asks = |spec: &str| spec.contains("solver=external") && !spec.contains("command=");
        let asking = plan.groups.iter_mut().flat_map(|g| &mut g.engines).filter(|spec| asks(spec));
        let found = asking.map(|spec| *spec = super::with_command(spec, self.solver_command.as_deref())).count();
        if self.solver_command.is_some() && found == 0 {
            return Err(CliError::usage("--solver-command: no engine here is sat:solver=external without a command"));
        }
        Ok(plan)
    }

    fn records(&self, plan: &Plan) -> PathBuf {
        let named = |p: &Path| p.extension() == Some(OsStr::new("jsonl"));
        let records = match self.shard {
            None => "records.jsonl".to_string(),
            Some(Shard { index, of }) => format!("shard-{index}-of-{of}.jsonl"),
        };
        match &self.output {
            Some(file) if named(file) => file.clone(),
            Some(folder) => folder.join(records),
            None => {
                let name = self.plan.as_deref().map_or_else(|| plan.title.clone(), stem);
                let folder = plan.results.clone().unwrap_or_else(|| Path::new("results").join(name));
                folder.join(records)
            }
        }
    }

    fn start(&self) -> Start {
        match () {
            () if self.restart => Start::Restart,
            () if self.is_smoke() && !self.resume && self.shard.is_none() => Start::ResumeOrRestart,
            () => Start::Resume,
        }
    }
}

/// A file's name up to its first dot.
fn stem(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().filter(|s| !s.is_empty()).unwrap_or("bench").to_string()
}

/// Runs the command: plan, measurements, report.
///
/// # Errors
/// Bad input; a record file that is not this run's.
pub fn run(args: &BenchArgs) -> Outcome {
    let plan = args.plan()?;
    let records = args.records(&plan);
    let options = Options {
        records: records.clone(),
        start: args.start(),
        jobs: args.jobs,
        seed: args.seed,
        shard: args.shard,
        command: command_line(),
    };
    let summary = bench::run(&plan, &options, &Bar::new())?;
    tell(&summary, &records)?;
    if summary.interrupted {
        return Ok(super::INTERRUPTED);
    }
    // A share has no report of its own.
    if !args.no_report && args.shard.is_none() {
        let folder = records.parent().unwrap_or(Path::new(""));
        let files = vec![read_records(&crate::file_name::text(&records))?];
        report::write(&files, folder, &[])?;
    }
    let unreported: Vec<_> = summary.disagreements.iter().filter(|d| !summary.reported.contains(d)).cloned().collect();
    verdict(&unreported);
    if summary.failed > 0 {
        writeln!(stderr(), "{} measurements ended in an error of the engine: {}", summary.failed, records.display())?;
        return Ok(super::DISAGREE);
    }
    Ok(if summary.disagreements.is_empty() { super::DONE } else { super::DISAGREE })
}

/// The command line as typed, with the program's plain name.
pub fn command_line() -> Vec<String> {
    std::iter::once("minesat".to_string()).chain(std::env::args_os().skip(1).map(crate::file_name::text)).collect()
}

fn tell(summary: &Summary, records: &Path) -> Result<(), CliError> {
    let mut out = stdout();
    let earlier = match summary.earlier {
        0 => String::new(),
        n => format!(" and {n} made before"),
    };
    writeln!(out, "{} of {} measurements{earlier}: {}", summary.made, summary.measurements, records.display())?;
    if summary.interrupted {
        writeln!(stderr(), "interrupted; the same command goes on from here")?;
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
