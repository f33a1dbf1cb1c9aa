//! The page: files that are part of the program.

use axum::http::header;
use axum::response::{IntoResponse, Response};

fn file(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page itself.
pub async fn index() -> Response {
    file("text/html; charset=utf-8", include_str!("page/index.html"))
}

/// The script of the page: starts everything and calls the interface.
pub async fn script() -> Response {
    file(SCRIPT, include_str!("page/app.js"))
}

/// The board: cells, painting, keys.
pub async fn board_script() -> Response {
    file(SCRIPT, include_str!("page/board.js"))
}

/// Games, step by step.
pub async fn game_script() -> Response {
    file(SCRIPT, include_str!("page/game.js"))
}

/// The style sheet.
pub async fn style() -> Response {
    file("text/css; charset=utf-8", include_str!("page/style.css"))
}

/// The icon.
pub async fn icon() -> Response {
    file("image/svg+xml", include_str!("page/icon.svg"))
}
