//! The JSON interface: one file per path. `API.md` documents it.

pub mod best;
pub mod board;
pub mod count;
pub mod engines;
pub mod examples;
pub mod explain;
pub mod game;
pub mod health;
pub mod play;
pub mod read;
pub mod solve;

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// A body of JSON text.
fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
