//! `minesat schema`: the JSON schemas of the formats of files and answers.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::advise::saved::SavedGame;
use super::{CliError, CommandResult};
use crate::atomic_file::write_whole;
use crate::bench::record::{Record, RecordHeader};
use crate::chains::experiment::ChainPoint;
use crate::experiment::ExperimentPlan;
use crate::gadget::map::MapEntry;
use crate::journal::RunIdentity;
use crate::play::trace::StepLine;
use crate::report::export;
use crate::schema::{Schema, either, read, written};
use crate::solvable::sweep::SweepPoint;
use crate::study::{
    self, chain_effort, closure, dead_ends, deviations, endgames, growth, guesses, limits, merging, search_tree,
    settings, sweep_growth,
};
use crate::suite::{Grade, SuiteManifest};

const AFTER_HELP: &str = "\
Examples:
  minesat schema                      the formats, one a line
  minesat schema record               the schema of a line of records.jsonl
  minesat schema --all -o schemas     a file NAME.schema.json per format";

/// Print the JSON schemas of files and answers
///
/// The schemas (draft 2020-12) are made from the types that are written or read. Of a file in JSON Lines they are those of a line.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct SchemaArgs {
    /// Format; without one all are listed
    #[arg(value_name = "NAME", conflicts_with = "all")]
    name: Option<String>,
    /// Write the schemas of all formats to a folder
    #[arg(long, requires = "output")]
    all: bool,
    /// Folder of --all, or the file for one schema
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// A format with a schema.
struct JsonFormat {
    name: &'static str,
    summary: &'static str,
    schema: fn() -> Schema,
}

const fn row(name: &'static str, summary: &'static str, schema: fn() -> Schema) -> JsonFormat {
    JsonFormat { name, summary, schema }
}

/// Files, then what `--json` prints.
const FORMATS: &[JsonFormat] = &[
    row("instance", "a line of an instance file", crate::instance::line_schema),
    row("hardest-board", "a line of an archive of `hardest`: an instance", crate::hardest::line_schema),
    row("plan", "a plan of `bench`, in TOML", crate::bench::plan::plan_schema),
    row("record", "a line of records.jsonl of `bench`", written::<Record>),
    row("run", "run.json of `bench`", written::<RecordHeader>),
    row("tables", "tables.json of `report --to json`", export::tables_schema),
    row("suite", "manifest.json of `grade`", written::<SuiteManifest>),
    row("grade", "a line of grades.jsonl of `grade`", either::<RunIdentity, Grade>),
    row("certificate", "a line of `solve --certificates`", crate::certify::line_schema),
    row("sums", "what `encode --to json` writes", crate::encode::export::json_schema),
    row("game", "a line of `play --output`", super::play::records::line_schema),
    row("step", "a line of `play --steps`", written::<StepLine>),
    row("experiment-plan", "a plan of `experiment`, in TOML", read::<ExperimentPlan>),
    row("experiment", "a line of records.jsonl.zst of `experiment`", crate::experiment::store::line_schema),
    row("study-transition", "a line of points.jsonl of `study transition`", study::line_schema::<SweepPoint>),
    row("study-chains", "a line of points.jsonl of `study chains`", study::line_schema::<ChainPoint>),
    row("study-gadgets", "a line of map.jsonl.zst of `study gadgets`", study::line_schema::<MapEntry>),
    row("study-limits", "a line of rows.jsonl of `study limits`", study::line_schema::<limits::LimitRows>),
    row("study-optimal", "a line of table.jsonl of `study optimal`", study::optimal::line_schema),
    row(
        "study-settings",
        "a line of guesses.jsonl.zst of `study settings`",
        study::line_schema::<Vec<settings::Guess>>,
    ),
    row(
        "study-deviations",
        "a line of decisions.jsonl.zst of `study deviations`",
        study::line_schema::<deviations::Decisions>,
    ),
    row(
        "study-dead-ends",
        "a line of parts.jsonl.zst of `study dead-ends`",
        study::line_schema::<Vec<dead_ends::Part>>,
    ),
    row(
        "study-endgames",
        "a line of positions.jsonl.zst of `study endgames`",
        study::line_schema::<Vec<endgames::Seen>>,
    ),
    row("study-guesses", "a line of guesses.jsonl.zst of `study guesses`", study::line_schema::<guesses::GuessedBatch>),
    row("study-growth", "a line of sides.jsonl of `study growth`", study::line_schema::<growth::SideRow>),
    row("study-closure", "a line of bases.jsonl.zst of `study closure`", study::line_schema::<closure::ClosedBase>),
    row(
        "study-chain-effort",
        "a line of positions.jsonl.zst of `study chain-effort`",
        study::line_schema::<chain_effort::ChainPosition>,
    ),
    row(
        "study-search-tree",
        "a line of trees.jsonl.zst of `study search-tree`",
        study::line_schema::<search_tree::SearchTree>,
    ),
    row("study-merging", "a line of steps.jsonl of `study merging`", study::line_schema::<Vec<merging::MergeStep>>),
    row(
        "study-sweep-growth",
        "a line of boards.jsonl.zst of `study sweep-growth`",
        study::line_schema::<sweep_growth::SweptBoard>,
    ),
    row("answer", "a line of `solve --json` and `count --json`", crate::answer::line_schema),
    row("outcomes", "a line of `count --outcomes --json`", crate::cli::count::outcomes_schema),
    row("sample", "a line of `sample --json`", crate::cli::sample::line_schema),
    row("explanation", "a line of `explain --json`", super::explain::line_schema),
    row("mine-bounds", "a line of `mine-bounds --json`", crate::cli::mine_bounds::line_schema),
    row("chains", "a line of `chains --json`", super::chains::line_schema),
    row("best", "a line of `best --json`", crate::play::best::line_schema),
    row("advice", "what `advise --save` keeps", written::<SavedGame>),
    row("model", "what `satisfy --json` prints", super::satisfy::line_schema),
    row("evolution", "what `hardest --json` prints", super::hardest::line_schema),
];

