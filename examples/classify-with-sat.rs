//! Classifies every cell of a board with SAT, under an encoding of the clues of your choice, within limits.
//! `cargo run --example classify-with-sat -- [BOARD] [ENCODING]`

use std::time::Duration;

use minesat::answer::{Query, ask};
use minesat::encode::NAMES;
use minesat::engine::{Limits, build};
use minesat::formats::parse_board;

const BOARD: &str = include_str!("../instances/sources/csp-assignment.mine");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let text = args.next().map_or(Ok(BOARD.to_string()), std::fs::read_to_string)?;
    let encoding = args.next().unwrap_or("totalizer".into());

    // Detects the format from the content; the second argument would name one.
    let board = parse_board(&text, None)?;
    // Engines are chosen as on the command line. An unknown encoding is an error that lists the known ones.
    let engine = build(&format!("sat:local={encoding},solver=batsat"))
        .map_err(|error| format!("{error}\nencodings: {}", NAMES.join(", ")))?;
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
    let answer = ask(engine.as_ref(), &board, Query::Classify, limits);

    println!("{} in {:.4} s", answer.status(), answer.seconds);
    // s safe, m mine, o open (a mine in some models only), . not covered.
    for row in answer.class_rows().unwrap_or_default() {
        println!("{row}");
    }
    for (counter, value) in answer.stats.iter() {
        println!("{}: {value}", counter.name());
    }
    Ok(())
}
