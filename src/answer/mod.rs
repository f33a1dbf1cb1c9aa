//! From an instance and an engine to one answer, in the form that is printed and recorded.

mod ratio;

use std::time::Instant;

use num_bigint::BigUint;
use num_traits::Zero;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::board::Board;
use crate::engine::{Classes, Control, Counter, Decision, Engine, Limits, Stats, Stop, Verdict};
use crate::system::{CellMap, Count, System};

pub use ratio::{Fraction, ratio_to_f64};

/// What is asked of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Query {
    /// Is there a model?
    Decide,
    /// Which cells are certain?
    Classify,
    /// How many models, and in how many of them is each cell a mine?
    Count,
}

impl Query {
    /// Its word in answers and records.
    pub fn name(self) -> &'static str {
        match self {
            Query::Decide => "decide",
            Query::Classify => "classify",
            Query::Count => "count",
        }
    }
}

/// What an engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Decision(Decision),
    Classes(Classes),
    Count(Count),
}

/// One run of one engine on one board.
#[derive(Clone, Debug)]
pub struct Answer {
    pub query: Query,
    pub found: Result<Found, Stop>,
    pub stats: Stats,
    /// Wall time of the engine alone, without reading or printing.
    pub seconds: f64,
    pub map: CellMap,
}

/// Asks an engine about a board. A model that an engine claims is checked here against the system,
/// so no engine's own bookkeeping is trusted.
pub fn ask(engine: &dyn Engine, board: &Board, query: Query, limits: Limits) -> Answer {
    let (system, map) = System::from_board(board);
    ask_system(engine, &system, map, query, Control::new(limits))
}

/// [`ask`] for a system made before, under a control made before.
pub fn ask_system(engine: &dyn Engine, system: &System, map: CellMap, query: Query, mut control: Control) -> Answer {
    let start = Instant::now();
    let found = match query {
        Query::Decide => engine.decide(system, &mut control).map(Found::Decision),
        Query::Classify => engine.classify(system, &mut control).map(Found::Classes),
        Query::Count => engine.count(system, &mut control).map(Found::Count),
    };
    let seconds = start.elapsed().as_secs_f64();
    let found = match found {
        Ok(Found::Decision(Decision::Model(model))) if !system.is_model(&model) => {
            Err(Stop::Failed("the engine's model does not satisfy the board".into()))
        }
        other => other,
    };
    Answer { query, found, stats: control.finish(engine.counts_nodes()), seconds, map }
}

impl Answer {
    /// `ok`, `inconsistent`, `timeout`, `memory`, `unsupported` or `error`.
    pub fn status(&self) -> &'static str {
        match &self.found {
            Ok(Found::Decision(Decision::Inconsistent) | Found::Classes(Classes::Inconsistent)) => "inconsistent",
            Ok(Found::Count(count)) if count.models.is_zero() => "inconsistent",
            Ok(_) => "ok",
            Err(Stop::Timeout | Stop::Nodes | Stop::Interrupted) => "timeout",
            Err(Stop::Memory) => "memory",
            Err(Stop::Unsupported(_)) => "unsupported",
            Err(Stop::Failed(_)) => "error",
        }
    }

    /// The engine's count, if that was asked and answered.
    pub fn count(&self) -> Option<&Count> {
        match &self.found {
            Ok(Found::Count(count)) => Some(count),
            _ => None,
        }
    }

    /// The verdicts, if the answer holds any; those of a count follow from its numbers.
    pub fn verdicts(&self) -> Option<Vec<Verdict>> {
        let classes = match &self.found {
            Ok(Found::Classes(classes)) => classes.clone(),
            Ok(Found::Count(count)) => Classes::from_count(count),
            _ => return None,
        };
        match classes {
            Classes::Cells(cells) => Some(cells),
            Classes::Inconsistent => None,
        }
    }

    /// Rows of letters: `of(variable)` at covered cells, `.` elsewhere.
    fn rows(&self, of: impl Fn(usize) -> char) -> Vec<String> {
        let grid = self.map.grid;
        let mut letters = vec!['.'; grid.len()];
        for (variable, &cell) in self.map.cells.iter().enumerate() {
            letters[cell as usize] = of(variable);
        }
        letters.chunks(grid.cols.max(1)).map(|row| row.iter().collect()).collect()
    }

    /// Rows of `s`, `m`, `o`, `u`, `.`.
    pub fn class_rows(&self) -> Option<Vec<String>> {
        self.verdicts().map(|v| self.rows(|variable| v[variable].letter()))
    }

    /// A found model as rows: `*` mine, `-` no mine, `.` not covered.
    pub fn model_rows(&self) -> Option<Vec<String>> {
        match &self.found {
            Ok(Found::Decision(Decision::Model(model))) => {
                Some(self.rows(|variable| if model[variable] { '*' } else { '-' }))
            }
            _ => None,
        }
    }

    /// For every board cell its mine probability where it is covered; None without models.
    fn probabilities(&self, exact: bool) -> Option<Vec<Vec<Value>>> {
        let count = self.count().filter(|c| !c.models.is_zero())?;
        let value = |mined: &BigUint| match exact {
            true => Value::from(Fraction::new(mined, &count.models).to_string()),
            false => Value::from(ratio_to_f64(mined, &count.models)),
        };
        let by_value: Vec<Value> = count.cells.values.iter().map(value).collect();
        let mut all = vec![Value::Null; self.map.grid.len()];
        for (variable, &cell) in self.map.cells.iter().enumerate() {
            all[cell as usize] = by_value[count.cells.index[variable] as usize].clone();
        }
        Some(all.chunks(self.map.grid.cols.max(1)).map(<[Value]>::to_vec).collect())
    }

    /// The answer as one JSON object; what was not asked or not found is null. With `exact`,
    /// probabilities are reduced fractions as strings.
    pub fn to_json(&self, instance: &str, engine: &str, exact: bool) -> Value {
        let count = self.count();
        let mut value = json!({
            "instance": instance,
            "engine": engine,
            "query": self.query.name(),
            "status": self.status(),
            "classes": self.class_rows(),
            "models": count.map(|c| c.models.to_string()),
            "frontier_models": count.map(|c| c.tally.sum().to_string()),
            "tally": count.map(|c| json!({
                "offset": c.tally.offset,
                "counts": c.tally.counts.iter().map(BigUint::to_string).collect::<Vec<_>>(),
            })),
            "probabilities": self.probabilities(exact),
            "stats": self.stats,
            "seconds": self.seconds,
        });
        if let Ok(Found::Decision(decision)) = &self.found {
            value["decision"] = Value::from(match decision {
                Decision::Model(_) => "consistent",
                Decision::Inconsistent => "inconsistent",
                Decision::Unknown => "unknown",
            });
            value["model"] = json!(self.model_rows());
        }
        if let Err(stop) = &self.found {
            value["message"] = Value::from(stop.to_string());
        }
        value
    }

    /// Nodes, if the engine counts any.
    pub fn nodes(&self) -> Option<u64> {
        self.stats.get(Counter::Nodes)
    }
}
