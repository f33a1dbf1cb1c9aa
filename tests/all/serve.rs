//! `minesat serve` from outside.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::load::client::{Client, Server};
use crate::load::crowd::{Habit, crowded};
use minesat::compression::Compression;
use serde_json::{Value, json};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_minesat"))
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A lattice of clues over a whole board: far too wide for a sweep, far too many models for a search.
fn hard_board(side: usize) -> Value {
    let rows =
        (0..side).map(|r| (0..side).map(|c| if (r % 2, c % 2) == (1, 1) { '4' } else { '#' }).collect::<String>());
    json!(rows.collect::<Vec<_>>())
}

#[test]
fn many_questions_at_once_are_answered_right_and_bad_ones_refused() {
    let found = crate::load::run(program(), 1_000, 32, 30);
    assert_eq!(found.wrong, Vec::<String>::new());
    assert_eq!(found.latencies.iter().map(|l| l.1.len()).sum::<usize>(), 1_000);
    let asked = |kind: &str| found.latencies.iter().find(|l| l.0 == kind).unwrap().1.len();
    assert_eq!(asked("refused"), 100);
    assert!(["count", "solve", "best"].iter().all(|kind| asked(kind) > 20));
}

#[test]
fn engines_answer_alike_in_the_process_and_in_a_child() {
    let server = Server::start(program(), &[]);
    let mut client = Client::new(&server.address);
    let board = json!(["00001####", "00002####", "11102####", "##101####", "##3221###", "#########"]);
    let mut ask = |path: &str, engine: &str| {
        let reply = client.post(path, &json!({ "board": board, "mines": 14, "engine": engine }).to_string());
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    };
    let wanted = ask("/api/count", "frontier");
    assert_eq!(wanted["status"], "ok");
    for engine in ["sat", "sat:local=totalizer", "ilp", "backtrack:best", "search"] {
        let answer = ask("/api/solve", engine);
        assert_eq!((&answer["status"], &answer["classes"]), (&wanted["status"], &wanted["classes"]), "{engine}");
        assert_eq!(answer["engine"], engine);
    }
    assert_eq!(ask("/api/count", "search")["models"], wanted["models"]);
    assert_eq!(ask("/api/count", "lp")["status"], "unsupported");
    let reply = client.post("/api/solve", "{\"board\":[\"1#\"],\"engine\":\"sat\",\"query\":\"decide\"}");
    assert_eq!((&reply.json()["decision"], &reply.json()["model"]), (&json!("consistent"), &json!([".*"])));
    assert_eq!(client.post("/api/solve", "{\"board\":[\"0#\"],\"mines\":1}").json()["status"], "inconsistent");
    let mut why = |question: &str| client.post("/api/explain", question);
    let reason = why("{\"board\":[\"##1\",\"#31\"],\"cell\":[0,1]}").json();
    assert_eq!((&reason["verdict"], reason["clues"].as_array().map(Vec::len)), (&json!("mine"), Some(1)), "{reason}");
    assert!(reason["text"].as_array().is_some_and(|lines| !lines.is_empty()));
    assert_eq!(why("{\"board\":[\"1#\",\"##\"],\"cell\":[0,1]}").json()["verdict"], "open");
    assert_eq!(why("{\"board\":[\"0#\",\"3#\"]}").json()["verdict"], "inconsistent");
    assert_eq!(why("{\"board\":[\"1#\"]}").json()["verdict"], "consistent");
    assert_eq!(
        (why("{\"board\":[\"1#\"],\"cell\":[0,0]}").status, why("{\"board\":[\"1#\"],\"cell\":[5,5]}").status),
        (422, 422)
    );
    assert_eq!(client.post("/api/best", "{\"board\":[\"1#\"],\"mines\":0}").json()["status"], "inconsistent");
    let full = client.post("/api/best", "{\"board\":[\"1F\"]}").json();
    assert_eq!((&full["status"], &full["moves"]), (&json!("ok"), &json!([])));
}

