//! `POST /api/best`: the moves of a position from the best to the worst.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::Board;
use crate::engine::Stop;
use crate::play::best::{Bounds, Choice, NoRanking, Ranking, rank};
use crate::serve::read::{BoardText, Position, limits, question};
use crate::serve::{Refusal, Shared};

/// Bounds of the exact tree: some milliseconds of work.
pub const BOUNDS: Bounds = Bounds { models: 250, nodes: 3_000 };

/// Moves given where the request does not say.
const SHOW: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: BoardText,
    mines: Option<u32>,
    show: Option<usize>,
    seconds: Option<f64>,
}

/// `{"status","models","moves":[{"cell","mine","progress","wins"}]}`.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, Refusal> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let board = Position { text: asked.board, mines: asked.mines }.board(&service.config)?;
    let limits = limits(&service.config, asked.seconds, None)?;
    let show = asked.show.unwrap_or(SHOW);
    let text = service.heavy.work(limits, move |control| found(&board, rank(&board, BOUNDS, control), show)).await?;
    Ok(super::json(text))
}

fn found(board: &Board, ranking: Result<Ranking, NoRanking>, show: usize) -> String {
    let none = |status: &str, message: String| json!({ "status": status, "message": message, "moves": [] });
    let place = |cell: u32| <[usize; 2]>::from(board.grid().position(cell as usize));
    let choice = |choice: &Choice| -> Value {
        json!({
            "cell": place(choice.cell),
            "mine": choice.risk,
            "progress": choice.progress,
            "wins": choice.won,
        })
    };
    let value = match ranking {
        Ok(Ranking { moves, models }) => {
            let moves: Vec<Value> = moves.iter().take(show).map(choice).collect();
            json!({ "status": "ok", "models": models, "moves": moves })
        }
        Err(NoRanking::Impossible(impossible)) => none("inconsistent", impossible.message(board)),
        Err(NoRanking::Stopped(stop @ Stop::Memory)) => none("memory", stop.to_string()),
        Err(NoRanking::Stopped(stop)) => none("timeout", stop.to_string()),
    };
    value.to_string()
}
