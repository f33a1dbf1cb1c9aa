//! The page: files that are part of the program.

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Shared;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Path, media type and content of every file.
const FILES: [(&str, &str, &str); 14] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/app.js", SCRIPT, include_str!("page/app.js")),
    ("/service.js", SCRIPT, include_str!("page/service.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/view.js", SCRIPT, include_str!("page/view.js")),
    ("/gestures.js", SCRIPT, include_str!("page/gestures.js")),
    ("/painter.js", SCRIPT, include_str!("page/painter.js")),
    ("/answers.js", SCRIPT, include_str!("page/answers.js")),
    ("/engines.js", SCRIPT, include_str!("page/engines.js")),
    ("/replay.js", SCRIPT, include_str!("page/replay.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/texts.js", SCRIPT, include_str!("page/texts.js")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
];

/// A route for each file.
pub fn routes() -> Router<Shared> {
    FILES
        .iter()
        .fold(Router::new(), |routes, &(path, kind, text)| routes.route(path, get(async move || file(kind, text))))
}

fn file(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
