//! From an instance and an engine to one answer, in the form that is printed and recorded.

mod certified;
mod json;

use std::borrow::Cow;
use std::time::Instant;

use num_bigint::BigUint;
use num_traits::Zero;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::engine::{
    Classes, Control, Counter, Decision, Engine, KnownCells, Limits, MarginalOutputs, Marginals, Prior, Stats, Stop,
    Verdict, Weighed, live,
};
use crate::process::clock::thread_time;
use crate::system::{CellMap, Count, System, Tally};

pub use certified::{Certified, ask_certified};
#[cfg(feature = "schema")]
pub use json::line_schema;

pub use crate::system::{Fraction, ratio_to_f64};

/// A query to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Query {
    /// Is there a model?
    Decide,
    /// Which cells are certain?
    Classify,
    /// How many models?
    Models,
    /// How many models, and in how many of them is each cell a mine?
    Count,
}

impl Query {
    /// Its word in answers and records.
    pub fn name(self) -> &'static str {
        match self {
            Query::Decide => "decide",
            Query::Classify => "classify",
            Query::Models => "models",
            Query::Count => "count",
        }
    }
}

/// The result of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Of [`Query::Decide`].
    Decision(Decision),
    /// Of [`Query::Classify`].
    Classes(Classes),
    /// Of [`Query::Models`]; 0 if the board is inconsistent.
    Models(BigUint),
    /// Of [`Query::Count`], with exact numbers per cell.
    Count(Count),
    /// Of a count without exact numbers per cell.
    Survey(Marginals),
    /// Of a count with a prior, or with numbers that are bounds.
    Weighed(Weighed),
}

/// Number of covered cells from which a count, by default, gives chances rounded from bounds instead of exact numbers
/// per cell, whose size grows with the square of the board.
pub const MANY: usize = 3_000;

/// Number of covered cells from which a measurement leaves out the tally.
pub const LARGE_BOARD: usize = 20_000;

/// The numbers of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Exact numbers per cell, for any size.
    pub exact: bool,
    /// The number of models; no effect with `exact` or a prior.
    pub models: bool,
    /// The solutions of the sums by their number of mines; no effect with `exact` or a prior.
    pub tally: bool,
    /// Chances under this prior over the density, with the open cells of the board; for boards without a total.
    pub prior: Option<(Prior, KnownCells)>,
}

impl Default for Detail {
    fn default() -> Self {
        Detail { exact: false, models: true, tally: true, prior: None }
    }
}

/// Distinct mine probabilities, and for every variable the index of its own among them.
pub type Chances<'a> = (Cow<'a, [f64]>, Cow<'a, [u32]>);

/// One run of one engine on one board.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Decides which variants `found` can have.
    pub query: Query,
    /// The result, or why there is none.
    pub found: Result<Found, Stop>,
    /// Effort of the engine, up to the stop where it did not finish.
    pub stats: Stats,
    /// Wall time of the engine alone, without reading or printing.
    pub seconds: f64,
    /// Processor time of the engine and the programs that it ran, in seconds. None in a process that does not measure, as
    /// two readings take 2 µs, and where the system does not report it.
    pub cpu_seconds: Option<f64>,
    /// The board cells of the variables in `found`.
    pub map: CellMap,
    /// Of [`ask_certified`].
    pub certified: Option<Certified>,
}

/// Asks an engine about a board. A model that an engine claims is checked here against the system, so no engine is
/// trusted.
pub fn ask(engine: &dyn Engine, board: &Board, query: Query, limits: Limits) -> Answer {
    ask_for(engine, board, query, Detail::default(), limits)
}

/// [`ask`], with the numbers of a count.
pub fn ask_for(engine: &dyn Engine, board: &Board, query: Query, detail: Detail, limits: Limits) -> Answer {
    let (system, map) = System::from_board(board);
    ask_system(engine, &system, map, query, detail, Control::new(limits))
}

/// [`ask_for`] with a given system and control.
pub fn ask_system(
    engine: &dyn Engine,
    system: &System,
    map: CellMap,
    query: Query,
    detail: Detail,
    mut control: Control,
) -> Answer {
    let (start, used) = (Instant::now(), live::is_shown().then(thread_time).flatten());
    let Detail { exact, models, tally, prior } = detail;
    let found = match (query, prior) {
        (Query::Decide, _) => engine.decide(system, &mut control).map(Found::Decision),
        (Query::Classify, _) => engine.classify(system, &mut control).map(Found::Classes),
        (Query::Models, _) => engine.models(system, &mut control).map(Found::Models),
        (Query::Count, Some((prior, seen))) => engine.weigh(system, prior, seen, &mut control).map(Found::Weighed),
        (Query::Count, None) if exact || (models && tally && system.cells < MANY) => {
            engine.count(system, &mut control).map(Found::Count)
        }
        (Query::Count, None) => {
            engine.survey(system, MarginalOutputs { models, tally }, &mut control).map(Found::Survey)
        }
    };
    let since = |before| Some(thread_time()?.saturating_sub(before).as_secs_f64());
    let cpu_seconds = used.and_then(since);
    let seconds = start.elapsed().as_secs_f64();
    let found = match found {
        Ok(Found::Decision(Decision::Model(model))) if !system.is_model(&model) => {
            Err(Stop::Failed("the engine's model does not satisfy the board".into()))
        }
        other => other,
    };
    Answer {
        query,
        found,
        stats: control.finish(engine.family().counts_nodes()),
        seconds,
        cpu_seconds,
        map,
        certified: None,
    }
}

