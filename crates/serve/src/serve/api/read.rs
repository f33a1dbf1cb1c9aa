//! `POST /api/read`: the boards in a text, read as the command line reads a file.

use std::io::{Cursor, Read};

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};

use crate::compression;
use crate::formats::ReadOptions;
use crate::instance::{Input, Instance};
use crate::serve::read::{bytes, field_rows, limits};
use crate::serve::{HttpError, Shared};

/// `{"status","instances":[{"name","family","origin","rows","cols","mines","board"}]}`; for a text that says where the
/// mines are `field` instead.
pub async fn post(State(service): State<Shared>, headers: HeaderMap, body: Body) -> Result<Response, HttpError> {
    let text = bytes(&service.config, &headers, body).await?;
    let (most, most_bytes) = (service.config.cells, service.config.bytes);
    let limits = limits(&service.config, None, None)?;
    let found = service.desk.work(limits, move |_| read(unpacked(&text, most_bytes)?, most)).await??;
    Ok(super::json(found.to_string()))
}

/// The content of a file that may be compressed: no longer than a file that is not.
fn unpacked(file: &[u8], most: usize) -> Result<Vec<u8>, HttpError> {
    let wrong = |e| compression::unreadable("board", &e);
    let mut text = Vec::new();
    let content = compression::unpacked(file).map_err(wrong)?;
    content.take(most as u64 + 1).read_to_end(&mut text).map_err(wrong)?;
    match text.len() > most {
        true => Err(HttpError::too_large(format!("unpacked this has more than {most} bytes, the most of a request"))),
        false => Ok(text),
    }
}

fn read(text: Vec<u8>, most: usize) -> Result<Value, HttpError> {
    let within = |cells: usize| match cells > most {
        true => Err(HttpError::too_large(format!("the board has {cells} cells; this service takes at most {most}"))),
        false => Ok(()),
    };
    match Input::new("board", Box::new(Cursor::new(text)), &ReadOptions::default())? {
        Input::Field(_, field, click) => {
            let grid = field.grid();
            within(grid.len())?;
            let click = click.map(|cell| <[usize; 2]>::from(grid.position(cell)));
            let mines = field.count();
            let rows = field_rows(&field);
            Ok(json!({ "status": "ok", "instances": [], "field": { "rows": rows, "mines": mines, "click": click } }))
        }
        Input::Instances(reader) => {
            let mut instances = Vec::new();
            for instance in *reader {
                let instance = instance?;
                within(instance.board.grid().len())?;
                instances.push(written(&instance));
            }
            Ok(json!({ "status": "ok", "instances": instances }))
        }
    }
}

/// An instance without what engines found on it.
pub fn written(instance: &Instance) -> Value {
    let grid = instance.board.grid();
    json!({
        "name": instance.name,
        "family": instance.family,
        "origin": instance.origin,
        "rows": grid.rows,
        "cols": grid.cols,
        "mines": instance.board.mines(),
        "board": instance.board.row_strings(),
    })
}
