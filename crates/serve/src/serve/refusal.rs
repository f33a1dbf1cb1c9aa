//! Refusals: a status of 4xx or 5xx and one JSON object.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::input_error::{InputError, json_message};

/// `{"error":{"kind","message"}}`, for bad text also `line`, `column` (from 1) and `shown`, the place with a caret.
#[derive(Clone, Debug)]
pub struct HttpError {
    pub status: StatusCode,
    kind: &'static str,
    message: String,
    place: Option<Box<InputError>>,
}

impl HttpError {
    fn new(status: StatusCode, kind: &'static str, message: impl std::fmt::Display) -> Self {
        HttpError { status, kind, message: message.to_string(), place: None }
    }

    /// A well-formed request for something that does not exist.
    pub fn question(message: impl std::fmt::Display) -> Self {
        HttpError::new(StatusCode::UNPROCESSABLE_ENTITY, "question", message)
    }

    /// A board beyond the limits.
    pub fn too_large(message: impl std::fmt::Display) -> Self {
        HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// A body that did not come in time.
    pub fn slow() -> Self {
        HttpError::new(StatusCode::REQUEST_TIMEOUT, "slow", "the request did not arrive in time")
    }

    /// A body that breaks off.
    pub fn broken(message: impl std::fmt::Display) -> Self {
        HttpError::new(StatusCode::BAD_REQUEST, "broken", message)
    }

    /// A body that is not declared as what the path takes. A page of another origin cannot declare these types without
    /// a preflight request.
    pub fn media_type(wanted: &str) -> Self {
        HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media_type", format!("send Content-Type: {wanted}"))
    }

    /// There is no such path.
    pub fn not_found() -> Self {
        HttpError::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "no such path; there are POST /api/read, board, solve, count, explain, best, game, play, example and GET /api/engines, \
             examples, health",
        )
    }

    /// The path exists, the method does not.
    pub fn method() -> Self {
        HttpError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this path takes another method, see the header Allow")
    }

    /// Asked under a foreign host name or from a foreign page.
    pub fn foreign(message: impl std::fmt::Display) -> Self {
        HttpError::new(StatusCode::FORBIDDEN, "foreign", message)
    }

    /// The queue is full.
    pub fn busy() -> Self {
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many questions are waiting; try again")
    }

    /// All connections are taken.
    pub fn crowded() -> Self {
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many connections are open; try again")
    }

    /// The work did not stop after its time limit.
    pub fn overrun() -> Self {
        HttpError::new(StatusCode::GATEWAY_TIMEOUT, "overrun", "the time limit ran out")
    }

    /// A fault of the program.
    pub fn fault(message: impl std::fmt::Display) -> Self {
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", message)
    }

    /// JSON that cannot be parsed (400), or whose fields or types the interface does not have (422).
    pub fn json(error: &serde_json::Error, text: &str) -> Self {
        let message = json_message(error);
        let place = match error.line() {
            0 => InputError::whole("request", message.as_str()),
            _ => InputError::json_text("request", text, error),
        };
        let (status, kind) = match error.is_data() {
            true => (StatusCode::UNPROCESSABLE_ENTITY, "fields"),
            false => (StatusCode::BAD_REQUEST, "json"),
        };
        HttpError { place: Some(Box::new(place)), ..HttpError::new(status, kind, message) }
    }
}

impl From<InputError> for HttpError {
    fn from(error: InputError) -> Self {
        let refusal = HttpError::new(StatusCode::UNPROCESSABLE_ENTITY, "board", error.message.clone());
        HttpError { place: Some(Box::new(error)), ..refusal }
    }
}

impl HttpError {
    /// The JSON object of the response.
    pub fn body(&self) -> Value {
        let mut error = Map::new();
        error.insert("kind".into(), self.kind.into());
        error.insert("message".into(), self.message.clone().into());
        if let Some(place) = self.place.as_ref().filter(|p| p.line > 0) {
            error.insert("line".into(), place.line.into());
            error.insert("column".into(), place.column.into());
            error.insert("shown".into(), place.render().into());
        }
        json!({ "error": Value::Object(error) })
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let body = self.body().to_string();
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
