//! `GET /api/examples` and `POST /api/example`: boards to begin with.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::read::written;
use crate::serve::examples::{EXAMPLES, Example};
use crate::serve::read::{limits, question};
use crate::serve::{HttpError, Shared};

/// `{"examples":[{"group","name","about"}]}`.
pub async fn get() -> Response {
    let row = |e: &Example| json!({ "group": e.group, "name": e.name, "about": e.about });
    super::json(json!({ "examples": EXAMPLES.iter().map(row).collect::<Vec<Value>>() }).to_string())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    name: String,
}

/// An instance as [`super::read`] gives it.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let example = EXAMPLES.iter().find(|example| example.name == asked.name);
    let example = example.ok_or_else(|| HttpError::question(format!("there is no example {:?}", asked.name)))?;
    let limits = limits(&service.config, None, None)?;
    let most = service.config.cells;
    let found = service.desk.work(limits, |_| example.instance()).await?.map_err(HttpError::fault)?;
    let cells = found.board.grid().len();
    if cells > most {
        return Err(HttpError::too_large(format!("the board has {cells} cells; this service takes at most {most}")));
    }
    let mut value = written(&found);
    value["status"] = "ok".into();
    value["about"] = example.about.into();
    Ok(super::json(value.to_string()))
}
