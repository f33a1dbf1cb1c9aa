//! Load on `minesat serve`: many questions at once, a tenth of them bad, every answer held against the
//! library's.

pub mod client;
pub mod crowd;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use client::{Client, Server};
use minesat::answer::{Query, ask};
use minesat::board::{Board, Grid};
use minesat::engine::{Control, Limits, build};
use minesat::play::players::maker;
use minesat::play::rules::{Clues, OnMine, Rules, Start, Until};
use minesat::play::steps::trace;
use serde_json::{Value, json};

/// A question with its right answer: the fields of `answer` must be in the reply.
struct Question {
    kind: &'static str,
    path: &'static str,
    head: Vec<String>,
    method: &'static str,
    body: Vec<u8>,
    status: u16,
    answer: Value,
}

/// What a run found.
pub struct Found {
    /// Sorted latencies by kind of question.
    pub latencies: Vec<(&'static str, Vec<Duration>)>,
    /// Answers that were not as they should be.
    pub wrong: Vec<String>,
    pub seconds: f64,
    /// Resident memory after a first tenth of the questions, and at the end.
    pub resident_kib: (u64, u64),
}

/// Positions of Expert games in all stages.
pub fn expert_positions(count: usize) -> Vec<Board> {
    let rules = Rules {
        grid: Grid { rows: 16, cols: 30 },
        mines: 99,
        start: Start::Zero(7 * 30 + 15),
        on_mine: OnMine::End,
        until: Until::SafeOpen,
        total_known: true,
        clues: Clues::Exact,
    };
    let maker = maker("frontier").unwrap();
    let position = |index: usize| {
        let game = trace(&rules, 2026, index as u64, &maker, &Control::default()).unwrap();
        let mut board = game.start.clone();
        let until = game.steps.len() * (index % 10) / 10;
        game.steps[..until].iter().flat_map(|s| &s.shown).for_each(|&(c, cell)| board.set(c as usize, cell));
        board
    };
    (0..count).map(position).collect()
}

fn good(address: &str, positions: &[Board]) -> Vec<Question> {
    let engine = build("frontier").unwrap();
    let host = format!("Host: {address}");
    let head = || vec![host.clone(), "Content-Type: application/json".into()];
    let question = |kind, path, body: String, answer| Question {
        kind,
        path,
        head: head(),
        method: "POST",
        body: body.into_bytes(),
        status: 200,
        answer,
    };
    let keep = |mut answer: Value, fields: &[&str]| {
        answer.as_object_mut().unwrap().retain(|name, _| fields.contains(&name.as_str()));
        answer
    };
    let mut all = Vec::new();
    for (index, board) in positions.iter().enumerate() {
        let asked = json!({ "board": board.row_strings(), "mines": board.mines() });
        let answered = |query: Query| -> Value {
            let answer = ask(engine.as_ref(), board, query, Limits::default());
            serde_json::from_str(&answer.to_json("board", "frontier", false)).unwrap()
        };
        let fields = ["status", "classes", "models", "frontier_models", "tally", "probabilities"];
        all.push(question("count", "/api/count", asked.to_string(), keep(answered(Query::Count), &fields)));
        let text = json!({ "board": board.to_string() }).to_string();
        let answer = keep(answered(Query::Classify), &["status", "classes"]);
        all.push(question("solve", "/api/solve", text, answer));
        // Looking at all clicks in advance takes far longer than a count: late positions have few.
        if index % 10 == 9 {
            let ranking = minesat::play::best::rank(board, minesat::serve::BEST_BOUNDS, Control::default());
            let first = ranking.unwrap().moves[0];
            let (row, col) = board.grid().position(first.cell as usize);
            let asked = json!({ "board": board.row_strings(), "mines": board.mines(), "show": 1 });
            let moves = json!([{
                "cell": [row, col], "mine": first.risk, "progress": first.progress, "wins": first.won,
            }]);
            let answer = json!({ "status": "ok", "moves": moves });
            all.push(question("best", "/api/best", asked.to_string(), answer));
        }
    }
    all
}

/// Questions that are refused, each with its status and kind of error.
fn bad(address: &str, too_long: usize) -> Vec<Question> {
    let host = format!("Host: {address}");
    let json_type = "Content-Type: application/json";
    let make = |path, head: &[&str], method, body: Vec<u8>, status, kind: &str| Question {
        kind: "refused",
        path,
        head: head.iter().map(|h| (*h).to_string()).collect(),
        method,
        body,
        status,
        answer: json!({ "error": { "kind": kind } }),
    };
    let post = |body: &str, status, kind| {
        make("/api/count", &[&host, json_type], "POST", body.as_bytes().to_vec(), status, kind)
    };
    let fine = br#"{"board":["1#"]}"#.to_vec();
    let deep = format!("{{\"board\":{}1{}}}", "[".repeat(5000), "]".repeat(5000));
    vec![
        post("{\"board\":[\"1#\"", 400, "json"),
        post("", 400, "json"),
        post(&deep, 400, "json"),
        post("{\"board\":7}", 422, "fields"),
        post("{\"board\":[\"1#\"],\"mines\":-1}", 422, "fields"),
        post("{\"board\":[\"1#\"],\"mines\":1e99}", 422, "fields"),
        post("{\"board\":[\"1#\"],\"colour\":\"red\"}", 422, "fields"),
        post("{\"board\":[\"1#\",\"###\"]}", 422, "board"),
        post("{\"board\":[\"1#\",\"#x\"]}", 422, "board"),
        post("{\"board\":[\"8#\"]}", 422, "board"),
        post("{\"board\":\"999999 999999 1\\n#\\n\"}", 422, "board"),
        post("{\"board\":\"16777216 16 1\\n#\\n\"}", 422, "board"),
        post("{\"board\":[]}", 422, "question"),
        post("{\"board\":[\"\"]}", 422, "question"),
        post("{\"board\":[\"##\"],\"mines\":3}", 422, "question"),
        post("{\"board\":[\"##\"],\"seconds\":-1}", 422, "question"),
        post("{\"board\":[\"##\"],\"engine\":\"no such\"}", 422, "question"),
        post("{\"board\":[\"##\"],\"engine\":\"sat:solver=external,command=touch /tmp/x\"}", 422, "question"),
        make("/api/count", &[&host, json_type], "POST", vec![b'x'; too_long], 413, "too_large"),
        make("/api/count", &[&host, json_type], "POST", vec![0xff, 0xfe, b'{'], 400, "broken"),
        make("/api/count", &[&host, "Content-Type: text/plain"], "POST", fine.clone(), 415, "media_type"),
        make("/api/count", &[&host], "GET", vec![], 405, "method"),
        make("/api/../etc/passwd", &[&host], "GET", vec![], 404, "not_found"),
        make("/api/count", &["Host: evil.example", json_type], "POST", fine.clone(), 403, "foreign"),
        make("/api/count", &[&host, json_type, "Origin: http://evil.example"], "POST", fine, 403, "foreign"),
    ]
}

/// True if everything in `wanted` is in `got`.
fn holds(wanted: &Value, got: &Value) -> bool {
    match (wanted, got) {
        (Value::Object(wanted), Value::Object(got)) => {
            wanted.iter().all(|(name, value)| got.get(name).is_some_and(|other| holds(value, other)))
        }
        _ => wanted == got,
    }
}

/// Asks `requests` questions over `connections` connections; each tenth is bad.
pub fn run(program: &Path, requests: usize, connections: usize, positions: usize) -> Found {
    let mut server = Server::start(program, &[]);
    let good = good(&server.address, &expert_positions(positions));
    let bad = bad(&server.address, 300 << 10);
    let next = AtomicUsize::new(0);
    let ask_until = |end: usize| {
        let work = || {
            let mut client = Client::new(&server.address);
            let (mut times, mut wrong) = (Vec::new(), Vec::new());
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= end {
                    return (times, wrong);
                }
                let question = match index % 10 {
                    9 => &bad[(index / 10) % bad.len()],
                    other => &good[(index / 10 * 9 + other) % good.len()],
                };
                let head: Vec<&str> = question.head.iter().map(String::as_str).collect();
                let start = Instant::now();
                let first = format!("{} {}", question.method, question.path);
                let reply = client.request(&first, &head, &question.body);
                times.push((question.kind, start.elapsed()));
                if reply.status != question.status || !holds(&question.answer, &reply.json()) {
                    wrong.push(format!("question {index} {first}: {} {}", reply.status, reply.body));
                }
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..connections).map(|_| scope.spawn(work)).collect();
            let (mut times, mut wrong) = (Vec::new(), Vec::new());
            for worker in workers {
                let (more, complaints) = worker.join().expect("a connection ends well");
                times.extend(more);
                wrong.extend(complaints);
            }
            next.store(end, Ordering::Relaxed);
            (times, wrong)
        })
    };
    let start = Instant::now();
    let (mut times, mut wrong) = ask_until(requests / 10);
    let before = server.resident_kib();
    let (more, complaints) = ask_until(requests);
    let seconds = start.elapsed().as_secs_f64();
    let after = server.resident_kib();
    times.extend(more);
    wrong.extend(complaints);
    assert!(server.lives(), "the server ended");
    let mut latencies = Vec::new();
    for kind in ["count", "solve", "best", "refused"] {
        let mut of: Vec<Duration> = times.iter().filter(|t| t.0 == kind).map(|t| t.1).collect();
        of.sort_unstable();
        latencies.push((kind, of));
    }
    Found { latencies, wrong, seconds, resident_kib: (before, after) }
}

/// The value below which this share of a sorted list lies.
pub fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let at = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or_default()
}