#[test]
fn games_are_played_and_bad_rules_refused() {
    let server = Server::start(program(), &[]);
    let mut client = Client::new(&server.address);
    let mut game = |question: Value| {
        let reply = client.post("/api/game", &question.to_string());
        (reply.status, reply.json())
    };
    for player in ["random", "pseq", "csp:off=corner"] {
        let (status, played) = game(json!({ "rows": 9, "cols": 9, "mines": 10, "seed": 3, "player": player }));
        assert_eq!((status, played["rows"].as_u64()), (200, Some(9)), "{played}");
        let mut rows: Vec<Vec<char>> = Vec::new();
        played["start"].as_array().unwrap().iter().for_each(|r| rows.push(r.as_str().unwrap().chars().collect()));
        for shown in played["steps"].as_array().unwrap().iter().flat_map(|s| s["shown"].as_array().unwrap()) {
            let at = |i: usize| shown[i].as_u64().unwrap() as usize;
            rows[at(0)][at(1)] = shown[2].as_str().unwrap().chars().next().unwrap();
        }
        let open = rows.iter().flatten().filter(|c| c.is_ascii_digit()).count();
        assert_eq!(played["result"] == "won", open == 71, "{played}");
    }
    for (question, wanted) in [
        (json!({ "rows": 0, "cols": 9, "mines": 0 }), 422),
        (json!({ "rows": 1, "cols": 1, "mines": 1 }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 99 }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 9, "at": [9, 0] }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 9, "player": "nobody" }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 9, "player": "csp:engine=brute" }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 9, "player": "lookahead:budget=999999999999" }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 9, "player": "lookahead:risk=off,games=999999999999" }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 9, "player": "csp:engine=sat:solver=external,command=ls" }), 422),
        (json!({ "rows": 4_000_000_000u64, "cols": 4_000_000_000u64 * 4, "mines": 9 }), 413),
        (json!({ "rows": 30, "cols": 30, "mines": 9 }), 413),
    ] {
        let (status, said) = game(question.clone());
        assert_eq!(status, wanted, "{question}: {said}");
        assert!(said["error"]["message"].is_string());
    }
}

#[test]
fn work_stops_at_its_time_and_when_the_asker_goes_away() {
    let mut server = Server::start(program(), &["--timeout", "60", "--jobs", "1"]);
    let mut client = Client::new(&server.address);
    let load = |client: &mut Client| client.get("/api/health").json()["load"].clone();
    // In the process, where the work is told to stop, and twice in a child, which is killed.
    for (engine, side) in [("backtrack:naive", 31), ("sat:backbone=two-calls", 31), ("backtrack:naive", 61)] {
        let mut question =
            json!({ "board": hard_board(side), "mines": side * side * 3 / 8, "engine": engine, "seconds": 0.3 });
        let start = Instant::now();
        let reply = client.post("/api/count", &question.to_string());
        assert_eq!((reply.status, &reply.json()["status"]), (200, &json!("timeout")), "{engine}: {}", reply.body);
        assert!(start.elapsed() < Duration::from_secs(20), "{engine}");
        question["seconds"] = json!(60);
        let abandoned = load(&mut client)["abandoned"].as_u64().unwrap();
        let mut gone = Client::new(&server.address);
        let body = question.to_string();
        let head = "POST /api/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ";
        gone.send(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes());
        until("the question is worked on", || load(&mut client)["running"] == 1);
        drop(gone);
        until("the work stops", || load(&mut client)["running"] == 0);
        assert_eq!(load(&mut client)["abandoned"], abandoned + 1);
        until("no process is left", || server.children() == 0);
    }
    // The one place is free again.
    assert_eq!(client.post("/api/solve", "{\"board\":[\"1#\"]}").json()["classes"], json!([".m"]));
    assert!(server.lives());
}

