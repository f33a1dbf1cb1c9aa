//! Reads a request: the body within its limits, JSON without unknown fields, a board.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Config, HttpError};
use crate::board::{Board, Grid, grid_from_rows};
use crate::engine::Limits;
use crate::field::Field;
use crate::formats;
use crate::input_error::InputError;

/// Time for a whole body.
const BODY: Duration = Duration::from_secs(20);

/// A board as text, or as rows like those of an instance file.
#[derive(Deserialize)]
#[serde(untagged, expecting = "board is a text or a list of rows")]
pub enum BoardText {
    Text(String),
    Rows(Vec<String>),
}

/// Reads board text in any format, detected from the content.
///
/// # Errors
/// With line and column.
fn board_of_text(text: &str) -> Result<Board, InputError> {
    formats::board_of(formats::parse(text.as_bytes(), None, "board")?, "board")
}

/// Fields of every question about a board.
pub struct PositionRequest {
    pub text: BoardText,
    pub mines: Option<u32>,
}

impl PositionRequest {
    /// The board.
    ///
    /// # Errors
    /// It cannot be read, or is larger than the service takes.
    pub fn board(self, config: &Config) -> Result<Board, HttpError> {
        let most = config.cells;
        let board = match self.text {
            BoardText::Text(_) if self.mines.is_some() => {
                return Err(HttpError::question("the text of a board contains its total: leave out \"mines\""));
            }
            BoardText::Text(text) => board_of_text(&text)?,
            BoardText::Rows(rows) => board_of_rows(&rows, self.mines)?,
        };
        match board.grid().len() {
            cells if cells > most => {
                Err(HttpError::too_large(format!("the board has {cells} cells; this service takes at most {most}")))
            }
            _ => Ok(board),
        }
    }
}

fn board_of_rows(rows: &[String], mines: Option<u32>) -> Result<Board, HttpError> {
    let cols = rows.first().map_or(0, |row| row.chars().count());
    let grid = Grid { rows: rows.len(), cols };
    if grid.is_empty() {
        return Err(HttpError::question("a board has at least one row of one cell"));
    }
    let cells = grid_from_rows(grid, rows.iter().map(String::as_str))
        .map_err(|(row, byte, message)| InputError::at("board", row + 1, &rows[row], byte, message))?;
    if mines.is_some_and(|m| m as usize > grid.len()) {
        let message = format!("{} mines do not fit on {} cells", mines.unwrap_or(0), grid.len());
        return Err(HttpError::question(message));
    }
    Ok(Board::new(grid, cells, mines))
}

/// The limits of one answer: as requested, within those of the service.
///
/// # Errors
/// A time that is not a positive number.
pub fn limits(config: &Config, seconds: Option<f64>, nodes: Option<u64>) -> Result<Limits, HttpError> {
    let time = match seconds {
        None => config.time,
        Some(s) if s.is_finite() && s > 0.0 => {
            Duration::try_from_secs_f64(s).map_or(config.time, |asked| asked.min(config.time))
        }
        Some(s) => return Err(HttpError::question(format!("seconds is a number above 0, not {s}"))),
    };
    Ok(Limits { time: Some(time), nodes, memory: Some(config.memory) })
}

/// A body of up to this many times the limit is read and dropped before the connection is.
const DRAIN: usize = 8;

/// The whole body; None if it has more than `most` bytes. A slightly larger one is read to its end: a client that is
/// still sending when the connection is closed may never see the answer.
async fn collect(mut body: Body, most: usize) -> Result<Option<Vec<u8>>, HttpError> {
    let (mut bytes, mut read) = (Vec::new(), 0usize);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| HttpError::broken("the request broke off"))?;
        let Ok(data) = frame.into_data() else { continue };
        read = read.saturating_add(data.len());
        if read <= most {
            bytes.extend_from_slice(&data);
        } else if read > most.saturating_mul(DRAIN) {
            break;
        }
    }
    Ok((read <= most).then_some(bytes))
}

/// True if the request declares its body to be of this type.
fn is_of(headers: &HeaderMap, media: &str) -> bool {
    let declared = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    declared.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case(media)
}

/// The body within its limits.
async fn whole(config: &Config, body: Body) -> Result<Vec<u8>, HttpError> {
    let too_large = || HttpError::too_large(format!("a request has at most {} bytes", config.bytes));
    let read = tokio::time::timeout(BODY, collect(body, config.bytes)).await.map_err(|_| HttpError::slow())?;
    read?.ok_or_else(too_large)
}

/// Reads a body of bytes.
///
/// # Errors
/// Another media type, too many bytes, too slow.
pub async fn bytes(config: &Config, headers: &HeaderMap, body: Body) -> Result<Vec<u8>, HttpError> {
    const BYTES: &str = "application/octet-stream";
    if !is_of(headers, BYTES) {
        return Err(HttpError::media_type(BYTES));
    }
    whole(config, body).await
}

/// Reads the body and its JSON.
///
/// # Errors
/// Another media type, too many bytes, too slow, not UTF-8, not JSON, or unknown fields.
pub async fn question<T: DeserializeOwned>(config: &Config, headers: &HeaderMap, body: Body) -> Result<T, HttpError> {
    const JSON: &str = "application/json";
    if !is_of(headers, JSON) {
        return Err(HttpError::media_type(JSON));
    }
    let bytes = whole(config, body).await?;
    let text = std::str::from_utf8(&bytes).map_err(|_| HttpError::broken("the request is not UTF-8"))?;
    if text.trim_start().starts_with('[') {
        // A list in place of an object would make the order of fields matter.
        return Err(HttpError::question("a question is a JSON object"));
    }
    serde_json::from_str(text).map_err(|error| HttpError::json(&error, text))
}

/// A field as rows of `*` and `.`.
pub fn field_rows(field: &Field) -> Vec<String> {
    let grid = field.grid();
    let letter = |cell| if field.is_mine(cell) { '*' } else { '.' };
    (0..grid.rows).map(|row| (0..grid.cols).map(|col| letter(grid.at(row, col))).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_text_like_that_of_files() {
        let rows = |text: &str| board_of_text(text).unwrap().row_strings();
        for text in ["?1?\n?2?\n", "?1?\r\n?2?", "?1?\r?2?\r", "\u{feff}2 3 1\r#1#\r#2#"] {
            assert_eq!(rows(text), ["#1#", "#2#"], "{text:?}");
        }
        for letter in ['\0', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{200b}'] {
            let error = board_of_text(&format!("?1?\r?2{letter}?")).unwrap_err();
            assert_eq!((error.line, error.column), (2, 3), "{letter:?}");
        }
        for letter in ['\r', '\n', '\u{b}', '\u{85}', '\u{2028}'] {
            let refusal = board_of_rows(&["#1".into(), format!("#{letter}1")], None).unwrap_err();
            let said = format!("{refusal:?}");
            assert!(said.contains(&format!("U+{:04X}", u32::from(letter))) && said.contains("column: 2"), "{said}");
        }
    }
}
