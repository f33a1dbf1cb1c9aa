//! The boards of an archive as instances, and the file that keeps them.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::archive::ArchivedBoard;
use super::error::HardestError;
use super::evolve::BoardEvolution;
use super::plan::HardestPlan;
use crate::instance::{Expected, Instance, InstanceReader};
use crate::suite::structure;

/// The family of the boards.
const FAMILY: &str = "hardest";

/// The boards that a search is for, best first: of an objective with a factor those that reach it, if there are any.
pub fn wanted<'a>(evolution: &'a BoardEvolution) -> Vec<&'a ArchivedBoard> {
    let all = evolution.archive().boards();
    let reached: Vec<&ArchivedBoard> =
        all.iter().filter(|board| evolution.plan().terms.reached(&board.effort)).collect();
    if reached.is_empty() { all.iter().collect() } else { reached }
}

/// The wanted boards as instances.
pub fn instances(evolution: &BoardEvolution) -> Vec<Instance> {
    let plan = evolution.plan();
    let origin = plan.command();
    wanted(evolution).into_iter().zip(1..).map(|(board, place)| instance(plan, board, place, &origin)).collect()
}

fn instance(plan: &HardestPlan, found: &ArchivedBoard, place: u64, origin: &str) -> Instance {
    let board = found.board.board();
    let mut features = structure(&board);
    let mut efforts = Map::from_iter([(plan.engine.clone(), Value::from(found.effort.engine))]);
    if let (Some(other), Some(effort)) = (&plan.against, found.effort.other) {
        efforts.insert(other.clone(), effort.into());
        features.insert("ratio".into(), plan.terms.ratio(&found.effort).into());
    }
    let key = plan.counter.map_or("effort", |counter| counter.name());
    features.insert(key.into(), Value::Object(efforts));
    let mut instance = Instance::bare(&format!("{}-{place}", plan.name()), board);
    instance.family = FAMILY.into();
    instance.seed = Some(plan.seed);
    instance.origin = origin.into();
    for (name, value) in [
        ("objective", json!(plan.objective.name)),
        ("engine", json!(plan.engine)),
        ("query", json!(plan.query.name())),
        ("step", json!(found.step)),
        ("start", json!(found.start)),
    ] {
        instance.params.insert(name.into(), value);
    }
    instance.features = features;
    // The mines from which its clues were computed are a solution.
    instance.expected =
        found.board.keeps_field().then(|| Expected { status: Some("ok".into()), ..Expected::default() });
    instance
}

/// The schema of a line of an archive: an instance whose parameters and features are those of a search.
#[cfg(feature = "schema")]
pub fn line_schema() -> schemars::Schema {
    let mut schema = crate::instance::line_schema();
    let efforts = json!({ "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } });
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer", "minimum": 0 });
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert("family".into(), json!({ "const": FAMILY }));
        properties.insert(
            "params".into(),
            json!({
                "type": "object",
                "properties": {
                    "objective": text(), "engine": text(), "query": text(), "step": number(), "start": number(),
                },
                "required": ["objective", "engine", "query", "step", "start"],
                "additionalProperties": false,
            }),
        );
        properties.insert(
            "features".into(),
            json!({
                "type": "object",
                "description": "Structure of the board; efforts by engine, under `effort` or the name of the counter; their ratio.",
                "properties": {
                    "canonical": { "type": "string", "description": "Hash up to rotation and reflection." },
                    "effort": efforts,
                    "ratio": { "type": "number" },
                },
                "required": ["canonical"],
            }),
        );
    }
    schema.insert("required".into(), json!(["name", "family", "board", "seed", "params", "origin", "features"]));
    schema
}

/// Refuses a file that holds anything but boards of the same search.
///
/// # Errors
/// Such a file.
pub fn refuse_others(path: &Path, plan: &HardestPlan) -> Result<(), HardestError> {
    match path.metadata() {
        Ok(there) if !there.is_file() => return Err(HardestError::others(path, "no boards: it is not a file")),
        Ok(there) if there.len() > 0 => {}
        _ => return Ok(()),
    }
    let first = InstanceReader::open(&crate::file_name::text(path)).map(|mut reader| reader.next());
    match first {
        Ok(Some(Ok(instance))) if instance.family == FAMILY => match instance.origin == plan.command() {
            true => Ok(()),
            false => Err(HardestError::others(path, format!("boards of another search, `{}`", instance.origin))),
        },
        _ => Err(HardestError::others(path, "something other than boards of this search")),
    }
}