#[test]
fn too_wide_a_board_is_an_answer_about_memory() {
    let mut server = Server::start(program(), &["--memory", "200M", "--timeout", "30"]);
    let mut client = Client::new(&server.address);
    let reply = client.post("/api/count", &json!({ "board": hard_board(61) }).to_string());
    let status = reply.json()["status"].clone();
    assert!(status == "memory" || status == "timeout", "{}", reply.body);
    let reply = client.post("/api/best", &json!({ "board": hard_board(61), "seconds": 5 }).to_string());
    // On a busy machine the engine may notice the end of its time late; the asker is told in time.
    let said = reply.json();
    let ended = [&said["status"], &said["error"]["kind"]].into_iter().find_map(Value::as_str).unwrap_or("");
    assert!(["memory", "timeout", "overrun"].contains(&ended), "{}", reply.body);
    assert!(server.lives() && server.resident_kib() < 1 << 20);
}

#[test]
fn nonsense_on_the_wire_does_no_harm() {
    let mut server = Server::start(program(), &[]);
    for bytes in [
        &b"\x00\x01\x02\x03\r\n\r\n"[..],
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut client = Client::new(&server.address);
        client.send(bytes);
        let reply = client.receive();
        assert!((400..500).contains(&reply.status), "{}", reply.status);
    }
    let mut client = Client::new(&server.address);
    client.send(format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "y".repeat(1 << 20)).as_bytes());
    drop(client);
    let mut client = Client::new(&server.address);
    let page = client.get("/");
    assert!(page.status == 200 && page.body.contains("<title>minesat</title>"));
    assert!(page.head.contains("content-security-policy: default-src 'none'"), "{}", page.head);
    let wrong = client.request("DELETE /api/count", &[&format!("Host: {}", server.address)], b"");
    assert!(wrong.status == 405 && wrong.head.contains("allow: post"), "{}", wrong.head);
    assert!(server.lives());
}

#[test]
fn crowds_keep_nobody_waiting() {
    let mut server = Server::start(program(), &["--connections", "48"]);
    for habit in Habit::ALL {
        let fared = crowded(&server.address, habit, 48);
        assert!(matches!(fared.status, 200 | 503), "{habit:?}: {fared:?}");
        assert!(habit != Habit::Silent || fared.status == 503, "{fared:?}");
        assert!(fared.answered < Duration::from_secs(1) && fared.recovered < Duration::from_secs(5), "{fared:?}");
    }
    assert!(server.lives());
}

#[test]
fn more_connections_than_files_are_refused() {
    let mut command = std::process::Command::new(program());
    let command = command.args(["serve", "--port", "0", "--bind", "127.0.0.1", "--connections", "65535"]);
    // More connections than the system gives files are refused before anything listens.
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -n 1000; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("65535 connections need 65855 open files and the system allows 1000"), "{error}");
}

#[test]
fn texts_are_read_as_the_command_line_reads_files() {
    let server = Server::start(program(), &["--cells", "100", "--body", "16K"]);
    let mut client = Client::new(&server.address);
    let host = format!("Host: {}", server.address);
    let mut read = |text: &[u8]| {
        let head = [host.as_str(), "Content-Type: application/octet-stream"];
        let reply = client.request("POST /api/read", &head, text);
        (reply.status, reply.json())
    };
    let (status, found) = read(b"| # | 1 |\n|---|---|\n| # | 2 |\nmines: 2\n");
    let board = &found["instances"][0];
    assert_eq!((status, &board["board"], &board["mines"]), (200, &json!(["#1", "#2"]), &json!(2)), "{found}");
    let lines = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/sources.jsonl")).unwrap();
    let (_, found) = read(&lines);
    let names = |i: usize| found["instances"][i]["name"].as_str().map(String::from);
    assert_eq!((found["instances"].as_array().map(Vec::len), names(3).as_deref()), (Some(6), Some("csp-assignment")));
    for packing in [Compression::Gzip, Compression::Zstd] {
        assert_eq!(read(&packing.pack(lines.clone()).unwrap()), (200, found.clone()));
        // A small file may become a large one.
        let (status, said) = read(&packing.pack(vec![b'#'; 1 << 24]).unwrap());
        assert_eq!((status, &said["error"]["kind"]), (413, &json!("too_large")), "{said}");
    }
    let (_, found) = read(b"4x3:m38a");
    assert_eq!((&found["instances"], &found["field"]["mines"]), (&json!([]), &json!(2)), "{found}");
    assert_eq!(found["field"]["rows"][0], "*...");
    // One board as bytes: 2 columns, 1 row, 1 mine in the second column.
    assert_eq!(read(&[2, 1, 0, 1, 1, 0]).1["field"]["rows"], json!([".*"]));
    for (text, wanted, message) in [
        (&b"1 3 1\n#4#\n"[..], 422, "clue 4 is above"),
        (b"", 422, "empty"),
        (b"{\"name\":\"a\",\"board\":[\"#1\"]}\n{\"name\":\"a\",\"board\":[\"#1\"]}\n", 422, "a second instance"),
        (b"\x1f\x8b\x08\x00", 422, "cannot be read"),
        (&[b'#'; 101], 413, "at most 100"),
    ] {
        let (status, said) = read(text);
        assert_eq!(status, wanted, "{said}");
        assert!(said["error"]["message"].as_str().unwrap().contains(message), "{said}");
    }
    assert_eq!(client.post("/api/read", "#1").status, 415);
}