impl Answer {
    /// A missing answer, of an engine that was ended after this wall time in seconds.
    pub fn stopped(board: &Board, query: Query, stop: Stop, seconds: f64) -> Answer {
        let (_, map) = System::from_board(board);
        Answer { query, found: Err(stop), stats: Stats::default(), seconds, cpu_seconds: None, map, certified: None }
    }

    /// `ok`, `inconsistent`, `timeout`, `memory`, `unsupported` or `error`.
    pub fn status(&self) -> &'static str {
        match &self.found {
            Ok(Found::Decision(Decision::Inconsistent) | Found::Classes(Classes::Inconsistent)) => "inconsistent",
            Ok(Found::Models(models)) if models.is_zero() => "inconsistent",
            Ok(Found::Count(count)) if count.models.is_zero() => "inconsistent",
            Ok(Found::Survey(Marginals { classes: Classes::Inconsistent, .. })) => "inconsistent",
            Ok(Found::Weighed(Weighed { classes: Classes::Inconsistent, .. })) => "inconsistent",
            Ok(_) => "ok",
            Err(Stop::Timeout | Stop::Nodes | Stop::Interrupted) => "timeout",
            Err(Stop::Memory) => "memory",
            Err(Stop::Unsupported(_)) => "unsupported",
            Err(Stop::Failed(_)) => "error",
        }
    }

    /// The engine's exact count, if it was asked and answered.
    pub fn count(&self) -> Option<&Count> {
        match &self.found {
            Ok(Found::Count(count)) => Some(count),
            _ => None,
        }
    }

    /// The number of models, if it was counted.
    pub fn models(&self) -> Option<&BigUint> {
        match &self.found {
            Ok(Found::Models(models)) => Some(models),
            Ok(Found::Count(count)) => Some(&count.models),
            Ok(Found::Survey(survey)) => survey.models.as_ref(),
            _ => None,
        }
    }

    /// The solutions of the sums alone over the frontier cells, if they were counted.
    pub fn frontier_models(&self) -> Option<BigUint> {
        match &self.found {
            Ok(Found::Count(count)) => Some(count.tally.sum()),
            Ok(Found::Survey(survey)) => survey.frontier.clone(),
            _ => None,
        }
    }

    /// The same by mines.
    pub fn tally(&self) -> Option<&Tally> {
        match &self.found {
            Ok(Found::Count(count)) => Some(&count.tally),
            Ok(Found::Survey(survey)) => survey.tally.as_ref(),
            _ => None,
        }
    }

    /// The mine probabilities; None without models.
    pub fn chances(&self) -> Option<Chances<'_>> {
        match &self.found {
            Ok(Found::Count(count)) if !count.models.is_zero() => {
                let values = count.cells.values.iter().map(|mined| ratio_to_f64(mined, &count.models)).collect();
                Some((Cow::Owned(values), Cow::Borrowed(&count.cells.index)))
            }
            Ok(Found::Survey(survey)) if survey.classes != Classes::Inconsistent => {
                let all = (0..survey.chances.len() as u32).collect();
                Some((Cow::Borrowed(&survey.chances), Cow::Owned(all)))
            }
            Ok(Found::Weighed(weighed)) if weighed.classes != Classes::Inconsistent => {
                let values = weighed.ratios.iter().map(|(part, whole)| ratio_to_f64(part, whole)).collect();
                Some((Cow::Owned(values), Cow::Borrowed(&weighed.index)))
            }
            _ => None,
        }
    }

    /// The entries of [`Answer::chances`] as reduced fractions, where the answer is exact.
    pub fn fractions(&self) -> Option<Vec<Fraction>> {
        match &self.found {
            Ok(Found::Count(count)) if !count.models.is_zero() => {
                Some(count.cells.values.iter().map(|mined| Fraction::new(mined, &count.models)).collect())
            }
            Ok(Found::Weighed(weighed)) => {
                Some(weighed.ratios.iter().map(|(part, whole)| Fraction::new(part, whole)).collect())
            }
            _ => None,
        }
    }

    /// The verdicts, if the answer has any; those of a count follow from its numbers.
    pub fn verdicts(&self) -> Option<Vec<Verdict>> {
        let classes = match &self.found {
            Ok(Found::Classes(classes)) => classes.clone(),
            Ok(Found::Count(count)) => Classes::from_count(count),
            Ok(Found::Survey(survey)) => survey.classes.clone(),
            Ok(Found::Weighed(weighed)) => weighed.classes.clone(),
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

    /// Nodes, if the engine counts any.
    pub fn nodes(&self) -> Option<u64> {
        self.stats.get(Counter::Nodes)
    }
}
