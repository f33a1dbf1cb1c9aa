//! `POST /api/best`: the moves of a position from the best to the worst.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use crate::play::best::{TreeLimits, rank, to_json};
use crate::serve::read::{BoardText, PositionRequest, limits, question};
use crate::serve::{HttpError, Shared};

/// Bounds of the exact tree: some milliseconds of work.
pub const BOUNDS: TreeLimits = TreeLimits { models: 250, nodes: 3_000 };

/// Moves returned by default.
const SHOW: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: BoardText,
    mines: Option<u32>,
    show: Option<usize>,
    seconds: Option<f64>,
}

/// `{"status","models","over","moves":[{"cell","mine","progress","wins"}]}`.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let board = PositionRequest { text: asked.board, mines: asked.mines }.board(&service.config)?;
    let limits = limits(&service.config, asked.seconds, None)?;
    let show = asked.show.unwrap_or(SHOW);
    let text = service
        .heavy
        .work(limits, move |control| to_json(&board, &rank(&board, BOUNDS, control), show).to_string())
        .await?;
    Ok(super::json(text))
}