#[test]
fn games_by_hand_show_what_the_clicks_show() {
    let server = Server::start(program(), &[]);
    let mut client = Client::new(&server.address);
    let mut play = |question: Value| {
        let reply = client.post("/api/play", &question.to_string());
        (reply.status, reply.json())
    };
    let field = "*...\n....\n...*\n";
    let (status, begun) = play(json!({ "field": field, "opens": [] }));
    assert_eq!((status, &begun["board"][0], &begun["result"]), (200, &json!("####"), &json!("playing")), "{begun}");
    assert!(begun["field"].is_null(), "the mines are hidden: {begun}");
    let (_, won) = play(json!({ "field": field, "opens": [[2, 0], [0, 3]] }));
    assert_eq!((&won["result"], &won["board"]), (&json!("won"), &json!(["#100", "1111", "001#"])), "{won}");
    assert_eq!(won["field"], json!(["*...", "....", "...*"]));
    let (_, lost) = play(json!({ "field": field, "at": [2, 0], "start": "zero", "opens": [[0, 0], [0, 3]] }));
    assert_eq!((&lost["result"], &lost["exploded"]), (&json!("lost"), &json!([0, 0])), "{lost}");
    // The game of a seed is the one that players get.
    let rules = json!({ "rows": 9, "cols": 9, "mines": 10, "seed": 3, "at": [0, 0] });
    let (_, mine) = play(rules.clone());
    let reply = client.post("/api/game", &rules.to_string());
    assert_eq!(mine["board"], reply.json()["start"]);
    let mut play = |question: Value| client.post("/api/play", &question.to_string()).status;
    assert_eq!(play(json!({ "rows": 150, "cols": 300, "mines": 9000, "start": "zero", "at": [75, 150] })), 200);
    for (question, wanted) in [
        (json!({ "rows": 9, "cols": 9 }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 82 }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 81 }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 10, "opens": [[9, 0]] }), 422),
        (json!({ "rows": 9, "cols": 9, "mines": 10, "field": field }), 422),
        (json!({ "field": "*x\n" }), 422),
        (json!({ "field": field, "at": [0, 0], "start": "safe" }), 422),
        (json!({ "rows": 4_000_000_000u64, "cols": 4_000_000_000u64 * 4, "mines": 9 }), 413),
    ] {
        assert_eq!(play(question.clone()), wanted, "{question}");
    }
}

#[test]
fn examples_are_listed_and_given() {
    let server = Server::start(program(), &["--cells", "2000"]);
    let mut client = Client::new(&server.address);
    let listed = client.get("/api/examples").json();
    let names: Vec<&str> = listed["examples"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect();
    assert!(names.len() > 10 && names.contains(&"half-adder"), "{names:?}");
    let given = client.post("/api/example", "{\"name\":\"half-adder\"}").json();
    assert_eq!((&given["rows"], &given["cols"]), (&json!(24), &json!(63)));
    let mut example = |name: &str| client.post("/api/example", &json!({ "name": name }).to_string()).status;
    assert_eq!((example("1-2-1"), example("nothing"), example("150 x 300")), (200, 422, 413));
}
