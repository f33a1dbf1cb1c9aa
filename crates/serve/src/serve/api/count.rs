//! `POST /api/count`: models, tally, and the mine probability of every covered cell.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use super::solve::answer;
use crate::answer::Query;
use crate::serve::read::{BoardText, PositionRequest, limits, question};
use crate::serve::{EngineRequest, HttpError, Shared};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: BoardText,
    mines: Option<u32>,
    engine: Option<String>,
    /// Probabilities as fractions.
    #[serde(default)]
    exact: bool,
    seconds: Option<f64>,
    nodes: Option<u64>,
}

/// An answer as `minesat count --json` gives it.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let board = PositionRequest { text: asked.board, mines: asked.mines }.board(&service.config)?;
    let limits = limits(&service.config, asked.seconds, asked.nodes)?;
    let engine = asked.engine.unwrap_or_else(|| "frontier".into());
    answer(&service, board, EngineRequest { engine, query: Query::Count, exact: asked.exact, limits }).await
}
