//! `POST /api/board`: reads a board's text, for the page.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use crate::serve::read::{BoardText, PositionRequest, question};
use crate::serve::{HttpError, Shared};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: BoardText,
    mines: Option<u32>,
}

/// The board as rows.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let board = PositionRequest { text: asked.board, mines: asked.mines }.board(&service.config)?;
    let grid = board.grid();
    let read = json!({
        "rows": grid.rows,
        "cols": grid.cols,
        "mines": board.mines(),
        "board": board.row_strings(),
        "text": board.to_string(),
    });
    Ok(super::json(read.to_string()))
}
