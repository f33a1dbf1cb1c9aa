//! `GET /api/engines`: the engines, options and players to choose from, and the limits of the service.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::engine::{Counter, EngineOption, FAMILIES, Family, OptionValues};
use crate::play::PLAYERS;
use crate::serve::Shared;
use crate::serve::ask::starts_no_program;

/// Engines, players, counters, limits.
pub async fn get(State(service): State<Shared>) -> Response {
    let config = &service.config;
    let counters: Map<String, Value> =
        Counter::ALL.iter().map(|c| (c.name().to_string(), c.meaning().into())).collect();
    let players: Vec<Value> = PLAYERS
        .iter()
        .map(|p| {
            let options: Vec<Value> =
                p.options.iter().map(|(name, values)| json!({ "name": name, "values": values })).collect();
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

fn family(family: &Family) -> Value {
    let presets = family.presets.iter().map(|p| json!({ "name": p.name, "options": p.options, "help": p.help }));
    let options = family.options.iter().filter_map(option);
    json!({
        "name": family.name,
        "summary": family.summary,
        "presets": presets.collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
    })
}

/// An option with the values that this service takes.
fn option(option: &EngineOption) -> Option<Value> {
    let all: &[&str] = match option.values {
        OptionValues::Words(words) => words,
        OptionValues::Switch => &["on", "off"],
        OptionValues::Text => return None,
    };
    let allowed = |value: &&&str| starts_no_program(&format!("{}={value}", option.name)).is_ok();
    let values: Vec<&&str> = all.iter().filter(allowed).collect();
    Some(json!({ "name": option.name, "values": values, "default": option.default, "help": option.help }))
}
