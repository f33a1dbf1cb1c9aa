//! `GET /api/health`: the load of the service.

use axum::extract::State;
use axum::response::Response;
use serde_json::json;

use crate::serve::Shared;

/// The load of both desks together.
pub async fn get(State(service): State<Shared>) -> Response {
    super::json(json!({ "status": "ok", "load": service.desk.load() + service.heavy.load() }).to_string())
}
