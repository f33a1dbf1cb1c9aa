//! `GET /api/engines`: the engines, options and players to choose from, and the limits of the service.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::engine::{Counter, EngineFamily, FAMILIES, parse};
use crate::play::PLAYERS;
use crate::serve::Shared;
use crate::spec::OptionRow;

/// Engines, players, counters, limits.
pub async fn get(State(service): State<Shared>) -> Response {
    let config = &service.config;
    let counters: Map<String, Value> =
        Counter::ALL.iter().map(|c| (c.name().to_string(), c.meaning().into())).collect();
    let players: Vec<Value> = PLAYERS
        .iter()
        .map(|p| {
            let values = |o: &OptionRow| o.values.words().map_or_else(|| vec![o.default], <[_]>::to_vec);
            let options: Vec<Value> =
                p.options.iter().map(|o| json!({ "name": o.name, "values": values(o) })).collect();
            json!({ "name": p.name, "summary": p.summary, "options": options })
        })
        .collect();
    let about = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "engines": FAMILIES.iter().map(|f| family(f)).collect::<Vec<_>>(),
        "players": players,
        "counters": counters,
        "limits": {
            "cells": config.cells,
            "bytes": config.bytes,
            "seconds": config.time.as_secs_f64(),
            "memory": config.memory,
        },
    });
    super::json(about.to_string())
}

fn family(family: &EngineFamily) -> Value {
    let presets = family.presets.iter().map(|p| json!({ "name": p.name, "options": p.options, "help": p.help }));
    let options = family.options.iter().filter_map(|o| option(family, o));
    json!({
        "name": family.name,
        "summary": family.summary,
        "presets": presets.collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
    })
}

/// An option with the values that this service takes; None if they are no list.
fn option(family: &EngineFamily, option: &OptionRow) -> Option<Value> {
    let allowed = |value: &&&str| {
        let spec = parse(&format!("{}:{}={value}", family.name, option.name));
        spec.is_ok_and(|spec| !(spec.row.starts_program)(&spec.chosen))
    };
    let values: Vec<&&str> = option.values.words()?.iter().filter(allowed).collect();
    Some(json!({ "name": option.name, "values": values, "default": option.default, "help": option.help }))
}
