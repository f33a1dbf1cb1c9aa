//! `POST /api/game`: a whole game of a player, move by move with reasons.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::Grid;
use crate::play::players::{maker, parse};
use crate::play::rules::StartRule;
use crate::play::steps::{NoTrace, Trace, trace};
use crate::play::{Act, Outcome, Rules};
use crate::serve::deal::rules;
use crate::serve::read::{limits, question};
use crate::serve::{Config, HttpError, Shared};
use crate::spec::{OptionRow, Spec};

/// Players look at limits between turns only, and a turn of the exact ones grows with the shorter side.
const SHORTER_SIDE: usize = 24;
const CELLS: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    rows: usize,
    cols: usize,
    mines: usize,
    #[serde(default)]
    seed: u64,
    player: Option<String>,
    start: Option<StartRule>,
    /// First cell, row and column from 0.
    at: Option<[usize; 2]>,
    seconds: Option<f64>,
}

impl Question {
    fn rules(&self, config: &Config) -> Result<Rules, HttpError> {
        let grid = Grid { rows: self.rows, cols: self.cols };
        let most = CELLS.min(config.cells);
        let cells = grid.rows.saturating_mul(grid.cols);
        if cells > most || grid.rows.min(grid.cols) > SHORTER_SIDE {
            let message = format!("games are for at most {most} cells, at most {SHORTER_SIDE} on the shorter side");
            return Err(HttpError::too_large(message));
        }
        rules(grid, self.mines, self.start, self.at)
    }

    /// The player with its options. A turn is not interrupted, so options with unbounded numbers are refused.
    fn player(&self) -> Result<String, HttpError> {
        let player = self.player.clone().unwrap_or_else(|| "frontier".into());
        let Spec { row, chosen } = parse(&player).map_err(HttpError::question)?;
        let is_free = |option: &&OptionRow| option.values.words().is_none() && chosen.is_given(option.name);
        match row.options.iter().find(is_free) {
            Some(option) => Err(HttpError::question(format!("{}:{} is for the command line", row.name, option.name))),
            None => Ok(player),
        }
    }
}

/// `{"player","result","start","steps":[{"cell","act","reason","shown"}]}`.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let rules = asked.rules(&service.config)?;
    let player = asked.player()?;
    let maker = maker(&player).map_err(HttpError::question)?;
    let limits = limits(&service.config, asked.seconds, None)?;
    let seed = asked.seed;
    let text = service.heavy.work(limits, move |control| match trace(&rules, seed, 0, &maker, &control) {
        Ok(trace) => Ok(written(&player, &rules, &trace)),
        Err(NoTrace::Rules(message)) => Err(HttpError::question(message)),
        Err(NoTrace::Stopped(stop)) => Ok(json!({ "status": "timeout", "message": stop.to_string() }).to_string()),
    });
    Ok(super::json(text.await??))
}

fn written(player: &str, rules: &Rules, trace: &Trace) -> String {
    let place = |cell: u32| <[usize; 2]>::from(rules.grid.position(cell as usize));
    let steps = trace.steps.iter().map(|step| -> Value {
        let shown = step.shown.iter().map(|&(cell, what)| {
            let [row, col] = place(cell);
            json!([row, col, what.letter().to_string()])
        });
        json!({
            "cell": place(step.play.cell),
            "act": if step.play.act == Act::Open { "open" } else { "flag" },
            "reason": step.play.reason.name(),
            "shown": shown.collect::<Vec<_>>(),
        })
    });
    let result = match trace.outcome {
        Outcome::Playing => "stuck",
        ended => ended.name(),
    };
    let game = json!({
        "status": "ok",
        "player": player,
        "result": result,
        "message": trace.message,
        "nodes": trace.nodes,
        "rows": rules.grid.rows,
        "cols": rules.grid.cols,
        "mines": rules.mines,
        "start": trace.start.row_strings(),
        "steps": steps.collect::<Vec<_>>(),
    });
    game.to_string()
}
