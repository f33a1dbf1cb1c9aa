//! `POST /api/explain`: why a cell is safe, a mine or open, or why a board is inconsistent.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::Board;
use crate::engine::{Control, Stop};
use crate::explain::{ExplainOptions, Failed, contradiction, explain};
use crate::serve::read::{BoardText, PositionRequest, limits, question};
use crate::serve::{HttpError, Shared};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: BoardText,
    mines: Option<u32>,
    /// Row and column from 0; absent for the board as a whole.
    cell: Option<(usize, usize)>,
    seconds: Option<f64>,
}

/// An explanation as `minesat explain --json` gives it, with a `status`.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let board = PositionRequest { text: asked.board, mines: asked.mines }.board(&service.config)?;
    let limits = limits(&service.config, asked.seconds, None)?;
    let cell = asked.cell;
    let found = service.heavy.work(limits, move |mut control| why(&board, cell, &mut control)).await??;
    Ok(super::json(found.to_string()))
}

fn why(board: &Board, cell: Option<(usize, usize)>, control: &mut Control) -> Result<Value, HttpError> {
    let options = ExplainOptions::default();
    let found = match cell {
        Some(at) => explain(board, at, &options, control).map(Some),
        None => contradiction(board, &options, control).map_err(Failed::from),
    };
    match found {
        Ok(None) => Ok(json!({ "status": "ok", "verdict": "consistent", "text": ["The board has a solution."] })),
        Ok(Some(explanation)) => {
            let mut value = serde_json::to_value(explanation).map_err(|e| HttpError::fault(e.to_string()))?;
            value["status"] = "ok".into();
            Ok(value)
        }
        Err(Failed::Cell(message)) => Err(HttpError::question(message)),
        Err(Failed::Stopped(stop)) => {
            let status = match &stop {
                Stop::Memory => "memory",
                Stop::Unsupported(_) => "unsupported",
                Stop::Failed(_) => "error",
                Stop::Timeout | Stop::Nodes | Stop::Interrupted => "timeout",
            };
            Ok(json!({ "status": status, "message": stop.to_string() }))
        }
    }
}
