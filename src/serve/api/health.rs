//! `GET /api/health`: how busy the service is.

use axum::extract::State;
use axum::response::Response;
use serde_json::json;

use crate::serve::Shared;

/// The load of the desk.
pub async fn get(State(service): State<Shared>) -> Response {
    super::json(json!({ "status": "ok", "load": service.desk.load() }).to_string())
}