impl JsonFormat {
    /// The schema as text, with what it is of.
    fn text(&self) -> Result<String, CliError> {
        let mut schema = (self.schema)();
        schema.insert("title".into(), format!("minesat {}", self.name).into());
        schema.insert("description".into(), self.summary.into());
        let mut schema = schema.to_value();
        unlink(&mut schema);
        Ok(serde_json::to_string_pretty(&schema).map_err(std::io::Error::from)? + "\n")
    }
}

/// Takes the links to items of the library out of descriptions: of [`name`](path) `name` stays.
fn unlink(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if key == "description" => *text = unlinked(text),
                    _ => unlink(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(unlink),
        _ => {}
    }
}

fn unlinked(text: &str) -> String {
    let mut pieces = text.split("[`");
    let mut out = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        out.push('`');
        match piece.split_once("`]") {
            None => out += piece,
            Some((name, rest)) => {
                let path = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
                out += &format!("{name}`{}", path.map_or(rest, |(_, rest)| rest));
            }
        }
    }
    out
}

/// Runs the command.
///
/// # Errors
/// No such format, or a file that cannot be written.
pub fn run(args: &SchemaArgs) -> CommandResult {
    let mut out = stdout().lock();
    if let Some(folder) = args.output.as_ref().filter(|_| args.all) {
        fs::create_dir_all(folder).map_err(|e| CliError::at(folder, &e))?;
        for format in FORMATS {
            let path = folder.join(format!("{}.schema.json", format.name));
            write_whole(&path, format.text()?.as_bytes()).map_err(|e| CliError::at(&path, &e))?;
            writeln!(out, "{}", path.display())?;
        }
        return Ok(super::DONE);
    }
    match (&args.name, &args.output) {
        (None, None) => {
            let width = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or(0);
            FORMATS.iter().try_for_each(|format| writeln!(out, "{:width$}  {}", format.name, format.summary))?;
        }
        (None, Some(_)) => return Err(CliError::usage("name a format, or write those of all with --all")),
        (Some(name), output) => {
            let found = FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
                let all: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
                CliError::usage(format!("no format {name:?}; there are {}", all.join(" ")))
            })?;
            match output {
                Some(path) => write_whole(path, found.text()?.as_bytes()).map_err(|e| CliError::at(path, &e))?,
                None => out.write_all(found.text()?.as_bytes())?,
            }
        }
    }
    Ok(super::DONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_have_no_links() {
        assert_eq!(unlinked("A [`b`] of [`c`](super::c), and `[d]`."), "A `b` of `c`, and `[d]`.");
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMATS.len());
    }
}
