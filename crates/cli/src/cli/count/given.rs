//! Conditions on covered cells, and the outcomes of opening one.

use std::fmt::Write;

use serde_json::json;

use crate::answer::ratio_to_f64;
use crate::board::Board;
use crate::cli::CliError;
use crate::cli::shared::place::cell;
use crate::engine::{Control, CountCache, Counter, Engine, Limits, Stop};
use crate::system::{Assumption, CellMap, System};

/// A condition: a cell and what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    at: (usize, usize),
    given: Assumption,
    /// The condition as typed.
    pub text: String,
}

/// Reads `ROW,COL=WHAT`.
///
/// # Errors
/// The text is something else.
pub fn condition(text: &str) -> Result<Condition, String> {
    let (place, what) =
        text.split_once('=').ok_or_else(|| "a cell and its content are expected, such as 0,0=mine".to_string())?;
    let given = match what {
        "safe" => Assumption::Safe,
        "mine" => Assumption::Mine,
        _ => match what.parse() {
            Ok(clue @ 0..=8) => Assumption::Clue(clue),
            _ => return Err(format!("{what:?} is not a condition: safe, mine or 0 to 8")),
        },
    };
    Ok(Condition { at: cell(place)?, given, text: text.into() })
}

/// The system under all conditions.
///
/// # Errors
/// A cell that is not covered or is given twice, a clue that is impossible.
pub fn apply(mut system: System, board: &Board, map: &CellMap, given: &[Condition]) -> Result<System, CliError> {
    for (i, condition) in given.iter().enumerate() {
        if let Some(other) = given[..i].iter().find(|other| other.at == condition.at) {
            let message = format!("a cell is given twice: {} and {}", other.text, condition.text);
            return Err(CliError::usage(message));
        }
        system = system.with_given(board, map, condition.at, condition.given).map_err(CliError::usage)?;
    }
    Ok(system)
}

/// A line of JSON, with the conditions added.
pub fn note(mut line: String, given: &[Condition]) -> String {
    let texts: Vec<&str> = given.iter().map(|c| c.text.as_str()).collect();
    if !texts.is_empty() && line.pop() == Some('}') {
        let _ = write!(line, ",\"given\":{}}}", json!(texts));
    }
    line
}

/// The outcomes of opening a covered cell, with the models of each. Components that the cell does not touch are counted
/// once.
pub struct Outcomes {
    at: (usize, usize),
    models: num_bigint::BigUint,
    rows: Vec<(String, num_bigint::BigUint)>,
    reused: u64,
}

impl Outcomes {
    /// Counts all outcomes.
    ///
    /// # Errors
    /// The cell is not covered; inside, a limit ran out.
    pub fn new(
        engine: &dyn Engine,
        system: &System,
        (board, map): (&Board, &CellMap),
        at: (usize, usize),
        limits: Limits,
    ) -> Result<Result<Outcomes, Stop>, CliError> {
        let mut control = Control::new(limits);
        let mut kept = CountCache::default();
        system.with_given(board, map, at, Assumption::Safe).map_err(CliError::usage)?;
        let models = match engine.count_incremental(system, &mut kept, &mut control) {
            Ok(count) => count.models,
            Err(stop) => return Ok(Err(stop)),
        };
        let around = map.grid.neighbours(map.grid.at(at.0, at.1)).count() as u8;
        let shows = (0..=around).map(|n| (n.to_string(), Assumption::Clue(n)));
        let (mut rows, mut reused) = (Vec::new(), 0);
        for (name, given) in std::iter::once(("mine".to_string(), Assumption::Mine)).chain(shows) {
            let system = system.with_given(board, map, at, given).map_err(CliError::usage)?;
            match engine.count_incremental(&system, &mut kept, &mut control) {
                Ok(count) => rows.push((name, count.models)),
                Err(stop) => return Ok(Err(stop)),
            }
            reused += control.stats.get(Counter::Reused).unwrap_or(0);
        }
        Ok(Ok(Outcomes { at, models, rows, reused }))
    }

    fn chance(&self, models: &num_bigint::BigUint) -> Option<f64> {
        (self.models.bits() > 0).then(|| ratio_to_f64(models, &self.models))
    }

    /// The outcomes as one JSON object.
    pub fn to_json(&self, instance: &str, engine: &str) -> String {
        let row = |(name, models): &(String, num_bigint::BigUint)| json!({"shows": name, "models": models.to_string(), "chance": self.chance(models)});
        let rows: Vec<_> = self.rows.iter().map(row).collect();
        let (row, col) = self.at;
        json!({"instance": instance, "engine": engine, "cell": [row, col], "models": self.models.to_string(),
               "outcomes": rows, "reused_components": self.reused})
        .to_string()
    }

    /// The outcomes as text.
    pub fn to_text(&self, instance: &str) -> String {
        let instance = crate::lines::visible(instance);
        let (row, col) = self.at;
        let mut text = format!("{instance}: models {}\n({row},{col}) shows\n", self.models);
        for (name, models) in &self.rows {
            let chance = self.chance(models).map_or(String::new(), |p| format!(" {:6.2} %", 100.0 * p));
            let _ = writeln!(text, "{name:>8}{chance}  {models} models");
        }
        text
    }
}

/// The schema of [`Outcomes::to_json`], with the conditions of `--given`.
#[cfg(feature = "schema")]
pub fn outcomes_schema() -> crate::schema::Schema {
    let digits = || json!({ "type": "string", "pattern": "^[0-9]+$" });
    let outcome = json!({
        "type": "object",
        "properties": {
            "shows": { "type": "string", "description": "`mine`, or the number." },
            "models": digits(),
            "chance": { "type": ["number", "null"] },
        },
        "required": ["shows", "models", "chance"],
        "additionalProperties": false,
    });
    crate::schema::object(
        json!({
            "instance": { "type": "string" },
            "engine": { "type": "string", "description": "Engine specification." },
            "cell": {
                "type": "array",
                "items": { "type": "integer", "minimum": 0 },
                "minItems": 2,
                "maxItems": 2,
                "description": "Row and column, from 0.",
            },
            "models": digits(),
            "outcomes": { "type": "array", "items": outcome },
            "reused_components": { "type": "integer", "minimum": 0 },
            "given": { "type": "array", "items": { "type": "string" } },
        }),
        &["instance", "engine", "cell", "models", "outcomes", "reused_components"],
    )
}
