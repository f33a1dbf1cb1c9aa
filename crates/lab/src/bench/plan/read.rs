//! Reads plans from TOML.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::{BenchPlan, Only, PlanGroup, expand};
use crate::answer::Query;
use crate::compression;
use crate::input_error::InputError;
use crate::units;

/// Settings that a group inherits from the whole plan unless it has its own.
#[derive(Clone, Deserialize, Default)]
#[serde(default)]
struct Settings {
    instances: Option<Vec<String>>,
    engines: Option<Vec<Spanned<String>>>,
    queries: Option<Vec<Query>>,
    timeout: Option<Spanned<f64>>,
    wall: Option<Spanned<f64>>,
    memory: Option<Spanned<String>>,
    runs: Option<Spanned<u32>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PlanToml {
    /// Title of the report; the default is the name of the file.
    title: Option<String>,
    /// The question that the report answers.
    question: Option<String>,
    /// Folder of records and report.
    results: Option<PathBuf>,
    /// Instance files, or `builtin:NAME`.
    instances: Option<Vec<String>>,
    /// Engine specifications, `all`, `FAMILY:*` or `*`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    engines: Option<Vec<Spanned<String>>>,
    /// What is asked.
    queries: Option<Vec<Query>>,
    /// Processor time of a measurement, seconds.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    timeout: Option<Spanned<f64>>,
    /// Wall time of a measurement, seconds; at least ten time limits.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    wall: Option<Spanned<f64>>,
    /// Memory of a measurement, such as `512M` or `2G`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    memory: Option<Spanned<String>>,
    /// Repetitions, 1 or more.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    runs: Option<Spanned<u32>>,
    /// At least one; what a group lacks is that of the plan.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<GroupToml>", length(min = 1)))]
    run: Vec<Spanned<GroupToml>>,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct GroupToml {
    /// Instance files, or `builtin:NAME`.
    instances: Option<Vec<String>>,
    /// Engine specifications, `all`, `FAMILY:*` or `*`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    engines: Option<Vec<Spanned<String>>>,
    /// What is asked.
    queries: Option<Vec<Query>>,
    /// Processor time of a measurement, seconds.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    timeout: Option<Spanned<f64>>,
    /// Wall time of a measurement, seconds; at least ten time limits.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    wall: Option<Spanned<f64>>,
    /// Memory of a measurement, such as `512M` or `2G`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    memory: Option<Spanned<String>>,
    /// Repetitions, 1 or more.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    runs: Option<Spanned<u32>>,
    /// Which instances of the files are measured.
    #[serde(default)]
    only: Only,
}

/// The JSON schema of a plan, for editors and other programs that read TOML.
#[cfg(feature = "schema")]
pub fn plan_schema() -> crate::schema::Schema {
    crate::schema::read::<PlanToml>()
}

/// A message about a range of the file.
type At = (Range<usize>, String);

/// Reads a plan.
///
/// # Errors
/// The file cannot be read, is not TOML, or names an engine, a setting or a value that does not exist, with line and
/// column.
pub fn read_plan(path: &str) -> Result<BenchPlan, InputError> {
    let text = compression::text_of(Path::new(path))?;
    parse_plan(&text, path)
}

/// The plan in a text; `path` names it, and is the default title.
///
/// # Errors
/// As [`read_plan`].
pub fn parse_plan(text: &str, path: &str) -> Result<BenchPlan, InputError> {
    parse(text, path).map_err(|(span, message)| InputError::within(path, text, span.start, message))
}

fn parse(text: &str, path: &str) -> Result<BenchPlan, At> {
    let plan: PlanToml = toml::from_str(text).map_err(|e| (e.span().unwrap_or(0..0), e.message().to_string()))?;
    let stem = Path::new(path).file_stem().map_or("bench".into(), |s| s.to_string_lossy().into_owned());
    let common = Settings {
        instances: plan.instances,
        engines: plan.engines,
        queries: plan.queries,
        timeout: plan.timeout,
        wall: plan.wall,
        memory: plan.memory,
        runs: plan.runs,
    };
    if plan.run.is_empty() {
        return Err((text.len()..text.len(), "a plan has at least one [[run]]".into()));
    }
    let groups = plan.run.into_iter().map(|g| group(g, &common)).collect::<Result<_, At>>()?;
    Ok(BenchPlan { title: plan.title.unwrap_or(stem), question: plan.question, results: plan.results, groups })
}

fn group(toml: Spanned<GroupToml>, common: &Settings) -> Result<PlanGroup, At> {
    let span = toml.span();
    let toml = toml.into_inner();
    let mut group = BenchPlan::new("").groups.remove(0);
    let Some(instances) = toml.instances.or_else(|| common.instances.clone()).filter(|i| !i.is_empty()) else {
        return Err((span, "a [[run]] names its instance files: instances = [\"...\"]".into()));
    };
    group.instances = instances;
    group.only = toml.only;
    if let Some(words) = toml.engines.or_else(|| common.engines.clone()) {
        group.engines.clear();
        for word in words {
            for engine in expand(word.get_ref()).map_err(|e| (word.span(), e.to_string()))? {
                if !group.engines.contains(&engine) {
                    group.engines.push(engine);
                }
            }
        }
    }
    if let Some(queries) = toml.queries.or_else(|| common.queries.clone()) {
        group.queries = queries;
    }
    if let Some(timeout) = toml.timeout.or_else(|| common.timeout.clone()) {
        group.timeout = units::seconds(&timeout.get_ref().to_string()).map_err(|e| (timeout.span(), e.to_string()))?;
        group.check_numbers().map_err(|e| (timeout.span(), e.to_string()))?;
    }
    if let Some(wall) = toml.wall.or_else(|| common.wall.clone()) {
        group.wall = Some(units::seconds(&wall.get_ref().to_string()).map_err(|e| (wall.span(), e.to_string()))?);
        group.check_numbers().map_err(|e| (wall.span(), e.to_string()))?;
    }
    if let Some(memory) = toml.memory.or_else(|| common.memory.clone()) {
        group.memory = units::bytes(memory.get_ref()).map_err(|e| (memory.span(), e.to_string()))?;
        group.check_numbers().map_err(|e| (memory.span(), e.to_string()))?;
    }
    if let Some(runs) = toml.runs.or_else(|| common.runs.clone()) {
        group.runs = *runs.get_ref();
        group.check_numbers().map_err(|e| (runs.span(), e.to_string()))?;
    }
    group.check().map_err(|e| (span, e.to_string()))?;
    Ok(group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn read(text: &str) -> Result<BenchPlan, (usize, usize, String)> {
        parse(text, "some/p.toml")
            .map_err(|(span, m)| InputError::within("p", text, span.start, m))
            .map_err(|e| (e.line, e.column, e.message))
    }

    #[test]
    fn groups_take_what_they_lack_from_the_plan() {
        let plan = read(
            "timeout = 3\nengines = [\"brute\"]\n[[run]]\ninstances = [\"a\"]\n[[run]]\ninstances = [\"b\"]\n\
             timeout = 0.5\nmemory = \"1G\"\nruns = 2\nqueries = [\"count\"]\nonly = { tier = [\"easy\"] }\n",
        )
        .unwrap();
        assert_eq!((plan.title.as_str(), plan.groups.len()), ("p", 2));
        assert_eq!(plan.groups[0].timeout, Duration::from_secs(3));
        assert_eq!((plan.groups[1].timeout, plan.groups[1].memory), (Duration::from_millis(500), 1 << 30));
        assert_eq!((plan.groups[1].runs, plan.groups[1].queries.len(), plan.groups[0].queries.len()), (2, 1, 3));
        assert_eq!(plan.groups[1].only.tier, ["easy"]);
    }

    #[test]
    fn mistakes_have_a_place() {
        let at = |text: &str| read(text).map_err(|(line, column, _)| (line, column)).unwrap_err();
        assert_eq!(at("title = \n"), (1, 9));
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\nengines = [\"brute\", \"nosuch\"]\n"), (3, 21));
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\nmemory = \"2X\"\n"), (3, 10));
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\ntimeout = -1\n"), (3, 11));
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\ntimeout = 2\nwall = 10\n"), (4, 8));
        assert_eq!(at("timeout = 0\n[[run]]\ninstances = [\"a\"]\n"), (1, 11));
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\nruns = 0\n"), (3, 8));
        assert_eq!(at("\n[[run]]\ninstances = [\"a\", \"a\"]\nruns = 2\n").0, 2);
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\nmemory = \"1M\"\n"), (3, 10));
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\ntimeuot = 1\n").0, 3);
        assert_eq!(at("[[run]]\ninstances = [\"a\"]\nqueries = [\"x\"]\n").0, 3);
        assert_eq!(at("title = \"x\"\n\n[[run]]\nengines = [\"brute\"]\n").0, 3);
        assert_eq!(at("title = \"x\"\n[[run]]\ninstances = [\"a\"]\nmemory = \"1M\"\n").0, 4);
        assert_eq!(at("title = \"x\"\n").0, 2);
    }
}
