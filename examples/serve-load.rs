//! Load on `minesat serve`, with latencies: `cargo run --release --example serve-load -- PROGRAM [REQUESTS] [CONNECTIONS]`.
//! Exits with 1 if an answer was wrong, or if a crowd kept others waiting.

#[path = "../tests/all/load/mod.rs"]
#[allow(dead_code)]
mod load;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use load::client::Server;
use load::crowd::{Habit, crowded};
use load::percentile;
use serde_json::json;

/// Clients of a crowd: the places of the service.
const CROWD: usize = 512;
/// Time for somebody else's question beside a crowd, and for the service to recover from it.
const ANSWERED: Duration = Duration::from_secs(1);
const RECOVERED: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: usize| words.get(at).and_then(|w| w.parse().ok()).unwrap_or(default);
    let Some(program) = words.first() else {
        eprintln!("usage: serve-load PROGRAM [REQUESTS] [CONNECTIONS]");
        return ExitCode::from(2);
    };
    let (requests, connections) = (number(1, 10_000), number(2, 32));
    let found = load::run(Path::new(program), requests, connections, 200);
    found.wrong.iter().take(20).for_each(|wrong| eprintln!("{wrong}"));
    let milliseconds = |sorted: &[Duration], share| (percentile(sorted, share).as_secs_f64() * 1e6).round() / 1e3;
    let latencies: serde_json::Map<String, serde_json::Value> = found
        .latencies
        .iter()
        .map(|(kind, sorted)| {
            let of = |share| milliseconds(sorted, share);
            let row =
                json!({ "requests": sorted.len(), "p50": of(0.5), "p90": of(0.9), "p99": of(0.99), "max": of(1.0) });
            ((*kind).to_string(), row)
        })
        .collect();
    let mut kept_waiting = false;
    // As many as there are places, each kind against a server of its own.
    let crowds: serde_json::Map<String, serde_json::Value> = Habit::ALL
        .into_iter()
        .map(|habit| {
            let server = Server::start(Path::new(program), &[]);
            let fared = crowded(&server.address, habit, CROWD);
            kept_waiting |=
                !matches!(fared.status, 200 | 503) || fared.answered > ANSWERED || fared.recovered > RECOVERED;
            let row = json!({
                "clients": CROWD, "status_beside": fared.status,
                "answered_ms": (fared.answered.as_secs_f64() * 1e4).round() / 10.0,
                "recovered_ms": (fared.recovered.as_secs_f64() * 1e4).round() / 10.0,
            });
            (habit.name().to_string(), row)
        })
        .collect();
    let report = json!({
        "requests": requests,
        "connections": connections,
        "wrong": found.wrong.len(),
        "seconds": (found.seconds * 1e3).round() / 1e3,
        "requests_per_second": (requests as f64 / found.seconds).round(),
        "latency_ms": latencies,
        "crowds": crowds,
        "resident_kib": { "after_a_tenth": found.resident_kib.0, "at_the_end": found.resident_kib.1 },
    });
    println!("{}", serde_json::to_string_pretty(&report).unwrap_or_default());
    ExitCode::from(u8::from(kept_waiting || !found.wrong.is_empty()))
}
