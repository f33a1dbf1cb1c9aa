//! `POST /api/play`: a game by hand. The question has all clicks so far, so the service keeps no game, and the answer has
//! what they show and no more.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::Grid;
use crate::field::Field;
use crate::formats::{self, Content};
use crate::play::by_hand::{GameByHand, replay};
use crate::play::rules::StartRule;
use crate::play::{Rules, supply};
use crate::serve::deal::{cell, rules};
use crate::serve::read::{field_rows, limits, question};
use crate::serve::{HttpError, Shared};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    rows: Option<usize>,
    cols: Option<usize>,
    mines: Option<usize>,
    seed: Option<u64>,
    /// Where the mines are, in place of size, mines and seed.
    field: Option<String>,
    start: Option<StartRule>,
    /// First cell, row and column from 0.
    at: Option<[usize; 2]>,
    /// The cells opened after it.
    #[serde(default)]
    opens: Vec<[usize; 2]>,
}

impl Question {
    /// The field and the rules.
    fn deal(&self, most: usize) -> Result<(Field, Rules), HttpError> {
        let large = |cells| HttpError::too_large(format!("{cells} cells; this service takes at most {most}"));
        match (&self.field, self.rows, self.cols, self.mines) {
            (Some(text), None, None, None) if self.seed.is_none() => {
                let Content::Field(field, _) = formats::parse(text.as_bytes(), formats::find("field"), "field")? else {
                    return Err(HttpError::question("field is rows of * and ."));
                };
                let grid = field.grid();
                if grid.len() > most {
                    return Err(large(grid.len()));
                }
                let rules = rules(grid, field.count(), Some(self.start.unwrap_or(StartRule::None)), self.at)?;
                Ok((field, rules))
            }
            (None, Some(rows), Some(cols), Some(mines)) => {
                let grid = Grid { rows, cols };
                let cells = rows.saturating_mul(cols);
                if cells > most {
                    return Err(large(cells));
                }
                let rules = rules(grid, mines, self.start, self.at)?;
                let field = supply::uniform(&rules, self.seed.unwrap_or(0), 0).map_err(HttpError::question)?;
                Ok((field, rules))
            }
            _ => Err(HttpError::question("a game has rows, cols and mines, or a field")),
        }
    }
}

/// `{"status","result","rows","cols","mines","board","bv3"}`, at the end also `field`, after a mine `exploded`.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let asked: Question = question(&service.config, &headers, body).await?;
    let most = service.config.cells;
    let limits = limits(&service.config, None, None)?;
    let work = move |_| {
        let (field, rules) = asked.deal(most)?;
        let opens = asked.opens.iter().map(|&at| cell(rules.grid, at).map(|index| index as u32));
        let opens = opens.collect::<Result<Vec<u32>, _>>()?;
        let game = replay(field, &rules, &opens).map_err(HttpError::question)?;
        Ok::<_, HttpError>(written(&rules, &game).to_string())
    };
    Ok(super::json(service.desk.work(limits, work).await??))
}

fn written(rules: &Rules, game: &GameByHand) -> Value {
    let mut value = json!({
        "status": "ok",
        "result": game.outcome.name(),
        "rows": rules.grid.rows,
        "cols": rules.grid.cols,
        "mines": rules.mines,
        "board": game.board.row_strings(),
        "bv3": game.bv3,
    });
    if let Some(cell) = game.exploded {
        value["exploded"] = json!(<[usize; 2]>::from(rules.grid.position(cell)));
    }
    if let Some(field) = &game.field {
        value["field"] = json!(field_rows(field));
    }
    value
}
