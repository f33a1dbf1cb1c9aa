//! `POST /api/solve`: the verdict of every covered cell.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use crate::answer::Query;
use crate::board::Board;
use crate::serve::read::{BoardText, PositionRequest, limits, question};
use crate::serve::{EngineRequest, HttpError, Service, Shared, child};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: BoardText,
    mines: Option<u32>,
    engine: Option<String>,
    /// `classify`, or `decide` for one model.
    query: Option<Query>,
    seconds: Option<f64>,
    nodes: Option<u64>,
}

/// An answer as `minesat solve --json` gives it.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let board = PositionRequest { text: asked.board, mines: asked.mines }.board(&service.config)?;
    let query = asked.query.unwrap_or(Query::Classify);
    if matches!(query, Query::Count | Query::Models) {
        return Err(HttpError::question("counts are under /api/count"));
    }
    let limits = limits(&service.config, asked.seconds, asked.nodes)?;
    let engine = asked.engine.unwrap_or_else(|| "frontier".into());
    answer(&service, board, EngineRequest { engine, query, exact: false, limits }).await
}

/// Asks an engine, here or in a child.
pub async fn answer(service: &Service, board: Board, ask: EngineRequest) -> Result<Response, HttpError> {
    let engine = ask.build().map_err(HttpError::question)?;
    let text = if EngineRequest::needs_child(engine.as_ref(), &board) {
        let place = service.heavy.place().await?;
        let text = child::answer(&service.config, &ask, &board).await?;
        place.done();
        text
    } else {
        let limits = ask.limits;
        service.desk.work(limits, move |control| ask.answer(engine.as_ref(), &board, control)).await?
    };
    Ok(super::json(text))
}
